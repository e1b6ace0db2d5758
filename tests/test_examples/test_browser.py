"""The three applications in headless Chromium: what the eye sees."""

import io
from collections.abc import Iterable
from pathlib import Path
from threading import Thread
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import Flask
from werkzeug.serving import make_server

import chromium
from chromium import downloaded, eventually, leave
from django_iri.files import IRIFileResponse
from flask_iri.files import send_file

pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

pytestmark = chromium.NEEDED
browser, chrome = chromium.browser, chromium.chrome

PAGES = ["/", "/links", "/add", "/links/10003", "/links/10048", "/links/10050/delete"]

# The left edge of every character of the address, whose text is given, and the lines it is on.
CHARACTERS = """
const address = [...document.querySelectorAll(".links bdi")].find(
    each => each.textContent === arguments[0]);
const text = address.firstChild;
return [...text.data].map((character, index) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    const box = range.getClientRects()[0];
    return {character, left: box.left, top: box.top};
});
"""

# The text and the contrast (WCAG 2.2, 1.4.3) of every element that has text of its own.
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
        const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
        return {text: element.textContent, contrast};
    });
"""


@pytest.fixture
def look(chrome, port):
    """Give a function that opens a page on a screen of some width and colour."""

    def open_page(path: str, *, width: int = 1200, scheme: str = "light") -> Chrome:
        screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        chrome.get(f"http://127.0.0.1:{port}{path}")
        return chrome

    return open_page


# RFC 3987 section 4.4: in a left-to-right embedding, components of one direction that stand side
# by side run in that direction together: in example 2, ".CDE.FGH/" is seen as ".HGF.EDC/".
@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ("http://президент.рф/", "http://президент.рф/"),
        ("http://דוגמה.טעסט/", "http://" + "דוגמה.טעסט"[::-1] + "/"),
        ("https://he.wikipedia.org/wiki/ירושלים", "https://he.wikipedia.org/wiki/" + "םילשורי"),
        (
            "http://موقع.وزارة-الاتصالات.مصر/",
            "http://" + "موقع.وزارة-الاتصالات.مصر"[::-1] + "/",
        ),
        (
            "https://ar.wikipedia.org/wiki/القاهرة",
            "https://ar.wikipedia.org/wiki/" + "القاهرة"[::-1],
        ),
        (
            "https://fa.wikipedia.org/wiki/شاهنامه",
            "https://fa.wikipedia.org/wiki/" + "شاهنامه"[::-1],
        ),
    ],
)
def test_visual_order(look, address, seen):
    """From left to right: the scheme, the host and the path; right-to-left runs the other way."""
    boxes = look("/links").execute_script(CHARACTERS, address)
    assert 1 == len({box["top"] for box in boxes if box["character"].isascii()})
    in_order = sorted(boxes, key=lambda box: box["left"])
    assert seen == "".join(box["character"] for box in in_order)


@pytest.mark.parametrize("path", PAGES)
def test_console_stays_silent(look, path):
    """Nothing is refused by the security policy, missing, or badly formed."""
    browser = look(path)
    assert [] == browser.get_log("browser")
    assert browser.find_element(By.TAG_NAME, "h1").is_displayed()


@pytest.mark.parametrize("path", PAGES)
def test_phone_needs_no_sideways_scrolling(look, path):
    """At 360 pixels, the longest address and the table of its parts still fit."""
    browser = look(path, width=360)
    assert 360 >= browser.execute_script("return document.documentElement.scrollWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_contrast(look, path, scheme):
    """All text has a contrast of 4.5 to 1 or more (WCAG 2.2 AA), in light and in dark."""
    texts = look(path, scheme=scheme).execute_script(CONTRASTS)
    assert len(texts) > 5
    assert [] == [each for each in texts if each["contrast"] < 4.5]


def test_main_job_with_the_keyboard(look):
    """Skip link, form and link work with the keyboard alone; the page shows the IRI."""
    browser = look("/add")
    browser.switch_to.active_element.send_keys(Keys.TAB)
    skip = browser.switch_to.active_element
    seen = ("Skip to the content", True)
    assert seen == eventually(browser, lambda: (skip.text, skip.rect["y"] >= 0), seen)
    skip.send_keys(Keys.ENTER)
    main = browser.find_element(By.ID, "content")
    assert main == eventually(browser, lambda: browser.switch_to.active_element, main)
    browser.switch_to.active_element.send_keys(Keys.TAB)
    field = browser.switch_to.active_element
    field.send_keys("http://faß.de/straße?q=é", Keys.TAB)
    title = browser.switch_to.active_element
    leave(browser, lambda: title.send_keys("Straße", Keys.ENTER))
    try:
        link = browser.find_element(By.CSS_SELECTOR, ".links li:first-child p a")
        assert "http://faß.de/straße?q=é" == link.text
        uri = "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"
        assert uri == link.get_dom_attribute("href") == link.get_property("href")
    finally:
        for selector in (".links li:first-child h2 a", ".actions a:last-child", "main button"):
            leave(browser, browser.find_element(By.CSS_SELECTOR, selector).click)
    assert "Deleted: Straße" in browser.find_element(By.TAG_NAME, "main").text


def test_error_is_seen_and_text_kept(look):
    """The error of a field stands above it, in the colour of errors, and the text stays."""
    browser = look("/add")
    browser.find_element(By.NAME, "iri").send_keys("http://faß.de/%zz")
    leave(browser, browser.find_element(By.CSS_SELECTOR, "main button").click)
    field = browser.find_element(By.NAME, "iri")
    error = browser.find_element(By.ID, "id_iri_error")
    assert "http://faß.de/%zz" == field.get_property("value")
    assert error.rect["y"] < field.rect["y"]
    assert "rgba(168, 32, 13, 1)" == error.value_of_css_property("color")
    assert all(each["contrast"] >= 4.5 for each in browser.execute_script(CONTRASTS))


NAME = 'naïve 日本語 "x".pdf'
#: The name of an upload: browsers write "%22" for a quote (HTML, 4.10.21.8), Werkzeug reads it as
#: one, and Django and Starlette as it stands.
KEPT = {
    "flask": "naïve 日本語 x.pdf",
    "django": "naïve 日本語 %22x%22.pdf",
    "starlette": "naïve 日本語 %22x%22.pdf",
}


@pytest.fixture
def downloads(chrome, tmp_path) -> Path:
    """Return the folder that the browser saves files in."""
    folder: Path = tmp_path / "downloads"
    folder.mkdir()
    behaviour = {"behavior": "allow", "downloadPath": str(folder)}
    chrome.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
    return folder


def by_flask(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Send the file with Flask."""
    app = Flask(__name__)
    with app.request_context(environ):
        sent = send_file(io.BytesIO(b"%PDF"), download_name=NAME, as_attachment=True)
        return sent(environ, start_response)


