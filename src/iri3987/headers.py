"""RFC 3987 section 6.2: HTTP fields, which carry URI references and no IRIs.

https://www.rfc-editor.org/rfc/rfc3987#section-6.2

"When a new protocol or format element [...] can only carry URIs, it is necessary to convert the
IRIs to URIs (see section 3.1)". The fields of an HTTP response can carry ASCII alone (RFC 9110
section 5.5); a server refuses what is beyond, or sends octets that clients do not understand.
`map_header` maps the references in a field's value and leaves the rest of it as it is:

- Location, Content-Location (RFC 9110 sections 10.2.2 and 8.7), SourceMap (ECMA-426), and htmx's
  HX-Redirect, HX-Push-Url and HX-Replace-Url are one reference;
- Link (RFC 8288 section 3) is a list of references with parameters;
- Refresh (HTML, "shared declarative refresh steps") is a time, and mostly a reference;
- HX-Location is one reference, or a JSON object with references in it.

A value that is valid already stays to the octet. Values are text. What comes from a WSGI or ASGI
header is octets: `wire_text` reads those, for the middlewares of `iri3987.wsgi` and `iri3987.asgi`.
"""

import json
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from iri3987._errors import iri_error, relocate, too_long
from iri3987._percent import NOT_IN_PATH_OR_QUERY, encode_any, encode_run, encode_value
from iri3987._text import exact, spell
from iri3987.exceptions import IRIError
from iri3987.mapping import to_uri
from iri3987.syntax import is_uri_reference

__all__ = ["HEADERS", "map_header", "safe_header", "wire_text"]

_LOGGER = logging.getLogger(__name__)

#: Longest value beyond ASCII that is looked at, in characters. Clients give up before.
_MAX_CHARACTERS = 16384
#: Longest value in ASCII: more than servers send, and than the longest of those above becomes.
_MAX_OCTETS = 16 * _MAX_CHARACTERS
#: What no field's value may hold, whatever the field: a line feed would begin another field.
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")


def map_header(name: str, value: str, /) -> str:
    r"""Return *value*, of the response header *name*, with its IRIs mapped to URIs (section 6.2).

    The result is ASCII, without control characters but for tabs between the parts of a list. It
    is *value* itself where that is valid, or where *name* (in any case) is not in `HEADERS`.

    Printable ASCII that is not allowed in URIs is percent-encoded (3.1), brackets too, but not in
    an authority: about what "\" or a space means there, clients differ. So a path never becomes
    an authority.

    Raises `IRIError` where a reference cannot be mapped, with its position in that reference;
    "bad-header" for a control character or a surrogate, "too-long" beyond 16384 characters, or
    262144 if all are ASCII, "bad-link", "bad-refresh", "bad-json" where the value as a whole cannot
    be read.

    >>> map_header("Location", "/straße?q=é"), map_header("location", "//faß.de/")
    ('/stra%C3%9Fe?q=%C3%A9', '//xn--fa-hia.de/')
    >>> map_header("Link", '</é>; rel=next; title="a, b", </>; anchor="#é"')
    '</%C3%A9>; rel=next; title="a, b", </>; anchor="#%C3%A9"'
    >>> map_header("Refresh", "5; url=/é"), map_header("X-Name", "é")
    ('5; url=/%C3%A9', 'é')
    """
    mapper = _MAPPERS.get(exact(name).lower())
    given, value = value, exact(value)
    if mapper is None or not value:
        return value
    if found := _CONTROL.search(value):
        reason = f"a header cannot hold {spell(found[0])}"
        raise iri_error(value, "bad-header", reason, position=found.start())
    _check_length(value)
    # The other mappers look for references in the text, and what they find was not checked.
    return _reference(given) if mapper is _one else mapper(value, _reference)


def safe_header(name: str, value: str, /) -> str:
    r"""Return `map_header` of *name* and *value*; where that raises, a value that does no harm.

    That is a value with the same references, all that is at fault in them percent-encoded; or,
    where the fault is in a scheme or an authority, an empty one. An empty Location is no redirect
    to most clients, and one to the same resource to others; an empty Link is no link, an empty
    Refresh none. Of several links, the others are kept. One warning is logged, with the code of
    the first error: neither the value, which may hold a password, nor what else was not checked.

    >>> safe_header("Location", "/\t/100%"), safe_header("Location", "http://\t/")
    ('/%09/100%25', '')
    >>> safe_header("Link", "<//é＼>, </é>")
    '</%C3%A9>'
    """
    try:
        return map_header(name, value)
    except IRIError as error:
        name, value = exact(name).lower(), exact(value)
        _LOGGER.warning("%s header is not valid: %s", name, error.code)
    if name == "link" and len(links := _cut(value)) > 1:
        return ", ".join(filter(None, [_without_faults(name, link) for link in links]))
    return _without_faults(name, value)


