"""Tests of the path converter ``isegment``."""

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy

pytestmark = pytest.mark.urls("test_django_iri.formsapp.urls")

RLO = "\N{RIGHT-TO-LEFT OVERRIDE}"


@pytest.mark.parametrize("title", ["東京", "a b", "100%", "a%2Fb", "what?", "#1", "a;b=c", "😀"])
def test_round_trip(title):
    """The text given to `reverse` reaches the view, to the character."""
    path = reverse("wiki", kwargs={"title": title})
    assert path.isascii()
    assert {"title": title} == Client().get(path).json()


def test_nfc():
    """A title has one spelling, whichever was asked for, and one address."""
    assert {"title": "räk"} == Client().get("/wiki/ra%CC%88k/").json()
    for title in ("ra\u0308k", gettext_lazy("räk")):
        assert "/wiki/r%C3%A4k/" == reverse("wiki", args=[title])


@pytest.mark.parametrize(
    "segment",
    ["%00", "%0A", "%E2%80%AE", "%EF%BF%BE", "%EE%80%80", "%C2%85", "a%2Fb", "a" * 2049, "%2E%2E"],
)
def test_anything_else_is_not_found(segment):
    """Controls, formatting, noncharacters, private use, a slash, too much: 404, never an error."""
    assert 404 == Client().get(f"/wiki/{segment}/").status_code


@pytest.mark.parametrize(
    "title", ["", "a/b", ".", "..", "\0", RLO, "\ud800", "\ue000", "\ufffe", 2049 * "a", None, 5]
)
def test_reverse_refuses_what_is_no_segment(title):
    """No link is made that would not be found."""
    with pytest.raises(NoReverseMatch):
        reverse("wiki", kwargs={"title": title})
