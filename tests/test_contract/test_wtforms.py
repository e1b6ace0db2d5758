"""Flask-Admin gives the verdict of the core's profile; so does what keeps rows unique."""

from types import SimpleNamespace

import pytest
from flask import Flask
from flask_admin.contrib.sqla.form import get_form
from flask_babel import Babel
from sqlalchemy import create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from flask_iri import wtforms
from flask_iri.admin import IRIModelConverter
from iri3987 import IRI, Profile
from sqlalchemy_iri import IRIKey, IRIType
from test_contract import boundaries
from test_contract.contract_inputs import CASES


class Base(DeclarativeBase):
    """The base of the models."""


class Link(Base):
    """A row with a column for each profile."""

    __tablename__ = "link"

    id: Mapped[int] = mapped_column(primary_key=True)
    web: Mapped[IRI | None] = mapped_column(IRIType(None))
    any: Mapped[IRI | None] = mapped_column(IRIType(None, profile="any"))
    any_key: Mapped[str | None] = IRIKey("any")


@pytest.fixture(scope="module")
def session():
    """Give a session, and a table that holds one address."""
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add(Link(any="http://fuß.de/"))
        session.commit()
        yield session
    engine.dispose()


@pytest.fixture(scope="module")
def admin_form(session):
    """Give the form that Flask-Admin makes of the model, in a request."""
    app = Flask(__name__)
    Babel(app)
    with app.test_request_context():
        converter = IRIModelConverter(session, SimpleNamespace(model=Link))
        yield get_form(Link, converter, field_args={"web": {"assume_scheme": None}})


@pytest.mark.parametrize("profile", ["web", "any"])
def test_flask_admin(profile, admin_form):
    """The form has the verdict of the column's profile, of the text as it is typed."""
    clean = boundaries.clean(Profile.named(profile))
    for case in CASES:
        if not case.trimmed:
            form = admin_form(MultiDict({profile: case.text}))
            form.validate()
            field = form[profile]
            codes = "+".join(error.code for error in field.errors)
            value = () if codes else (field.data, type(field.data))
            assert clean(case.text) == boundaries.Verdict(codes, *value), case.id


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("HTTP://xn--fu-hia.de:80", "unique"),
        ("http://fuß.de/%", "bad-percent"),
        ("http://ß/", None),
    ],
)
def test_unique(text, code, session):
    """An equivalent address has one code; one that is refused has the code of the core alone."""
    unique = wtforms.UniqueIRI(Link.any, session=lambda: session)
    field = wtforms.IRIField(profile="any", validators=[unique])
    text_field = StringField(validators=[wtforms.IRIValidator("any"), unique])
    for each in (field, text_field):
        form = type("LinkForm", (Form,), {"link": each})(MultiDict({"link": text}))
        form.validate()
        assert code == next((error.code for error in form.link.errors), None)
