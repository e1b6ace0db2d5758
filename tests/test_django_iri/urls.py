"""One route that shows what the converter passed."""

from django.http import HttpRequest, JsonResponse
from django.urls import path

import django_iri.converters  # noqa: F401 - registers the converter
from iri3987 import IRI


def go(request: HttpRequest, target: IRI) -> JsonResponse:
    """Answer with the target."""
    return JsonResponse({"target": target, "type": type(target).__name__})


urlpatterns = [path("go/<iri:target>", go, name="go")]
