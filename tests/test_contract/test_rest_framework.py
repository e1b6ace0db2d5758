"""The serializer field of Django REST framework gives the verdict, code and words of the core."""

from operator import attrgetter

import pytest
from django.core.exceptions import ValidationError
from rest_framework import serializers

from django_iri import forms
from django_iri.rest_framework import IRIField
from test_contract.contract_inputs import CASES
from test_contract.test_core import cleaned

each_profile = pytest.mark.parametrize("profile", ["web", "any"])
each_case = pytest.mark.parametrize(
    "case", [case for case in CASES if not case.trimmed], ids=attrgetter("id")
)


@each_profile
@each_case
def test_verdict_code_and_words(case, profile):
    """The field gives the same `IRI`, or one error with the code and the sentence of a form."""
    expected = cleaned(case, profile)
    options = {"profile": profile, "max_length": None}
    if not isinstance(expected, list):
        value = IRIField(**options).run_validation(case.text)
        assert expected == (value, type(value))
        return
    with pytest.raises(serializers.ValidationError) as refused:
        IRIField(**options).run_validation(case.text)
    assert expected == [each.code for each in refused.value.detail]
    with pytest.raises(ValidationError) as caught:
        forms.IRIField(**options, assume_scheme=None).clean(case.text)
    assert caught.value.messages == refused.value.detail
