"""References, and links to them: every boundary gives the verdict of the core, and its code."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from sqlalchemy import bindparam, create_engine, select
from sqlalchemy.exc import StatementError
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

import django_iri.fields
import django_iri.forms
import flask_iri.wtforms
from django_iri.templatetags import iri as django_filters
from iri3987 import WEB, IRIError
from iri3987.adapters import jinja
from iri3987.profile import LINK
from sqlalchemy_iri import IRIType

#: References, with the code with which "web" refuses them, and whether they are fit for a link.
REFERENCES = [
    ("/straße", None, True),
    ("../é?q#f", None, True),
    ("//例え.テスト/", None, True),
    ("/.//evil.example/", None, True),
    ("///evil.example/", "host-missing", False),
    ("////evil.example/", "host-missing", False),
    ("///127.1/", "host-missing", False),
    ("//", "host-missing", False),
    ("//:80/evil.example", "host-missing", False),
    ("//@/evil.example", "host-missing", False),
    ("http:///evil.example/", "host-missing", False),
    ("http:/evil.example/", "host-missing", False),
    ("http:evil.example", "host-missing", False),
    ("HTTPS:////me:secret@evil.example/", "host-missing", False),
    ("//%6cocalhost/", "host-percent-encoded", True),
    ("/\\evil.example", "bad-character", False),
    ("javascript:alert(1)", "scheme-not-allowed", False),
]
each_reference = pytest.mark.parametrize(("text", "code"), [row[:2] for row in REFERENCES])


def by_core(text: str) -> str | None:
    """Return the code with which the core refuses *text*, None where it is accepted."""
    try:
        replace(WEB, allow_relative=True).check(text)
    except IRIError as error:
        return error.code
    return None


def by_django(clean: Callable[[str], object]) -> Callable[[str], str | None]:
    """Return the same for one of Django's fields."""

    def refuse(text: str) -> str | None:
        try:
            clean(text)
        except ValidationError as error:
            return error.error_list[0].code
        return None

    return refuse


def by_wtforms(field: Any) -> Callable[[str], str | None]:
    """Return the same for a field of WTForms."""
    form_class = type("LinkForm", (Form,), {"link": field})

    def refuse(text: str) -> str | None:
        form = form_class(MultiDict({"link": text}))
        return None if form.validate() else form.link.errors[0].code

    return refuse


def by_sqlalchemy(text: str) -> str | None:
    """Return the code with which a column refuses *text*, None where it is stored."""
    type_ = IRIType(profile="web", allow_relative=True)
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            connection.scalar(select(bindparam("iri", text, type_=type_)))
    except StatementError as error:
        return getattr(error.orig, "code", "")
    finally:
        engine.dispose()
    return None


def boundaries() -> Iterator[Any]:
    """Yield what refuses a text, by its name."""
    yield pytest.param(by_core, id="core")
    form_field = django_iri.forms.IRIField(allow_relative=True)
    yield pytest.param(by_django(form_field.clean), id="django-form")
    model_field = django_iri.fields.IRIField(allow_relative=True)
    yield pytest.param(by_django(lambda text: model_field.clean(text, None)), id="django-model")
    field = flask_iri.wtforms.IRIField(profile="web", allow_relative=True)
    yield pytest.param(by_wtforms(field), id="wtforms-field")
    validator = flask_iri.wtforms.IRIValidator("web", allow_relative=True)
    yield pytest.param(by_wtforms(StringField(validators=[validator])), id="wtforms-validator")
    yield pytest.param(by_sqlalchemy, id="sqlalchemy")


@each_reference
@pytest.mark.parametrize("refuse", list(boundaries()))
def test_reference(refuse, text, code):
    """A boundary that takes references refuses the same ones as the core does."""
    assert code == refuse(text)


@pytest.mark.parametrize("filters", [django_filters, jinja], ids=["django", "flask"])
@pytest.mark.parametrize(("text", "is_link"), [(row[0], row[2]) for row in REFERENCES])
def test_link(filters, text, is_link):
    """A text that `LINK` refuses has no URI and no link in a template, and shows no password."""
    accepted = True
    try:
        LINK.check(text)
    except IRIError:
        accepted = False
    html = filters.iri_link(text)
    assert is_link is accepted
    assert is_link is bool(filters.uri(text))
    assert is_link is ("href" in html)
    assert "secret" not in html
