"""What a client asked for, as an IRI: ``request.iri``.

`HttpRequest.path` is decoded: "%2F" has become "/", and octets that are not UTF-8 are lost or
encoded twice. An IRI needs what the client sent, which most servers keep beside it (``raw_path``,
``RAW_URI``, ``REQUEST_URI``). RFC 3987 section 3.2 makes an IRI of that; `path` itself is left
alone, as the resolver, APPEND_SLASH, CSRF checks and cache keys depend on it.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any
from urllib.parse import quote, unquote, unquote_to_bytes

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import get_script_prefix, is_valid_path

from iri3987 import IRI, IRIError, IRIReference, to_iri, to_uri
from iri3987.asgi import request_target as asgi_target
from iri3987.comparison import normalize_characters
from iri3987.target import decoded_path, encoded_form, has_path, origin_form, without_dot
from iri3987.unicode14 import is_printable, normalize


class RequestIRI:
    """The IRI of *request*; ``str()`` of it is the absolute one.

    Everything is converted from what the client sent as section 3.2 has it: what would change the
    meaning, cannot be seen or is not UTF-8 stays percent-encoded. Still, text for people is
    ``request.iri.absolute.display``, which knows look-alike hosts as well.
    """

    def __init__(self, request: HttpRequest, /) -> None:
        # Not the request, whose attribute this is: in a cycle it would live on, with all that was
        # uploaded, until the garbage collector comes.
        self._path = request.path
        self._meta = request.META
        self._scope: Mapping[str, Any] | None = getattr(request, "scope", None)

    @cached_property
    def full(self) -> IRIReference:
        """The path and the query, a reference that begins with "/" and never with "//"."""
        return IRIReference(to_iri(self.target))

    @property
    def path(self) -> str:
        """The path alone."""
        return self.full.path

    @cached_property
    def absolute(self) -> IRI:
        """The scheme, the host as it was sent, the path and the query.

        Raises `DisallowedHost` as ``request.get_host()`` does, for which Django answers 400.
        """
        # Behind an authority "//" is harmless, and is what the client sent.
        full = without_dot(self.full)
        request = _Headers(self._meta, self._scope or {})
        host = request.get_host()
        try:
            return IRI(f"{request.scheme}://{host}{full}")
        except IRIError as error:
            raise DisallowedHost(f"The host cannot stand in an IRI: {error.code}.") from None

    @property
    def host(self) -> str:
        """The host as it was sent, without the port. Raises `DisallowedHost`."""
        return self.absolute.host or ""

    @cached_property
    def target(self) -> str:
        """The path and the query as they were sent, where that is known: a URI reference.

        What was sent counts only where it is ``request.path`` but for its percent-encoding. A
        server may remove slashes from the start of the path or merge them, and a proxy may take a
        part away (``FORCE_SCRIPT_NAME``): then this is ``request.path``, encoded again. So a check
        of `path` cannot be bypassed by a path that the resolver does not see.
        """
        query = self._meta.get("QUERY_STRING", "")
        if self._scope is not None:
            # Not the scope itself: the query in it is text if the test client has made it.
            scope = {"path": self._path, "query_string": query.encode("utf-8", "surrogatepass")}
            return asgi_target(scope | {"raw_path": self._scope.get("raw_path")})
        if sent := self._meta.get("RAW_URI") or self._meta.get("REQUEST_URI"):
            target = origin_form(sent)
            # Django encodes octets that are not UTF-8 again; some servers have lost them before.
            if _text(decoded_path(target)) == self._path or has_path(target, self._path.encode()):
                return target
        return encoded_form(_octets(self._path), query)

    def __str__(self) -> str:
        return str(self.absolute)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.full!s}>"


class _Headers(HttpRequest):
    """A request that has headers alone, for Django to read the host and the scheme from them."""

    def __init__(self, meta: dict[str, Any], scope: Mapping[str, Any]) -> None:
        super().__init__()
        self.META = meta
        self._scheme: str = scope.get("scheme") or meta.get("wsgi.url_scheme") or "http"

    def _get_scheme(self) -> str:
        return self._scheme


_SURROGATE = re.compile("[\udc80-\udcff]")
# What `repercent_broken_unicode` of Django leaves of octets that are not UTF-8.
_BROKEN = re.compile("(?:%[89A-F][0-9A-F])+")


def _text(path: bytes) -> str:
    """Return the text that Django makes of *path*: octets that are not UTF-8 are encoded again."""
    text = path.decode("utf-8", "surrogateescape")
    return _SURROGATE.sub(lambda match: f"%{ord(match[0]) - 0xDC00:02X}", text)


def _octets(path: str) -> bytes:
    """Return the octets that Django has made *path* of: the inverse of `_text`.

    "%E9" and "%25E9" look the same to Django, so one has to be chosen. The second is far less
    likely, and the choice is needed only where the server has not kept what was sent.
    """
    return _BROKEN.sub(_decode_broken, path).encode("utf-8", "surrogateescape")


def _decode_broken(match: re.Match[str]) -> str:
    octets = bytes.fromhex(match[0].replace("%", ""))
    return "".join(
        character if "\udc80" <= character <= "\udcff" else quote(character)
        for character in octets.decode("utf-8", "surrogateescape")
    )


# Redirects


def is_utf8(target: str, /) -> bool:
    """Tell whether the path of *target* encodes nothing but UTF-8.

    The query is not looked at: it may be in the encoding of its page (3987bis section 3.5).

    >>> is_utf8("/r%C3%A4k?q=%E4"), is_utf8("/r%E4k")
    (True, False)
    """
    return _is_utf8(target.partition("?")[0])


def _is_utf8(path: str) -> bool:
    try:
        unquote_to_bytes(path).decode()
    except UnicodeDecodeError:
        return False
    return True


def transcoded(target: str, encoding: str, /) -> str | None:
    """Return *target* with those segments in UTF-8 that are in *encoding* (RFC 3987 section 7.7).

    The query stays as it is. None where a segment is not in *encoding* either, or would hold
    characters that cannot be seen: one does not guess. None for a path with "//" in it, too: if a
    client or a proxy removes the dot segments of "/.//evil.example/" early, another host is left.

    >>> transcoded("/r%E4k/%C3%A9?q=%E4", "latin-1"), transcoded("/r%84k", "latin-1")
    ('/r%C3%A4k/%C3%A9?q=%E4', None)
    """
    path, mark, query = target.partition("?")
    if "//" in path:
        return None
    segments = path.split("/")
    for index, segment in enumerate(segments):
        if _is_utf8(segment):
            continue
        try:
            text = unquote_to_bytes(segment).decode(encoding)
        except UnicodeError:
            return None
        if not is_printable(text):
            return None
        # Section 3.1, step 1b: text from a legacy encoding is normalised.
        segments[index] = quote(normalize("NFC", text), safe=_IN_SEGMENT)
    return "/".join(segments) + mark + query


# pchar, of what `quote` encodes: RFC 3986 section 3.3.
_IN_SEGMENT = "!$&'()*+,;=:@"


def resolves(target: str, urlconf: str | None, /) -> bool:
    """Tell whether the path of *target* is one that *urlconf* has a view for."""
    path = unquote(target.partition("?")[0])
    return bool(is_valid_path(f"/{path.removeprefix(get_script_prefix())}", urlconf))


# What servers and proxies treat as they like. It is neither made nor unmade, nor are its digits.
_UNTOUCHED = re.compile("(%2[EF]|%5C|%00|;)", re.IGNORECASE)
_TRIPLET = re.compile("%[0-9A-Fa-f]{2}")


def canonical(target: str, /) -> str:
    """Return *target* with its path in the one spelling that links should use.

    That is: hexadecimal digits in upper case (5.3.2.1), no escape of an unreserved character
    (5.3.2.3), and NFC (5.3.2.2). A path with "//" in it, an escaped slash, backslash, dot or NUL,
    ";", and the query stay as they are; letters keep their case.

    >>> canonical("/%7euser/e%cc%81?q=e%cc%81"), canonical("/a%2fb%2e/%c3%a9")
    ('/~user/%C3%A9?q=e%cc%81', '/a%2fb%2e/%C3%A9')
    """
    path, mark, query = target.partition("?")
    if "//" in path:
        return target
    parts = _UNTOUCHED.split(path)
    parts[::2] = map(_canonical, parts[::2])
    return "".join(parts) + mark + query


def _canonical(part: str) -> str:
    """Return *part* of a path in its canonical spelling."""
    # Behind "/-", "//", a colon and a combining mark are what they are in the middle of a path.
    iri = to_iri(f"/-{part}")
    with suppress(IRIError):  # NFC would make or take away a delimiter, or part of an escape
        iri = normalize_characters(iri)
    return _TRIPLET.sub(lambda triplet: triplet[0].upper(), to_uri(iri))[2:]
