"""`iri3987.comparison.spellings`: what a search looks for, besides the text that was typed."""

import pytest

from iri3987.comparison.spellings import search_variants

IDN = "http://faß.de/straße"
URI = "http://xn--fa-hia.de/stra%C3%9Fe"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {""}),
        ("ascii", {"ascii"}),
        ("räk", {"räk", "r%C3%A4k", "xn--rk-via"}),
        ("r%C3%A4k", {"r%C3%A4k", "räk"}),
        ("xn--rk-via.example", {"xn--rk-via.example", "räk.example"}),
        (IDN, {IDN, URI}),
        (URI, {IDN, URI}),
        ("see faß.de", {"see faß.de", "see xn--fa-hia.de", "see fa%C3%9F.de"}),
        ("<é>", {"<é>"}),
    ],
)
def test_spellings(text, expected):
    """The text itself comes first, and each spelling once."""
    got = search_variants(text)
    assert text == got[0]
    assert sorted(expected) == sorted(got)


def test_long_text_is_not_mapped():
    """A text that no field holds is sought as it is."""
    assert ["é" * 2049] == search_variants("é" * 2049)
