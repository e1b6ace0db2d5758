"""How often one value is parsed and mapped on its way through an application.

A value that has been proved valid once is not proved again, and a header is mapped once.
"""

import sys
from collections import Counter

import pytest
from flask import Flask, redirect
from werkzeug.datastructures import MultiDict
from wtforms import Form

from flask_iri import FlaskIRI, safe_redirect
from flask_iri.wtforms import IRIField
from iri3987 import IRI
from iri3987.html.jinja import uri

TARGET = IRI("http://faß.de/straße")


@pytest.fixture
def app():
    """Make an application with the extension, and a few views."""
    app = Flask(__name__)
    FlaskIRI(app)
    app.add_url_rule("/plain", "plain", lambda: "")
    app.add_url_rule("/redirect", "redirect", lambda: redirect(TARGET))
    app.add_url_rule("/safe", "safe", lambda: safe_redirect("/x"))

    @app.after_request
    def dress(response):
        if response.location == "/late":
            response.location = TARGET
        return response

    app.add_url_rule("/late", "late", lambda: redirect("/late"))
    return app


def calls(journey):
    """Return how often each function of the core is called on a *journey*, by its name."""
    journey()  # what is cached is not counted
    found = Counter()

    def count(frame, event, _argument):
        if event == "call" and frame.f_globals.get("__name__", "").startswith("iri3987."):
            found[frame.f_code.co_qualname] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        journey()
    finally:
        sys.setprofile(before)
    return found


def requests(app, path):
    """Return how often each function of the core is called for a request."""
    client = app.test_client()
    return calls(lambda: client.get(path))


def test_plain_page(app):
    """A page without a redirect costs nothing."""
    assert {} == requests(app, "/plain")


def test_redirect(app):
    """The location is mapped once on its way out, after two looks at it."""
    found = requests(app, "/redirect")
    assert (1, 1, 0) == (found["map_header"], found["to_uri"], found["safe_header"])


def test_late_redirect(app):
    """One that a function after the request has changed is mapped as well, each value once."""
    found = requests(app, "/late")
    assert (2, 2, 0) == (found["map_header"], found["to_uri"], found["safe_header"])


def test_safe_redirect(app):
    """A path is checked once, and a value that is an IRI is not parsed again."""
    found = requests(app, "/safe")
    # Only the header is mapped: a short path has few octets, which need not be counted.
    assert (1, 1, 1) == (found["Profile.check"], found["to_uri"], found["map_header"])
    # The target, its URI, and the header are matched; the first two are taken apart.
    assert (3, 2) == (found["matches"], found["_cut"])


def test_form():
    """A typed text is parsed once."""
    form = type("LinkForm", (Form,), {"link": IRIField()})
    found = calls(lambda: form(MultiDict({"link": " https://faß.de/"})).validate())
    assert (1, 1) == (found["Profile.clean"], found["Profile.check"])


def test_link():
    """A link in a template is judged in one look, which gives its URI."""
    found = calls(lambda: uri(TARGET))
    assert (1, 0, 0) == (found["href"], found["matches"], found["to_uri"])
