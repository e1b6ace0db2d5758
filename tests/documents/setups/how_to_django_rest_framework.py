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
    """An API of Django Ninja refuses what is not an address, and lets an old row out."""
    from ninja import ModelSchema, NinjaAPI
    from ninja.testing import TestClient

    class Bare(ModelSchema):
        class Meta:
            model = Link
            fields = ("homepage",)

    # The trap that the page names.
    bare: Any = Bare
    assert "nonsense" == bare(homepage="nonsense").homepage
    api = NinjaAPI()

    def add(request: Any, sent: Any) -> Link:
        return Link(id=1, homepage=sent.homepage)

    add.__annotations__["sent"] = names["LinkIn"]
    api.post("/links", response=names["LinkOut"])(add)

    @api.get("/old", response=names["LinkOut"])
    def old(request: Any) -> Link:
        return Link(id=2, homepage="n/a")

    client = TestClient(api)
    added = client.post("/links", json={"homepage": " https://example.org/a b"})
    assert (200, "https://example.org/a%20b") == (added.status_code, added.json()["homepage"])
    refused = client.post("/links", json={"homepage": "nonsense"})
    [error] = refused.json()["detail"]
    assert (422, "not-absolute") == (refused.status_code, error["ctx"]["code"])
    assert {"id": 2, "homepage": "n/a"} == client.get("/old").json()
