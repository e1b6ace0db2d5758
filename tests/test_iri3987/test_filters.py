"""`iri3987.html.filters`: the filters of templates, for an engine that the core does not know."""

import pytest
from markupsafe import Markup

from iri3987 import IRI
from iri3987.html import filters
from iri3987.profile import WEB
from iri3987.values import load

ADDRESS = "http://faß.de/?a&b='c'"
PLAIN = [filters.uri, filters.iri, filters.display_iri, filters.iri_text, filters.iri_link]
FILTERS = [*PLAIN, filters.iri_urlize]


@pytest.mark.parametrize("kind", [str, IRI, Markup, lambda text: load(text, IRI)])
@pytest.mark.parametrize("filtered", FILTERS)
def test_result_is_nothing_but_text(filtered, kind):
    """An engine has to be told what is safe: no result says so by itself."""
    assert str is type(filtered(kind(ADDRESS)))


@pytest.mark.parametrize("value", [None, 7, b"http://a.example/", ["urn:x"]], ids=repr)
def test_no_text(value):
    """A value that is not text gives "", except where text may stand around an address."""
    assert [""] * 5 == [filtered(value) for filtered in PLAIN]
    assert filters.iri_urlize(str(value)) == filters.iri_urlize(value)


def test_profile():
    """Another profile than that of links decides on request, in running text too."""
    assert ("", "/a") == (filters.uri("/a", profile=WEB), filters.uri("/a"))
    assert "<a " not in filters.iri_link("/a", profile=WEB)
    assert "<a " in filters.iri_link("/a")
    assert "<a " not in filters.iri_urlize("https://wiki/", profile=WEB)


def test_html():
    """Text that is HTML keeps its elements, if it says so itself or the engine does."""
    html = "<b>a.org</b>"
    linked = '<b><a href="https://a.org" rel="ugc" target="_top"><bdi dir="ltr">a.org</bdi></a></b>'
    assert linked == filters.iri_urlize(Markup(html), rel="ugc", target="_top")  # noqa: S704
    assert linked == filters.iri_urlize(html, is_html=True, rel="ugc", target="_top")
    assert "&lt;b&gt;" in filters.iri_urlize(html)
