"""The laws that hold for every text, as functions of one text: they return nothing, or raise.

Tests try them on texts that Hypothesis makes (tests/test_iri3987/test_laws.py), and fuzzing on more
(fuzz/README.md). A law that does not hold raises `LawError`. Any other exception is one that should
not have left the core.
"""

import copy
import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal

from iri3987 import (
    ANY,
    IRI,
    WEB,
    IRIError,
    IRIReference,
    Severity,
    comparison_key,
    confusable,
    display,
    equivalent,
    host_to_ascii,
    host_to_unicode,
    inspect,
    is_absolute_iri,
    is_iri,
    is_iri_reference,
    is_uri,
    is_uri_reference,
    normalize,
    relativize,
    repair,
    resolve,
    to_iri,
    to_uri,
)
from iri3987._unicode.invisible import AROUND
from iri3987.appearance.bidi import isolate
from iri3987.codes import FINDINGS
from iri3987.comparison import (
    normalize_case,
    normalize_characters,
    normalize_path_segments,
    normalize_percent_encoding,
    normalize_scheme,
    preferred,
)
from iri3987.http.headers import HEADERS, map_header, safe_header
from iri3987.mapping.leiri import from_leiri, is_leiri_reference
from iri3987.profile.user_input import AROUND_NAMES, NOT_AT_THE_ENDS
from iri3987.schemes import DOMAIN_NAME
from iri3987.syntax.resolution import remove_dot_segments
from iri3987.text import find


class LawError(AssertionError):
    """Tell which law does not hold, and for what."""


def same(expected: object, actual: object, law: str) -> None:
    """Raise `LawError` unless the two are equal."""
    if expected != actual:
        raise LawError(f"{law}: expected {expected!a}, got {actual!a}")


def holds(condition: object, law: str, *about: object) -> None:
    """Raise `LawError` unless *condition* is true."""
    if not condition:
        raise LawError(f"{law}: {', '.join(map(ascii, about))}")


def attempt(function: Callable[[str], str], text: str) -> str | None:
    """Return the result, or None for an `IRIError`, which has to be as errors are."""
    try:
        return function(text)
    except IRIError as error:
        holds(re.fullmatch("[a-z]+(-[a-z0-9]+)*", error.code), "a code is a slug", error.code)
        inside = error.position is None or 0 <= error.position <= len(text)
        holds(inside, "a position is in the text", error.position, text)
        can_be_seen(str(error))
        return None


#: Characters that `str.isprintable` takes and that cannot be seen: Default_Ignorable_Code_Point,
#: and an empty cell of Braille.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)


def can_be_seen(message: str) -> None:
    """Raise `LawError` unless *message* is one line of characters that people see."""
    unseen = _UNSEEN.search(message)
    holds(message.isprintable() and not unseen, "a message is one line that is seen", message)


# What the laws ask

PARTS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")


def recompose(value: IRIReference) -> str:
    """Put components together again (RFC 3986 section 5.3)."""
    authority = value.host
    if authority is not None:
        before = "" if value.userinfo is None else f"{value.userinfo}@"
        after = "" if value.port is None else f":{value.port}"
        authority = f"{before}{authority}{after}"
    same(value.authority, authority, "the parts of an authority make it up")
    return (
        f"{'' if value.scheme is None else f'{value.scheme}:'}"
        f"{'' if authority is None else f'//{authority}'}"
        f"{value.path}"
        f"{'' if value.query is None else f'?{value.query}'}"
        f"{'' if value.fragment is None else f'#{value.fragment}'}"
    )


def shape(text: str) -> object:
    """Say what mapping does not change."""
    value = IRIReference(text)
    parts = (value.userinfo, value.host, value.query, value.fragment)
    return (
        value.scheme,
        value.port,
        value.path.count("/"),
        (value.userinfo or "").count(":"),
        [part is None for part in parts],
        [part == "" for part in parts],
    )


def alike(uri: str) -> str:
    """Forget the case of hexadecimal digits, and the encoding of unreserved characters."""
    return re.sub("%[0-9A-Fa-f]{2}", _decode_unreserved, uri)


