"""WTForms, and with it Flask-Admin, give the verdict of the core's profile, and its code."""

from operator import attrgetter
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
from iri3987 import IRI
from sqlalchemy_iri import IRIKey, IRIType
from test_contract.contract_inputs import Case, share
from test_contract.test_core import cleaned

# A field has a length of its own, which is not the profile's to know: here it has none.
each_profile = pytest.mark.parametrize("profile", ["web", "any"])


def verdict(field, text):
    """Return what a form makes of *text*, and its type, or the codes of the errors."""
    form = type("LinkForm", (Form,), {"link": field})(MultiDict({"link": text}))
    if form.validate():
        return form.link.data, type(form.link.data)
    return [error.code for error in form.link.errors]


@each_profile
@pytest.mark.parametrize("case", [c for c in share(1) if not c.trimmed], ids=attrgetter("id"))
def test_field(case: Case, profile):
    """The data of the field are the same `IRI`, or it has one error of the same code."""
    field = wtforms.IRIField(profile=profile, max_length=None, assume_scheme=None)
    expected = cleaned(case, profile)
    assert expected == verdict(field, case.text)


@each_profile
@pytest.mark.parametrize("case", share(2), ids=attrgetter("id"))
def test_validator(case: Case, profile):
    """The validator does the same, of the text as it is: it trims nothing, and has no "missing"."""
    validator = wtforms.IRIValidator(profile, max_length=None)
    code = case.code(profile)
    expected = (case.text, str) if code is None else [code]
    assert expected == verdict(StringField(validators=[validator]), case.text)


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
        session.add(Link(any="http://faß.de/"))
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


@each_profile
@pytest.mark.parametrize("case", [c for c in share(2) if not c.trimmed], ids=attrgetter("id"))
def test_flask_admin(case: Case, profile, admin_form):
    """The form has the verdict of the column's profile, of the text as it is typed."""
    form = admin_form(MultiDict({profile: case.text}))
    form.validate()
    field = form[profile]
    found = [error.code for error in field.errors] or (field.data, type(field.data))
    assert cleaned(case, profile) == found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("HTTP://xn--fa-hia.de:80", "unique"),
        ("http://faß.de/%", "bad-percent"),
        ("http://ß/", None),
    ],
)
def test_unique(text, code, session):
    """An equivalent address has one code; one that is refused has the code of the core alone."""
    unique = wtforms.UniqueIRI(Link.any, session=lambda: session)
    field = wtforms.IRIField(profile="any", validators=[unique])
    found = verdict(field, text)
    assert code == (found[0] if isinstance(found, list) else None)
    text_field = StringField(validators=[wtforms.IRIValidator("any"), unique])
    found = verdict(text_field, text)
    assert code == (found[0] if isinstance(found, list) else None)
