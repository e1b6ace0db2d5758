"""Requests as a server hands them over, to the octet: no client tidies them."""

import asyncio
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.datastructures import Headers


class Answer(NamedTuple):
    """The answer of an application."""

    status: int
    headers: Headers
    text: str


def scope_of(target: str, **changes: Any) -> dict[str, Any]:
    """Return the scope of a request for *target*, as uvicorn and hypercorn make it."""
    raw_path, _, query = target.partition("?")
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(raw_path),
        "raw_path": raw_path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost")],
        "server": ("127.0.0.1", 8000),
        **changes,
    }


def messages(app: Any, scope: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what *app* sends for *scope*."""
    sent: list[dict[str, Any]] = []
    kind = "http.request" if scope["type"] == "http" else "websocket.connect"

    waiting = [{"type": kind}]

    async def receive() -> dict[str, Any]:
        return waiting.pop() if waiting else await asyncio.Future()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent


def ask(app: Any, target: str, **changes: Any) -> Answer:
    """Return what *app* answers to a request for *target*."""
    start, *parts = messages(app, scope_of(target, **changes))
    body = b"".join(part.get("body", b"") for part in parts)
    return Answer(start["status"], Headers(raw=start["headers"]), body.decode())
