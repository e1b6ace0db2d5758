"""Answer the playground: everything that the core says about a text, as JSON.

The page (``playground.js``) asks through a web worker (``worker.js``), in which Pyodide runs this
module. It uses public names of the core alone, and says nothing by itself: the page has the words
around the answers. Places count UTF-16 code units, as JavaScript does.
"""

import codecs
import json
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from types import MappingProxyType
from typing import Any, Final

from iri3987 import (
    ANY,
    INTRANET,
    PUBLIC,
    WEB,
    Finding,
    IRIError,
    IRIReference,
    Profile,
    comparison_key,
    confusable,
    display,
    equivalent,
    host_to_unicode,
    inspect,
    is_iri,
    is_uri_reference,
    normalize,
    to_iri,
    to_uri,
)
from iri3987.codes import CODES, Severity
from iri3987.comparison import (
    key_digest,
    normalize_case,
    normalize_characters,
    normalize_percent_encoding,
)
from iri3987.mapping.leiri import from_leiri
from iri3987.messages import LANGUAGES, describe
from iri3987.profile import LINK
from iri3987.schemes import DEFAULT_PORT

#: A value that `json` can write.
Answer = dict[str, Any]

#: The profiles on the page, by the names that they have in `iri3987.profile`.
PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {"ANY": ANY, "LINK": LINK, "WEB": WEB, "INTRANET": INTRANET, "PUBLIC": PUBLIC}
)
#: A form for any reference: it trims the ends and repairs the rest.
TYPED: Final = Profile(reference=True, repair=True)

#: How much is told about a long text: the page shows no more.
_MOST_FINDINGS: Final = 100
_MOST_REPAIRS: Final = 8
#: How many invisible characters have their names.
_MOST_NAMES: Final = 64


def about() -> str:
    """Return the languages and the versions, as JSON."""
    names = ("iri3987", "idna")
    versions = {name: version(name) for name in names}
    return json.dumps({"languages": ["en", *LANGUAGES], "versions": versions})


def answer(request: str, /) -> str:
    """Return the answer to *request*, the arguments of `report`; both are JSON in ASCII.

    So a lone surrogate stays what it is on the way from JavaScript to Python and back.
    """
    return json.dumps(report(**json.loads(request)))


def report(
    text: str,
    *,
    other: str | None = None,
    language: str = "en",
    browser: Mapping[str, str] | None = None,
) -> Answer:
    """Return all that is shown about *text*.

    *other* is a text to compare it with. *language* is that of the sentences. *browser* is what
    ``new URL(text)`` gave: its "href", or the message of its "error".
    """
    place = _places(text)

    def told(about: IRIError | Finding, profile: Profile | None = None) -> Answer:
        return _told(about, text, place, language, profile)

    error = _error_of(IRIReference, text)
    uri, uri_error = _result(to_uri, text)
    meant = None if error is None else _result(TYPED.clean, text)[0]
    meant_uri = None if meant is None else _result(to_uri, meant)[0]
    repairs = [each for each in TYPED.warnings(text) if each.code == "repaired"]
    # A rule may be broken in two ways in one place: the sentence is the same.
    findings = list({(each.code, each.start, each.end): each for each in inspect(text)}.values())
    return {
        "kind": _kind(text) if error is None else None,
        "error": error and told(error),
        "parts": [
            {"name": name, "start": place(start), "end": place(end), **_decoded(name, text, value)}
            for name, start, end, value in cut(text)
        ],
        "uri": uri,
        "uriError": told(uri_error) if uri_error and not error else None,
        "iri": _result(lambda each: to_iri(each, host="unicode"), text)[0],
        "display": display(text),
        "repaired": meant,
        "repairedUri": meant_uri,
        "repairs": [told(each) for each in repairs[:_MOST_REPAIRS]],
        "repairsFound": len(repairs),
        "leiri": None if error is None else _result(from_leiri, text)[0],
        "findings": [told(each) for each in findings[:_MOST_FINDINGS]],
        "found": len(findings),
        "warningsFound": sum(each.severity is Severity.WARNING for each in findings),
        "normal": _result(normalize, text)[0],
        "key": _result(comparison_key, text)[0],
        "digest": key_digest(text),
        "profiles": [_verdict(name, profile, text, told) for name, profile in PROFILES.items()],
        "browser": browser and _beside_browser(uri or meant_uri, browser.get("href")),
        "comparison": None if other is None else _compared(text, other, language),
        "names": _names(text),
    }