def _decode_unreserved(match: re.Match[str]) -> str:
    character = chr(int(match[0][1:], 16))
    return character if re.fullmatch(r"[A-Za-z0-9\-._~]", character) else match[0].upper()


# The laws


def parse(text: str) -> None:
    """Check that a value is its text and its components, and survives pickling."""
    for kind in (IRI, IRIReference):
        value = attempt(kind, text)
        if value is None:
            continue
        holds(isinstance(value, kind), "a value is of its type", type(value))
        same(text, str(value), "nothing is changed")
        same(text, recompose(IRIReference(value)), "the components make up the text")
        for again in (
            pickle.loads(pickle.dumps(value)),
            copy.copy(value),
            copy.deepcopy(value),
            eval(repr(value)),  # noqa: S307 - our own
        ):
            found = (type(again), str(again), hash(again))
            same((kind, text, hash(text)), found, "a value survives pickling, copying and repr")
        for name in PARTS:
            replaced = kind(text).replace(**{name: getattr(value, name)})
            same(text, replaced, "a component that is replaced by itself changes nothing")


def predicates(text: str) -> None:
    """Check that predicates answer for any text, and agree with the constructors and each other."""
    same(attempt(IRI, text) is not None, is_iri(text), "is_iri is IRI")
    same(attempt(IRIReference, text) is not None, is_iri_reference(text), "so for references")
    same(is_iri(text) and "#" not in text, is_absolute_iri(text), "absolute: no fragment")
    same(is_iri(text) and text.isascii(), is_uri(text), "is_uri is is_iri, in ASCII")
    same(is_iri_reference(text) and text.isascii(), is_uri_reference(text), "so for references")
    holds(is_iri(text) <= is_iri_reference(text), "an IRI is an IRI reference", text)


def mapping_to_uri(text: str) -> None:
    """Check that a mapped URI is a URI of the same components, and maps to itself."""
    for each in (text, f"http://{text}/"):
        for call in (to_uri, partial(to_uri, host="percent")):
            uri = attempt(call, each)
            if uri is None:
                continue
            holds(is_uri_reference(uri), "the result is a URI reference", each, uri)
            holds(re.fullmatch("[!-~]*", uri), "the result is printable ASCII", each, uri)
            same((uri, uri), (to_uri(uri), _percent(uri)), "a URI maps to itself")
            same(shape(each), shape(uri), "no delimiter comes or goes")
            if each.isascii():
                same(each, uri, "a URI is its own mapping")
    holds(is_iri_reference(text) <= (attempt(_percent, text) is not None), "all map", text)
    for options in ({"preprocess": True}, {"encoding": "iso-8859-1"}):
        uri = attempt(partial(to_uri, **options), text)
        holds(uri is None or is_uri_reference(uri), "the result is a URI reference", text, uri)


_percent = partial(to_uri, host="percent")


def mapping_to_iri(text: str) -> None:
    """Check that a converted IRI maps back to the URI, and is converted to itself."""
    for each in (text, f"http://{text}/"):
        for call in (to_iri, partial(to_iri, host="unicode")):
            iri = attempt(call, each)
            same(is_iri_reference(each), iri is not None, "what is a reference is converted")
            if iri is None:
                continue
            same(iri, call(iri), "what is converted stays")
            same(shape(each), shape(iri), "no delimiter comes or goes")
        if is_iri_reference(each):
            same(alike(_percent(each)), alike(_percent(to_iri(each))), "it maps back")


def hosts(text: str) -> None:
    """Check that a domain name fits the DNS, and comes back from its Unicode form."""
    for name in (text, f"xn--{text}", f"{text}.example"):
        for call, back in (
            (host_to_ascii, host_to_unicode),
            (
                partial(host_to_ascii, profile="idna2008"),
                partial(host_to_unicode, profile="idna2008"),
            ),
        ):
            holds(isinstance(back(name), str), "host_to_unicode answers for any text", name)
            found = attempt(call, name)
            if found is None or found.startswith("["):
                continue
            labels = r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?"
            holds(re.fullmatch(labels, found), "labels are LDH and of 1 to 63 octets", name, found)
            holds(len(found.removesuffix(".")) <= 253, "a name has 253 octets at most", name)
            same(found, call(found), "an ASCII name stays")
            same(found, call(back(found)), "the Unicode form leads back")


