"""Forms, serializers and validators."""

from typing import Literal, assert_type

from django import forms
from rest_framework import serializers

from django_iri import rest_framework
from django_iri.forms import IRIField, IRIURLField
from django_iri.validators import IRIValidator
from iri3987 import IRI, Finding, IRIReference
from iri3987.values import InvalidIRI


class LinkForm(forms.Form):
    """A form with an address."""

    link = IRIField(profile="web", reject=["userinfo"])
    other = IRIURLField(required=False)
    text = forms.CharField(validators=[IRIValidator(schemes=["https"])])


def clean(field: IRIField, text: str) -> str:
    """An empty input gives an empty value, which is false."""
    value = field.clean(text)
    assert_type(value, IRIReference | Literal[""] | None)
    assert_type(field.get_warnings(text), list[Finding])
    if not value:
        return ""
    assert_type(value.uri, str)
    return value.uri


def cleaned(form: LinkForm) -> IRI:
    """Django does not know the type of cleaned data: the project says it."""
    link: IRI = form.cleaned_data["link"]
    return link


class LinkSerializer(serializers.Serializer[object]):
    """A serializer with an address."""

    link = rest_framework.IRIField(allow_relative=True, max_length=200)


def validate(field: rest_framework.IRIField, text: str) -> None:
    """The address in the row may come back unchanged, even if it is refused today."""
    value = field.run_validation(text)
    assert_type(value, IRIReference | InvalidIRI | Literal[""] | None)


def validated(serializer: LinkSerializer) -> IRIReference:
    """REST framework does not know it, either."""
    link: IRIReference = serializer.validated_data["link"]
    return link
