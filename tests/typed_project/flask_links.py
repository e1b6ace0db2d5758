"""Flask, WTForms and SQLAlchemy."""

from typing import Literal, assert_type

from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from wtforms import Form
from wtforms.validators import InputRequired

from flask_iri import FlaskIRI, request_iri, safe_redirect
from flask_iri.wtforms import IRIField
from iri3987 import IRI, WEB, IRIReference
from iri3987.values import InvalidIRI
from sqlalchemy_iri import IRIKey, IRIType, validates_iri

app = Flask(__name__)
FlaskIRI(app)


@app.get("/")
def page() -> str:
    """`request_iri` is an `IRI`."""
    assert_type(request_iri, IRI)
    assert_type(request_iri.scheme, str)
    assert_type(safe_redirect("/x").status_code, int)
    return request_iri.display


class LinkForm(Form):
    """A form with an address."""

    link = IRIField(validators=[InputRequired()], schemes=["https"])


def submitted(form: LinkForm) -> str | None:
    """The data are the address, that of an old row, or empty."""
    assert_type(form.link.data, IRIReference | InvalidIRI | Literal[""] | None)
    return form.link.data.uri if form.link.data else None


class Base(DeclarativeBase):
    """The base of the models."""

    type_annotation_map = {IRI: IRIType(), IRI | InvalidIRI: IRIType()}  # noqa: RUF012


class Link(Base):
    """A table that has held addresses from the start, with one column that is older."""

    __tablename__ = "link"
    id: Mapped[int] = mapped_column(primary_key=True)
    homepage: Mapped[IRI]
    homepage_key: Mapped[str] = IRIKey("homepage")
    mirror: Mapped[IRI | None] = mapped_column(IRIType(profile="intranet"))
    old: Mapped[IRI | InvalidIRI]
    place: Mapped[IRIReference] = mapped_column(IRIType(allow_relative=True))
    check = validates_iri("homepage", "old")


def read(link: Link, text: str) -> str | None:
    """The attribute is what was written: `IRI` where every row has been checked."""
    assert_type(link.homepage, IRI)
    assert_type(link.homepage_key, str)
    assert_type(link.mirror, IRI | None)
    assert_type(link.old, IRI | InvalidIRI)
    assert_type(link.place, IRIReference)
    link.homepage = IRI(WEB.check(text))
    return link.old.uri


def same(text: str) -> object:
    """Conditions are made of the columns."""
    return select(Link).where(Link.homepage.equivalent(text), Link.old != text)
