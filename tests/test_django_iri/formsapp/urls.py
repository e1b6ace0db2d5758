"""The admin, and the two converters."""

from django.contrib import admin
from django.http import HttpRequest, JsonResponse
from django.urls import path

import django_iri.converters  # noqa: F401 - registers the converters


def wiki(request: HttpRequest, title: str) -> JsonResponse:
    """Answer with the title."""
    return JsonResponse({"title": title})


urlpatterns = [path("admin/", admin.site.urls), path("wiki/<isegment:title>/", wiki, name="wiki")]
