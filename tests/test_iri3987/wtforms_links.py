"""Forms of WTForms with an address, for several tests."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Text, TypeDecorator, create_engine, insert
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, column_property, mapped_column
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from iri3987 import IRI, WEB, IRIReference
from iri3987.adapters.wtforms import IRIField, IRIFormMixin
from iri3987.values import load

#: The profile "web", but nothing is repaired.
EXACT = replace(WEB, repair=False)
#: A host of which every label mixes scripts: a warning, whatever else it is.
MIXED = "https://p\u0430ypal.example/"


class LinkForm(IRIFormMixin, Form):
    """A form with one address."""

    link = IRIField(profile=EXACT)


def make(form=LinkForm, **formdata):
    """Return the form, as it is when this is sent to it."""
    return form(MultiDict(formdata))


def form_with(*args, **kwargs):
    """Return a form class whose field "link" has these options."""
    kwargs.setdefault("profile", EXACT)
    return type("OtherForm", (IRIFormMixin, Form), {"link": IRIField(*args, **kwargs)})


def codes(form):
    """Return the codes of the errors, after validation."""
    form.validate()
    return [getattr(error, "code", str(error)) for error in form.link.errors]


def validated(validator, value):
    """Return the form, validated, of a plain field with this validator and value."""
    form = type("PlainForm", (Form,), {"link": StringField(validators=[validator])})
    return make(form, link=value)


class Loaded(TypeDecorator[Any]):
    """A column that takes any text, as rules of before had let it in, and loads a value."""

    impl = Text
    cache_ok = True

    def __init__(self, kind=IRI):
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value, dialect):  # noqa: ARG002
        """Give the driver plain text."""
        return None if value is None else str.__str__(value)

    def process_result_value(self, value, dialect):  # noqa: ARG002
        """Load a value."""
        return None if value is None else load(value, self.kind)


class Base(DeclarativeBase):
    """The base of the tables."""


class OldLink(Base):
    """A row with addresses that were never checked."""

    __tablename__ = "link"

    id: Mapped[int] = mapped_column(primary_key=True)
    link: Mapped[Any] = mapped_column(Loaded(), nullable=True)
    feed: Mapped[Any] = mapped_column(Loaded(), nullable=True)
    reference: Mapped[Any] = mapped_column(Loaded(IRIReference), nullable=True)
    plain: Mapped[str | None] = mapped_column(Text)
    made = column_property(feed + "")

    @property
    def hook(self):
        """Return the address of a column with another name."""
        return self.link


def row(link=None, **others):
    """Return a row of a database, with these stored texts."""
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.execute(insert(OldLink).values(id=1, link=link, **others))
        stored: Any = session.get(OldLink, 1)
        session.expunge(stored)
    engine.dispose()
    return stored
