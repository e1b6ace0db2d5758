"""`request_iri`, and requests with a ``Host`` field that should not be sent."""

import pytest
from flask import Flask, Request, request
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.exceptions import BadRequest

from flask_iri import FlaskIRI, request_iri
from iri3987 import IRI, is_uri
from test_flask_iri.wire import HOSTILE, answer, answer_to

URLS = ("url", "base_url", "root_url", "url_root", "host_url")


def show(**_):
    """Answer with the request's IRI, and with the URI that it maps to."""
    return f"{request_iri} {request_iri.uri}"


def urls(**_):
    """Answer with every URL that Werkzeug has of the request."""
    return " ".join(getattr(request, name) for name in URLS)


def application(view):
    """Make an application with one view, at every path."""
    app = Flask(__name__)
    FlaskIRI(app)
    app.add_url_rule("/", view_func=view)
    app.add_url_rule("/<path:path>", view_func=view)
    return app


SHOWN = application(show)
LOCATED = application(urls)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/stra%C3%9Fe?q=%C3%A9", "/straße?q=é"),
        ("//admin/x?q", "/admin/x"),
        ("///admin/%C3%A9", "/admin/é"),
        ("http://other.example/%C3%A9", "/é"),
    ],
)
def test_target(target, expected):
    """The IRI is that of the target as it was sent (RFC 3987 section 3.2), at the field's host."""
    status, _, body = answer_to(SHOWN, target, HTTP_HOST="example.org")
    assert (200, f"http://example.org{expected}") == (status, body.split(" ")[0])


@pytest.mark.parametrize(
    ("target", "path", "expected"),
    [
        ("/%C3%BC/a%2Fb?q", "/a/b", "/ü/a%2Fb?q"),  # mounted: the target holds the prefix
        ("/a%2Fb?q", "/a/b", "/ü/a%2Fb?q"),  # behind a proxy, which has taken it away
        ("/x", "/rewritten", "/ü/rewritten"),  # what is routed counts
        ("//x", "//x", "/ü/x"),
        (None, "/é%/a?q=%C3%A9", "/ü/é%25/a?q=é"),  # a server without it: encoded anew
    ],
)
def test_prefix(target, path, expected):
    """The prefix under which an application is reached is in the IRI, once."""
    sent = {} if target is None else {"RAW_URI": target}
    prefix = "/ü".encode().decode("latin-1")
    body = answer(SHOWN, path, SCRIPT_NAME=prefix, **sent)[2]
    assert f"http://localhost{expected}" == body.split(" ")[0]


def test_host():
    """The host is as a person may see it: no look-alike is decoded, nothing invalid or changed."""
    shown = dict.fromkeys(("xn--fa-hia.de", "XN--FA-HIA.de"), "faß.de") | {"[::1]:80": "[::1]"}
    shown |= {host: host for host in ("xn--80ak6aa92e.com", "xn--a.com")}
    found = {host: answer(SHOWN, "/", HTTP_HOST=host)[2].split(" ")[0] for host in shown}
    assert {host: f"http://{name}/" for host, name in shown.items()} == found


def test_hostile_host():
    """Whatever the ``Host`` field says, the answer is the view's, or 400, never a 500."""
    for host in HOSTILE:
        assert answer(LOCATED, "/é?q", HTTP_HOST=host)[0] in {200, 400}, host
        status, _, body = answer(SHOWN, "/é?q", HTTP_HOST=host)
        if status == 200:
            iri = IRI(body.split(" ")[0])
            assert ("/é", "q", None, None) == (iri.path, iri.query, iri.fragment, iri.userinfo)
        else:
            assert 400 == status, host


@pytest.mark.parametrize("matching", ["subdomain_matching", "host_matching"])
@pytest.mark.filterwarnings("ignore:Current server name")
def test_hostile_host_that_is_matched(matching):
    """The same where the application's rules ask for a host."""
    app = Flask(__name__, static_folder=None, **{matching: True})
    app.config["SERVER_NAME"] = "xn--fa-hia.de"
    FlaskIRI(app)
    where = {"host": "<name>"} if matching == "host_matching" else {"subdomain": "<name>"}
    app.add_url_rule("/", "page", lambda name: f"{name} {urls()}", **where)
    app.add_url_rule("/slash/", "slash", lambda name: name, **where)
    for host in [*HOSTILE, "xn--fa-hia.de", "www.xn--fa-hia.de"]:
        for path in ("/", "/slash"):
            assert answer(app, path, HTTP_HOST=host)[0] < 500, host


@given(st.text(st.characters(max_codepoint=0xFF), max_size=20) | st.from_regex(r"xn--[a-z0-9-]+"))
@example("·")
def test_law_hostile_host(host):
    """The same for any field that a server may hand over; and an IRI has one host."""
    assert answer(LOCATED, "/", HTTP_HOST=host)[0] in {200, 400}
    status, _, body = answer(SHOWN, "/", HTTP_HOST=host)
    if status == 200:
        iri, uri = body.split(" ")
        assert (True, None, "/") == (is_uri(uri), IRI(iri).userinfo, IRI(iri).path)
    else:
        assert 400 == status


@pytest.mark.parametrize(
    ("host", "code", "position"),
    [
        ("", "host-missing", 7),
        ("evil@example.org", "userinfo-not-allowed", 7),
        ("@example.org", "userinfo-not-allowed", 7),
        ("a b", "bad-character", 8),
    ],
)
def test_no_host_says_why(host, code, position):
    """Its cause is the core's error; a user name is not part of a host."""
    with SHOWN.test_request_context("/"):
        request.host = host  # Werkzeug 3.1 empties such a host, 3.0 does not
        with pytest.raises(BadRequest) as caught:
            _ = request_iri.host
    cause = caught.value.__cause__
    assert (code, position) == (cause.code, cause.position)


def test_proxy():
    """It is an `IRI` for every use but those that need the text itself; requests share none."""
    with SHOWN.test_request_context("/é", base_url="https://xn--fa-hia.de"):
        assert "https://faß.de/é" == request_iri
        assert isinstance(request_iri, IRI)
        assert ("faß.de", "/é", "https://xn--fa-hia.de") == (
            request_iri.host,
            request_iri.path,
            request_iri.origin,
        )
        assert "https://faß.de/ü" == request_iri.resolve("ü")
        assert str is type(str.__str__(str(request_iri)))
    with SHOWN.app_context():  # which shares `flask.g`
        bodies = [answer_to(SHOWN, path)[2].split(" ")[0] for path in ("/a", "/b")]
    assert ["http://localhost/a", "http://localhost/b"] == bodies
    with Flask(__name__).test_request_context("/é"):  # without the extension
        assert "http://localhost/é" == str(request_iri)
    with pytest.raises(RuntimeError, match="outside of request context"):
        str(request_iri)


def test_own_request_class():
    """The application's request class is extended."""

    class Own(Request):
        def greet(self):
            return f"hello {self.url}"

    app = Flask(__name__)
    app.request_class = Own
    FlaskIRI(app)
    app.add_url_rule("/", "greet", lambda: request.greet())  # noqa: PLW0108 - a proxy
    assert "hello http://xn--a.com/" == answer(app, "/", HTTP_HOST="xn--a.com")[2]
