"""RFC 3987 section 6.2: HTTP fields, which carry URI references instead of IRIs.

"When a new protocol or format element [...] can only carry URIs, it is necessary to convert the
IRIs to URIs (see section 3.1)". The fields of an HTTP response carry ASCII (RFC 9110 section 5.5);
a server refuses other characters, or sends octets that clients do not understand. `map_header` maps
the references in a field's value and leaves the rest as it is:

- Location, Content-Location (RFC 9110 sections 10.2.2 and 8.7), SourceMap (ECMA-426), and htmx's
  HX-Redirect, HX-Push-Url and HX-Replace-Url are one reference;
- Link (RFC 8288 section 3) is a list of references with parameters;
- Refresh (HTML, "shared declarative refresh steps") is a time, and usually a reference;
- HX-Location is one reference, or a JSON object with references in it.

Values are text. The middlewares of WSGI and ASGI get octets, and use `decode_header`.
"""

import json
import logging
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact, spell
from iri3987.exceptions import IRIError
from iri3987.mapping import to_uri
from iri3987.syntax.errors import iri_error, relocated, too_long
from iri3987.syntax.percent import NOT_IN_PATH_OR_QUERY, encode_any, encode_run, encode_value

__all__ = ["map_header", "safe_header"]
__family__ = ["HEADERS", "decode_header"]

_LOGGER = logging.getLogger(__name__)

#: The longest non-ASCII value that is accepted, in characters; clients accept less.
_MAX_CHARACTERS = 16384
#: The longest value in ASCII: more than servers send, and more than any mapped value.
_MAX_OCTETS = 16 * _MAX_CHARACTERS
#: Characters that are refused in every field: a line feed would begin another field.
_CONTROL = late("[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")


def map_header(name: str, value: str, /) -> str:
    r"""Return *value*, of the response header *name*, with its IRIs mapped to URIs (section 6.2).

    The result is ASCII, and has no control characters except tabs between the parts of a list. It
    is *value* itself if that is valid, or if *name* (in upper or lower case) is not in `HEADERS`.

    Printable ASCII that is not allowed in URIs is percent-encoded (3.1), and so are brackets, but
    not in an authority, which a path never becomes: clients disagree about "\" or a space there.

    Raises `IRIError` if a reference cannot be mapped, with the position in that reference;
    "bad-header" for a control character or a surrogate, "too-long" beyond 16384 characters, or
    262144 of ASCII, and "bad-link", "bad-refresh" or "bad-json" if the whole cannot be read.

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
    # Most values are printable, which is known sooner.
    if not value.isprintable() and (found := _CONTROL.search(value)):
        reason = f"expected a value without control characters, found {spell(found[0])}"
        raise iri_error(value, "bad-header", reason, position=found.start())
    _check_length(value)
    # The other mappers look for references in the text, and what they find was not checked.
    return _map_reference(given) if mapper is _map_one else mapper(value, _map_reference)


def safe_header(name: str, value: str, /) -> str:
    r"""Return `map_header` of *name* and *value*; if that raises, a harmless value.

    The harmless value has the same references, with the wrong characters percent-encoded; or it is
    empty, if a scheme or an authority is wrong. Clients ignore an empty Link or Refresh. Most
    ignore an empty Location; the others load the same resource again. If one of several links is
    wrong, the others are kept. One warning is logged, with the code of the first error and without
    the value, which may hold a password.

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
    # Other text in a list of links is one more item, with all that follows it.
    links = [link[0].rstrip(" \t,") for link in _LINK.finditer(value)] if name == "link" else ()
    if len(links) > 1:
        return ", ".join(filter(None, map(_safe_link, links)))
    return _without_faults(name, value)


def _safe_link(link: str) -> str:
    try:
        return map_header("link", link)
    except IRIError:
        return _without_faults("link", link)


def _without_faults(name: str, value: str) -> str:
    """Return *value*, with one link at most, with wrong characters percent-encoded, or ""."""
    try:
        _check_length(value)
        return _MAPPERS[name](_CONTROL.sub(encode_any, value), _map_encoded)
    except IRIError:
        return ""