def showing(text: str) -> None:
    """Check that what is shown hides nothing, stays as it is, and names the same resource."""
    shown = display(text)
    # A joiner is shown where it has a meaning.
    is_seen = re.sub("[\u200c\u200d]", "", shown).isprintable()
    holds(is_seen and not set(shown) & set(' <>"{}|\\^`'), "nothing is invisible", text, shown)
    same(shown, display(shown), "what is shown is shown as it is")
    same(f"\u2066{shown}\u2069", isolate(shown), "what is shown is isolated as it is")
    if not is_iri_reference(text):
        return
    same(shown, display(_percent(text)), "the URI is shown alike")
    misread = [
        finding
        for finding in inspect(shown)
        if finding.code == "delimiter-look-alike"
        and finding.component in {"ipath", "iquery", "ifragment"}
    ]
    same([], misread, "nothing can be read as a delimiter")
    # The domain of a mailbox may stay encoded, and what looks like a delimiter.
    before, after = IRIReference(to_iri(_percent(text))), IRIReference(to_iri(shown))
    if not before.host and shown.isascii():
        return  # Browsers may find a host where there is none: then nothing is decoded.
    if "://" in before.path or "***" in f"{after.host}{after.path}":
        return  # An address within this one is shown as one is; a password outside is hidden, too.
    rest = (after.scheme, after.port, after.path, after.query, after.fragment)
    same(
        (before.scheme, before.port, before.path, before.query, before.fragment),
        rest,
        "but for user and host, it is the IRI of the URI",
    )
    if before.userinfo is None and (before.scheme or "http").lower() in DOMAIN_NAME:
        prefix = "http:" if before.scheme is None else ""
        named = equivalent(f"{prefix}{text}", f"{prefix}{shown}", level="scheme")
        holds(named, "it is the same resource", text, shown)


def inspection(text: str) -> None:
    """Check that findings are known, have a place in the text, and are safe to log."""
    findings = inspect(text)
    for finding in findings:
        holds(finding.code in FINDINGS, "a code is listed", finding)
        holds(0 <= finding.start <= finding.end <= len(text), "a place is in the text", finding)
        can_be_seen(finding.message)
    if not is_iri_reference(text):
        errors = [finding for finding in findings if finding.severity is Severity.ERROR]
        holds(errors, "text that is not an IRI reference has an error", text)


def look_alikes(text: str) -> None:
    """Check that a text looks like itself, and a host in each of its spellings."""
    holds(confusable(text, text), "a text looks like itself", text)
    ascii_form = attempt(host_to_ascii, text)
    if ascii_form is not None:
        holds(confusable(text, ascii_form), "a host looks like itself", text)


def header_fields(text: str) -> None:
    """Check that a mapped value can be sent, and is mapped already."""
    for name in sorted(HEADERS):
        mapped = attempt(partial(map_header, name), text)
        safe = safe_header(name, text)
        holds(re.fullmatch("[\t -~]*", safe), "what is sent is printable ASCII", name, text, safe)
        if is_uri_reference(text) and name not in {"link", "refresh", "hx-location"}:
            same(text, mapped, "a URI reference stays to the octet")
        if mapped is not None:
            same(mapped, safe, "what can be mapped is sent so")
            same(mapped, map_header(name, mapped), "what is mapped stays")
    location = safe_header("Location", text)
    authority = text.startswith("//") or ":" in text
    holds(authority or not location.startswith("//"), "a path is not an authority", text, location)


