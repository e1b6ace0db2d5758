"""Models: the attribute of each field."""

from typing import assert_type

from django.db import models

from django_iri.fields import IRIField, IRIHostField, IRIKeyField, IRIURLField
from iri3987 import IRI, IRIReference
from iri3987.values import InvalidIRI


class NullableField(IRIField[str | None, IRI | InvalidIRI | None]):
    """A field of the project's own says both types itself, if they are not those of `IRIField`."""


class Link(models.Model):
    """A link with an address of each kind."""

    homepage = IRIField("homepage", profile="web", blank=True, max_length=500)
    homepage_key = IRIKeyField(source="homepage")
    homepage_host = IRIHostField(source="homepage")
    mirror = IRIField(null=True, blank=True)
    place = IRIField(allow_relative=True)
    old_place = IRIField(allow_relative=True, null=True)
    feed = IRIURLField(schemes=["https"])
    old_feed = IRIURLField(null=True)
    own = NullableField(null=True)

    def __str__(self) -> str:
        return self.homepage.display


def read(link: Link) -> None:
    """A blank and an old row are an `InvalidIRI`, NULL is None."""
    assert_type(link.homepage, IRI | InvalidIRI)
    assert_type(link.homepage_key, str | None)
    assert_type(link.homepage_host, str | None)
    assert_type(link.mirror, IRI | InvalidIRI | None)
    assert_type(link.place, IRIReference | InvalidIRI)
    assert_type(link.old_place, IRIReference | InvalidIRI | None)
    assert_type(link.feed, IRI | InvalidIRI)
    assert_type(link.old_feed, IRI | InvalidIRI | None)
    assert_type(link.own, IRI | InvalidIRI | None)


def use(link: Link) -> str | None:
    """Both types have the attributes of an IRI, so a page needs no question."""
    assert_type(link.homepage.display, str)
    assert_type(link.homepage.host, str | None)
    if isinstance(link.homepage, IRI):
        assert_type(link.homepage.uri, str)
    else:
        assert_type(link.homepage.error.code, str)
    return link.homepage.uri


def write(link: Link, iri: IRI) -> None:
    """Text and IRIs can be assigned, and None where the column holds it."""
    link.homepage = iri
    link.homepage = "http://example.org/"
    link.homepage = load_old(link)
    link.mirror = None
    link.homepage = None  # type: ignore[assignment] # pyright: ignore[reportAttributeAccessIssue] # ty: ignore[invalid-assignment]
    link.homepage = b"http://"  # type: ignore[assignment] # pyright: ignore[reportAttributeAccessIssue] # ty: ignore[invalid-assignment]


def load_old(link: Link) -> IRI | InvalidIRI:
    """A field takes the value of another one."""
    return link.homepage
