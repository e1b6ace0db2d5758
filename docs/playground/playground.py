"""Answer the playground: everything that the core says about a text, as JSON.

The page (``playground.js``) asks through a web worker (``worker.js``), in which Pyodide runs this
module; the build asks it about the examples. It uses public names of the core alone. Places count
UTF-16 code units, as JavaScript does.
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

from verdict import form, verdict

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
    host_to_unicode,
    inspect,
    is_iri,
    normalize,
    to_iri,
    to_uri,
)
from iri3987.codes import CODES
from iri3987.comparison import normalize_case, normalize_percent_encoding
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
TYPED: Final = Profile(allow_relative=True, repair=True)

#: How much is told about a long text: the page shows no more.
_MOST_FINDINGS: Final = 100
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


def report(text: str, *, other: str | None = None, language: str = "en") -> Answer:
    """Return all that is shown about *text*.

    *other* is a text to compare it with. *language* is that of the sentences.
    """
    place = _places(text)

    def told(about: IRIError | Finding, profile: Profile | None = None) -> Answer:
        return _told(about, text, place, language, profile)

    error = _error_of(IRIReference, text)
    uri, uri_error = _result(to_uri, text)
    meant = None if error is None else _result(TYPED.clean, text)[0]
    if meant is not None and not is_iri(meant):
        meant = None  # a sentence with percent signs for its spaces does not help
    found = inspect(text)
    findings = [told(each) for each in found[:_MOST_FINDINGS]]
    refusal = error or uri_error
    if refusal and refusal.code not in {each["code"] for each in findings}:
        findings.insert(0, told(refusal))
    return {
        "verdict": verdict(text),
        "form": form(text, language),
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
        "repairedUri": None if meant is None else _result(to_uri, meant)[0],
        "findings": _grouped(findings),
        "more": max(0, len(found) - _MOST_FINDINGS),
        "normal": _result(normalize, text)[0],
        "key": _result(comparison_key, text)[0],
        "profiles": [_asked(name, profile, text, told) for name, profile in PROFILES.items()],
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
        "start": place(start) if known else None,
        "end": place(end) if known else None,
        "position": start + 1 if known else None,
        "last": max(start + 1, end) if known else None,
        "sentence": describe(about, text, profile, language=language),
        "why": CODES[about.code].why,
    }


def _grouped(findings: list[Answer]) -> list[Answer]:
    """Return *findings* with those of one code together that differ by their places alone."""
    groups: dict[tuple[str, str], Answer] = {}
    for each in findings:
        key = each["code"], re.sub("[0-9]+", "", each["sentence"])
        place = {name: each[name] for name in ("start", "end", "position", "last")}
        places = groups.setdefault(key, {**each, "places": []})["places"]
        if each["start"] is not None and place not in places:
            places.append(place)
    return list(groups.values())


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


# Profiles and comparison


def _asked(name: str, profile: Profile, text: str, told: Callable[..., Answer]) -> Answer:
    """Return what *profile* says to *text*, and what it makes of it if somebody types it."""
    error = _error_of(profile.check, text)
    cleaned = None if error is None else _result(profile.clean, text)[0]
    return {"name": name, "error": error and told(error, profile), "cleaned": cleaned}


#: What differs in two spellings of one address (RFC 3987 section 5.3), each with all before it.
_STEPS: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {
        "nothing": str,
        "the case of letters": normalize_case,
        "percent-encoding": lambda iri: normalize_case(normalize_percent_encoding(iri)),
        "dots in the path": lambda iri: normalize(iri, level="syntax"),
        "what its scheme leaves open (port, empty path, encoded host)": comparison_key,
    }
)


def _compared(text: str, other: str, language: str) -> Answer:
    """Return whether *text* and *other* are equivalent, and by which step."""
    for each, name in ((text, "first"), (other, "other")):
        if (error := _error_of(IRIReference, each)) is not None:
            told = _told(error, each, _places(each), language)
            return {"kind": "bad", "words": f"The {name} address is not an IRI:", "error": told}
    by = next((name for name, step in _STEPS.items() if step(text) == step(other)), None)
    words = "Different addresses"
    if by is not None:
        words = "The same address: " + (
            "letter for letter" if by == "nothing" else f"only {by} differs"
        )
    elif _look_alike(text, other):
        words += ", and their hosts look alike"
    kind = "good" if by is not None else "bad"
    return {"kind": kind, "words": f"{words}.", "by": by, "error": None}


def _look_alike(text: str, other: str) -> bool:
    """Return whether the hosts of two references look alike and are not the same."""
    hosts = [
        _result(lambda each: IRIReference(each).ascii_host or "", each)[0] for each in (text, other)
    ]
    first, second = hosts
    return bool(first and second) and first != second and confusable(str(first), str(second))