def comparison(text: str) -> None:
    """Check that normal forms stay, and that keys are equal where IRIs are equivalent."""
    rungs = (normalize_case, normalize_percent_encoding, normalize_path_segments, normalize_scheme)
    for rung in rungs:
        once = attempt(rung, text)
        same(is_iri_reference(text), once is not None, f"{rung.__name__} takes every reference")
        if once is None:
            continue
        same(once, rung(once), f"{rung.__name__} is idempotent")
        # A later rung sees "%2E" differently without dot-segments, and "A%C3%B6" in small letters.
        if rung is not normalize_path_segments and "%" not in (IRIReference(text).host or ""):
            agrees = equivalent(text, once, level="scheme")
            holds(agrees, f"{rung.__name__} keeps the equivalence", text, once)
    composed = attempt(normalize_characters, text)
    if composed is not None:
        holds(is_iri_reference(composed), "in NFC it is a reference", text, composed)
    forms: tuple[Literal["NFC", "NFKC"], ...] = ("NFC", "NFKC")
    for form in forms:
        found = attempt(partial(preferred, form=form), text)
        same(is_iri_reference(text), found is not None, "a reference has a preferred form")
        if found is not None:
            same(found, preferred(found, form=form), f"the preferred form ({form}) stays")
            same(found, normalize(found), f"the preferred form ({form}) is normal")
    if is_iri_reference(text):
        aligned = to_iri(_percent(text))
        same(aligned, normalize_percent_encoding(text), "5.3.2.3: by way of the URI")
        _levels(text)


def _levels(text: str) -> None:
    for level in ("syntax", "scheme"):
        normal = normalize(text, level=level)
        holds(is_iri_reference(normal), f"the normal form ({level}) is a reference", text, normal)
        same(normal, normalize(normal, level=level), f"the normal form ({level}) stays")
        key = comparison_key(text, level=level)
        holds(re.fullmatch("[0-9]+:[!-~]*", key), "a key is ASCII with a version", key)
        uri = attempt(to_uri, text) or _percent(text)
        same(normal, normalize(_percent(text), level=level), f"so is that of the URI ({level})")
        mapped = (uri, to_iri(uri, host="unicode")) if level == "scheme" else ()
        for other in (normal, _percent(text), to_iri(text), to_iri(_percent(text)), *mapped):
            same(key, comparison_key(other, level=level), f"keys ({level}) of {other!a} agree")
            holds(equivalent(text, other, level=level), "equal keys, equivalent", text, other)
        other = f"{text}a"
        if is_iri_reference(other):
            keys = key == comparison_key(other, level=level)
            same(keys, equivalent(text, other, level=level), "keys say what equivalent says")


def resolution(text: str) -> None:
    """Check resolution, and the way back, for a base and a reference with a space between."""
    base, _, reference = text.partition(" ")
    clean = remove_dot_segments(text)
    same(clean, remove_dot_segments(clean), "dot-segments are removed at once")
    holds(not {".", ".."} & set(clean.split("/")), "no dot-segment is left", text, clean)
    found = attempt(partial(resolve, base), reference) if is_iri_reference(base) else None
    if found is None:
        return
    holds(is_iri_reference(found), "the result is a reference", base, reference, found)
    same(is_iri(base) or is_iri(reference), is_iri(found), "it is an IRI if one of the two is")
    same(base.partition("#")[0], resolve(base, ""), "nothing means the base")
    if is_iri(base):
        _absolute(base, reference, found)


def _absolute(base: str, reference: str, found: str) -> None:
    holds(is_iri(found), "the result is an IRI", base, reference, found)
    same(found, str(IRI(base).resolve(reference)), "IRI.resolve is resolve")
    # RFC 3986 section 5.2.2 is about every scheme; normalization leaves mailboxes and URNs alone.
    clean = resolve(base, base)
    same(f"x-{clean}", normalize_path_segments(f"x-{base}"), "dot-segments of an IRI are removed")
    for target in (clean, resolve(found, found)):
        same(target, resolve(base, target), "an IRI means itself")
        way = relativize(base, target)
        same(target, resolve(base, way), "the way leads to the target")
        holds(len(way) <= len(target), "the way is no longer than the target", way, target)
        same(way, relativize(base, resolve(base, way)), "the way is found again")
    relative = attempt(partial(relativize, base), found)
    holds(relative is None or resolve(base, relative) == found, "the way leads there", base, found)


