"""The demonstration from left to right and from right to left, in Chromium and Firefox."""

import pytest

import browsers

browser = browsers.browser

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


# The left edge of every character of the address, whose text is given.
CHARACTERS = """
const address = [...document.querySelectorAll(".links bdi")].find(
    each => each.textContent === arguments[0]);
const texts = document.createTreeWalker(address, NodeFilter.SHOW_TEXT);
const boxes = [];
for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const [index, character] of [...text.data].entries()) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        boxes.push({character, left: range.getClientRects()[0].left});
    }
return boxes;
"""


@pytest.fixture(params=["ar", "en"])
def language(request, browser, site):
    """A language that the visitor has chosen, who is still at that place."""
    browser.get(f"{site[0]}/links")
    browser.leave(lambda: browser.run(CHOOSE, request.param))
    assert "language" == browser.run("return document.activeElement.id")
    return request.param


def test_the_page_is_mirrored(browser, site, language):
    """From the right, the text begins there, and the button stands at the left of its input."""
    direction = "rtl" if language == "ar" else ""
    assert [language, direction] == browser.run(
        "const { lang, dir } = document.documentElement; return [lang, dir.replace('ltr', '')]"
    )
    assert browser.eventually(lambda: browser.run(MIRRORED), direction == "rtl") == bool(direction)


# RFC 3987 section 4.4: in a left-to-right embedding, the labels of a host run from right to left
# together. What follows the host is isolated from it.
ORDERS = {
    "https://he.wikipedia.org/wiki/ירושלים": "https://he.wikipedia.org/wiki/" + "םילשורי",
    "http://موقع.وزارة-الاتصالات.مصر/": f"http://{'موقع.وزارة-الاتصالات.مصر'[::-1]}/",
    "http://דוגמה.טעסט/2022/שלום/123": f"http://{'דוגמה.טעסט'[::-1]}/2022/םולש/123",
}


def test_an_address_keeps_its_order(browser, site, language):
    """From left to right, in each page: the scheme, the host and the path."""
    seen = {}
    for address in ORDERS:
        boxes = sorted(browser.run(CHARACTERS, address), key=lambda box: box["left"])
        seen[address] = "".join(box["character"] for box in boxes)
    assert ORDERS == seen


def test_axe_finds_nothing(browser, site, language):
    """axe-core finds no fault in the pages, and nothing is wider than a phone."""
    browser.resize(390)
    for path in ("/", "/links", "/add", "/links/10048", "/compare", "/wire", "/old", "/x"):
        browser.get(f"{site[0]}{path}")
        assert [] == browser.faults(), path
        assert browser.run("return document.documentElement.scrollWidth") <= 390, path
        assert [] == browser.run("return window.violations")
