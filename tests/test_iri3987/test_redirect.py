"""The rule for redirects: to this site, or to none. Each plug-in asks it in its own way."""

import pytest
from django.utils.http import url_has_allowed_host_and_scheme
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import IRI, IRIReference
from iri3987.http.redirect import safe_location
from test_iri3987 import strategies as iris
from vector_rows import rows


def location(target, base="http://good.example/login", **options):
    """Return where a request to *base* is sent, None for a target that is refused."""
    return safe_location(target, base=lambda: IRI(base), **options)


@pytest.mark.parametrize("target", [None, 7, b"/a", ["/a"]])
def test_what_is_not_text(target):
    """A target of another type is not followed."""
    assert location(target) is None


def test_attacks():
    """The list of attacks says which targets are refused, and which stay as they are."""
    asked = [row for row in rows("attacks") if row["op"] == "safe_redirect"]
    assert len(asked) > 5
    for row in asked:
        expected = row["input"] if row["expected"] == "keep-encoded" else None
        assert expected == location(row["input"]), row["id"]


@pytest.mark.parametrize("base", ["http://good.example/", "http://xn--fa-hia.de/a//b"])
@given(target=iris.any_text | iris.iri_reference | st.text("/\\.:@?#%ab25cfeé\t", max_size=20))
@example(target="//faß.de/")
def test_law_same_origin(base, target):
    """For any text the location has the origin of the request; Django, too, finds it safe."""
    found = IRIReference(location(target, base) or "/")
    assert IRI(base).origin == IRI(base).resolve(found).origin
    assert found.userinfo is None
    assert found.isascii()
    if found.authority is None:
        assert url_has_allowed_host_and_scheme(str(found), {IRI(base).host})


def test_base_is_asked_only_if_it_matters():
    """A relative target needs no base."""
    assert "/a" == safe_location("/a", base=lambda: pytest.fail("called"))
