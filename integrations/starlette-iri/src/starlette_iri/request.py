"""The IRI of a request."""

from typing import cast

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from iri3987 import IRI, IRIError
from iri3987.http.asgi import request_target
from iri3987.http.request import request_iri as iri_of

_KEY = "starlette_iri.request_iri"


def request_iri(request: HTTPConnection) -> IRI:
    """Return the IRI of *request*, which may be a `Request` or a `WebSocket`.

    It is read from the target as the client sent it, not from the decoded path, where "/" and "%2F"
    are the same. Its host is in Unicode if that is safe to show; its ``uri`` is equivalent to the
    URI that was sent: "%7E" is "~". It is read once, and kept in the scope.

    Raises `HTTPException` 400 if the client sent no IRI, or no host.

    >>> from starlette.requests import Request
    >>> scope = {"type": "http", "scheme": "https", "path": "/a/b", "raw_path": b"/a%2Fb"}
    >>> request_iri(Request({**scope, "headers": [(b"host", b"xn--fa-hia.de")]}))
    IRI('https://faß.de/a%2Fb')
    """
    if _KEY not in request.scope:
        hosts = request.headers.getlist("host")
        if len(hosts) != 1:
            raise HTTPException(400, "This request does not have one Host field.")
        target = request_target(request.scope)
        try:
            request.scope[_KEY] = iri_of(scheme_of(request), hosts[0], target)
        except IRIError as error:
            raise HTTPException(400, "The address of this request is not an IRI.") from error
    return cast("IRI", request.scope[_KEY])


def scheme_of(request: HTTPConnection) -> str:
    """Return the scheme of *request*; a server may leave out "http", and "ws" for a WebSocket."""
    default = "ws" if request.scope["type"] == "websocket" else "http"
    return cast("str", request.scope.get("scheme", default))
