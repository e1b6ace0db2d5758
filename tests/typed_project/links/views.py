"""Views: the IRI of a request, filters, redirects."""

from collections.abc import Callable
from typing import assert_type

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.generic import TemplateView, View

from django_iri.http import IRIRequest
from django_iri.middleware import IRIMiddleware
from django_iri.templatetags.iri import display_iri, iri_link, uri
from iri3987 import IRI, IRIReference


def page(request: IRIRequest) -> HttpResponse:
    """A view says which requests it gets."""
    assert_type(request.iri.absolute, IRI)
    assert_type(request.iri.full, IRIReference)
    assert_type(request.method, str | None)
    return HttpResponse(request.iri.absolute.display)


class Page(View):
    """A class-based view says it where it takes the request."""

    def get(self, request: IRIRequest) -> HttpResponse:
        """Show the address."""
        return page(request)


class Template(TemplateView):
    """Or once, for all of its methods."""

    request: IRIRequest  # pyright: ignore[reportIncompatibleVariableOverride] # ty: ignore[incompatible-mutable-override]

    def address(self) -> str:
        """Return the address of the page."""
        assert_type(self.request.iri.absolute, IRI)
        return self.request.iri.absolute.display


def middleware(get_response: Callable[[IRIRequest], HttpResponse]) -> object:
    """So does a middleware after ours."""

    def answer(request: IRIRequest) -> HttpResponse:
        return get_response(request) if request.iri.path else page(request)

    return answer


def filters(text: str | None) -> tuple[str, str, str]:
    """The filters take any value."""
    return uri(text), display_iri(text), iri_link(text)


def answer(request: HttpRequest) -> HttpResponse:
    """Ours takes a response as Django does."""
    made = IRIMiddleware(lambda _: HttpResponse())
    assert_type(made.sync_capable, bool)
    return HttpResponse()


urlpatterns = [path("", page), path("page/", Page.as_view()), path("t/", Template.as_view())]
