"""Views that show what comes in, and send what a project sends."""

from collections.abc import AsyncIterator, Iterator

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
    StreamingHttpResponse,
)
from django.urls import path

#: The fields that `headers` sends; a test sets them.
HEADERS: dict[str, str] = {}


def show(request: HttpRequest, **_: str) -> JsonResponse:
    """Answer with what is known of the address that was asked for."""
    iri = request.iri  # type: ignore[attr-defined]
    shown = {"path": iri.path, "full": iri.full, "absolute": str(iri), "host": iri.host}
    return JsonResponse(shown | {"request.path": request.path, "q": request.GET.get("q")})


async def show_async(request: HttpRequest) -> JsonResponse:
    """Answer as `show`."""
    return show(request)


def headers(request: HttpRequest) -> HttpResponse:
    """Answer with the headers that were asked for."""
    status = int(request.GET.get("status", "200"))
    return HttpResponse(headers=HEADERS, status=status)


def redirect(request: HttpRequest) -> HttpResponse:
    """Redirect to what was asked for, as careless projects do."""
    return HttpResponseRedirect(request.GET["to"])


def stream(request: HttpRequest) -> StreamingHttpResponse:
    """Answer with two pieces, and a link."""

    def pieces() -> Iterator[bytes]:
        yield b"one"
        yield b"two"

    return StreamingHttpResponse(pieces(), headers={"Link": "</例>; rel=next"})


async def stream_async(request: HttpRequest) -> StreamingHttpResponse:
    """Answer as `stream`."""

    async def pieces() -> AsyncIterator[bytes]:
        yield b"one"
        yield b"two"

    return StreamingHttpResponse(pieces(), headers={"Link": "</例>; rel=next"})


urlpatterns = [
    path("räk/", show),
    path("async/räk/", show_async),
    path("any/<path:rest>", show),
    path("headers/", headers),
    path("redirect/", redirect),
    path("stream/", stream),
    path("async/stream/", stream_async),
]
