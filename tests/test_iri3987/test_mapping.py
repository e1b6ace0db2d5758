"""`iri3987.mapping`: RFC 3987 section 3.1, mapping of IRIs to URIs."""

import pytest

from iri3987 import IRI, IRIReference, to_iri, to_uri


@pytest.mark.parametrize("kind", [IRI, IRIReference, str])
@pytest.mark.parametrize("text", ["http://a/", "http://é/é"])
def test_3_1_gives_text(kind, text):
    """The result is a `str` and nothing more, also where nothing had to be done."""
    assert str is type(to_uri(kind(text)))
    assert str is type(to_iri(kind(text)))
