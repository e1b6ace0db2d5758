"""`IRIMiddleware`: IRIs where requests come in and where responses leave.

Put it first in ``MIDDLEWARE``: what is outside of it does not have its headers mapped, and reads
the query before it. Each part is a setting (`django_iri.conf.Options`). It sets ``request.iri``,
and leaves ``request.path``, the validation of hosts, and the bodies of responses alone.
"""

import logging
import re
from collections.abc import Awaitable, Callable
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from http import HTTPStatus
from typing import Final, cast
from urllib.parse import quote

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.core.exceptions import BadRequest, DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.http import (
    Http404,
    HttpRequest,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
)
from django.http.response import HttpResponseBase, HttpResponseRedirectBase
from django.utils.http import url_has_allowed_host_and_scheme

from django_iri.conf import options
from django_iri.http import with_a_labels
from django_iri.request import RequestIRI, canonical, is_utf8, resolves, transcoded
from iri3987.headers import HEADERS, safe_header

_LOGGER = logging.getLogger(__name__)


class IRIMiddleware:
    """Set ``request.iri``, mend the query, and map the headers of the response.

    One class for both kinds of request, without a change of threads for either.
    """

    sync_capable = True
    async_capable = True

    def __init__(
        self,
        get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]],
    ) -> None:
        self.get_response = get_response
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)
        options()  # a wrong setting is for whoever starts the server

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """Answer *request*, or return a coroutine that does."""
        if self._is_async:
            return self._answer(request)
        response = process_request(request)
        if response is None:
            response = cast("HttpResponseBase", self.get_response(request))
        return process_response(request, response)

    async def _answer(self, request: HttpRequest) -> HttpResponseBase:
        response = process_request(request)
        if response is None:
            response = await cast("Awaitable[HttpResponseBase]", self.get_response(request))
        return process_response(request, response)


def process_request(request: HttpRequest, /) -> HttpResponseBase | None:
    """Do what is to be done ahead of the view. Return a response, if that is all."""
    now = options()
    if now.raw_query and not request.META.get("QUERY_STRING", "").isascii():
        _encode_query(request)
    request.iri = iri = RequestIRI(request)  # type: ignore[attr-defined]
    if now.bad_octets in {400, 404} and _may_be_bad(request) and not is_utf8(iri.target):
        if now.bad_octets == 404:
            raise Http404("The path is not in UTF-8.")
        raise BadRequest("The path is not in UTF-8.")
    if now.canonical_redirect and request.method in _SAFE:
        target = canonical(iri.target)
        if target != iri.target and len(target) <= _LONGEST:
            return HttpResponsePermanentRedirect(target)
    return None


def process_response(request: HttpRequest, response: HttpResponseBase, /) -> HttpResponseBase:
    """Do what is to be done after the view. Return what to answer."""
    now = options()
    if (
        isinstance(now.bad_octets, str)
        and now.bad_octets != "keep"
        and response.status_code == HTTPStatus.NOT_FOUND
        and request.method in _SAFE
        and _may_be_bad(request)
    ):
        response = _in_utf8(request, response, now.bad_octets)
    if now.headers:
        map_headers(request, response)
    return response


#: The longest redirect, in octets: Django's MAX_URL_REDIRECT_LENGTH, which 5.2 has from 5.2.9 on.
_LONGEST: Final = 16384
#: Methods whose redirects lose nothing.
_SAFE: Final = frozenset({"GET", "HEAD"})


def _may_be_bad(request: HttpRequest) -> bool:
    """Tell whether the path may have octets that are not UTF-8: of most, Django tells at once."""
    return "%" in request.path or "\N{REPLACEMENT CHARACTER}" in request.path


