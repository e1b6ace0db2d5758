"""What a form tells people of texts that they type: by the core, Django, WTForms and DRF."""

import pytest
from django import forms
from rest_framework import serializers
from werkzeug.datastructures import MultiDict
from wtforms import Form

import django_iri.forms
import django_iri.rest_framework
import flask_iri.wtforms
from iri3987 import WEB, IRIError, Profile, messages
from vector_rows import rows

#: Each has a text that somebody types, the sentence of the error if it is refused, and those of the
#: warnings.
ROWS = rows("form_sentences")
PROFILE = Profile.named(WEB.for_forms(), max_length=2048)


def by_core(text):
    """Return what `describe` says: the sentences of errors, and those of warnings."""
    try:
        PROFILE.clean(text)
        errors = []
    except IRIError as error:
        errors = [messages.describe(error, text, PROFILE)]
    found = PROFILE.warnings(text)
    return errors, [messages.describe(each, text, PROFILE) for each in found]


class LinkForm(forms.Form):
    """Django's form."""

    link = django_iri.forms.IRIField(max_length=2048)


def by_django(text):
    """Return what Django's form says."""
    form = LinkForm({"link": text})
    return form.errors.get("link", []), [each.message for each in form["link"].warnings]


def by_wtforms(text):
    """Return what WTForms' form says."""
    form = type("LinkForm", (Form,), {"link": flask_iri.wtforms.IRIField(max_length=2048)})(
        MultiDict({"link": text})
    )
    form.validate()
    return list(form.link.errors), [each.message for each in form.link.warnings]


class LinkSerializer(serializers.Serializer):
    """The serializer of an API that completes addresses."""

    link = django_iri.rest_framework.IRIField(max_length=2048, assume_scheme="https")


def by_rest_framework(text):
    """Return what a serializer says."""
    serializer = LinkSerializer(data={"link": text})
    serializer.is_valid()
    found = serializer.fields["link"].get_warnings(text)
    return list(map(str, serializer.errors.get("link", []))), [each.message for each in found]


@pytest.mark.parametrize("tell", [by_core, by_django, by_wtforms, by_rest_framework])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: ascii(row["input"][:40]))
def test_what_people_are_told(row, tell):
    """Everywhere it is the same, and what a person who is not a programmer can act on."""
    errors, warnings = tell(row["input"])
    assert [row["error"]] * (row["error"] is not None) == errors
    assert row["warnings"] == warnings