# Text and places


def _places(text: str) -> Callable[[int], int]:
    """Return a function from an index in *text* to the number of UTF-16 code units before it."""
    long = [index for index, character in enumerate(text) if character > "\uffff"]
    return lambda index: index + bisect_left(long, index)


def _error_of(function: Callable[[str], str], text: str) -> IRIError | None:
    return _result(function, text)[1]


def _result(function: Callable[[str], str], text: str) -> tuple[str | None, IRIError | None]:
    """Return the result of *function*, or the error that it raised."""
    try:
        return str(function(text)), None
    except IRIError as error:
        return None, error


def _told(
    about: IRIError | Finding,
    text: str,
    place: Callable[[int], int],
    language: str,
    profile: Profile | None = None,
) -> Answer:
    """Return an error or a finding, with its place and its sentence."""
    if isinstance(about, Finding):
        start, end, severity = about.start, about.end, about.severity.value
    else:
        start = end = -1 if about.position is None else about.position
        end += 0 <= start < len(text)
        severity = "error"
    known = start >= 0
    return {
        "code": about.code,
        "severity": severity,
        "component": about.component,
        "section": about.section,
        "start": place(start) if known else None,
        "end": place(end) if known else None,
        "position": start + 1 if known else None,
        "sentence": describe(about, text, profile, language=language),
        "why": CODES[about.code].why,
    }


def _names(text: str) -> dict[str, str]:
    """Return the names of the characters of *text* that are not seen, by code point."""
    hidden = sorted({each for each in text if not each.isprintable()})[:_MOST_NAMES]
    named = {f"U+{ord(each):04X}": unicodedata.name(each, "") for each in hidden}
    return {code_point: name for code_point, name in named.items() if name}


# Parts

