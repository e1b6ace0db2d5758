"""``request.iri``, redirects to IRIs, and host names for the settings.

`HttpRequest.path` is decoded: "%2F" has become "/", and octets that are not UTF-8 are lost or
encoded twice. An IRI is made from the target that the client sent (RFC 3987 section 3.2). `path`
itself is not changed, because the resolver, APPEND_SLASH, CSRF checks and cache keys depend on it.

A settings file can import this module: it reads no settings.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

from django import http
from django.core.exceptions import DisallowedHost, DisallowedRedirect
from django.urls import get_script_prefix, is_valid_path

from django_iri.messages import read_lazy
from iri3987 import IRI, IRIError, IRIReference, host_to_ascii, to_iri, to_uri
from iri3987.comparison import normalize_characters
from iri3987.http.asgi import request_target as asgi_target
from iri3987.http.headers import map_header
from iri3987.http.redirect import allowed_hosts
from iri3987.http.request import request_iri
from iri3987.http.request_target import decoded_path, encoded_form, has_path, origin_form

__all__ = [
    "IRIHttpResponsePermanentRedirect",
    "IRIHttpResponseRedirect",
    "IRIRequest",
    "allowed_hosts",
]


class RequestIRI:
    """The IRI of *request*; ``str()`` of it is the absolute one.

    The target that the client sent is converted as in section 3.2. Octets stay percent-encoded if
    they are not UTF-8, cannot be seen, or would change the meaning. To show the IRI to people, use
    ``request.iri.absolute.display``, which knows look-alike hosts as well.
    """

    def __init__(self, request: http.HttpRequest, /) -> None:
        # Do not keep the request, which has this as an attribute: the cycle would keep the request
        # and its uploads in memory until the garbage collector runs.
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

        Raises `DisallowedHost`, as ``request.get_host()`` does; Django then answers 400.
        """
        request = _Headers(self._meta, self._scope or {})
        host = request.get_host()
        try:
            return request_iri(str(request.scheme), host, self.target, host_as_sent=True)
        except IRIError as error:
            raise DisallowedHost(f"The host cannot stand in an IRI: {error.code}.") from None

    @property
    def host(self) -> str:
        """The host as it was sent, without the port. Raises `DisallowedHost`."""
        return self.absolute.host or ""

    @cached_property
    def target(self) -> str:
        """The path and the query as they were sent, if that is known: a URI reference.

        It must decode to ``request.path``: a server may remove or merge slashes, and a proxy may
        remove a part. If it does not, this is ``request.path``, encoded again.
        """
        query = self._meta.get("QUERY_STRING", "")
        if self._scope is not None:
            # Not the scope itself: Django's test client puts text into it for the query.
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


class IRIRequest(http.HttpRequest):
    """The type of a request that `IRIMiddleware` has seen, for annotations: it has ``iri``.

    No request is an instance of it, because servers and tests make requests of other classes::

        def page(request: IRIRequest) -> HttpResponse:
            return HttpResponse(request.iri.absolute.display)
    """

    #: The IRI that the client asked for: its ``absolute`` is an `IRI`, its ``full`` a reference.
    iri: RequestIRI


class _Headers(http.HttpRequest):
    """A request that has only headers; Django reads the host and the scheme from them."""

    def __init__(self, meta: dict[str, Any], scope: Mapping[str, Any]) -> None:
        super().__init__()
        self.META = meta
        self._scheme: str = scope.get("scheme") or meta.get("wsgi.url_scheme") or "http"

    def _get_scheme(self) -> str:
        return self._scheme


_SURROGATE = re.compile("[\udc80-\udcff]")
# How Django's `repercent_broken_unicode` writes octets that are not UTF-8.
_BROKEN = re.compile("(?:%[89A-F][0-9A-F])+")


def _text(path: bytes) -> str:
    """Return *path* as Django's `repercent_broken_unicode` does, but in linear time."""
    text = path.decode("utf-8", "surrogateescape")
    return _SURROGATE.sub(lambda match: f"%{ord(match[0]) - 0xDC00:02X}", text)


def _octets(path: str) -> bytes:
    """Return the octets that Django has decoded to *path*: the inverse of `_text`."""
    # Choice: Django decodes "%E9" and "%25E9" to the same text. This is the octet of the first,
    # because the second is far less likely.
    return _BROKEN.sub(_decode_broken, path).encode("utf-8", "surrogateescape")


def _decode_broken(match: re.Match[str]) -> str:
    octets = bytes.fromhex(match[0].replace("%", ""))
    return "".join(
        character if "\udc80" <= character <= "\udcff" else quote(character)
        for character in octets.decode("utf-8", "surrogateescape")
    )