def decode_header(value: str, /) -> str:
    """Return the text of *value*, from a WSGI or ASGI header: octets as characters of Latin-1.

    Octets of UTF-8 are decoded (PEP 3333). Other values stay as they are: some applications pass
    text. Do not use this for text, in which "Ã©" is two characters and not "é".
    """
    if value.isascii():
        return value
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def _check_length(value: str) -> None:
    longest = _MAX_OCTETS if value.isascii() else _MAX_CHARACTERS
    if len(value) > longest:
        raise too_long(value, longest, len(value), "characters")


# Location, and others of one URI reference

_MapReference = Callable[[str], str]

_UP_TO_AUTHORITY = late(r"(?:(?:[^:/?#]*+:)?//[^/?#]*+)?")
_NOT_AFTER_AUTHORITY = late(r'[<>" {}|\\^`\[\]]')


def _map_reference(text: str) -> str:
    plain = exact(text)
    if not plain.startswith("//") and not _NOT_AFTER_AUTHORITY.search(plain):
        return to_uri(text)  # there is nothing to prepare
    prepared = _prepare(plain)
    try:
        uri = to_uri(text if prepared == plain else prepared)
    except IRIError as error:
        raise relocated(error, plain, _place(plain, error.position or 0)) from None
    return uri.removeprefix("http:") if plain.startswith("//") else uri


def _map_one(value: str, map_reference: _MapReference) -> str:
    return map_reference(value)


def _prepare(text: str) -> str:
    """Percent-encode what is "not allowed in URIs" after the authority; the base is of http."""
    before, after = _cut_authority(text)
    base = "http:" if before.startswith("//") else ""
    return f"{base}{before}{_NOT_AFTER_AUTHORITY.sub(encode_run, after)}"


def _place(text: str, position: int) -> int:
    """Return the place in *text* of what stands at *position* in the result of `_prepare`."""
    before, after = _cut_authority(text)
    place = max(0, position - (len("http:") if before.startswith("//") else 0))
    for match in _NOT_AFTER_AUTHORITY.finditer(after):
        at = len(before) + match.start()
        if place <= at:
            break
        # This character is a triplet there.
        place = max(at, place - 2)
    return place


def _map_encoded(text: str) -> str:
    """Map one reference, with wrong characters after its authority percent-encoded."""
    before, after = _cut_authority(text)
    after, mark, fragment = after.partition("#")
    after, fragment = (NOT_IN_PATH_OR_QUERY.sub(encode_any, part) for part in (after, fragment))
    return _map_reference(f"{before}{after}{mark}{fragment}")


def _cut_authority(text: str) -> tuple[str, str]:
    end = _UP_TO_AUTHORITY.match(text).end()  # type: ignore[union-attr]  # it matches nothing, too
    return text[:end], text[end:]


# Link: RFC 8288 section 3

_QUOTED = r'"[^"\\]*+(?:\\.[^"\\]*+)*"'
_NAME = r'[ \t]*+;[ \t]*+[^ \t=;,"<>]*+'
_EQUALS = r"[ \t]*+=[ \t]*+"
# More than a token, as in appendix B.3 of the RFC: people write "type=text/css".
_VALUE = rf'(?:{_QUOTED}|[^;,"]*+)'
_PARAMETER = late(rf"({_NAME})(?:({_EQUALS})({_VALUE}))?", re.DOTALL)
#: A link between separators, which is a target and parameters; or all the rest, if it is none.
_LINK = late(
    rf"<([^>]*+)>((?:{_NAME}(?:{_EQUALS}{_VALUE})?)*)([ \t]*+)(?=,|\Z)|([^ \t,].*+)", re.DOTALL
)
_QUOTED_PAIR = late(r"\\(.)", re.DOTALL)


def _map_links(value: str, map_reference: _MapReference) -> str:
    return _LINK.sub(partial(_map_link, map_reference), value)