def _in_utf8(request: HttpRequest, response: HttpResponseBase, encoding: str) -> HttpResponseBase:
    """Return a redirect to the same address in UTF-8 (RFC 3987 section 7.7), if there is one.

    Of 404 alone, as a view may well know the octets; and not for good, as a guess is one.
    """
    iri: RequestIRI = request.iri  # type: ignore[attr-defined]
    if len(iri.target) > _LONGEST:
        return response
    target = transcoded(iri.target, encoding)
    if (
        target in {None, iri.target}
        or len(target) > _LONGEST
        or not resolves(target, getattr(request, "urlconf", None))
    ):
        return response
    return HttpResponseRedirect(target)


# The query

#: What `quote` leaves: the whole of US-ASCII.
_ASCII: Final = "".join(map(chr, range(128)))


def _encode_query(request: HttpRequest) -> None:
    """Percent-encode the octets beyond ASCII in the query, which a client should have done.

    WSGI holds them as Latin-1, of which ``get_full_path()``, and so a redirect of APPEND_SLASH,
    makes UTF-8 of UTF-8. Of octets that are not UTF-8, Django makes Latin-1 in ``request.GET``,
    and would not of ``%E9``: so that is read first.
    """
    query = request.META["QUERY_STRING"]
    encoding = "latin-1" if isinstance(request, WSGIRequest) else "utf-8"
    _ = request.GET
    request.META["QUERY_STRING"] = quote(query, safe=_ASCII, encoding=encoding)


# The headers

#: What Django makes of a value beyond Latin-1: one encoded word of RFC 2047.
_WORD = re.compile(r"=\?utf-8\?[bq]\?[!->@-~]*+\?=")
#: Headers of one reference that clients go to by themselves.
_GOES: Final = frozenset({"location", "hx-location", "hx-redirect"})
_REDIRECTS: Final = range(300, 400)


def map_headers(request: HttpRequest, response: HttpResponseBase, /) -> None:
    """Map the values of *response*'s headers that hold references, where they are not URIs.

    A value is text, and is mapped as text: Django keeps text of Latin-1, makes an encoded word of
    other text, and reads bytes as Latin-1. To read text again as octets of UTF-8 would make
    another resource of "/Ã©", whose characters are just these two.
    """
    for name, value in list(response.items()):
        if (key := name.lower()) in HEADERS:
            mapped = _mapped(request, response, key, value)
            if mapped != value:
                response.headers[name] = mapped


def _mapped(request: HttpRequest, response: HttpResponseBase, key: str, value: str) -> str:
    if key == "location" and value == getattr(response, "mapped_location", None):
        return value
    if _WORD.fullmatch(value):
        return _unworded(request, response, key, value)
    if key == "location" and isinstance(response, HttpResponseRedirectBase):
        value = with_a_labels(value)
    return safe_header(key, value)


def _unworded(request: HttpRequest, response: HttpResponseBase, key: str, word: str) -> str:
    """Return the URI of the IRI of which Django has made the encoded *word*.

    Who can choose an address can choose one that is such a word already. It passes for a relative
    reference in every check of redirects; so where a client would follow, the word is read only if
    it names this very host. The word itself is a dead link, but harmless.
    """
    try:
        text = str(make_header(decode_header(word)))
    except (HeaderParseError, UnicodeError):
        return word
    if text.isascii():
        return word  # Django leaves ASCII alone: this is nothing of its making
    mapped = safe_header(key, text)
    goes = key in _GOES and (key != "location" or response.status_code in _REDIRECTS)
    if goes and not _stays_here(request, mapped):
        _LOGGER.warning("%s header left as Django encoded it: map it before it is set", key)
        return word
    return mapped


def _stays_here(request: HttpRequest, uri: str) -> bool:
    """Tell whether *uri* is of the host of *request*, by Django's own rule.

    The JSON of an HX-Location can target scripts, so it is never taken from an encoded word.
    """
    if uri.startswith("{"):
        return False
    try:
        host = request.get_host()
    except DisallowedHost:
        return False
    return url_has_allowed_host_and_scheme(uri, allowed_hosts={host})
