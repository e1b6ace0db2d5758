"""Views that show what comes in, and send what a project sends."""

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
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


urlpatterns = [
    path("räk/", show),
    path("async/räk/", show_async),
    path("any/<path:rest>", show),
    path("headers/", headers),
    path("redirect/", redirect),
]
