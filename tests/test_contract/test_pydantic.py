"""Pydantic gives the verdict of the core's profile, its code, its place and its words."""

from operator import attrgetter
from typing import Annotated

import pytest
from pydantic import TypeAdapter, ValidationError

from iri3987 import IRI, IRIError
from iri3987.messages import describe
from test_contract.contract_inputs import CASES, share
from test_contract.test_core import PROFILES

ADAPTERS = {name: TypeAdapter(Annotated[IRI, profile]) for name, profile in PROFILES.items()}

each_profile = pytest.mark.parametrize("profile", PROFILES)


def verdict(profile, text, *, strict=False):
    """Return what pydantic makes of a text, and its type; or what it says of the error."""
    try:
        value = ADAPTERS[profile].validate_python(text, strict=strict)
    except ValidationError as caught:
        return [(each["type"], *facts(each["ctx"])) for each in caught.errors()]
    return value, type(value)


def facts(known):
    """Return the code, the place, the reason and the message in the context of an error."""
    return known["code"], known["position"], known["reason"], known["message"]


def expected(judge, text, profile):
    """Return what the core makes of a text, in the same form."""
    try:
        value = judge(text)
    except IRIError as error:
        message = describe(error, text, PROFILES[profile])
        return [("iri_parsing", error.code, error.position, str(error), message)]
    return value, type(value)


@each_profile
@pytest.mark.parametrize("case", share(0), ids=attrgetter("id"))
def test_input(case, profile):
    """Pydantic says what `Profile.clean` says: what a form and a serializer say of the text."""
    assert expected(PROFILES[profile].clean, case.text, profile) == verdict(profile, case.text)


@each_profile
@pytest.mark.parametrize("case", share(1), ids=attrgetter("id"))
def test_strict(case, profile):
    """In strict mode it says what `Profile.check` says: the code on the list."""
    found = verdict(profile, case.text, strict=True)
    assert expected(PROFILES[profile].check, case.text, profile) == found
    code = case.code(profile)
    assert found == (case.text, IRI) if code is None else code == found[0][1]


@each_profile
def test_accepted_text_stays_as_it_is(profile):
    """The value is the very text that `Profile.check` accepts: only other text is mended."""
    cases = [case for case in CASES if not case.trimmed]
    accepted = [case.text for case in cases if case.code(profile) is None]
    assert accepted == [ADAPTERS[profile].validate_python(text) for text in accepted]
