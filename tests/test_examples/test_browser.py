"""The demonstration in headless Chromium: a visit from the form to the file on disk."""

from urllib.parse import urlsplit

import pytest

import browsers
from browsers import ENTER, TAB
from test_examples.visitor import Visitor

chrome, one_chromium = browsers.chrome, browsers.one_chromium

# The contrast (WCAG 2.2, 1.4.3) of every element that has text of its own.
CONTRASTS = """
const channels = colour => colour.match(/[0-9.]+/g).map(Number);
const luminance = colour => channels(colour).slice(0, 3)
    .map(value => value / 255)
    .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
const background = element => {
    const colour = getComputedStyle(element).backgroundColor;
    const isClear = channels(colour)[3] === 0;
    return isClear && element.parentElement ? background(element.parentElement) : colour;
};
return [...document.body.querySelectorAll("*")]
    .filter(element => [...element.childNodes].some(
        node => node.nodeType === Node.TEXT_NODE && node.data.trim()))
    .map(element => {
        const pair = [getComputedStyle(element).color, background(element)].map(luminance);
        return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    });
"""


def test_visit(site, chrome, tmp_path):
    """With the keyboard, a person adds an address and a file, answers the question, and downloads.

    The file keeps its name in any script. Browsers write a quote in a name as "%22".
    """
    address, folder = site
    upload, downloads = tmp_path / 'naïve 日本語 "x".pdf', tmp_path / "downloads"
    upload.write_bytes(b"%PDF")
    chrome.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))

    def arrives_at(name):
        focused = "const { id, name } = document.activeElement; return name || id"
        return name == chrome.eventually(lambda: chrome.run(focused), name)

    chrome.get(f"{address}/add")
    chrome.press(TAB, ENTER)  # the link that skips
    assert arrives_at("content")
    chrome.press(TAB)
    assert arrives_at("iri")

    chrome.get(f"{address}/add")  # with "#content" in the address, nothing gets the focus by itself
    chrome.run("document.querySelector('[name=iri]').focus()")
    chrome.leave(lambda: chrome.press("http://рaypal.com/", TAB, "Not PayPal", ENTER))

    focused = "return document.activeElement.matches('.summary[role=alert]')"
    assert chrome.eventually(lambda: chrome.run(focused), True)
    chrome.give("[name=file]", upload)
    chrome.click(".iri-confirm")
    chrome.leave(lambda: chrome.click("main form button"))
    first = "const a = document.querySelector('.links li p a'); return [a.innerText, a.href]"
    assert ["http://xn--aypal-uye.com/"] * 2 == chrome.run(first)

    chrome.leave(lambda: chrome.click(".links li:first-child h2 a"))
    file = "dd > a[href$='/file']"
    name = upload.name.replace('"', "%22")
    assert name == chrome.text(file)
    assert b"%PDF" == (folder / "files" / name).read_bytes()
    chrome.click(file)
    # A file that is still arriving has another suffix.
    found = chrome.eventually(lambda: [each.name for each in downloads.glob("*.pdf")], [name])
    assert [b"%PDF"] == [(downloads / each).read_bytes() for each in found]
    assert [] == chrome.complaints()
    Visitor(urlsplit(address).port).delete("http://рaypal.com/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_can_be_read(site, chrome, scheme):
    """On a phone, text has contrast and fits, also at twice its size; no page breaks its policy."""
    chrome.screen(width=390, scheme=scheme)
    for path in ("/", "/links", "/add", "/links/10048", "/compare", "/wire", "/old", "/add?iri=x"):
        chrome.get(f"{site[0]}{path}")
        if path.endswith("=x"):
            chrome.leave(lambda: chrome.click("main form button"))
        assert [] == chrome.complaints()
        assert 4.5 <= min(chrome.run(CONTRASTS)), path
        chrome.run("document.documentElement.style.fontSize = '200%'")
        assert 390 >= chrome.run("return document.documentElement.scrollWidth"), path


def test_the_api_can_be_tried_in_the_browser(serve, chrome):
    """FastAPI's page of the API runs under its policy, without another host."""
    chrome.get(f"http://127.0.0.1:{serve('starlette').port}/docs")
    paths = ["/api/links", "/api/links", "/api/links/{link_id}"]
    found = "return [...document.querySelectorAll('.opblock [data-path]')].map(e => e.dataset.path)"
    assert paths == chrome.eventually(lambda: chrome.run(found), paths)
    assert [] == chrome.complaints()
