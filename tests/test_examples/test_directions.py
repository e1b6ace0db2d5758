"""The demonstration from right to left, in Chromium and Firefox."""

import pytest

import webdriver_bidi
from test_examples.test_browser import AXE, CHARACTERS, site

__all__ = ["browser", "site"]
pytestmark = pytest.mark.slow
browser = webdriver_bidi.browser

CHOOSE = """
const select = document.querySelector("select[name=language]");
select.value = arguments[0];
select.closest("form").querySelector("button").click();
"""
# Whether the heading is at the right edge of the page, and the button of the search at the left.
MIRRORED = """
const [main, heading, button] = ["main", "h1", ".search button"].map(
    each => document.querySelector(each).getBoundingClientRect());
return main.right - heading.right < 20 && button.left - main.left < 20;
"""


@pytest.fixture(params=["ar", "he"])
def language(request, browser, site):
    """A language that is written from the right, which the visitor has chosen."""
    browser.get(f"{site[0]}/links")
    browser.leave(lambda: browser.run(CHOOSE, request.param))
    return request.param


def test_the_page_is_mirrored(browser, site, language):
    """The text begins at the right, and the button stands at the left of its input."""
    assert [language, "rtl"] == browser.run(
        "const { lang, dir } = document.documentElement; return [lang, dir]"
    )
    assert browser.eventually(lambda: browser.run(MIRRORED), True)


def test_an_address_keeps_its_order(browser, site, language):
    """An address stands from the left in a page from the right: the scheme, the host, the path."""
    address = "https://he.wikipedia.org/wiki/ירושלים"
    boxes = browser.run(CHARACTERS, address)
    in_order = sorted(boxes, key=lambda box: box["left"])
    seen = "https://he.wikipedia.org/wiki/" + "םילשורי"
    assert seen == "".join(box["character"] for box in in_order)


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: IRI3987_NODE names its folder")
def test_axe_finds_nothing(browser, site, language):
    """axe-core finds no fault in the pages, and nothing is wider than a phone."""
    browser.resize(390, 900)
    found = "return axe.run().then(({ violations }) => violations.map(each => each.id))"
    for path in ("/", "/links", "/add", "/links/10048", "/compare", "/wire", "/old", "/x"):
        browser.get(f"{site[0]}{path}")
        assert [] == browser.run(f"{AXE.read_text('utf-8')}; {found}"), path
        assert browser.run("return document.documentElement.scrollWidth") <= 390, path
        assert [] == browser.run("return window.violations")
