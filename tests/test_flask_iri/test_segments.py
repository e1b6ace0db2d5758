"""``<isegment:name>``: one segment of a path, in any script and one spelling."""

from urllib.parse import unquote_to_bytes

import pytest
from flask import Flask, url_for
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.routing import Map, ValidationError

from flask_iri import FlaskIRI
from flask_iri.converters import SegmentConverter
from iri3987 import IRIError, is_uri_reference
from iri3987._unicode import version14
from test_flask_iri.wire import get
from test_iri3987 import strategies as iris

APP = Flask(__name__)
FlaskIRI(APP)
APP.add_url_rule("/s/<isegment:name>", "one", lambda name: name.encode())
APP.add_url_rule("/s/<isegment:name>/<isegment:other>", "two", lambda name, other: [name, other])


def follow(url):
    """Request a URL that `url_for` has made: the server decodes its path once."""
    return get(APP, unquote_to_bytes(url))


def url_to(name):
    """Return the path at which the application answers with the name."""
    with APP.test_request_context():
        return url_for("one", name=name)


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("straße", "/s/stra%C3%9Fe"),
        ("cafe\u0301", "/s/caf%C3%A9"),
        ("100%", "/s/100%25"),
        ("%2F", "/s/%252F"),
        ("a b", None),
        ("a?b", "/s/a%3Fb"),
        ("...", "/s/..."),
        ("a:b@c;d=e,f!$&'()*+", "/s/a:b@c;d=e,f!$&'()*+"),
    ],
    ids=ascii,
)
def test_round_trip(name, url):
    """The view gets the text that `url_for` was given, in NFC."""
    if url is not None:
        assert url == url_to(name)
    expected = version14.normalize("NFC", name)
    assert (200, expected) == follow(url_to(name))


@given(st.text(min_size=1) | iris.ucschar)
def test_law_round_trip(name):
    """For any text there is a URL that gives its NFC to the view, or `url_for` raises."""
    try:
        url = url_to(name)
    except IRIError:
        return
    assert is_uri_reference(url)
    assert (200, version14.normalize("NFC", name)) == follow(url)
    assert "/s/7" == url_to(7)  # as for Werkzeug's own converters


REFUSED = [
    ("", "segment-empty"),
    ("a/b", "segment-character"),
    ("\u202egpj", "bidi-formatting"),
]


@pytest.mark.parametrize(("name", "code"), REFUSED, ids=ascii)
def test_refused(name, code):
    """A text that is not a name is 404, caused by the core's error, which `url_for` raises."""
    with pytest.raises(ValidationError) as caught:
        SegmentConverter(Map()).to_python(name)
    assert code == caught.value.__cause__.code
    with pytest.raises(IRIError) as caught:
        url_to(name)
    assert code == caught.value.code
