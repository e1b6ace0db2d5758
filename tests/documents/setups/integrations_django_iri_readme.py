"""integrations/django-iri/README.md: a project, and two views."""

from documents import django_project

MODULE = "links.models"

django_project.configure()

from django.urls import path  # noqa: E402, F401 - for the page


def go(request, target):
    """A view of the page."""


def page(request, title):
    """Another one."""


def check(names):
    """The routes are there."""
    resolved = [route.resolve("wiki/日本語/") for route in names["urlpatterns"]]
    assert {"title": "日本語"} == resolved[1].kwargs