# RFC 3986 appendix B, which cuts any text, with the authority cut as well. On an IRI reference the
# parts are those of the grammar.
_PARTS: Final = re.compile(
    r"(?:(?P<scheme>[^:/?#]+):)?"
    r"(?://(?:(?P<userinfo>[^/?#@]*)@)?(?P<host>\[[^/?#\]]*\]|[^/?#:]*)(?P<rest>[^/?#]*))?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)
_TRIPLETS: Final = re.compile("(?:%[0-9A-Fa-f]{2})+")


def cut(text: str, /) -> Iterator[tuple[str, int, int, str]]:
    """Yield the parts of *text*, an IRI reference or not: name, start, end, and the text there.

    An absent part is left out, and so is an empty path.

    >>> [(name, value) for name, _, _, value in cut("http://me@例え.テスト:80?#")]
    [('scheme', 'http'), ('userinfo', 'me'), ('host', '例え.テスト'), ('port', '80'), \
('query', ''), ('fragment', '')]
    """
    match = _PARTS.fullmatch(text)
    assert match is not None  # noqa: S101 - it matches any text
    for name in ("scheme", "userinfo", "host", "rest", "path", "query", "fragment"):
        start, end = match.span(name)
        if start < 0 or (start == end and name in {"rest", "path"}):
            continue
        if name == "rest":
            name, start = "port", start + text.startswith(":", start)  # noqa: PLW2901
        yield name, start, end, text[start:end]


def _decoded(name: str, text: str, value: str) -> Answer:
    """Return a part as it is meant: decoded, and for a host what is known of it."""
    decoded, note = _percent_decoded(value), None
    if name == "host":
        decoded, note = _host(text, decoded)
    elif name == "port" and value == DEFAULT_PORT.get(text.partition(":")[0].lower()):
        note = "default"
    return {"text": value, "decoded": decoded, "note": note}


def _host(text: str, decoded: str) -> tuple[str, str | None]:
    try:
        reference = IRIReference(text)
        name = reference.ascii_host
    except IRIError:
        return decoded, None
    if reference.ip_address is not None:
        return str(reference.ip_address), f"IPv{reference.ip_address.version}"
    return (decoded, None) if name is None else (host_to_unicode(name), name)


def _percent_decoded(value: str) -> str:
    """Return *value* with all UTF-8 decoded; other octets stay percent-encoded."""
    return _TRIPLETS.sub(
        lambda match: bytes.fromhex(match[0].replace("%", "")).decode("utf-8", _KEEP), value
    )


def _kept(error: UnicodeError) -> tuple[str, int]:
    """Percent-encode the octets that are not UTF-8."""
    assert isinstance(error, UnicodeDecodeError)  # noqa: S101 - only `_percent_decoded` uses it
    octets = error.object[error.start : error.end]
    return "".join(f"%{octet:02X}" for octet in octets), error.end


_KEEP: Final = "playground.kept"
codecs.register_error(_KEEP, _kept)


def _kind(reference: str) -> str:
    """Return "URI", "IRI", "relative URI reference" or "relative IRI reference"."""
    kind = "URI" if is_uri_reference(reference) else "IRI"
    return kind if is_iri(reference) else f"relative {kind} reference"


# Verdicts


def _verdict(name: str, profile: Profile, text: str, told: Callable[..., Answer]) -> Answer:
    """Return what *profile* says to *text*, and what it makes of it if somebody types it."""
    error = _error_of(profile.check, text)
    cleaned = None if error is None else _result(profile.clean, text)[0]
    return {"name": name, "error": error and told(error, profile), "cleaned": cleaned}


def _beside_browser(ours: str | None, theirs: str | None) -> Answer:
    """Compare the URI that the core makes with the one of the browser; None is a refusal.

    The relation is "same", "equivalent" (section 5.3.3), "encoded" (the same once the browser's is
    percent-encoded, which is not a URI before), "different", "refused" (by the browser alone),
    "opened" (by the browser alone) or "neither".
    """
    if ours is None:
        relation = "neither" if theirs is None else "opened"
    elif theirs is None:
        relation = "refused"
    elif ours == theirs:
        relation = "same"
    elif _result(comparison_key, theirs)[0] == comparison_key(ours):
        relation = "equivalent" if is_uri_reference(theirs) else "encoded"
    else:
        relation = "different"
    sides = [{name: value for name, _, _, value in cut(each or "")} for each in (ours, theirs)]
    names = [name for name in _PART_NAMES if name in sides[0] or name in sides[1]]
    rows = [
        {"name": name, "ours": sides[0].get(name), "theirs": sides[1].get(name)} for name in names
    ]
    return {"relation": relation, "ours": ours, "rows": rows}


_PART_NAMES: Final = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")

#: The rungs of the ladder (section 5.3), each with all the steps below it.
_RUNGS: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {
        "5.3.1": str,
        "5.3.2.1": normalize_case,
        "5.3.2.3": lambda iri: normalize_case(normalize_percent_encoding(iri)),
        "5.3.2.4": lambda iri: normalize(iri, level="syntax"),
        # The key, not the normal form, leaves out what does not count in a URN.
        "5.3.3": lambda iri: to_iri(comparison_key(iri).partition(":")[2], host="unicode"),
    }
)


def _compared(text: str, other: str, language: str) -> Answer:
    """Return where on the ladder *text* and *other* are equivalent, if they are.

    Two addresses that are not may be so in the form NFC (5.3.2.2), or have hosts that look alike.
    """
    if (error := _error_of(IRIReference, text)) is not None:
        return {"error": None, "rungs": [], "by": None}
    if (error := _error_of(IRIReference, other)) is not None:
        told = _told(error, other, _places(other), language)
        return {"error": told, "rungs": [], "by": None}
    rungs = [
        {"section": section, "texts": [step(text), step(other)]} for section, step in _RUNGS.items()
    ]
    by = next((each["section"] for each in rungs if len(set(each["texts"])) == 1), None)
    return {
        "error": None,
        "rungs": rungs,
        "by": by,
        "byNfc": by is None and _equivalent_in_nfc(text, other),
        "lookAlike": by is None and _look_alike(text, other),
    }


def _equivalent_in_nfc(text: str, other: str) -> bool:
    try:
        return equivalent(normalize_characters(text), normalize_characters(other))
    except IRIError:
        return False


def _look_alike(text: str, other: str) -> bool:
    """Return whether the hosts of two references look alike and are not the same."""
    hosts = [
        _result(lambda each: IRIReference(each).ascii_host or "", each)[0] for each in (text, other)
    ]
    first, second = hosts
    return bool(first and second) and first != second and confusable(str(first), str(second))
