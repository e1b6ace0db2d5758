"""From options to the profile that decides."""

import pytest

from flask_iri.profiles import make_profile
from iri3987 import ANY, WEB


def test_names():
    """The names are those of the core's profiles."""
    assert WEB == make_profile("web")
    assert ANY == make_profile("any")


def test_options():
    """*schemes* replaces those of the profile; *reference* takes relative references."""
    assert ("gopher",) == make_profile("web", schemes=["GOPHER"]).schemes
    assert WEB.schemes == make_profile("web", reference=True).schemes
    assert "/räk" == make_profile("web", reference=True).check("/räk")


@pytest.mark.parametrize("name", ["wbe", "", None, False])
def test_unknown_name(name):
    """Any other name is refused, with those that there are."""
    with pytest.raises(ValueError, match="profile must be"):
        make_profile(name)


@pytest.mark.parametrize("schemes", ["https", [], ["https://"], ["https", ""], [5], ["ſ"]])
def test_bad_schemes(schemes):
    """So is what is no collection of schemes, or an empty one, which would accept nothing."""
    with pytest.raises(ValueError, match="schemes"):
        make_profile("web", schemes=schemes)
