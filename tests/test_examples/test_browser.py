"""The demonstration in headless Chromium: a visit from the form to the file on disk."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import chromium
from chromium import downloaded, eventually, leave
from test_examples.visitor import Visitor

pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver import Keys
from selenium.webdriver.common.by import By

ROOT = Path(__file__).parents[2]
AXE = Path(os.environ.get("IRI3987_NODE") or ROOT / ".node", "node_modules/axe-core/axe.min.js")
pytestmark = chromium.NEEDED
browser, chrome = chromium.browser, chromium.chrome

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


@pytest.fixture
def site(serve):
    """Give the address and the folder of the demonstration."""
    example = serve("django")
    return f"http://127.0.0.1:{example.port}", example.folder


def test_visit(site, chrome, tmp_path):
    """With the keyboard, a person adds an address and a file, answers the question, and downloads.

    The file keeps its name in any script. Browsers write a quote in a name as "%22".
    """
    address, folder = site
    upload, downloads = tmp_path / 'naïve 日本語 "x".pdf', tmp_path / "downloads"
    upload.write_bytes(b"%PDF")
    behaviour = {"behavior": "allow", "downloadPath": str(downloads)}
    chrome.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
    chrome.get(f"{address}/add")
    chrome.switch_to.active_element.send_keys(Keys.TAB, Keys.ENTER)  # the link that skips
    main = chrome.find_element(By.ID, "content")
    assert main == eventually(chrome, lambda: chrome.switch_to.active_element, main)
    main.send_keys(Keys.TAB)
    field = chrome.find_element(By.NAME, "iri")
    assert field == eventually(chrome, lambda: chrome.switch_to.active_element, field)

    chrome.get(f"{address}/add")  # with "#content" in the address, nothing gets the focus by itself
    chrome.find_element(By.NAME, "iri").send_keys("http://рaypal.com/", Keys.TAB)
    leave(chrome, lambda: chrome.switch_to.active_element.send_keys("Not PayPal", Keys.ENTER))

    summary = chrome.find_element(By.CSS_SELECTOR, ".summary[role=alert]")
    assert summary == eventually(chrome, lambda: chrome.switch_to.active_element, summary)
    chrome.find_element(By.NAME, "file").send_keys(str(upload))
    chrome.find_element(By.CSS_SELECTOR, ".iri-confirm").click()
    leave(chrome, chrome.find_element(By.CSS_SELECTOR, "main form button").click)
    first = chrome.find_element(By.CSS_SELECTOR, ".links li:first-child p a")
    assert ("http://xn--aypal-uye.com/",) * 2 == (first.text, first.get_property("href"))

    leave(chrome, chrome.find_element(By.CSS_SELECTOR, ".links li:first-child h2 a").click)
    file = chrome.find_element(By.CSS_SELECTOR, "dd > a[href$='/file']")
    assert upload.name.replace('"', "%22") == file.text
    assert b"%PDF" == (folder / "files" / file.text).read_bytes()
    file.click()
    expected = {file.text: b"%PDF"}
    assert expected == eventually(chrome, lambda: downloaded(downloads), expected)
    assert [] == chrome.get_log("browser")
    Visitor(urlsplit(address).port).delete("http://рaypal.com/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_can_be_read(site, chrome, scheme):
    """On a phone, text has contrast and fits, also at twice its size; no page breaks its policy."""
    screen = {"width": 390, "height": 900, "deviceScaleFactor": 1, "mobile": True}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    feature = {"name": "prefers-color-scheme", "value": scheme}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    for path in ("/", "/links", "/add", "/links/10048", "/compare", "/wire", "/old", "/add?iri=x"):
        chrome.get(f"{site[0]}{path}")
        if path.endswith("=x"):
            leave(chrome, chrome.find_element(By.CSS_SELECTOR, "main form button").click)
        assert [] == chrome.get_log("browser")
        assert 4.5 <= min(chrome.execute_script(CONTRASTS)), path
        chrome.execute_script("document.documentElement.style.fontSize = '200%'")
        assert 390 >= chrome.execute_script("return document.documentElement.scrollWidth"), path


def test_the_api_can_be_tried_in_the_browser(serve, chrome):
    """FastAPI's page of the API runs under its policy, without another host."""
    chrome.get(f"http://127.0.0.1:{serve('starlette').port}/docs")
    paths = ["/api/links", "/api/links", "/api/links/{link_id}"]
    found = "return [...document.querySelectorAll('.opblock [data-path]')].map(e => e.dataset.path)"
    assert paths == eventually(chrome, lambda: chrome.execute_script(found), paths)
    assert [] == chrome.get_log("browser")
