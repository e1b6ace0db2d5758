"""Responses whose header fields hold URIs, exactly as `iri3987.http.headers` maps them.

Werkzeug maps ``Location`` and ``Content-Location`` by rules of its own, after every function that
an application can register. `refuse_unmappable` finds a redirect that cannot be mapped while error
handlers can still see it; `IRIResponse` sends the values that it has mapped.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from typing import Any, cast

from flask import Response as FlaskResponse
from flask import after_this_request, current_app
from werkzeug.datastructures import Headers
from werkzeug.exceptions import BadRequest, HTTPException
from werkzeug.wrappers import Response
from werkzeug.wsgi import get_host

from iri3987 import IRIError, resolve
from iri3987.http.headers import HEADERS, decode_header, map_header, safe_header
from iri3987.http.wsgi import request_target

#: The fields that Werkzeug would map once more.
_LOCATIONS = frozenset({"location", "content-location"})
#: The fields that make the client go elsewhere.
_REDIRECTS = frozenset({"location", "refresh", "hx-location", "hx-redirect"})
_LINE_BREAK = re.compile("[\r\n]")


class UnmappableRedirect(BadRequest):
    """A redirect to an address that cannot be mapped to a URI: its host may not be a name.

    The status is 400, because such an address comes from a user. Handlers of `UnmappableRedirect`,
    of 400, of `HTTPException` and of `Exception` get it. Its ``__cause__`` is the `IRIError`.
    """

    description: str = "The address to go to cannot be written as a URI."


class _Headers(Headers):
    r"""Header fields with "\v" for a line break in a redirect, for `refuse_unmappable` to refuse.

    Werkzeug would raise `ValueError` in the view or after it, so a user's text could cause a 500.
    """

    def add(self, key: str, value: Any = "", /, **options: Any) -> None:
        super().add(key, _in_one_line(key, value), **options)

    def set(self, key: str, value: Any = "", /, **options: Any) -> None:
        super().set(key, _in_one_line(key, value), **options)


def _in_one_line(name: str, value: Any) -> Any:
    return _LINE_BREAK.sub("\v", str(value)) if name.lower() in _REDIRECTS else value


class IRIResponse(Response):
    """A response whose header fields are sent as `iri3987.http.headers.map_header` maps them."""

    def __init__(
        self, response: Any = None, status: Any = None, headers: Any = None, *args: Any, **kw: Any
    ) -> None:
        super().__init__(response, status, _Headers(headers), *args, **kw)

    @classmethod
    def force_type(cls, response: Any, environ: dict[str, Any] | None = None) -> Response:
        """Return *response*, which may be a WSGI application, as one of this class.

        The response of an `HTTPException` is taken as it is, before Werkzeug maps its fields. One
        of the class that was extended, or of a subclass, keeps its own class, extended.
        """
        if isinstance(response, HTTPException):
            response = response.get_response(environ)
        own = vars(cls).get("_own")
        if not isinstance(response, Response):
            made = super().force_type(response, environ)
            # WSGI has octets there.
            made.headers = Headers(
                (name, decode_header(value) if name.lower() in HEADERS else value)
                for name, value in made.headers
            )
            return made
        if own is None or not isinstance(response, own):
            return super().force_type(response, environ)
        response.__class__ = extended(response.__class__)
        return cast("Response", response)

    def get_wsgi_headers(self, environ: dict[str, Any]) -> Headers:
        """Return the header fields as they are sent."""
        if HEADERS.isdisjoint(map(str.lower, self.headers.keys())):
            return super().get_wsgi_headers(environ)
        # A copy, because two threads may send one response.
        others = copy(self)
        others.headers = Headers()
        locations = Headers()
        mapped = _mapped(self)
        for name, value in self.headers:
            kept = locations if name.lower() in _LOCATIONS else others.headers
            known = mapped.get((name, value)) if name.lower() in HEADERS else value
            kept.add(name, safe_header(name, value) if known is None else known)
        if self.autocorrect_location_header and "Location" in locations:
            host, target = get_host(environ), request_target(environ)
            with suppress(IRIError):  # Werkzeug 3.0 accepts any text as a host
                base = f"{environ['wsgi.url_scheme']}://{host}{target}"
                locations["Location"] = resolve(base, locations["Location"])
        headers = super(IRIResponse, others).get_wsgi_headers(environ)
        headers.extend(locations)
        return headers


def extended(own: type[Response], /) -> type[Response]:
    """Return a subclass of *own* with `IRIResponse` after it, so that methods of *own* count."""
    if issubclass(own, IRIResponse):
        return own
    # There is one for each class *own*, which keeps it alive no longer than it is used.
    made = (each for each in own.__subclasses__() if vars(each).get("_own") is own)
    return next(made, None) or type(own.__name__, (own, IRIResponse), {"_own": own})


def refuse_later(*_: Any, **__: Any) -> None:
    """Let `refuse_unmappable` see the response before any other function does."""
    after_this_request(refuse_unmappable)


def refuse_unmappable(response: FlaskResponse) -> FlaskResponse:
    """Return *response*, or that of the error if it is a redirect that cannot be mapped."""
    if _REDIRECTS.isdisjoint(map(str.lower, response.headers.keys())):
        return response
    try:
        map_redirects(response)
    except IRIError as error:
        current_app.logger.warning("A redirect has been refused: %s", error)
        response.close()
        return _error_response(error)
    return response


def _error_response(error: IRIError) -> FlaskResponse:
    """Return the answer of the application's error handlers to an `UnmappableRedirect`."""
    try:
        raise UnmappableRedirect from error
    except UnmappableRedirect as refused:
        response = current_app.make_response(current_app.handle_user_exception(refused))
        try:
            map_redirects(response)
        except IRIError:  # the handler redirects to such an address as well
            response = current_app.make_response(refused)
    return response


def map_redirects(response: Response) -> None:
    """Map the fields of *response* that redirect, once, and keep the results for `IRIResponse`."""
    fields = [field for field in response.headers if field[0].lower() in _REDIRECTS]
    known = _mapped(response)
    if fields != list(known):
        vars(response)["_iri_mapped"] = {
            field: known[field] if field in known else map_header(*field) for field in fields
        }


def _mapped(response: Response) -> Mapping[tuple[str, str], str]:
    """Return the fields of *response* that have been mapped, with the values that are sent."""
    return cast("Mapping[tuple[str, str], str]", vars(response).get("_iri_mapped", {}))
