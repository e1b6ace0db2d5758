"""What is sent: URIs in header fields, exactly as they are mapped.

Werkzeug maps ``Location`` and ``Content-Location`` itself, by rules of its own, after every
function that an application can register; ``Link``, ``Refresh`` and the fields of htmx it leaves as
they are. `IRIResponse` sends what `iri3987.headers` makes of all of them, and `refuse_unmappable`
finds what cannot be mapped while error handlers can still see it.
"""

import re
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Any, cast

from flask import Response as FlaskResponse
from flask import after_this_request, current_app
from werkzeug.datastructures import Headers
from werkzeug.exceptions import BadRequest, HTTPException
from werkzeug.wrappers import Response
from werkzeug.wsgi import get_host

from iri3987 import IRIError, resolve
from iri3987.headers import HEADERS, map_header, safe_header, wire_text
from iri3987.wsgi import request_target

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: What Werkzeug would map once more.
_LOCATIONS = frozenset({"location", "content-location"})
#: What makes the client go elsewhere. There is no redirect to a part of an address.
_REDIRECTS = frozenset({"location", "refresh", "hx-location", "hx-redirect"})
_LINE_BREAK = re.compile("[\r\n]")


class UnmappableRedirect(BadRequest):
    """A redirect to what cannot be written as a URI: a host that cannot be a domain name, say.

    A 400, as the address comes from a user; one who writes down such an address meets it at the
    first test. ``@app.errorhandler(UnmappableRedirect)`` sees it, as do the handlers of 400,
    `HTTPException` and `Exception`; its ``__cause__`` is the `IRIError`.
    """

    description = "The address to go to cannot be written as a URI."


class _Headers(Headers):
    r"""Fields in which a redirect that has a line break waits for `refuse_unmappable`.

    Werkzeug raises `ValueError` in the view, or after it: a 500 by a user's text. Until then "\v",
    a control character too, stands for it.
    """

    def add(self, key: str, value: Any = "", /, **options: Any) -> None:
        super().add(key, _in_one_line(key, value), **options)

    def set(self, key: str, value: Any = "", /, **options: Any) -> None:
        super().set(key, _in_one_line(key, value), **options)


def _in_one_line(name: str, value: Any) -> Any:
    return _LINE_BREAK.sub("\v", str(value)) if name.lower() in _REDIRECTS else value


class IRIResponse(Response):
    """A response whose header fields hold URIs, as `iri3987.headers.map_header` maps them.

    It takes the place of Werkzeug's class beneath that of the application: see `extended`.
    """

    def __init__(
        self, response: Any = None, status: Any = None, headers: Any = None, *args: Any, **kw: Any
    ) -> None:
        super().__init__(response, status, _Headers(headers), *args, **kw)

    @classmethod
    def force_type(cls, response: Any, environ: "WSGIEnvironment | None" = None) -> Response:
        """Return *response*, which may be an application, as one of this class.

        That of an `HTTPException` is taken as it is, not as Werkzeug would send it. One of the
        class that was extended, or of a class made of that, stays of its own class: Flask would
        not have converted it.
        """
        if isinstance(response, HTTPException):
            response = response.get_response(environ)
        own = vars(cls).get("_own")
        if not isinstance(response, Response):
            made = super().force_type(response, environ)
            made.headers = Headers(map(_read, made.headers))
            return made
        if own is None or not isinstance(response, own):
            return super().force_type(response, environ)
        response.__class__ = extended(response.__class__)
        return cast("Response", response)

    def get_wsgi_headers(self, environ: "WSGIEnvironment") -> Headers:
        """Return the header fields as they are sent."""
        if HEADERS.isdisjoint(map(str.lower, self.headers.keys())):
            return super().get_wsgi_headers(environ)
        # A copy, as one response may be sent by two threads.
        others = copy(self)
        others.headers = Headers()
        locations = Headers()
        for name, value in self.headers:
            kept = locations if name.lower() in _LOCATIONS else others.headers
            kept.add(name, safe_header(name, value))
        if self.autocorrect_location_header and "Location" in locations:
            locations["Location"] = _absolute(locations["Location"], environ)
        headers = super(IRIResponse, others).get_wsgi_headers(environ)
        headers.extend(locations)
        return headers


def _read(field: tuple[str, str]) -> tuple[str, str]:
    """Return a field of a WSGI application, whose values are octets, as text."""
    name, value = field
    return name, wire_text(value) if name.lower() in HEADERS else value


def extended(own: type[Response], /) -> type[Response]:
    """Return the class *own* with `IRIResponse` beneath it: what *own* overrides, it overrides."""
    if issubclass(own, IRIResponse):
        return own
    # One for each, which lives as long as it is used.
    made = (each for each in own.__subclasses__() if vars(each).get("_own") is own)
    return next(made, None) or type(own.__name__, (own, IRIResponse), {"_own": own})


def _absolute(location: str, environ: "WSGIEnvironment") -> str:
    """Resolve *location*, as Werkzeug does if asked for, against the request's own URI."""
    base = f"{environ['wsgi.url_scheme']}://{get_host(environ)}{request_target(environ)}"
    with suppress(IRIError):  # Werkzeug 3.0 takes any text for a host
        location = resolve(base, location)
    return location


def refuse_later(*_: Any, **__: Any) -> None:
    """Let `refuse_unmappable` see the response before any other function does.

    Receives Flask's signal ``request_started``.
    """
    after_this_request(refuse_unmappable)


def refuse_unmappable(response: FlaskResponse) -> FlaskResponse:
    """Return *response*, or where it redirects to what cannot be mapped, that of the error.

    For ``after_request``: what happens later, no error handler sees.
    """
    error = _error_in(response)
    if error is None:
        return response
    current_app.logger.warning("A redirect has been refused: %s", error)
    response.close()
    try:
        raise UnmappableRedirect from error
    except UnmappableRedirect as refused:
        response = current_app.make_response(current_app.handle_user_exception(refused))
        if _error_in(response) is not None:  # the handler redirects no better
            response = current_app.make_response(refused)
    return response


def _error_in(response: FlaskResponse) -> IRIError | None:
    """Return why *response* redirects to what cannot be mapped, None if it does not."""
    for name, value in response.headers:
        if name.lower() in _REDIRECTS:
            try:
                map_header(name, value)
            except IRIError as error:
                return error
    return None
