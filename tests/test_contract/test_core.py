"""The core's two profiles, against the list that every other boundary is held to."""

from operator import attrgetter

import pytest

from iri3987 import ANY, IRI, WEB, IRIError
from test_contract.contract_inputs import CASES

PROFILES = {"web": WEB, "any": ANY}


def verdict(profile, text):
    """Return what the profile makes of a text: the code of the error, or the accepted value."""
    try:
        return PROFILES[profile].check(text)
    except IRIError as error:
        return error.code


def test_list_is_usable():
    """There are 220 inputs or more, each with a short ASCII id of its own."""
    ids = [case.id for case in CASES]
    assert len(ids) >= 220
    assert len(ids) == len(set(ids))
    assert all(name.isascii() and len(name) <= 40 for name in ids)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", CASES, ids=attrgetter("id"))
def test_verdict(case, profile):
    """A profile accepts the text as it is, or refuses it with the code that says why."""
    expected = case.code(profile)
    actual = verdict(profile, case.text)
    assert (expected or case.text) == actual
    assert (expected is None) == isinstance(actual, IRI)
