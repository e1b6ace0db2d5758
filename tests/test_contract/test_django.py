"""Django's form field and model field give the verdict of the core's profile, and its code."""

from collections.abc import Callable
from operator import attrgetter

import pytest
from django.core.exceptions import ValidationError

from django_iri import fields, forms
from iri3987 import IRI
from test_contract.contract_inputs import Case, share
from test_contract.test_core import cleaned

# A field has a length of its own, which is not the profile's to know: here it has none.
PROFILES = ["web", "any"]


def verdict(clean: Callable[[str], object], text: str) -> object:
    """Return what *clean* makes of *text*, and its type, or the codes of the errors it raises."""
    try:
        value = clean(text)
    except ValidationError as error:
        return [each.code for each in error.error_list]
    return value, type(value)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", [c for c in share(0) if not c.trimmed], ids=attrgetter("id"))
def test_form_field(case: Case, profile):
    """The form field cleans to the same `IRI`, or refuses with one error of the same code."""
    field = forms.IRIField(profile=profile, max_length=None, assume_scheme=None)
    expected = cleaned(case, profile)
    assert expected == verdict(field.clean, case.text)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", [c for c in share(1) if c.text], ids=attrgetter("id"))
def test_model_field(case: Case, profile):
    """The model field does the same, of which `full_clean` asks nothing else."""
    field = fields.IRIField(profile=profile, max_length=None)
    code = case.code(profile)
    expected = (case.text, IRI) if code is None else [code]
    assert expected == verdict(lambda text: field.clean(text, None), case.text)


def test_empty_text_is_missing():
    """The empty text is refused as well; by these two with Django's codes for "missing"."""
    assert ["required"] == verdict(forms.IRIField().clean, "")
    assert ["blank"] == verdict(lambda text: fields.IRIField().clean(text, None), "")