def _without_faults(name: str, value: str) -> str:
    """Return *value*, with one link at most, mapped; or with what is at fault percent-encoded."""
    with suppress(IRIError):
        return map_header(name, value)
    try:
        _check_length(value)
        return _MAPPERS[name](_CONTROL.sub(encode_any, value), _escaped)
    except IRIError:
        return ""


def wire_text(value: str, /) -> str:
    r"""Return the text of *value*, from a WSGI or ASGI header: octets as characters of Latin-1.

    Octets of UTF-8 are read as such (PEP 3333). Anything else stays as it is: some applications
    hand over text. For the middlewares alone: in text, "Ã©" is two characters and not "é".

    >>> wire_text("/\xc3\xa9"), wire_text("/\xe9"), wire_text("/例")
    ('/é', '/é', '/例')
    """
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def _check_length(value: str) -> None:
    longest = _MAX_OCTETS if value.isascii() else _MAX_CHARACTERS
    if len(value) > longest:
        raise too_long(value, longest, len(value), "characters")


# Location, and others of one URI reference

#: A function that maps one IRI reference.
_Reference = Callable[[str], str]

_UP_TO_AUTHORITY = re.compile(r"(?:(?:[^:/?#]*+:)?//[^/?#]*+)?")
_NOT_AFTER_AUTHORITY = re.compile(r'[<>" {}|\\^`\[\]]')


def _reference(text: str) -> str:
    """Map one reference."""
    plain = exact(text)
    if is_uri_reference(text):
        return plain
    prepared = _prepare(plain)
    try:
        uri = to_uri(text if prepared == plain else prepared)
    except IRIError as error:
        raise relocate(error, plain, _prepare) from None
    return uri.removeprefix("http:") if plain.startswith("//") else uri


def _one(value: str, reference: _Reference) -> str:
    return reference(value)


def _prepare(text: str) -> str:
    """Percent-encode what is "not allowed in URIs" after the authority.

    The base of a reference in a response is http or https, so that its host is a domain name.
    """
    before, after = _cut_authority(text)
    base = "http:" if before.startswith("//") else ""
    return f"{base}{before}{_NOT_AFTER_AUTHORITY.sub(encode_run, after)}"


def _escaped(text: str) -> str:
    """Map one reference, after whatever is at fault after its authority is percent-encoded."""
    before, after = _cut_authority(text)
    after, mark, fragment = after.partition("#")
    after, fragment = (NOT_IN_PATH_OR_QUERY.sub(encode_any, part) for part in (after, fragment))
    return _reference(f"{before}{after}{mark}{fragment}")


def _cut_authority(text: str) -> tuple[str, str]:
    match = _UP_TO_AUTHORITY.match(text)
    assert match is not None  # noqa: S101 - it matches nothing, too
    return match[0], text[match.end() :]


# Link: RFC 8288 section 3

_QUOTED = r'"[^"\\]*+(?:\\.[^"\\]*+)*"'
_NAME = r'[ \t]*+;[ \t]*+[^ \t=;,"<>]*+'
_EQUALS = r"[ \t]*+=[ \t]*+"
# More than a token, as in the section's appendix B.3: "type=text/css" is what people write.
_VALUE = rf'(?:{_QUOTED}|[^;,"]*+)'
_PARAMETER = re.compile(rf"({_NAME})(?:({_EQUALS})({_VALUE}))?", re.DOTALL)
#: What stands before a link, and the link: target and parameters; or all the rest, if it is none.
_LINK = re.compile(
    rf"([ \t,]*+)(?:<([^>]*+)>((?:{_NAME}(?:{_EQUALS}{_VALUE})?)*)([ \t]*+)(?=,|\Z)|(.*+))",
    re.DOTALL,
)
_QUOTED_PAIR = re.compile(r"\\(.)", re.DOTALL)


def _links(value: str, reference: _Reference) -> str:
    """Map a list of links."""
    return _LINK.sub(lambda match: _link(match, reference), value)


