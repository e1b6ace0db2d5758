"""One application for WSGI and the same for ASGI, under the middleware, and servers to run them.

``python served.py waitress 7`` serves on the listening socket that is file descriptor 7. With a
third argument, "bare", it serves without the middleware.
"""

import asyncio
import importlib
import json
import resource
import runpy
import socket
import socketserver
import sys
import time
from pathlib import Path
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from iri3987.http import asgi, wsgi

#: Name, and what it serves.
SERVERS = {
    "wsgiref": "wsgi",
    "werkzeug": "wsgi",
    "waitress": "wsgi",
    "gunicorn": "wsgi",
    "uvicorn-h11": "asgi",
    "uvicorn-httptools": "asgi",
    "hypercorn": "asgi",
}


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
        case "/load" | "/busy":
            end = time.process_time() + (0.001 if path == "/busy" else 0)
            while time.process_time() < end:
                pass
            headers = [("location", "/é"), ("link", "</例>; rel=next")]
            if "plain" in query:  # nothing to map
                headers = [("content-type", "text/plain"), ("cache-control", "no-store")]
            return "200 OK", headers, b"load"
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


is_bare = sys.argv[3:] == ["bare"]
wsgi_served = wsgi_app if is_bare else wsgi.IRIMiddleware(wsgi_app)
asgi_served = asgi_app if is_bare else asgi.IRIMiddleware(asgi_app)


class _Server(WSGIServer):
    """A server of the standard library, on a socket that listens already."""

    def __init__(self, descriptor):
        socketserver.BaseServer.__init__(self, ("127.0.0.1", 0), WSGIRequestHandler)
        self.socket = socket.socket(fileno=descriptor)
        self.server_name, self.server_port = self.socket.getsockname()
        self.setup_environ()
        self.set_app(wsgi_served)


def serve(server, descriptor):
    """Serve until the process ends."""
    if server == "wsgiref":
        _Server(descriptor).serve_forever()
    elif server == "werkzeug":
        serving = importlib.import_module("werkzeug.serving")
        serving.make_server("127.0.0.1", 0, wsgi_served, fd=descriptor).serve_forever()
    elif server == "waitress":
        waitress = importlib.import_module("waitress")
        waitress.serve(wsgi_served, sockets=[socket.socket(fileno=descriptor)])
    elif server == "gunicorn":
        sys.argv = ["gunicorn", "--bind", f"fd://{descriptor}", "served:wsgi_served"]
        if is_bare:
            sys.argv[-1] = "served:wsgi_app"
        runpy.run_module("gunicorn", run_name="__main__")
    elif server == "hypercorn":
        config = importlib.import_module("hypercorn.config").Config()
        config.bind = [f"fd://{descriptor}"]
        serve_asgi = importlib.import_module("hypercorn.asyncio").serve
        asyncio.run(serve_asgi(asgi_served, config))
    else:
        uvicorn = importlib.import_module("uvicorn")
        http = server.partition("-")[2]
        uvicorn.run(asgi_served, fd=descriptor, http=http, access_log=False, lifespan="off")


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
