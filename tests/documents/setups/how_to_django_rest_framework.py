"""docs/how-to/django/rest-framework.md: a project with Django REST framework."""

from typing import Any

from django.db import models

from documents import django_project

MODULE = "links.models"
NEEDS = ("rest_framework", "ninja")

django_project.configure("rest_framework")

from django_iri.fields import IRIField  # noqa: E402 - Django is configured now


class Link(models.Model):
    """The model of the guides."""

    homepage = IRIField()

    class Meta:
        app_label = "links"

    def __str__(self):
        return self.homepage.display


def check(names: dict[str, Any]) -> None:
    """A schema of Django Ninja refuses what is not an address, and lets an old row out."""
    import pytest
    from pydantic import ValidationError

    schema = names["LinkIn"]
    assert "https://example.org/a%20b" == schema(homepage="https://example.org/a b").homepage
    with pytest.raises(ValidationError, match="not-absolute"):
        schema(homepage="nonsense")
    out = names["LinkOut"].from_orm(Link(id=1, homepage="n/a"))
    assert {"id": 1, "homepage": "n/a"} == out.model_dump(mode="json")
