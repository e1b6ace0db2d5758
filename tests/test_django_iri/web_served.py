"""A project with the middleware, for servers to run: its ``wsgi`` and ``asgi``."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import django
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import path

if not settings.configured:
    settings.configure(
        ALLOWED_HOSTS=[".example.org", "127.0.0.1", "xn--fa-hia.de"],
        MIDDLEWARE=[
            "django_iri.middleware.IRIMiddleware",
            "django.middleware.common.CommonMiddleware",
        ],
        ROOT_URLCONF=__name__,
        SECRET_KEY="for tests",
    )
    django.setup()


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

    return StreamingHttpResponse(pieces(), headers={"Link": "</例>; rel=next"})


async def stream_async(request: HttpRequest) -> StreamingHttpResponse:
    """Answer as `stream`."""

    async def pieces() -> AsyncIterator[bytes]:
        yield b"one"
        await asyncio.to_thread(wait_for, request.GET["sign"])
        yield b"two"

    return StreamingHttpResponse(pieces(), headers={"Link": "</例>; rel=next"})


urlpatterns = [
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
