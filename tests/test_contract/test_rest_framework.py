"""The serializer field of Django REST framework says what Django's form field says."""

import pytest
from django.core.exceptions import ValidationError
from rest_framework import serializers

from django_iri import forms
from django_iri.rest_framework import IRIField
from test_contract.contract_inputs import CASES


@pytest.mark.parametrize("profile", ["web", "any"])
def test_words(profile):
    """For every text that is refused, the sentence is that of a form."""
    options = {"profile": profile, "max_length": None}
    field = IRIField(**options)
    form_field = forms.IRIField(**options, assume_scheme=None)
    for case in CASES:
        found = expected = None
        try:
            field.run_validation(case.text)
        except serializers.ValidationError as error:
            found = error.detail
        try:
            form_field.clean(case.text)
        except ValidationError as error:
            expected = error.messages
        assert case.trimmed or expected == found, case.id
