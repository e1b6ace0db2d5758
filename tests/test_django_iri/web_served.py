"""A project with the middleware, for servers to run: ``web_served:wsgi``, ``web_served:asgi``.

``python web_served.py 7`` runs Django's own server on the socket that is file descriptor 7, and
``python web_served.py 7 waitress`` runs waitress there. The middleware is left out where the
environment variable WITHOUT_IRI_MIDDLEWARE says anything.
"""

import asyncio
import importlib
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import django
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.servers.basehttp import WSGIRequestHandler, WSGIServer
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import path

MIDDLEWARE = [
    "django_iri.middleware.IRIMiddleware",
    "django.middleware.common.CommonMiddleware",
]
if not settings.configured:
    settings.configure(
        ALLOWED_HOSTS=[".example.org", "127.0.0.1", "xn--fa-hia.de"],
        MIDDLEWARE=MIDDLEWARE[bool(os.environ.get("WITHOUT_IRI_MIDDLEWARE")) :],
        ROOT_URLCONF="web_served",
        SECRET_KEY="for tests",
    )
    django.setup()


def hello(_: HttpRequest) -> HttpResponse:
    """Answer as fast as can be."""
    return HttpResponse("hello")


async def hello_async(_: HttpRequest) -> HttpResponse:
    """Answer as fast as can be, without a thread."""
    return HttpResponse("hello")


def show(request: HttpRequest, **_: str) -> HttpResponse:
    """Answer with the IRI that was asked for."""
    return HttpResponse(str(request.iri))  # type: ignore[attr-defined]


async def show_async(request: HttpRequest, **_: str) -> HttpResponse:
    """Answer with the IRI that was asked for."""
    return await sync_to_async(show)(request)


def guarded(request: HttpRequest, **_: str) -> HttpResponse:
    """Answer 403 for a path that is checked in ``request.iri``, as a guard would."""
    if request.iri.path.startswith("/guarded/"):  # type: ignore[attr-defined]
        return HttpResponse("refused", status=403)
    return HttpResponse("passed")


def redirect(request: HttpRequest) -> HttpResponse:
    """Redirect to what the query says: no application should."""
    return HttpResponseRedirect(request.GET["to"], headers={"Link": "</例>; rel=next"})


def wait_for(file: str) -> None:
    """Return once the file is there, which is the client's sign; not after a minute."""
    for _ in range(6000):
        if Path(file).exists():
            return
        time.sleep(0.01)


def stream(request: HttpRequest) -> StreamingHttpResponse:
    """Answer with two pieces, the second of which waits for a sign."""

    def pieces() -> Iterator[bytes]:
        yield b"one"
        wait_for(request.GET["sign"])
        yield b"two"

    return StreamingHttpResponse(pieces())


async def stream_async(request: HttpRequest) -> StreamingHttpResponse:
    """Answer as `stream`."""

    async def pieces() -> AsyncIterator[bytes]:
        yield b"one"
        await asyncio.to_thread(wait_for, request.GET["sign"])
        yield b"two"

    return StreamingHttpResponse(pieces())


urlpatterns = [
    path("hello/", hello),
    path("async/hello/", hello_async),
    path("async/stream/", stream_async),
    path("async/<path:_>", show_async),
    path("guarded/<path:_>", guarded),
    path("redirect/", redirect),
    path("stream/", stream),
    path("räk/", show),
    path("any/<path:_>", show),
    path("/<path:_>", show),
]


wsgi = get_wsgi_application()
asgi = get_asgi_application()


def runserver(descriptor: int) -> None:
    """Serve as ``manage.py runserver`` does, without what reloads and prints."""
    server = WSGIServer(("127.0.0.1", 0), WSGIRequestHandler, bind_and_activate=False)
    server.socket.close()
    server.socket = socket.socket(fileno=descriptor)
    server.server_name, server.server_port = "127.0.0.1", 0
    server.setup_environ()
    server.set_app(wsgi)
    server.serve_forever()


def run_waitress(descriptor: int) -> None:
    """Serve by waitress."""
    waitress = importlib.import_module("waitress")
    waitress.serve(wsgi, sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    serve = run_waitress if sys.argv[2:] == ["waitress"] else runserver
    serve(int(sys.argv[1]))
