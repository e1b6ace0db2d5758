"""The core's two profiles, against the list that every other boundary is held to."""

from operator import attrgetter

import pytest

from iri3987 import ANY, IRI, WEB, IRIError, is_iri_reference, repair
from test_contract.contract_inputs import CASES, FOLDED

PROFILES = {"web": WEB, "any": ANY}


def verdict(profile, text):
    """Return what the profile makes of a text: the code of the error, or the accepted value."""
    try:
        return PROFILES[profile].check(text)
    except IRIError as error:
        return error.code


def cleaned(case, profile):
    """Return what a form makes of a text, and its type, or the codes of the errors."""
    try:
        value = PROFILES[profile].clean(case.text)
    except IRIError as error:
        return [error.code]
    return value, type(value)


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


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", [c for c in CASES if not c.trimmed], ids=attrgetter("id"))
def test_cleaned(case, profile):
    """A text of a form has the same verdict, unless it lacks percent-encoding or half width."""
    code = case.code(profile)
    actual = cleaned(case, profile)
    if profile == "web" and case.id in FOLDED:
        assert FOLDED[case.id] == actual[0]
    elif actual != ((case.text, IRI) if code is None else [code]):
        assert "web" == profile
        assert code in {"bad-character", "bad-percent"}
        assert not is_iri_reference(case.text)
        assert is_iri_reference(repair(case.text))
