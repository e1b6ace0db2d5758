"""The input in headless Chromium, under a content security policy that allows nothing inline."""

import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django import forms
from django.contrib.staticfiles import finders

from django_iri.forms import IRIField
from django_iri.widgets import IRIInput

selenium = pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver import Chrome, ChromeOptions, Keys  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.support.wait import WebDriverWait  # noqa: E402

CHROMIUM = shutil.which("chromium")
CHROMEDRIVER = shutil.which("chromedriver")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
    pytest.mark.skipif(
        CHROMEDRIVER is None, reason="needs ChromeDriver: apt-get install chromium-driver"
    ),
]

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:"


class LinkForm(forms.Form):
    """An input that shows the URI, and one that does not."""

    link = IRIField(widget=IRIInput(show_uri=True))
    plain = IRIField()


class Page(BaseHTTPRequestHandler):
    """The form, filled in with what the query is, and the static files."""

    def do_GET(self) -> None:
        """Answer."""
        content, kind = self.content()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(content)

    def content(self) -> tuple[bytes, str]:
        """Return what to answer with, and its type."""
        if self.path.startswith("/static/"):
            file = finders.find(self.path.removeprefix("/static/"))
            assert file is not None
            kind = "text/css" if self.path.endswith("css") else "text/javascript"
            return Path(file).read_bytes(), kind
        form = LinkForm(initial={"link": "http://faß.de/"} if self.path == "/filled" else {})
        page = (
            '<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,">'
            f"{form.media}<form>{form.as_p()}</form></html>"
        )
        return page.encode(), "text/html"

    def log_message(self, *_: object) -> None:
        """Be silent."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def chrome(tmp_path_factory) -> Iterator[Chrome]:
    """Start a browser, with a profile of its own."""
    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    profile = tmp_path_factory.mktemp("chromium")
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = Chrome(options=options, service=Service(str(CHROMEDRIVER)))
    yield browser
    browser.quit()


def shown(browser: Chrome) -> str:
    """Return what the output says."""
    return browser.find_element(By.TAG_NAME, "output").text


def type_in(browser: Chrome, text: str) -> None:
    """Put *text* in place of what the input holds, by the keyboard as far as it can."""
    field = browser.find_element(By.NAME, "link")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.DELETE)
    browser.execute_cdp_cmd("Input.insertText", {"text": text})


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("http://faß.de/straße?q=é#ф", "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9#%D1%84"),
        ("https://例え.テスト/", "https://xn--r8jz45g.xn--zckzah/"),
        (" http://faß.de/ ", "http://xn--fa-hia.de/"),
        ("urn:例:1", "urn:%E4%BE%8B:1"),
        ("http://مثال.إختبار/<b>", None),
        ("http://faß.de/\u202e", None),
        ("http://faß.de/%zz", None),
        ("http://faß..de:x/", None),
        ("faß.de", None),
        ("/straße", None),
        ("http://example.org/", None),
    ],
)
def test_shows_the_uri_as_one_types(chrome, address, text, uri):
    """The browser's own URL parser maps what was typed; what has no URI of its own shows none."""
    chrome.get(address)
    type_in(chrome, "http://ä.example/")
    WebDriverWait(chrome, 5).until(lambda _: "xn--4ca.example" in shown(chrome))
    type_in(chrome, text)
    expected = f"Sent as: {uri}" if uri else ""
    WebDriverWait(chrome, 5).until(lambda _: shown(chrome) == expected)
    assert [] == chrome.get_log("browser")


def test_shows_the_uri_of_what_is_there(chrome, address):
    """A value that the page came with is shown at once, and from left to right."""
    chrome.get(f"{address}/filled")
    assert "Sent as: http://xn--fa-hia.de/" == shown(chrome)
    code = chrome.find_element(By.CSS_SELECTOR, "output code")
    assert "ltr" == code.value_of_css_property("direction")


def test_one_script_is_enough_for_inputs_that_come_later(chrome, address):
    """A form set adds inputs: they show their URI too; an input without an output shows none."""
    chrome.get(address)
    chrome.execute_script(
        "const p = document.querySelector('output').parentElement;"
        "p.after(p.cloneNode(true)); p.remove();"
    )
    type_in(chrome, "http://faß.de/")
    WebDriverWait(chrome, 5).until(lambda _: shown(chrome).endswith("xn--fa-hia.de/"))
    chrome.find_element(By.NAME, "plain").send_keys("http://example.org/")
    assert 1 == len(chrome.find_elements(By.TAG_NAME, "output"))
    assert [] == chrome.get_log("browser")


def test_screen_readers_hear_it(chrome, address):
    """The output is a polite live region, by its role and by name."""
    chrome.get(address)
    output = chrome.find_element(By.TAG_NAME, "output")
    assert ("status", "polite") == (output.aria_role, output.get_dom_attribute("aria-live"))