def leiris(text: str) -> None:
    """Check that an IRI reference made of a LEIRI is one, and stays, as what was one does."""
    made = attempt(from_leiri, text)
    same(is_leiri_reference(text), made is not None, "a LEIRI reference is converted")
    if is_iri_reference(text):
        same(text, made, "an IRI reference stays")
    if made is not None:
        holds(is_iri_reference(made), "the result is an IRI reference", text, made)
        same(made, from_leiri(made), "the result stays")


def repairs(text: str) -> None:
    """Check that a repaired text is an IRI reference, and stays, as what was one does."""
    for each in (text, f"http://a.example/{text}"):
        made = attempt(repair, each)
        if is_iri_reference(each):
            same(each, made, "an IRI reference stays")
        if made is not None:
            holds(is_iri_reference(made), "the result is an IRI reference", each, made)
            same(made, repair(made), "the result stays")
            # `clean` folds full-width characters in the host, and refuses two addresses (the second
            # may be a name behind a space or "|"), and signs of sentences in a host.
            is_whole = each == each.strip(AROUND) and each.count("://") < 2
            signs = f"：／？＃［］０-９{AROUND_NAMES}{NOT_AT_THE_ENDS}"
            if is_whole and not re.search(rf"[{signs}]|[\s|][^.]*\.", each):
                same(attempt(WEB.check, made), attempt(WEB.clean, each), "clean repairs")


def running_text(text: str) -> None:
    """Check that the addresses found in a text are IRIs, one behind the other."""
    for each in (text, f"http://{text}", f"a@{text}"):
        end = 0
        for found in find(each, emails=True):
            holds(end <= found.start < found.end <= len(each), "addresses are apart", each, found)
            holds(is_iri(found.iri), "an address is an IRI", each, found)
            end = found.end


_WEB_REFERENCE = replace(WEB, allow_relative=True)
_STRICT = replace(WEB, host="idna2008", allow_userinfo=False)


def profiles(text: str) -> None:
    """Check that what a profile accepts is the text, valid, and as the profile says."""
    same(is_iri(text), attempt(ANY.check, text) is not None, "ANY takes every IRI")
    for each in (text, f"http://{text}/"):
        reference = attempt(_WEB_REFERENCE.check, each)
        holds(reference is None or is_iri_reference(reference), "it is a reference", each)
        strict = attempt(_STRICT.check, each)
        web = attempt(WEB.check, each)
        holds(strict is None or web is not None, "what is stricter accepts less", each)
        same(web is not None, reference is not None and is_iri(each), "references are more")
        if web is not None:
            same(each, str(web), "nothing is changed")
            iri = IRI(web)
            holds(iri.host and is_uri(iri.uri), "it has a host and maps", each)
            holds(len(iri.uri) <= 8000, "the URI has the length accepted", each)
            holds(int(iri.port or 0) <= 65535, "the port is one", each)
        _places(each)


def _places(text: str) -> None:
    """Check that a profile refuses what `inspect` finds in the same place."""
    try:
        WEB.check(text)
    except IRIError as error:
        places = {each.start for each in inspect(text) if each.code == error.code}
        holds(not places or error.position in places, "a place is the same", text, error, places)


#: The laws, by the name of what they are about.
LAWS: dict[str, Callable[[str], None]] = {
    "parse": parse,
    "predicates": predicates,
    "to_uri": mapping_to_uri,
    "to_iri": mapping_to_iri,
    "host": hosts,
    "display": showing,
    "inspect": inspection,
    "skeleton": look_alikes,
    "headers": header_fields,
    "comparison": comparison,
    "resolution": resolution,
    "from_leiri": leiris,
    "profile": profiles,
    "repair": repairs,
    "find": running_text,
}
