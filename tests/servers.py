"""Applications behind real servers, and requests by raw sockets: nothing tidies them on their way.

``python servers.py waitress 7 test_flask_iri.served:app`` serves on the listening socket that is
file descriptor 7.
"""

import asyncio
import importlib
import importlib.util
import re
import runpy
import socket
import socketserver
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

#: Each server, and the packages that it needs.
WSGI = {
    "wsgiref": [],
    "runserver": ["django"],
    "werkzeug": ["werkzeug"],
    "waitress": ["waitress"],
    "gunicorn": ["gunicorn"],
}
ASGI = {
    "uvicorn-h11": ["uvicorn", "h11"],
    "uvicorn-httptools": ["uvicorn", "httptools"],
    "hypercorn": ["hypercorn"],
}
SERVERS: dict[str, list[str]] = WSGI | ASGI
#: One of each kind runs in the quick tests.
_QUICK = {"waitress", "uvicorn-h11"}


class Answer(NamedTuple):
    """An answer: the names of headers in lower case, and as `rest` all octets after the head."""

    status: int
    headers: list[tuple[str, bytes]]
    body: bytes
    rest: bytes

    def all(self, name: str) -> list[bytes]:
        """Return the values of the headers of this name."""
        return [value for each, value in self.headers if each == name]


def each(*names: str) -> list[Any]:
    """Return the names of servers as parameters of tests: most of them are slow."""
    return [
        pytest.param(name, marks=[] if name in _QUICK else [pytest.mark.slow]) for name in names
    ]


@contextmanager
def running(server: str, application: str) -> Iterator[tuple[str, int]]:
    """Run an application, "module:name", on a server, and give the address. Skip without it."""
    for needed in SERVERS[server]:
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        descriptor = listening.fileno()
        # Connections wait in the socket's queue until the server is up.
        with subprocess.Popen(
            [sys.executable, "servers.py", server, str(descriptor), application],
            cwd=Path(__file__).parent,
            pass_fds=[descriptor],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                yield listening.getsockname()
            finally:
                process.terminate()


def connect(
    address: tuple[str, int],
    target: str | bytes,
    *,
    method: str = "GET",
    host: bytes = b"example.org",
) -> socket.socket:
    """Return a connection on which a request has been sent."""
    connection = socket.create_connection(address, timeout=60)
    octets = target.encode("ascii") if isinstance(target, str) else target
    head = method.encode() + b" " + octets + b" HTTP/1.1\r\nHost: " + host
    connection.sendall(head + b"\r\nConnection: close\r\n\r\n")
    return connection


def ask(address: tuple[str, int], target: str | bytes, **options: Any) -> Answer:
    """Send a request, and return the answer."""
    with connect(address, target, **options) as connection, connection.makefile("rb") as stream:
        return read(stream.read())


def read(octets: bytes) -> Answer:
    """Return the first answer in *octets*, with its body out of its chunks."""
    head, _, rest = octets.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    parts = [line.partition(b":") for line in lines]
    headers = [(name.decode("ascii").lower(), value.strip()) for name, _, value in parts]
    is_chunked = b"chunked" in head.lower()
    chunks = re.findall(rb"(?<=\r\n)[^\r]*(?=\r\n)", b"\r\n" + rest) if is_chunked else []
    return Answer(int(first.split()[1]), headers, b"".join(chunks[1::2]) if chunks else rest, rest)


def read_two_parts(connection: socket.socket, second: bytes, sign: Path) -> Answer:
    """Return an answer whose part *second* is made only once *sign* is there."""
    received = b""
    while not received.partition(b"\r\n\r\n")[2]:
        part = connection.recv(65536)
        assert part, received
        received += part
    assert second not in received
    sign.touch()
    with connection.makefile("rb") as stream:
        return read(received + stream.read())


def _serve(server: str, descriptor: int, application: str) -> None:
    """Serve until the process ends."""
    if server == "gunicorn":
        sys.argv = ["gunicorn", "--threads=4", f"--bind=fd://{descriptor}", application]
        runpy.run_module("gunicorn", run_name="__main__")
        return
    module, _, name = application.partition(":")
    app = getattr(importlib.import_module(module), name)
    if server in {"wsgiref", "runserver"}:
        modules = {"wsgiref": "wsgiref.simple_server", "runserver": "django.core.servers.basehttp"}
        _serve_simply(importlib.import_module(modules[server]), descriptor, app)
    elif server == "werkzeug":
        serving = importlib.import_module("werkzeug.serving")
        serving.make_server("127.0.0.1", 0, app, fd=descriptor).serve_forever()
    elif server == "waitress":
        waitress = importlib.import_module("waitress")
        waitress.serve(app, sockets=[socket.socket(fileno=descriptor)])
    elif server == "hypercorn":
        config = importlib.import_module("hypercorn.config").Config()
        config.bind = [f"fd://{descriptor}"]
        asyncio.run(importlib.import_module("hypercorn.asyncio").serve(app, config))
    else:
        uvicorn = importlib.import_module("uvicorn")
        http = server.partition("-")[2]
        uvicorn.run(app, fd=descriptor, http=http, access_log=False, lifespan="off")


def _serve_simply(module: Any, descriptor: int, app: object) -> None:
    """Serve by the server of the standard library, or Django's, which is made of it."""
    server = module.WSGIServer.__new__(module.WSGIServer)
    socketserver.BaseServer.__init__(server, ("127.0.0.1", 0), module.WSGIRequestHandler)
    server.socket = socket.socket(fileno=descriptor)
    server.server_name, server.server_port = server.socket.getsockname()
    server.setup_environ()
    server.set_app(app)
    server.serve_forever()


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]), sys.argv[3])
