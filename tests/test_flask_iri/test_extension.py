"""`FlaskIRI`: what it gives an application, and how often."""

import subprocess
import sys
from importlib.metadata import version

import pytest
from flask import Flask, url_for
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client

from flask_iri import FlaskIRI, safe_redirect
from iri3987.http.redirect import allowed_hosts, host_as_sent
from test_flask_iri.wire import answer


@pytest.fixture
def app():
    """Make an application that knows no IRIs."""
    return Flask(__name__)


@pytest.mark.parametrize("again", [FlaskIRI, FlaskIRI().init_app], ids=["object", "init_app"])
def test_twice(app, again):
    """A second initialisation of one application is an error that says so."""
    FlaskIRI(app)
    with pytest.raises(RuntimeError, match="has been initialised for"):
        again(app)


@pytest.mark.skipif(
    version("flask") < "3.1", reason="Flask 3.0 has no TRUSTED_HOSTS in its configuration"
)
def test_trusted_hosts_at_work(app):
    """A request for a host that is trusted is served; any other is a 400."""
    app.config["TRUSTED_HOSTS"] = allowed_hosts(".faß.de")
    FlaskIRI(app)
    app.add_url_rule("/", view_func=lambda: "")
    hosts = ("xn--fa-hia.de", "www.xn--fa-hia.de", "xn--fa-hia.de@evil.example", "fass.de")
    assert [200, 200, 400, 400] == [answer(app, "/", HTTP_HOST=host)[0] for host in hosts]


def test_configuration_stays(app):
    """The values of a project are not changed, so another application can have them, too."""
    own = {
        "IRI_REDIRECT_HOSTS": ["faß.de:8000"],
        "IRI_MESSAGES": {"invalid": "Enter a valid URL."},
        "TRUSTED_HOSTS": allowed_hosts(".faß.de"),
        "SERVER_NAME": host_as_sent("faß.de:8000"),
    }
    app.config.update(own)
    FlaskIRI(app)
    assert own == {key: app.config[key] for key in own}
    app.add_url_rule("/é", "page", lambda: "")
    with app.app_context():
        assert "http://xn--fa-hia.de:8000/%C3%A9" == url_for("page")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(
            ("IRI_REDIRECT_HOSTS", [entry])
            for entry in ["", "*", "*.example", "a..b", "a b", "http://a.example/", "me@a.example"]
        ),
        ("TRUSTED_HOSTS", ["ok.example", ".faß.de"]),
        ("TRUSTED_HOSTS", "faß.de"),
        ("TRUSTED_HOSTS", 7),
        ("IRI_REDIRECT_HOSTS", [7]),
        ("IRI_REDIRECT_HOSTS", "example.org"),
        ("SERVER_NAME", "faß.de"),
        ("IRI_MESSAGES", "Enter a valid URL."),
        ("IRI_MESSAGES", {"bad-precent": "No"}),
        ("IRI_MESSAGES", {"invalid": "At %(positon)s"}),
    ],
)
def test_bad_configuration(app, key, value):
    """A value that a key cannot have is an error at once, which names the key."""
    app.config[key] = value
    with pytest.raises(ValueError, match=f"^{key}: "):
        FlaskIRI(app)


def test_applications_in_one_process():
    """Two applications mounted in one process keep to themselves, by turns and nested."""
    iri = FlaskIRI()
    apps = {}

    def follow(target):
        return safe_redirect(target)

    for name in ("first", "second"):
        app = apps[name] = Flask(name)
        app.config["IRI_REDIRECT_HOSTS"] = [f"{name}.example"]
        iri.init_app(app)
        app.add_url_rule("/go/<iri:target>", view_func=follow)
    both = DispatcherMiddleware(apps["first"], {"/second": apps["second"]})

    def location(path):
        client = Client(both)
        return client.get(path).headers["Location"]

    assert "http://first.example/" == location("/go/http://first.example/")
    assert "/" == location("/go/http://second.example/")
    assert "http://second.example/" == location("/second/go/http://second.example/")
    assert "/" == location("/second/go/http://first.example/")
    third = Flask("third")
    assert ("iri", "uri") not in [*third.url_map.converters, *third.jinja_env.filters]


def test_import_has_no_effects():
    """Importing the package registers nothing, and leaves the URL schemes of urllib alone."""
    statement = """
import urllib.parse, werkzeug.routing, flask
before = list(urllib.parse.uses_netloc), dict(werkzeug.routing.Map.default_converters)
import flask_iri
assert before == (urllib.parse.uses_netloc, dict(werkzeug.routing.Map.default_converters))
"""
    subprocess.run([sys.executable, "-W", "error", "-c", statement], check=True)
