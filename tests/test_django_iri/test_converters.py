"""Tests of the path converter ``iri``."""

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import is_iri

TARGETS = [
    "http://faß.de/straße?q=é#ф",
    "https://example.org/a%2Fb%25%2525",
    "https://example.org//a//?b=/../c&d=é;e#//f?g",
    "https://example.org/%E9%ff",
    "https://[2001:db8::1]:8080/",
    "https://me:pass@example.org/'()*,;=@!$~",
    "urn:isbn:1",
    "x:",
    "https://مثال.إختبار/مسار",
]


@pytest.mark.parametrize("target", TARGETS)
def test_round_trip(target):
    """The text given to `reverse` reaches the view, to the character, as an `IRI`."""
    response = Client().get(reverse("go", kwargs={"target": target}))
    assert {"target": target, "type": "IRI"} == response.json()


@given(st.text().map("x:{}".format).filter(is_iri))
def test_round_trip_of_anything(target):
    """The same for any IRI."""
    response = Client().get(reverse("go", kwargs={"target": target}))
    assert target == response.json()["target"]


@pytest.mark.parametrize(
    "path",
    [
        *("/go/", "/go/example.org", "/go//example.org/", "/go/http://[::1"),
        *("/go/http://example.org/%20", "/go/http://example.org/%25zz"),
        *("/go/http://example.org/%00", "/go/http://example.org/%0D%0A"),
        *("/go/http://example.org/%0A", "/go/http://example.org/%E2%80%AE"),
        "/go/http://example.org/%ED%A0%80%zz",
        "/go/" + 1_000_000 * "a",
    ],
)
def test_anything_else_is_not_found(path):
    """A path that is not an absolute IRI is 404, never an error."""
    assert 404 == Client().get(path).status_code


@pytest.mark.parametrize(
    "target", ["", "example.org", "http://a b/", "x:\ud800", "x:\n", None, 5, b"urn:x"]
)
def test_reverse_refuses_what_is_no_iri(target):
    """No link is made that would not be found."""
    with pytest.raises(NoReverseMatch):
        reverse("go", kwargs={"target": target})


def test_reverse_takes_lazy_text():
    """A translated address is an address."""
    assert reverse("go", args=["urn:x"]) == reverse("go", args=[gettext_lazy("urn:x")])
