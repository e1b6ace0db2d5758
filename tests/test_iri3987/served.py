"""One application for WSGI, and the same for ASGI, under the middleware."""

import asyncio
import json
import resource
import time
from pathlib import Path
from urllib.parse import parse_qs

from iri3987.http import asgi, wsgi


def answer(path, query):
    """Return status, headers and body for a request."""
    match path:
        case "/redirect":
            return "302 Found", [("location", "/例?q=é"), ("link", "</é>"), ("link", "<#例>")], b""
        case "/hostile":
            return "302 Found", [("location", "//é＼/"), ("link", "</a\u202eb>, <//é＼>")], b""
        case "/unmodified":
            return "304 Not Modified", [("content-location", "/例.html")], b""
        case "/name":
            return "200 OK", [("link", f"<http://{query['name'][0]}.例/>")], b"name"
        case "/usage":  # kilobytes of memory, seconds of work: what others do does not count
            usage = resource.getrusage(resource.RUSAGE_SELF)
            used = [usage.ru_maxrss, usage.ru_utime + usage.ru_stime]
            return "200 OK", [], json.dumps(used).encode()
        case _:
            raise LookupError(path)


def wait_for(file):
    """Return once the file is there, which is the client's sign; not after a minute."""
    for _ in range(6000):
        if Path(file).exists():
            return
        time.sleep(0.01)


def wsgi_app(environ, start_response):
    """Answer, as WSGI has it."""
    path, query = environ["PATH_INFO"], parse_qs(environ["QUERY_STRING"])
    if path.lstrip("/").startswith("target"):
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [wsgi.request_target(environ).encode("ascii")]
    if path == "/hints" and "wsgi.early_hints" in environ:
        environ["wsgi.early_hints"]([("Link", "</例>; rel=preload")])
    if path in {"/stream", "/hints"}:
        start_response("200 OK", [("Link", "</é>")])
        return stream(query)
    status, headers, body = answer(path, query)
    headers = [(name, value.encode().decode("latin-1")) for name, value in headers]
    if body:
        headers.append(("content-length", str(len(body))))
    start_response(status, headers)
    return [body]


def stream(query):
    """Yield a part, wait for the client's sign, and yield another."""
    yield b"first"
    if "sign" in query:
        wait_for(query["sign"][0])
    yield b"second"


async def asgi_app(scope, receive, send):
    """Answer, as ASGI has it."""
    if scope["type"] == "lifespan":
        return
    path, query = scope["path"], parse_qs(scope["query_string"].decode())
    if path.lstrip("/").startswith("target"):
        headers, body = [], asgi.request_target(scope).encode("ascii")
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        return
    if path == "/hints" and "http.response.early_hint" in scope.get("extensions", {}):
        links = ["</例>; rel=preload".encode()]
        await send({"type": "http.response.early_hint", "links": links})
    if path in {"/stream", "/hints"}:
        headers = [(b"link", "</é>".encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        if "sign" in query:
            await asyncio.to_thread(wait_for, query["sign"][0])
        await send({"type": "http.response.body", "body": b"second"})
        return
    status, headers, body = answer(path, query)
    headers = [(name.encode(), value.encode()) for name, value in headers]
    await send({"type": "http.response.start", "status": int(status[:3]), "headers": headers})
    await send({"type": "http.response.body", "body": body})


wsgi_served = wsgi.IRIMiddleware(wsgi_app)
asgi_served = asgi.IRIMiddleware(asgi_app)
