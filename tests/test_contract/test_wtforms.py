"""The WTForms field and validator give the verdict of the core's profile, and its code."""

from operator import attrgetter

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from flask_iri import wtforms
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
    field = wtforms.IRIField(profile=profile, max_length=None)
    expected = cleaned(case, profile)
    assert expected == verdict(field, case.text)


@each_profile
@pytest.mark.parametrize("case", share(2), ids=attrgetter("id"))
def test_validator(case: Case, profile):
    """The validator does the same, of the text as it is: it trims nothing, and has no "missing"."""
    validator = wtforms.IRI(profile, max_length=None)
    code = case.code(profile)
    expected = (case.text, str) if code is None else [code]
    assert expected == verdict(StringField(validators=[validator]), case.text)
