"""The core, and pydantic."""

from typing import Annotated, assert_type

from pydantic import BaseModel
from quart import Quart

from iri3987 import IRI, WEB, IRIReference, equivalent
from iri3987.http.asgi import IRIMiddleware
from iri3987.values import InvalidIRI, load


def values(iri: IRI, reference: IRIReference) -> None:
    """An `IRI` has a scheme. A reference may have none; both may lack a host."""
    assert_type(iri.scheme, str)
    assert_type(reference.scheme, str | None)
    assert_type(iri.host, str | None)
    assert_type(iri.path, str)
    assert_type(iri.uri, str)
    assert_type(iri.replace(path="/"), IRI)
    assert_type(iri.replace("a", "b"), str)
    assert_type(iri.resolve("../b"), IRI)


def checked(text: str) -> IRI:
    """A profile may accept references, and `IRI` makes an IRI of what it returns."""
    assert_type(WEB.check(text), IRIReference)
    assert_type(WEB.clean(text), IRIReference)
    return IRI(WEB.check(text))


def loaded(text: str) -> str:
    """Stored text may not be an IRI, but it has the attributes of one."""
    stored = load(text, IRI)
    assert_type(stored, IRI | InvalidIRI)
    assert_type(load(text, IRIReference), IRIReference | InvalidIRI)
    assert_type(stored.uri, str | None)
    assert_type(stored.host, str | None)
    assert_type(stored.display, str)
    if isinstance(stored, InvalidIRI):
        return stored.error.code
    assert_type(stored, IRI)
    return stored.uri


class Bookmark(BaseModel):
    """A model of pydantic, with a profile and without one."""

    address: Annotated[IRI, WEB]
    other: IRIReference | None = None


def of_pydantic(bookmark: Bookmark) -> bool:
    """The attributes have the types that were written."""
    assert_type(bookmark.address, IRI)
    assert_type(bookmark.other, IRIReference | None)
    return equivalent(bookmark.address, "http://example.org/")


def wrapped(app: Quart) -> None:
    """The middleware takes an application of any framework, whose types differ."""
    IRIMiddleware(app.asgi_app)
