"""The two plug-ins tell people the same, in the same languages."""

from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override
from rest_framework import serializers
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

import django_iri.fields
import django_iri.forms
import django_iri.messages
import django_iri.rest_framework
import django_iri.validators
import flask_iri.messages
import flask_iri.wtforms
from iri3987 import IRIError, Profile


def test_texts():
    """Each code has the same message in both."""
    with override("en"):
        for name in ("MESSAGES", "TOO_LONG", "FINDINGS"):
            django, flask = (getattr(package.messages, name) for package in (django_iri, flask_iri))
            assert {code: str(text) for code, text in django.items()} == flask
        assert str(django_iri.messages.DEFAULT) == flask_iri.messages.DEFAULT


def test_languages():
    """Both have a catalogue for each language; Django calls the Chinese one by its script."""
    django, flask = (
        {path.name for path in (Path(package.__file__).parent / "locale").iterdir()}
        for package in (django_iri, flask_iri)
    )
    assert django == {"zh_Hans" if name == "zh" else name for name in flask}


# Too long


def by_django(call):
    """Return what Django says of a text."""

    def told(text):
        with pytest.raises(ValidationError) as caught:
            call(text)
        return caught.value.messages

    return told


def by_rest_framework(text):
    """Return what a serializer says of a text."""
    with pytest.raises(serializers.ValidationError) as caught:
        django_iri.rest_framework.IRIField().run_validation(text)
    return list(map(str, caught.value.detail))


def by_wtforms(field):
    """Return a function that tells what a form says of a text."""

    def told(text):
        form = type("LinkForm", (Form,), {"link": field})(MultiDict({"link": text}))
        assert not form.validate()
        return form.link.errors

    return told


BOUNDARIES = {
    "django-form": by_django(django_iri.forms.IRIField().clean),
    "django-model": by_django(lambda text: django_iri.fields.IRIField().clean(text, None)),
    "django-validator": by_django(django_iri.validators.IRIFieldValidator()),
    "rest-framework": by_rest_framework,
    "wtforms-field": by_wtforms(flask_iri.wtforms.IRIField()),
    "wtforms-validator": by_wtforms(StringField(validators=[flask_iri.wtforms.IRI()])),
}


@pytest.mark.parametrize("boundary", BOUNDARIES.values(), ids=BOUNDARIES)
def test_too_long(boundary):
    """Everywhere people are told how long the address is, how long it may be, and in what."""
    text = "http://example.org/" + 2030 * "a"
    expected = "This address is too long: it has 2049 characters, and at most 2048 are accepted."
    with override("en"):
        assert [expected] == boundary(text)


@pytest.mark.parametrize("boundary", BOUNDARIES.values(), ids=BOUNDARIES)
def test_too_long_as_a_uri(boundary):
    """Text that is short enough can be too long as it is sent."""
    text = "http://example.org/" + 2029 * "例"
    expected = rf"This address is too long: it has {19 + 9 * 2029} octets as a URI, and at most"
    with override("en"):
        (told,) = boundary(text)
    assert told.startswith(expected)


@pytest.mark.parametrize(
    ("code", "expected"),
    [("too-long", "This address is too long."), ("bad-link", "Enter a valid address.")],
)
def test_an_error_that_says_less(code, expected):
    """An error of one's own, without numbers or with an unknown code, has a plain sentence."""
    error = IRIError("text", code, reason="as a developer sees it")
    assert expected == str(django_iri.messages.message(error))
    assert expected == flask_iri.messages.explain(error, "text", Profile(), str)
