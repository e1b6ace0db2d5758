"""The admin in headless Chromium, under a content security policy that allows nothing inline."""

import mimetypes
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import connections
from django.http import HttpResponse
from django.urls import reverse

import chromium
from chromium import eventually, leave
from iri3987 import to_uri
from test_django_iri import test_widgets_browser
from test_django_iri.formsapp.models import Collection, Page
from test_django_iri.test_admin import LOOK_ALIKE, MIDDLEWARE, TEMPLATES

pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver.common.by import By

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


class Site(test_widgets_browser.Page):
    """The admin, as a test client that has logged in sees it, and the static files."""

    def do_GET(self):  # noqa: N802 - the name that the server calls
        """Answer."""
        self.answer()

    def do_POST(self):  # noqa: N802 - the name that the server calls
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
    """Put *text* in place of what the input holds."""
    field = browser.find_element(By.NAME, name)
    field.clear()
    field.send_keys(text)
    assert text == field.get_property("value")


def type_address(browser, name, text):
    """Do the same, and wait for the URI under the input, which moves what one may click on next."""
    type_in(browser, name, text)
    output = browser.find_element(By.CSS_SELECTOR, f"[name='{name}'] + output")
    expected = f"Sent as: {to_uri(text)}"
    assert expected == eventually(browser, lambda: output.text, expected)


def save(browser):
    """Send the form, and wait for the next page."""
    leave(browser, browser.find_element(By.NAME, "_save").click)


def missing_ids(browser):
    """Return the ids that an element refers to, and that no element has, or two."""
    return browser.execute_script(
        "const named = (each) => each.getAttribute('aria-describedby').split(' ');"
        "const ids = [...document.querySelectorAll('[aria-describedby]')].flatMap(named);"
        "return ids.filter((id) => document.querySelectorAll(`[id='${id}']`).length !== 1)"
    )


@pytest.mark.parametrize("width", [1200, 390])
def test_save_anyway(site, chrome, width):
    """One is warned beside the input, asked about each text, and can save it."""
    chrome.set_window_size(width, 900)
    chrome.get(site + reverse("admin:formsapp_page_add"))
    type_in(chrome, "title", "x")
    type_address(chrome, "homepage", LOOK_ALIKE)
    save(chrome)
    row = chrome.find_element(By.CSS_SELECTOR, ".field-homepage")
    field = row.find_element(By.NAME, "homepage")
    items = row.find_elements(By.CSS_SELECTOR, ".iri-warnings li")
    box = row.find_element(By.CSS_SELECTOR, ".iri-confirm input")
    told = "\n".join(each.text for each in items)
    assert "Latin letters, but it is not" in told
    assert ("checkbox", "Save anyway") == (box.aria_role, box.accessible_name)
    # Below the input, in the same column, and within the page.
    column = row.find_element(By.CSS_SELECTOR, ".iri-input")
    for each in (*items, box):
        assert each.rect["y"] >= field.rect["y"] + field.rect["height"]
        assert column.rect["x"] <= each.rect["x"] < column.rect["x"] + 10
    assert [] == missing_ids(chrome)
    assert chrome.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    box.click()
    type_address(chrome, "homepage", OTHER)
    save(chrome)
    assert not Page.objects.exists()
    box = chrome.find_element(By.CSS_SELECTOR, ".iri-confirm input")
    assert not box.is_selected()
    box.click()
    save(chrome)
    assert OTHER == Page.objects.get().homepage
    assert [] == chrome.get_log("browser")


def test_preview_without_any_setting(site, chrome):
    """The URI is shown while one types, by files of the admin's page itself."""
    chrome.get(site + reverse("admin:formsapp_page_add"))
    output = chrome.find_element(By.CSS_SELECTOR, ".field-homepage output")
    type_in(chrome, "homepage", "http://faß.de/")
    expected = "Sent as: http://xn--fa-hia.de/"
    assert expected == eventually(chrome, lambda: output.text, expected)
    assert [] == chrome.get_log("browser")


@pytest.mark.parametrize("width", [1200, 390])
def test_inline(site, chrome, width):
    """Each row of an inline has its own warnings, and its own question."""
    chrome.set_window_size(width, 900)
    chrome.get(site + reverse("admin:formsapp_collection_add"))
    type_in(chrome, "title", "x")
    type_address(chrome, "items-0-address", LOOK_ALIKE)
    type_address(chrome, "items-1-address", OTHER)
    save(chrome)
    assert [] == missing_ids(chrome)
    boxes = chrome.find_elements(By.CSS_SELECTOR, ".iri-confirm input")
    assert [LOOK_ALIKE, OTHER] == [each.get_dom_attribute("value") for each in boxes]
    for box in boxes:
        box.click()
    save(chrome)
    assert [LOOK_ALIKE, OTHER] == [each.address for each in Collection.objects.get().items.all()]
