"""What holds for `IRIURLField`."""

import pytest
from django.core.exceptions import ValidationError
from django.db import models

from django_iri import forms
from django_iri.fields import IRIField
from django_iri.urlfield import IRIURLField
from iri3987 import IRI
from test_django_iri.formsapp.models import Page


def test_is_a_url_field():
    """It is both, so that what asks for either finds one."""
    field = Page._meta.get_field("url")  # noqa: SLF001 - Django's way to ask
    assert isinstance(field, models.URLField)
    assert isinstance(field, IRIField)


def test_validates_as_an_iri_field():
    """The profile decides alone: `URLValidator` refuses the first, and takes the second."""
    field = IRIURLField(profile="any", schemes=["urn", "http"])
    assert "urn:例:1" == field.clean("urn:例:1", None)
    with pytest.raises(ValidationError) as caught:
        field.clean("http://example.org/<b>", None)
    assert ["bad-character"] == [error.code for error in caught.value.error_list]


def test_form_field():
    """Its form field is ours, with its options."""
    form_field = IRIURLField(schemes=["https"]).formfield()
    assert forms.IRIField is type(form_field)
    assert IRI("https://例え.テスト/") == form_field.clean(" https://例え.テスト/ ")
    with pytest.raises(ValidationError, match="must begin with https:"):
        form_field.clean("http://example.org/")


def test_length_and_migration():
    """Its length is that of `IRIField`, and a migration writes what differs from that."""
    assert 2048 == IRIURLField().max_length
    assert ("django_iri.urlfield.IRIURLField", {}) == IRIURLField().deconstruct()[1::2]
    assert {"max_length": 200, "schemes": ["https"]} == (
        IRIURLField(max_length=200, schemes=["https"]).deconstruct()[3]
    )


@pytest.mark.django_db
def test_values_are_iris():
    """What is read is an `IRI`, of the exact text."""
    Page.objects.create(title="x", homepage="http://example.org/", url="https://faß.de/")
    assert IRI("https://faß.de/") == Page.objects.get().url
    assert IRI is type(Page.objects.get().url)