def _map_link(map_reference: _MapReference, match: re.Match[str]) -> str:
    """Map the target of a link, its context ("anchor"), its relation types and its texts."""
    target, parameters, after, rest = match.groups()
    if rest is not None:
        reason = 'expected links, as in "<reference>; rel=next", separated by ","'
        raise iri_error(match.string, "bad-link", reason, position=match.start(4))
    # Most parameters stay as they are (`_map_parameter`).
    if parameters.isascii() and "anchor" not in parameters.lower():
        return f"<{map_reference(target)}>{parameters}{after}"
    names = {_name(parameter) for parameter in _PARAMETER.finditer(parameters)}
    mapped = _PARAMETER.sub(partial(_map_parameter, map_reference, names), parameters)
    return f"<{map_reference(target)}>{mapped}{after}"


def _name(parameter: re.Match[str]) -> str:
    return parameter[1].lstrip(" \t;").lower()


def _map_parameter(map_reference: _MapReference, names: set[str], parameter: re.Match[str]) -> str:
    """Map a parameter that holds an IRI, or non-ASCII text.

    Choice: such text goes into the parameter with a star, percent-encoded (RFC 8187), as RFC 8288
    has it. If the link has such a parameter already, the text is left out.
    """
    name = _name(parameter)
    before, equals, value = parameter.groups()
    if not before.isascii():
        reason = "expected a parameter with a name in ASCII"
        raise iri_error(parameter[0], "bad-link", reason, position=0)
    if value is None or (value.isascii() and name != "anchor"):
        return parameter[0]
    is_quoted = value.startswith('"')
    value = _QUOTED_PAIR.sub(r"\1", value[1:-1]) if is_quoted else value.rstrip(" \t")
    if name == "anchor":
        uri = map_reference(value)
        return parameter[0] if uri == value else f'{before}{equals}"{uri}"'
    if name in {"rel", "rev"}:
        types = " ".join([map_reference(each) for each in value.split(" ")])
        return f'{before}{equals}"{types}"'
    if name.endswith("*"):
        reason = "expected ASCII as the value of a parameter with a star"
        raise iri_error(parameter[0], "bad-link", reason, position=0)
    return "" if f"{name}*" in names else f"{before}*=UTF-8''{encode_value(value)}"


# Refresh: HTML, "shared declarative refresh steps"

_TIME = late(
    r"[ \t]*+[0-9.]++(?:[ \t]*+[;,][ \t]*+|[ \t]++|\Z)(?:[Uu][Rr][Ll][ \t]*+=[ \t]*+)?([\"']?)"
)


def _map_refresh(value: str, map_reference: _MapReference) -> str:
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
    return f"{before}{map_reference(text)}{closing}{after}"


# HX-Location: https://htmx.org/headers/hx-location/

_REFERENCES = ("path", "push", "replace")


def _map_reference_or_json(value: str, map_reference: _MapReference) -> str:
    """Map one reference, or those in a JSON object: no reference begins with a brace."""
    if not value.lstrip(" \t").startswith("{"):
        return map_reference(value)
    try:
        members: dict[str, Any] = json.loads(value)
        texts = {name: members[name] for name in _REFERENCES if isinstance(members.get(name), str)}
        uris = {name: map_reference(text) for name, text in texts.items()}
        if uris == texts and value.isascii():
            return value
        return json.dumps(members | uris, allow_nan=False)
    except IRIError:
        raise
    except (ValueError, RecursionError):
        raise iri_error(value, "bad-json", "expected a JSON object", position=0) from None


_MAPPERS: dict[str, Callable[[str, _MapReference], str]] = {
    "content-location": _map_one,
    "hx-location": _map_reference_or_json,
    "hx-push-url": _map_one,
    "hx-redirect": _map_one,
    "hx-replace-url": _map_one,
    "link": _map_links,
    "location": _map_one,
    "refresh": _map_refresh,
    "sourcemap": _map_one,
}

#: The names of the headers that are mapped, in lower case.
HEADERS = frozenset(_MAPPERS)
