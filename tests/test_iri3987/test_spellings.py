"""`iri3987.comparison.spellings`: what a search looks for, besides the text that was typed."""

from iri3987.comparison.spellings import search_variants


def test_long_text_is_not_mapped():
    """A text that no field holds is sought as it is."""
    assert ["é" * 2049] == search_variants("é" * 2049)
    assert ["é" * 2048, "%C3%A9" * 2048] == search_variants("é" * 2048)[:2]
