"""RFC 9112 section 3.2: the target of an HTTP request, as a URI reference.

The path that a server passes on has been decoded: it does not tell "/" from "%2F", or octets that
are not UTF-8 from others. `iri3987.http.wsgi.request_target` and `iri3987.http.asgi.request_target`
find the target as it was sent; this module has the functions that they share.

A server may also change the path before an application routes it: some remove slashes from its
start, merge slashes, or rewrite it. Then the target as it was sent names another path than the one
that is routed. So it is used only if it differs from the path in nothing except percent-encoding.
Even so, "/secret%2Fx" is routed as "/secret/x": an application decides by the path that is routed,
not by the target, who may see a page.
"""

from functools import partial
from urllib.parse import unquote_to_bytes

from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact, latin_1_octets
from iri3987.syntax import grammar
from iri3987.syntax.percent import NOT_IN_PATH_OR_QUERY, encode_path, encode_run

__family__ = ["decoded_path", "encoded_form", "has_path", "origin_form"]

_SCHEME_AND_AUTHORITY = late(rf"{grammar.SCHEME}://[^/?#]*+")


def origin_form(target: str, /) -> str:
    """Return the path and the query of *target*, as it was sent: a URI reference.

    It begins with "/". A scheme and a host before the path, and a fragment, are cut off; characters
    that a URI cannot hold, and non-ASCII octets, are percent-encoded. A path that begins with
    "//" becomes "/.//", which resolves to it and is not an authority.

    >>> origin_form("/stra%C3%9Fe?q=%E9"), origin_form("http://example.org/a b?[#c")
    ('/stra%C3%9Fe?q=%E9', '/a%20b?%5B')
    >>> origin_form("//evil.example/%"), origin_form("*")
    ('/.//evil.example/%25', '/')
    >>> origin_form("login?next=http://example.org/")
    '/login?next=http://example.org/'
    """
    target, _, _ = exact(target).partition("#")
    if target == "*":  # the server as a whole
        return "/"
    # Match at the start only: a search would read the rest of the target from every position.
    if before := _SCHEME_AND_AUTHORITY.match(target):
        target = target[before.end() :]
    octets = latin_1_octets(target).decode("latin-1")
    return _from_root(NOT_IN_PATH_OR_QUERY.sub(partial(encode_run, encoding="latin-1"), octets))


def _from_root(target: str) -> str:
    if target.startswith("//"):
        return f"/.{target}"
    return target if target.startswith("/") else f"/{target}"


def encoded_form(path: bytes, query: str, /) -> str:
    """Return the target, as `origin_form` does, of a *path* that has been decoded."""
    return f"{_from_root(encode_path(path))}{origin_form(f'?{query}')[1:] if query else ''}"


def decoded_path(target: str, /) -> bytes:
    """Return the octets of the path of *target*, which `origin_form` has made."""
    path, _, _ = without_dot(target).partition("?")
    return unquote_to_bytes(path)


def has_path(target: str, path: bytes, /) -> bool:
    """Return whether *target*, which `origin_form` has made, has the decoded *path*.

    Octets that are not UTF-8 are not compared, because some servers decode them as U+FFFD.
    """
    decoded = decoded_path(target).decode("utf-8", "replace")
    return decoded == f"/{path.decode('utf-8', 'replace').removeprefix('/')}"


def without_dot(target: str, /) -> str:
    """Return *target* as it follows an authority, where "//" does not need "/." before it."""
    return target.removeprefix("/.") if target.startswith("/.//") else target
