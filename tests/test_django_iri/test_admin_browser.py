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

import chromium
from chromium import eventually, leave
from test_django_iri.formsapp.models import Page
from test_django_iri.test_admin import LOOK_ALIKE, MIDDLEWARE, TEMPLATES

pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

pytestmark = [
    *chromium.NEEDED,
    pytest.mark.urls("test_django_iri.formsapp.urls"),
]
browser, chrome = chromium.browser, chromium.chrome

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'"
)
#: Another address, which did not come with a question.
OTHER = "http://раypal.com/"


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
    chrome.set_window_size(1200, 900)
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
    field = browser.find_element(By.NAME, name)
    field.clear()
    field.send_keys(text)
    assert text == field.get_property("value")


def save(browser):
    """Send the form, and wait for the next page.

    By the keyboard: what is shown below an input may move the button away from a click.
    """
    button = browser.find_element(By.NAME, "_save")
    leave(browser, lambda: button.send_keys(Keys.ENTER))


def missing_ids(browser):
    """Return the ids that an element refers to, and that no element has, or two."""
    return browser.execute_script(
        "const named = (each) => each.getAttribute('aria-describedby').split(' ');"
        "const ids = [...document.querySelectorAll('[aria-describedby]')].flatMap(named);"
        "return ids.filter((id) => document.querySelectorAll(`[id='${id}']`).length !== 1)"
    )


def test_save_anyway(site, chrome):
    """One sees the URI, is warned beside the input, asked about each text, and can save it."""
    chrome.set_window_size(390, 900)
    chrome.get(site + reverse("admin:formsapp_page_add"))
    type_in(chrome, "title", "x")
    type_in(chrome, "homepage", LOOK_ALIKE)
    output = chrome.find_element(By.CSS_SELECTOR, "[name='homepage'] + output")
    assert eventually(chrome, lambda: "http://xn--" in output.text, True)
    save(chrome)
    row = chrome.find_element(By.CSS_SELECTOR, ".field-homepage")
    field = row.find_element(By.NAME, "homepage")
    items = row.find_elements(By.CSS_SELECTOR, ".iri-warnings li")
    box = row.find_element(By.CSS_SELECTOR, ".iri-confirm input")
    told = "\n".join(each.text for each in items)
    assert "This is not paypal.com" in told
    assert ("checkbox", "Save anyway") == (box.aria_role, box.accessible_name)
    # Below the input, in the same column, and within the page.
    column = row.find_element(By.CSS_SELECTOR, ".iri-input")
    for each in (*items, box):
        assert each.rect["y"] >= field.rect["y"] + field.rect["height"]
        assert column.rect["x"] <= each.rect["x"] < column.rect["x"] + 30  # the sign of a list
    assert [] == missing_ids(chrome)
    assert chrome.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    box.click()
    type_in(chrome, "homepage", OTHER)
    save(chrome)
    assert not Page.objects.exists()
    box = chrome.find_element(By.CSS_SELECTOR, ".iri-confirm input")
    assert not box.is_selected()
    box.click()
    save(chrome)
    assert OTHER == Page.objects.get().homepage
    assert [] == chrome.get_log("browser")
