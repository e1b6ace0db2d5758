"""Tests of the path converter ``iri``."""

from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import is_iri
from test_contract.contract_inputs import CARRIED


def test_found():
    """The text given to `reverse` reaches the view, to the character, as an `IRI`; else 404."""
    client = Client()
    for case in CARRIED:
        if case.any is None:
            path = reverse("go", kwargs={"target": case.text})
            assert {"target": case.text, "type": "IRI"} == client.get(path).json(), case.id
        else:
            with pytest.raises(NoReverseMatch):
                reverse("go", kwargs={"target": case.text})
            answer = client.get(f"/go/{quote(case.text, safe='/:')}")
            assert 404 == answer.status_code, case.id
    assert 404 == client.get("/go/" + 1_000_000 * "a").status_code


@given(st.text().map("x:{}".format).filter(is_iri))
def test_law_round_trip(target):
    """The same for any IRI."""
    response = Client().get(reverse("go", kwargs={"target": target}))
    assert target == response.json()["target"]


@pytest.mark.parametrize("target", ["", "x:\ud800", None, 5, b"urn:x"])
def test_reverse(target):
    """No link is made that would not be found; a translated address is one."""
    with pytest.raises(NoReverseMatch):
        reverse("go", kwargs={"target": target})
    assert reverse("go", args=["urn:x"]) == reverse("go", args=[gettext_lazy("urn:x")])
