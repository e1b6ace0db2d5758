"""The middleware of the core, which also keeps the path as it was sent for the convertors."""

from contextvars import ContextVar
from string import printable
from typing import NamedTuple
from urllib.parse import quote, unquote

from starlette.types import Receive, Scope, Send

from iri3987.http import asgi


class SentPath(NamedTuple):
    """The path of a request as it was sent, and what the server has made of it."""

    text: str
    #: How often the server has decoded it: once, but Starlette's test client does so twice.
    times: int = 1

    def decode(self, part: str) -> str:
        """Return *part* of the path as the server has decoded it."""
        for _ in range(self.times):
            part = unquote(part)
        return part


#: The path of the request as it was sent, and as the server has decoded it.
_paths: ContextVar[tuple[bytes, str] | None] = ContextVar("starlette_iri.paths", default=None)


def sent_path() -> SentPath | None:
    """Return the path as it was sent, or None if the server may have routed another one."""
    raw_path, path = _paths.get() or (b"", None)
    # Not the origin form, which encodes the brackets of "http://[::1]/".
    text = quote(raw_path, safe=printable)
    sent = (SentPath(text, times) for times in (1, 2))
    return next((each for each in sent if each.decode(text) == path), None)


class IRIMiddleware(asgi.IRIMiddleware):
    """Map header fields as `iri3987.http.asgi` does; let convertors read the sent path.

    The scope is passed on as it is: other routes see the path that they always see. Make it the
    outermost middleware, because it does not see header fields that are set outside of it.

    >>> from starlette.applications import Starlette
    >>> from starlette.middleware import Middleware
    >>> app = Starlette(middleware=[Middleware(IRIMiddleware)])
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application."""
        known = scope["type"] in {"http", "websocket"}
        # Only kept: most routes have none of the convertors that ask for it.
        token = _paths.set((scope.get("raw_path") or b"", scope["path"]) if known else None)
        try:
            await super().__call__(scope, receive, send)
        finally:
            _paths.reset(token)
