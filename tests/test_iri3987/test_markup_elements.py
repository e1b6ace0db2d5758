"""Links in text that is HTML already: elements stay as they are, well formed or not."""

from html import escape

from hypothesis import given
from hypothesis import strategies as st

from iri3987.html import linkify, linkify_html


@given(st.text("<>/!-\"'a= b"))
def test_scanner_loses_nothing(html):
    """Whatever is marked safe, well formed or not, has all of its markup afterwards."""
    assert html == linkify_html(html, escape)
    assert html.replace("<", "").replace(">", "") == linkify_html(
        html.replace("<", "").replace(">", ""), linkify
    )