def _cut(value: str) -> list[str]:
    """Return the links in a list; if there is something else in it, that and all after it."""
    pieces = [piece[0].strip(" \t,") for piece in _LINK.finditer(value)]
    return [piece for piece in pieces if piece]


def _link(match: re.Match[str], reference: _Reference) -> str:
    """Map the target of a link, its context ("anchor"), its relation types and its texts."""
    before, target, parameters, after, rest = match.groups()
    if rest:
        reason = 'expected links, as in "<reference>; rel=next", separated by ","'
        raise iri_error(match.string, "bad-link", reason, position=match.start(5))
    if target is None:
        return before
    names = {_name(parameter) for parameter in _PARAMETER.finditer(parameters)}
    mapped = _PARAMETER.sub(lambda parameter: _parameter(parameter, names, reference), parameters)
    return f"{before}<{reference(target)}>{mapped}{after}"


def _name(parameter: re.Match[str]) -> str:
    return parameter[1].lstrip(" \t;").lower()


def _parameter(parameter: re.Match[str], names: set[str], reference: _Reference) -> str:
    """Map a parameter that holds an IRI, or text beyond ASCII.

    Choice: such text goes into the parameter with a star, percent-encoded (RFC 8187), which is
    where RFC 8288 has it; where there is one already, that is meant for all who can read it.
    """
    name = _name(parameter)
    before, equals, value = parameter.groups()
    if not before.isascii():
        raise iri_error(parameter[0], "bad-link", "a parameter's name is ASCII", position=0)
    if value is None or (value.isascii() and name != "anchor"):
        return parameter[0]
    is_quoted = value.startswith('"')
    value = _QUOTED_PAIR.sub(r"\1", value[1:-1]) if is_quoted else value.rstrip(" \t")
    if name == "anchor":
        uri = reference(value)
        return parameter[0] if uri == value else f'{before}{equals}"{uri}"'
    if name in {"rel", "rev"}:
        types = " ".join([reference(each) for each in value.split(" ")])
        return f'{before}{equals}"{types}"'
    if name.endswith("*"):
        reason = "the value of a parameter with a star is ASCII"
        raise iri_error(parameter[0], "bad-link", reason, position=0)
    return "" if f"{name}*" in names else f"{before}*=UTF-8''{encode_value(value)}"


# Refresh: HTML, "shared declarative refresh steps"

_TIME = re.compile(
    r"[ \t]*+[0-9.]++(?:[ \t]*+[;,][ \t]*+|[ \t]++|\Z)(?:[Uu][Rr][Ll][ \t]*+=[ \t]*+)?([\"']?)"
)


def _refresh(value: str, reference: _Reference) -> str:
    """Map the reference that may follow the time, in quotes or not."""
    match = _TIME.match(value)
    if match is None:
        raise iri_error(value, "bad-refresh", 'expected a time, as in "5; url=/"', position=0)
    before, rest = match[0], value[match.end() :]
    if match[1]:
        text, closing, after = rest.partition(match[1])
    else:
        text, closing, after = rest.rstrip(" \t"), "", ""
    if not after.isascii():
        reason = "expected nothing after the quoted reference"
        raise iri_error(value, "bad-refresh", reason, position=len(value) - len(after))
    return f"{before}{reference(text)}{closing}{after}"


# HX-Location: https://htmx.org/headers/hx-location/

_REFERENCES = ("path", "push", "replace")


def _reference_or_json(value: str, reference: _Reference) -> str:
    """Map one reference, or those in a JSON object: no reference begins with a brace."""
    if not value.lstrip(" \t").startswith("{"):
        return reference(value)
    try:
        members: dict[str, Any] = json.loads(value)
        texts = {name: members[name] for name in _REFERENCES if isinstance(members.get(name), str)}
        uris = {name: reference(text) for name, text in texts.items()}
        if uris == texts and value.isascii():
            return value
        return json.dumps(members | uris, allow_nan=False)
    except IRIError:
        raise
    except (ValueError, RecursionError):
        raise iri_error(value, "bad-json", "expected a JSON object", position=0) from None


_MAPPERS: dict[str, Callable[[str, _Reference], str]] = {
    "content-location": _one,
    "hx-location": _reference_or_json,
    "hx-push-url": _one,
    "hx-redirect": _one,
    "hx-replace-url": _one,
    "link": _links,
    "location": _one,
    "refresh": _refresh,
    "sourcemap": _one,
}

#: The names of the headers that are mapped, in lower case.
HEADERS = frozenset(_MAPPERS)
