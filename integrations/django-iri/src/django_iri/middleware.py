"""`IRIMiddleware`: IRIs in requests, URIs in the headers of responses."""

import logging
import re
from collections.abc import Awaitable, Callable
from email.errors import HeaderParseError
from email.header import decode_header
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import quote

from django.core.exceptions import BadRequest, DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase, HttpResponseRedirectBase
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import url_has_allowed_host_and_scheme

from django_iri.conf import options
from django_iri.http import RequestIRI, canonical, is_utf8, resolves, transcode, with_a_labels
from iri3987.http.headers import HEADERS, safe_header

if TYPE_CHECKING:
    from django_iri.http import IRIRequest

__all__ = ["IRIMiddleware"]

_LOGGER = logging.getLogger(__name__)


class IRIMiddleware(MiddlewareMixin):
    """Set ``request.iri``, mend the query, and map the headers of the response.

    Put it first in ``MIDDLEWARE``: it does not map the headers of middleware before it, and such
    middleware reads the query as it was sent. Each part has a setting (`django_iri.conf.Options`).
    """

    def __init__(
        self, get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]
    ) -> None:
        super().__init__(cast("Any", get_response))
        options()  # fails when the server starts if a setting is wrong

    async def __acall__(self, request: HttpRequest) -> HttpResponseBase:
        # Not Django's own way, which asks a thread: nothing here waits.
        response = self.process_request(request)
        if response is None:
            response = await cast("Any", self.get_response(request))
        return self.process_response(request, response)

    def process_request(self, request: HttpRequest, /) -> HttpResponseBase | None:
        """Prepare *request* for the view. Return a response if it replaces that of the view."""
        now = options()
        if now.encode_query and not request.META.get("QUERY_STRING", "").isascii():
            _encode_query(request)
        iri = cast("IRIRequest", request).iri = RequestIRI(request)
        if now.bad_octets in {400, 404} and _may_be_bad(request) and not is_utf8(iri.target):
            if now.bad_octets == 404:
                raise Http404("The path is not in UTF-8.")
            raise BadRequest("The path is not in UTF-8.")
        if now.canonical_redirect and request.method in _SAFE:
            target = canonical(iri.target)
            if target != iri.target and len(target) <= _LONGEST:
                return HttpResponsePermanentRedirect(target)
        return None

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase, /
    ) -> HttpResponseBase:
        """Return *response* with its headers mapped, or the redirect that replaces it."""
        now = options()
        if (
            isinstance(now.bad_octets, str)
            and now.bad_octets != "keep"
            # A view may understand the octets.
            and response.status_code == HTTPStatus.NOT_FOUND
            and request.method in _SAFE
            and _may_be_bad(request)
        ):
            response = _in_utf8(request, response, now.bad_octets)
        if now.map_headers:
            map_headers(request, response)
        return response


#: The longest redirect, in octets: Django's MAX_URL_REDIRECT_LENGTH, which 5.2 has from 5.2.9 on.
_LONGEST: Final = 16384
#: Methods of requests without a body, which a redirect would lose.
_SAFE: Final = frozenset({"GET", "HEAD"})


def _may_be_bad(request: HttpRequest) -> bool:
    """Return whether the path may have octets that are not UTF-8: most are seen to have none."""
    return "%" in request.path or "\N{REPLACEMENT CHARACTER}" in request.path


def _in_utf8(request: HttpRequest, response: HttpResponseBase, encoding: str) -> HttpResponseBase:
    """Return a redirect to the same address in UTF-8 (RFC 3987 section 7.7), if there is one."""
    iri = cast("IRIRequest", request).iri
    if len(iri.target) > _LONGEST:
        return response
    target = transcode(iri.target, encoding)
    if (
        target in {None, iri.target}
        or len(target) > _LONGEST
        or not resolves(target, getattr(request, "urlconf", None))
    ):
        return response
    return HttpResponseRedirect(target)  # not permanent: the character encoding is a guess


def _encode_query(request: HttpRequest) -> None:
    """Percent-encode the non-ASCII octets in the query, as the client should have done."""
    # WSGI holds them as Latin-1, and `get_full_path` encodes that text as UTF-8 again. Django reads
    # a raw octet that is not UTF-8 as Latin-1 in `request.GET`, but not the same octet as "%E9".
    query = request.META["QUERY_STRING"]
    encoding = "latin-1" if isinstance(request, WSGIRequest) else "utf-8"
    _ = request.GET
    request.META["QUERY_STRING"] = quote(query, safe=range(128), encoding=encoding)


#: One encoded word of RFC 2047: Django writes a value beyond Latin-1 in this form.
_WORD = re.compile(r"=\?utf-8\?[bq]\?[!->@-~]*+\?=")
#: Headers that hold one reference, which clients follow without asking anyone.
_GOES: Final = frozenset({"location", "hx-location", "hx-redirect"})


def map_headers(request: HttpRequest, response: HttpResponseBase, /) -> None:
    """Map the headers of *response* that hold references which are not URIs.

    The text "/Ã©" is not read as the octets of "/é", which is the address of another resource.
    """
    # Most responses have none of them, and reading the names alone takes half as long.
    for name in [name for name in response.headers if name.lower() in HEADERS]:
        value = response.headers[name]
        mapped = _map_value(request, response, name.lower(), value)
        if mapped != value:
            response.headers[name] = mapped


def _map_value(request: HttpRequest, response: HttpResponseBase, key: str, value: str) -> str:
    if key == "location" and value == getattr(response, "mapped_location", None):
        return value
    if _WORD.fullmatch(value):
        return _decode_word(request, response, key, value)
    if key == "location" and isinstance(response, HttpResponseRedirectBase):
        value = with_a_labels(value)
    return safe_header(key, value)


def _decode_word(request: HttpRequest, response: HttpResponseBase, key: str, word: str) -> str:
    """Return the URI of the IRI that Django has written as the encoded *word*.

    An attacker can submit an address that already is an encoded word. Every check of redirects
    takes it for a relative reference. So in a header that a client follows, the word is decoded
    only if it leads to the host of the request. A word that is not decoded leads nowhere.
    """
    try:
        ((octets, _),) = decode_header(word)
        text = octets.decode()
    except (HeaderParseError, UnicodeError):
        return word
    if text.isascii():
        return word  # Django has not written this: it does not encode ASCII
    mapped = safe_header(key, text)
    goes = key in _GOES and (key != "location" or 300 <= response.status_code < 400)
    if goes and not _stays_here(request, mapped):
        _LOGGER.warning("%s header left as Django encoded it: map it before it is set", key)
        return word
    return mapped


def _stays_here(request: HttpRequest, uri: str) -> bool:
    """Return whether *uri* leads to the host of *request*, by Django's rule. JSON never does."""
    if uri.startswith("{"):
        return False
    try:
        host = request.get_host()
    except DisallowedHost:
        return False
    return url_has_allowed_host_and_scheme(uri, allowed_hosts={host})
