"""Pairs of addresses that look the same in plain text, and not in a link: real browsers show it.

RFC 3987 section 4.4: a number beside right-to-left text can be on either side of it. In the label
of a link, each component is isolated, so the two addresses of a pair differ on the screen.
"""

from html import escape

import pytest

import browsers
from iri3987.html import link, linkify

browser = browsers.browser
pytestmark = pytest.mark.slow

PAIRS = [
    ("http://a.example/א/1", "http://a.example/1/א"),
    ("http://a.example/خبر/12", "http://a.example/12/خبر"),
    ("http://a.example/خبر/۱۲", "http://a.example/۱۲/خبر"),
    ("http://a.example/שלום-1", "http://a.example/1-שלום"),
    ("http://a.example/שלום/2022/11", "http://a.example/2022/11/שלום"),
    ("http://a.example/?q=א&1", "http://a.example/?q=1&א"),
    ("http://a.example/?שנה=1", "http://a.example/?1=שנה"),
    ("http://a.example/#שלום?1", "http://a.example/#1?שלום"),
    ("http://a.example/שלום_1", "http://a.example/1_שלום"),
    ("http://192.0.2.1/א.קום", "http://א.קום/192.0.2.1"),
]


#: The characters of the page as they stand on the screen, from left to right.
ORDER = """
    const range = document.createRange(), found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      [...texts.currentNode.data].forEach((character, at) => {
        range.setStart(texts.currentNode, at);
        range.setEnd(texts.currentNode, at + 1);
        found.push([range.getBoundingClientRect().left, character]);
      });
    return found.sort((a, b) => a[0] - b[0]).map((each) => each[1]).join("");
"""


def seen(browser, label):
    """Return what is seen of *label*, from left to right."""
    browser.run("document.body.innerHTML = arguments[0]", label)
    return browser.run(ORDER)


@pytest.mark.parametrize("pair", PAIRS, ids=ascii)
def test_only_links_differ(browser, pair):
    """Both addresses of a pair look the same from left to right, and differ in a link."""
    browser.get("about:blank")
    plain = {seen(browser, f'<bdi dir="ltr">{escape(each)}</bdi>') for each in pair}
    assert 1 == len(plain)
    for write in (link, linkify):
        shown = {seen(browser, write(each)) for each in pair}
        assert 2 == len(shown)