def by_django(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Send the file with Django."""
    sent: Any = IRIFileResponse(io.BytesIO(b"%PDF"), filename=NAME, as_attachment=True)
    start_response("200 OK", list(sent.items()))
    return list(sent)


@pytest.mark.parametrize("send", [by_flask, by_django])
def test_download_has_its_name_on_disk(chrome, downloads, send):
    """The file on disk has the name that was sent. Chromium writes "_" for a quote, by itself."""
    # Chromium opens a connection that it does not use.
    server = make_server("127.0.0.1", 0, send, threaded=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        chrome.get(f"http://127.0.0.1:{server.port}/")
        expected = {"naïve 日本語 _x_.pdf": b"%PDF"}
        assert expected == eventually(chrome, lambda: downloaded(downloads), expected)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_upload_comes_back(look, ports, port, downloads, tmp_path):
    """A file that a person chooses is shown, and saved again, under its name."""
    (kept,) = (KEPT[name] for name in ports if ports[name] == port)
    (tmp_path / NAME).write_bytes(b"%PDF")
    browser = look("/add")
    browser.find_element(By.NAME, "iri").send_keys("http://example.org/upload")
    browser.find_element(By.NAME, "title").send_keys("Upload")
    browser.find_element(By.NAME, "file").send_keys(str(tmp_path / NAME))
    leave(browser, browser.find_element(By.CSS_SELECTOR, "main button").click)
    leave(browser, browser.find_element(By.CSS_SELECTOR, ".links li:first-child h2 a").click)
    try:
        link = browser.find_element(By.CSS_SELECTOR, "dd a[href^='/links/']")
        assert kept == link.text
        link.click()
        expected = {kept: b"%PDF"}
        assert expected == eventually(browser, lambda: downloaded(downloads), expected)
    finally:
        for selector in (".actions a:last-child", "main button"):
            leave(browser, browser.find_element(By.CSS_SELECTOR, selector).click)
