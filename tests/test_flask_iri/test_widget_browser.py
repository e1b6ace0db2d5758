"""Flask's input in headless Chromium, under a policy that allows nothing inline."""

import threading

import pytest
from flask import Flask, render_template_string, request
from werkzeug.serving import make_server
from wtforms import Form

import chromium
from chromium import eventually, leave
from flask_iri import FlaskIRI
from flask_iri.wtforms import IRIField, IRIInput

pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver.common.by import By

pytestmark = chromium.NEEDED
browser, chrome = chromium.browser, chromium.chrome

PAGE = """<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,">
{{ iri_preview_files() }}<form method="post">{{ form.link() }}<button>Save</button></form>
<p id="saved">{{ saved or "" }}</p>"""


class LinkForm(Form):
    """A form that shows the URI, and asks."""

    link = IRIField(widget=IRIInput(show_uri=True), confirm_warnings=True)


@pytest.fixture
def address():
    """Serve the form."""
    app = Flask(__name__)
    FlaskIRI(app)

    @app.route("/", methods=["GET", "POST"])
    def page():
        form = LinkForm(request.form)
        saved = form.link.data if request.form and form.validate() else None
        return render_template_string(PAGE, form=form, saved=saved)

    @app.after_request
    def policy(response):
        rules = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:"
        response.headers["Content-Security-Policy"] = rules
        return response

    # Chromium opens a connection that it does not use.
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_shows_and_asks(chrome, address):
    """The URI is shown while one types; a misleading address is saved when it is confirmed."""
    text = "http://рaypal.com/é"  # the first letter is Cyrillic
    chrome.get(address)
    chrome.find_element(By.NAME, "link").send_keys(f" {text} ")
    output = chrome.find_element(By.CSS_SELECTOR, "output.iri-uri")
    expected = "Sent as: http://xn--aypal-uye.com/%C3%A9"
    assert expected == eventually(chrome, lambda: output.text, expected)
    leave(chrome, chrome.find_element(By.TAG_NAME, "button").click)
    link = chrome.find_element(By.NAME, "link")
    warnings = chrome.find_element(By.ID, link.get_attribute("aria-describedby"))
    assert "mixes scripts" in warnings.text
    assert "" == chrome.find_element(By.ID, "saved").text
    chrome.find_element(By.CSS_SELECTOR, "label.iri-confirm").click()
    leave(chrome, chrome.find_element(By.TAG_NAME, "button").click)
    assert text == chrome.find_element(By.ID, "saved").text
    assert [] == [entry["message"] for entry in chrome.get_log("browser")]
