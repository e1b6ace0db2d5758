"""RFC 9112 section 3.2: the target of an HTTP request, as a URI reference.

https://www.rfc-editor.org/rfc/rfc9112#section-3.2

What a server hands over as the path has been decoded, and does not tell "/" from "%2F", nor octets
that are not UTF-8 from others. `iri3987.wsgi.request_target` and `iri3987.asgi.request_target`
find the target as it was sent; what they have in common is here.
"""

import re
from urllib.parse import quote

from iri3987 import grammar
from iri3987.exceptions import exact

_SCHEME_AND_AUTHORITY = re.compile(rf"{grammar.SCHEME}://[^/?#]*+")
_NOT_IN_TARGETS = re.compile(
    rf"[^{grammar.UNRESERVED}{grammar.SUB_DELIMS}:@/?%]|%(?![{grammar.HEXDIG}]{{2}})"
)


def origin_form(target: str, /) -> str:
    """Return the path and the query of *target*, as it was sent: a URI reference.

    It begins with "/". What else a target may have, scheme and host or a fragment, is cut off;
    what no URI holds, octets beyond ASCII too, is percent-encoded. A path that begins with "//"
    is written "/.//", which resolves to it, and is no authority.

    >>> origin_form("/stra%C3%9Fe?q=%E9"), origin_form("http://example.org/a b?[#c")
    ('/stra%C3%9Fe?q=%E9', '/a%20b?%5B')
    >>> origin_form("//evil.example/%"), origin_form("*")
    ('/.//evil.example/%25', '/')
    """
    target, _, _ = exact(target).partition("#")
    if target == "*":  # the server as a whole
        return "/"
    target = _SCHEME_AND_AUTHORITY.sub("", target, count=1) if target[:1] != "/" else target
    target = _NOT_IN_TARGETS.sub(_encode_octet, octets_of(target).decode("latin-1"))
    if target.startswith("//"):
        return f"/.{target}"
    return target if target.startswith("/") else f"/{target}"


def _encode_octet(match: re.Match[str]) -> str:
    return f"%{ord(match[0]):02X}"


def octets_of(text: str, /) -> bytes:
    """Return the octets that were read as Latin-1 (PEP 3333), or those of what cannot have been."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def quote_path(octets: bytes, /) -> str:
    """Percent-encode the octets of a path that has been decoded, but for the slashes in it."""
    return quote(octets, safe="/!$&'()*+,;=:@")
