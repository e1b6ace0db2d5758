"""RFC 3987 section 6.2 for ASGI: a middleware that maps IRIs in headers, and request targets.

`iri3987.http.request_target` tells why a target is not read from the scope's ``path`` alone, which
also has U+FFFD for octets that are not UTF-8.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from iri3987.http.headers import HEADERS, decode_header, safe_header
from iri3987.http.request_target import encoded_form, has_path, origin_form, without_dot
from iri3987.syntax.percent import encode_path

__all__ = ["IRIMiddleware", "request_target"]

# Each framework has types of its own for the scope and the messages.
_Message = MutableMapping[str, Any]
_Application = Callable[[Any, Any, Any], Awaitable[None]]

_NAMES = frozenset(name.encode("ascii") for name in HEADERS)


class IRIMiddleware:
    """Map the IRIs in the response headers of *app* by `safe_header`; change nothing else.

    Headers keep their order, and each message is passed on at once. Links of early hints and the
    path of a server push are mapped too. A message is copied, not changed, and the scope passed on.

    >>> import asyncio
    >>> async def app(scope, receive, send):
    ...     headers = [(b"location", "/straße".encode())]
    ...     await send({"type": "http.response.start", "status": 302, "headers": headers})
    >>> async def send(message):
    ...     print(message["headers"])
    >>> asyncio.run(IRIMiddleware(app)({"type": "http"}, None, send))
    [(b'location', b'/stra%C3%9Fe')]
    """

    def __init__(self, app: _Application) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Call the application."""

        # Not a coroutine of its own: the one that `send` returns is awaited.
        def send_mapped(message: _Message) -> Any:
            mapper = _MAPPERS.get(message["type"])
            return send(message if mapper is None else mapper(message))

        # "lifespan" has no responses, and an unknown type may have messages of other kinds.
        known = scope["type"] in {"http", "websocket"}
        await self._app(scope, receive, send_mapped if known else send)


def _map_headers(message: _Message) -> _Message:
    headers = [
        (name, _map_value(name, value) if name.lower() in _NAMES else value)
        for name, value in message.get("headers", ())
    ]
    return {**message, "headers": headers}


def _map_value(name: bytes, value: bytes) -> bytes:
    text = decode_header(value.decode("latin-1"))
    return safe_header(name.decode("ascii"), text).encode("ascii")


def _map_links(message: _Message) -> _Message:
    return {**message, "links": [_map_value(b"link", link) for link in message["links"]]}


def _map_path(message: _Message) -> _Message:
    # A server pushes only its own paths; the root always exists.
    return {**message, "path": safe_header("location", message["path"]) or "/"}


_MAPPERS: dict[str, Callable[[_Message], _Message]] = {
    "http.response.start": _map_headers,
    "http.response.early_hint": _map_links,
    "http.response.push": _map_path,
    "websocket.accept": _map_headers,
    "websocket.http.response.start": _map_headers,
}


def request_target(scope: MutableMapping[str, Any], /) -> str:
    """Return the target of a request, its path and query: a URI reference that begins with "/".

    The result is the target as it was sent, if the server has it in ``raw_path``, and if that has
    the ``path`` that is routed. Otherwise it is that path, encoded again: see `origin_form`.

    >>> request_target({"raw_path": b"/a%2Fb", "path": "/a/b", "query_string": b"q=%C3%A9"})
    '/a%2Fb?q=%C3%A9'
    >>> request_target({"path": "/é?", "root_path": "/app", "query_string": b""})
    '/app/%C3%A9%3F'
    >>> request_target({"raw_path": b"//admin/", "path": "/admin/"})
    '/admin/'
    """
    path, raw_path = scope["path"], scope.get("raw_path")
    query = scope.get("query_string", b"").decode("latin-1")
    octets = path.encode("utf-8", "surrogatepass")
    target = encoded_form(octets, query)
    if raw_path:
        raw = raw_path.decode("latin-1")
        sent = origin_form(f"{raw}?{query}" if query else raw)
        target = sent if has_path(sent, octets) else target
    root = scope.get("root_path", "")
    # The path includes the root_path; older servers, from before ASGI said so, leave it out.
    if root and not f"{path}/".startswith(f"{root.rstrip('/')}/"):
        quoted = encode_path(root.encode("utf-8", "surrogatepass"))
        target = origin_form(f"{quoted}{without_dot(target)}")
    return target
