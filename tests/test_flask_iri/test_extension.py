"""`FlaskIRI`: what it gives an application, and how often."""

import subprocess
import sys

import pytest
from flask import Blueprint, Flask, render_template_string

from flask_iri import FlaskIRI
from flask_iri.converters import IRIConverter

TEMPLATE = "{{ target|uri }} {{ target|display_iri }}"


def show(target):
    """Show the target, by both filters."""
    return render_template_string(TEMPLATE, target=target)


def text(app, path):
    """Return what the application answers."""
    response = app.test_client().get(path)
    assert 200 == response.status_code
    return response.text


@pytest.fixture
def app():
    """Make an application that knows no IRIs."""
    return Flask(__name__)


def test_constructor(app):
    """`FlaskIRI(app)` gives the application converter and filters."""
    FlaskIRI(app)
    app.add_url_rule("/go/<iri:target>", view_func=show)
    assert "http://xn--fa-hia.de/ http://faß.de/" == text(app, "/go/http://faß.de/")


def test_factory():
    """One object serves any number of applications, made by a factory."""
    iri = FlaskIRI()

    def create_app():
        app = Flask(__name__)
        iri.init_app(app)
        app.add_url_rule("/go/<iri:target>", view_func=show)
        return app

    for app in (create_app(), create_app()):
        assert "urn:x" in text(app, "/go/urn:x")


def test_object_for_each_application():
    """Applications with objects of their own do not know of each other."""
    first, second, third = Flask("first"), Flask("second"), Flask("third")
    FlaskIRI(first)
    FlaskIRI(second)
    assert first.extensions["iri"] is not second.extensions["iri"]
    assert "iri" not in third.extensions
    assert "iri" not in third.url_map.converters
    assert "uri" not in third.jinja_env.filters


def test_blueprint(app):
    """A blueprint made before the extension may use the converter."""
    pages = Blueprint("pages", __name__, url_prefix="/pages")
    pages.add_url_rule("/<iri:target>", view_func=show)
    FlaskIRI(app)
    app.register_blueprint(pages)
    assert "urn:x" in text(app, "/pages/urn:x")


def test_key_in_extensions(app):
    """The object is found under "iri", as extensions are."""
    iri = FlaskIRI(app)
    assert iri is app.extensions["iri"]


def test_holds_no_application(app):
    """The object keeps no reference to an application."""
    assert {} == vars(FlaskIRI(app))


@pytest.mark.parametrize("again", [FlaskIRI, FlaskIRI().init_app], ids=["object", "init_app"])
def test_twice(app, again):
    """A second initialisation of one application is an error that says so."""
    FlaskIRI(app)
    with pytest.raises(RuntimeError, match="has been initialised for"):
        again(app)


def test_configuration_is_left_alone(app):
    """There is nothing to configure, so no key is added."""
    before = dict(app.config)
    FlaskIRI(app)
    assert before == app.config


def test_other_converters_stay(app):
    """Converters of the application keep their names."""
    before = dict(app.url_map.converters)
    FlaskIRI(app)
    assert before | {"iri": IRIConverter} == app.url_map.converters


def test_route_before_the_extension(app):
    """A route that asks for the converter too early is refused by Werkzeug, by name."""
    with pytest.raises(LookupError, match="'iri' does not exist"):
        app.add_url_rule("/go/<iri:target>", view_func=show)


def test_import_has_no_effects():
    """Importing the package registers nothing, and leaves the URL schemes of urllib alone."""
    statement = """
import urllib.parse, werkzeug.routing, flask
before = list(urllib.parse.uses_netloc), dict(werkzeug.routing.Map.default_converters)
import flask_iri
assert before == (urllib.parse.uses_netloc, dict(werkzeug.routing.Map.default_converters))
"""
    subprocess.run([sys.executable, "-W", "error", "-c", statement], check=True)
