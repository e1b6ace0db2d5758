"""The admin in headless Chromium, under a content security policy that allows nothing inline."""

import mimetypes
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import connections
from django.http import HttpResponse
from django.urls import reverse

import browsers
from browsers import ENTER
from test_django_iri.formsapp.models import Page
from test_django_iri.test_admin import LOOK_ALIKE, MIDDLEWARE, TEMPLATES

pytestmark = [pytest.mark.slow, pytest.mark.urls("test_django_iri.formsapp.urls")]
chrome, one_chromium = browsers.chrome, browsers.one_chromium

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'"
)
#: Another address, which did not come with a question.
OTHER = "http://раypal.com/"
#: Whether what is told stands below the input, in the same column.
BELOW = """
const row = document.querySelector(".field-homepage");
const place = (element) => element.getBoundingClientRect();
const [field, column] = ["[name=homepage]", ".iri-input"].map((each) => row.querySelector(each));
const told = [...row.querySelectorAll(".iri-warnings li, .iri-confirm input")].map(place);
return told.every(({x, y}) => y >= place(field).bottom && x >= place(column).x
    && x < place(column).x + 30);  // the sign of a list
"""


class Site(BaseHTTPRequestHandler):
    """The admin, as a test client that has logged in sees it, and the static files."""

    def do_GET(self):
        """Answer."""
        self.answer()

    def do_POST(self):
        """Answer."""
        self.answer()

    def answer(self):
        """Send what the test client gets, or a file."""
        connections["default"] = self.connection_of_test
        length = int(self.headers.get("Content-Length", 0))
        body, kind = self.rfile.read(length), self.headers.get("Content-Type", "")
        if self.path == "/favicon.ico":
            response = HttpResponse(status=204)
        elif self.path.startswith("/static/"):
            file = Path(finders.find(self.path.removeprefix("/static/")))
            response = HttpResponse(file.read_bytes(), mimetypes.guess_type(file)[0])
        else:
            response = self.client.generic(self.command, self.path, body, content_type=kind)
        self.send_response(response.status_code)
        for name, value in response.items():
            self.send_header(name, value)
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(response.content)

    def log_message(self, *_):
        """Be silent."""


@pytest.fixture
def site(transactional_db, settings, admin_client, chrome):
    """The address of a site whose visitor has logged in."""
    settings.MIDDLEWARE = MIDDLEWARE
    settings.TEMPLATES = TEMPLATES
    connection = connections["default"]
    connection.inc_thread_sharing()  # a database in memory belongs to one thread
    handler = type("Handler", (Site,), {"client": admin_client, "connection_of_test": connection})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    connection.dec_thread_sharing()


def type_in(browser, name, text):
    """Put *text* instead of what the input holds."""
    field = f"document.querySelector('[name={name}]')"
    browser.run(f"{field}.focus(); {field}.value = ''")
    browser.press(text)
    assert text == browser.run(f"return {field}.value")


def save(browser):
    """Send the form, and wait for the next page.

    By the keyboard: what is shown below an input may move the button away from a click.
    """
    browser.run("document.querySelector('[name=_save]').focus()")
    browser.leave(lambda: browser.press(ENTER))


def missing_ids(browser):
    """Return the ids that an element refers to, and that no element has, or two."""
    return browser.run(
        "const named = (each) => each.getAttribute('aria-describedby').split(' ');"
        "const ids = [...document.querySelectorAll('[aria-describedby]')].flatMap(named);"
        "return ids.filter((id) => document.querySelectorAll(`[id='${id}']`).length !== 1)"
    )


def test_save_anyway(site, chrome):
    """One sees the URI, is warned beside the input, asked about each text, and can save it."""
    chrome.resize(390)
    chrome.get(site + reverse("admin:formsapp_page_add"))
    type_in(chrome, "title", "x")
    type_in(chrome, "homepage", LOOK_ALIKE)
    output = "[name='homepage'] + output"
    assert chrome.eventually(lambda: "http://xn--" in chrome.text(output), True)
    save(chrome)
    assert "This is not paypal.com" in chrome.text(".field-homepage .iri-warnings")
    assert 1 == chrome.count("checkbox", "Save anyway")
    assert chrome.run(BELOW)
    assert [] == missing_ids(chrome)
    assert chrome.run("return document.documentElement.scrollWidth <= innerWidth")
    box = ".iri-confirm input"
    chrome.click(box)
    type_in(chrome, "homepage", OTHER)
    save(chrome)
    assert not Page.objects.exists()
    assert not chrome.run("return document.querySelector(arguments[0]).checked", box)
    chrome.click(box)
    save(chrome)
    assert OTHER == Page.objects.get().homepage
    assert [] == chrome.complaints()
