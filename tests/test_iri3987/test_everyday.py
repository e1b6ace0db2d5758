"""Everyday addresses: articles of Wikipedia as browsers copy them, in five scripts and in ASCII."""

from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup

from iri3987 import display, inspect
from iri3987.html import link, linkify
from iri3987.text import find

ADDRESSES = [
    "https://de.wikipedia.org/wiki/Stra%C3%9Fe",
    "https://ru.wikipedia.org/wiki/%D0%A3%D0%BB%D0%B8%D1%86%D0%B0",
    "https://el.wikipedia.org/wiki/%CE%94%CF%81%CF%8C%CE%BC%CE%BF%CF%82",
    "https://ja.wikipedia.org/wiki/%E9%81%93%E8%B7%AF",
    "https://ar.wikipedia.org/wiki/%D8%B4%D8%A7%D8%B1%D8%B9",
    "https://hi.wikipedia.org/wiki/%E0%A4%B8%E0%A4%A1%E0%A4%BC%E0%A4%95?action=raw#%E0%A4%95",
    "http://example.org/stra%C3%9Fe",
]
each_address = pytest.mark.parametrize("uri", ADDRESSES)


@each_address
def test_display(uri):
    """People see the letters, and may copy what they see."""
    assert unquote(uri) == display(uri) == display(unquote(uri))


@each_address
def test_inspect(uri):
    """Nothing is wrong with the letters; their encoding is worth a remark, and no warning."""
    assert {"percent-encoded-character"} == {each.code for each in inspect(uri)}
    assert () == inspect(unquote(uri))


@each_address
def test_link(uri):
    """The label has the letters, and the link leads to the URI."""
    for iri in (uri, unquote(uri)):
        page = BeautifulSoup(link(iri), "html.parser")
        assert (unquote(uri), uri) == (page.text, page.a["href"])


@each_address
def test_find_in_text(uri):
    """The whole address is found, up to the full stop of the sentence."""
    for iri in (uri, unquote(uri)):
        assert [iri] == [each.iri for each in find(f"see {iri}. More follows")]
        assert f'href="{uri}"' in linkify(f"see {iri}. More follows")