def is_utf8(target: str, /) -> bool:
    """Return whether all octets in the path of *target* are UTF-8; a query need not be."""
    try:
        unquote_to_bytes(target.partition("?")[0]).decode()
    except UnicodeDecodeError:
        return False
    return True


def transcode(target: str, encoding: str, /) -> str | None:
    """Return *target* with its segments of *encoding* written in UTF-8 (RFC 3987 section 7.7).

    The query is not changed. The result is None if the guess is wrong, or for a path that holds
    "//": a client or a proxy may remove the dot segments of "/.//evil.example/" early.

    >>> transcode("/r%E4k/%C3%A9?q=%E4", "latin-1"), transcode("/r%84k", "latin-1")
    ('/r%C3%A4k/%C3%A9?q=%E4', None)
    """
    path, mark, query = target.partition("?")
    if "//" in path:
        return None
    segments = path.split("/")
    for index, segment in enumerate(segments):
        if is_utf8(segment):
            continue
        try:
            text = unquote_to_bytes(segment).decode(encoding)
        except UnicodeError:
            return None
        encoded = quote(text, safe=_IN_SEGMENT)
        if _UNSEEN.search(to_iri(f"/-{encoded}")):
            return None
        # Section 3.1, step 1b: text from a legacy encoding is normalised.
        segments[index] = _canonical(encoded)
    return "/".join(segments) + mark + query


# The characters of pchar (RFC 3986 section 3.3) that `quote` would encode.
_IN_SEGMENT = "!$&'()*+,;=:@"
# The octets that `to_iri` leaves percent-encoded because their characters cannot be seen.
_UNSEEN = re.compile("%(?:[01]|7F|[89A-F])")


def resolves(target: str, urlconf: str | None, /) -> bool:
    """Return whether *urlconf* has a view for the path of *target*."""
    path = unquote(target.partition("?")[0])
    return bool(is_valid_path(f"/{path.removeprefix(get_script_prefix())}", urlconf))


# Servers and proxies differ in how they treat these, so they are not changed in any way.
_UNTOUCHED = re.compile("(%2[EF]|%5C|%00|;)", re.IGNORECASE)
_TRIPLET = re.compile("%[0-9A-Fa-f]{2}")


def canonical(target: str, /) -> str:
    """Return *target* with its path in the one spelling that links should use.

    Hexadecimal digits are in upper case (5.3.2.1), unreserved characters are not escaped (5.3.2.3),
    and the text is in NFC (5.3.2.2). `IRI_CANONICAL_REDIRECT` says what is not changed.

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
    # After "/-", a part that begins with "//", a colon or a combining mark is read as in a path.
    iri = to_iri(f"/-{part}")
    with suppress(IRIError):  # it refuses if NFC would change a delimiter or an escape
        iri = normalize_characters(iri)
    return _TRIPLET.sub(lambda triplet: triplet[0].upper(), to_uri(iri))[2:]


class _ToIRI(http.HttpResponse):
    """Map the target before Django sees it: Django would percent-encode the host."""

    #: The Location that was mapped here. `IRIMiddleware` does not map it again.
    mapped_location: str

    def __init__(self, redirect_to: Any, *args: Any, **kwargs: Any) -> None:
        try:
            target = map_header("Location", read_lazy(redirect_to))
            urlsplit(target)  # Django does; Python 3.13 raises for the URI "http://[V1.x]/"
        except ValueError as error:
            code = error.code if isinstance(error, IRIError) else "invalid"
            raise DisallowedRedirect(f"Unsafe redirect to what is not a URI: {code}") from None
        super().__init__(target, *args, **kwargs)
        self.mapped_location = self.headers["Location"]


class IRIHttpResponseRedirect(_ToIRI, http.HttpResponseRedirect):
    """`HttpResponseRedirect` to an IRI or IRI reference: its Location is the mapped URI.

    The host is written in A-labels, and `allowed_schemes` are Django's. A target that cannot be
    mapped raises `DisallowedRedirect`, and Django answers 400: a user may have sent the target.
    """


class IRIHttpResponsePermanentRedirect(_ToIRI, http.HttpResponsePermanentRedirect):
    """The same as `IRIHttpResponseRedirect`, for `HttpResponsePermanentRedirect`."""


_ENCODED_HOST = re.compile("%[89A-Fa-f]")


def with_a_labels(uri: str, /) -> str:
    """Return *uri*, which Django's `iri_to_uri` has made, with its host in A-labels.

    Browsers read a percent-encoded host as the same (3987bis section 3.4), but other clients do
    not. A host that is not a domain name is not changed, nor is text that is not a reference.
    """
    if not _ENCODED_HOST.search(uri):
        return uri
    try:
        reference = IRIReference(uri)
        if reference.host is None or not _ENCODED_HOST.search(reference.host):
            return uri
        return str(reference.replace(host=host_to_ascii(reference.host)))
    except IRIError:
        return uri
