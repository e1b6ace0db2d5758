"""``<iri:target>``: an IRI in the path of a URL, and back."""

from urllib.parse import unquote_to_bytes

import pytest
from flask import Flask
from hypothesis import given
from werkzeug.routing import BuildError, Map

from flask_iri import FlaskIRI
from flask_iri.converters import IRIConverter
from iri3987 import IRIError
from test_flask_iri.served import app, url_to
from test_flask_iri.wire import get
from test_iri3987 import strategies as iris


def follow(url, **options):
    """Request a URL that `url_for` has made: the server decodes its path once."""
    return get(app, unquote_to_bytes(url), **options)


@given(iris.iri | iris.web_iri)
def test_law_round_trip(target):
    """For every IRI the way through `url_for` and a request gives the same IRI."""
    assert (200, target) == follow(url_to(target))


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("http://a/b/../c", "/any/http://a/b%2F../c"),
        ("http://a/./..", "/any/http://a%2F.%2F.."),
        ("http://a/.b/..c/...", "/any/http://a/.b/..c/..."),
        ("http://a/%2e%2E/", "/any/http://a/%252e%252E/"),
        ("http://a/?../.", "/any/http://a/%3F..%2F."),
        ("http://a/..?/.", "/any/http://a/..%3F%2F."),
        ("x:/..", "/any/x:%2F.."),
        ("x:..", "/any/x:.."),
    ],
)
def test_dot_segments(target, expected):
    """The URL has no dot segments, which clients would remove; nor has it encoded ones."""
    assert expected == url_to(target)


def test_mounted_application():
    """The IRI is what follows the rule, wherever the application is mounted."""
    found = get(app, "/any/http://faß.de/a//b", script_name="/ルート//x")
    assert (200, "http://faß.de/a//b") == found


def test_slashes_are_not_merged():
    """A path that reaches the rule is never redirected to one with fewer slashes."""
    assert 404 == get(app, "/any//http://example.org//a")[0]
    assert (200, "http://example.org//a") == get(app, "/any/http://example.org//a")


def test_url_for_nothing():
    """`url_for` does not take None, and so the converter does not."""
    with pytest.raises(BuildError, match="Did you forget to specify values"):
        url_to(None)


def test_url_for_what_is_no_text():
    """A number is not an IRI, whatever its text; an object whose text is one, as lazy text, is."""
    with pytest.raises(IRIError, match="not-absolute"):
        url_to(7)

    class Lazy:
        def __str__(self) -> str:
            return "urn:x"

    assert url_to("urn:x") == url_to(Lazy())


def test_unknown_profile():
    """A profile that does not exist is an error when the route is added."""
    other = Flask(__name__)
    FlaskIRI(other)
    with pytest.raises(ValueError, match=r"profile must be .*, not 'wbe'"):
        other.add_url_rule("/<iri(profile='wbe'):t>", view_func=lambda t: t)


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ('<iri(schemes="urn"):t>', {"urn:x"}),
        ("<iri(schemes=urn):t>", {"urn:x"}),
        ('<iri(schemes="URN, http"):t>', {"urn:x", "http://a.example", "http:"}),
        ('<iri(profile="web", schemes="http"):t>', {"http://a.example"}),
        ('<iri(schemes="https"):t>', {"https://a.example"}),
        ('<iri("any", "https,urn"):t>', {"urn:x", "https://a.example"}),
        ('<iri("web"):t>', {"http://a.example", "https://a.example"}),
        ("<iri(profile=web):t>", {"http://a.example", "https://a.example"}),
    ],
)
def test_arguments(rule, found):
    """Profile and schemes, quoted or not: what both accept is found, in any case."""
    other = Flask(__name__)
    FlaskIRI(other)
    other.add_url_rule(f"/{rule}", "view", lambda t: t)
    targets = ["urn:x", "http://a.example", "http:", "https://a.example", "tag:x"]
    assert found == {target for target in targets if get(other, f"/{target}")[0] == 200}
    assert 200 == get(other, f"/{next(iter(found)).upper()}")[0]


@pytest.mark.parametrize("schemes", ["", ",", "urn,", "urn tag", "1x", "é", "urn:", "urn:x", "u\n"])
def test_bad_schemes(schemes):
    """A text that is not a scheme is an error when the route is added."""
    with pytest.raises(ValueError, match="in schemes is not a scheme"):
        IRIConverter(Map(), schemes=schemes)
