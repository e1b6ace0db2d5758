"""The WSGI middleware, between an application and a server that are both held to PEP 3333."""

import importlib
import sys
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import is_uri_reference, resolve
from iri3987.http.wsgi import IRIMiddleware, request_target
from test_iri3987 import strategies


class Server:
    """The record that a WSGI server has of one request."""

    def __init__(self, app):
        self.calls = []
        self.written = []
        self.environ = {"QUERY_STRING": ""}
        setup_testing_defaults(self.environ)
        self.body = app(self.environ, self.start_response)

    def start_response(self, status, headers, exc_info=None):
        """Remember the call, and give the function that writes."""
        self.calls.append((status, headers, exc_info))
        return self.written.append


HEADERS = [
    ("Content-Type", "text/plain"),
    ("link", "</é>"),
    ("Set-Cookie", "a=é"),
    ("Link", "</è>"),
    ("Location", "/例".encode().decode("latin-1")),
]
MAPPED = [
    ("Content-Type", "text/plain"),
    ("link", "</%C3%A9>"),
    ("Set-Cookie", "a=é"),
    ("Link", "</%C3%A8>"),
    ("Location", "/%E4%BE%8B"),
]


def test_headers():
    """Headers are mapped, in order; other values, the body and the application's list stay."""
    headers, body = HEADERS.copy(), [b"body"]

    def app(environ, start_response):
        start_response("302 Found", headers)
        return body

    for _ in range(2):
        server = Server(IRIMiddleware(app))
        assert [("302 Found", MAPPED, None)] == server.calls
        assert body is server.body
    assert HEADERS == headers


def test_value_that_cannot_be_mapped():
    """A target that cannot be mapped does not raise, and nothing non-ASCII is sent."""

    def app(environ, start_response):
        start_response("302 Found", [("Location", "//é＼/"), ("Link", "</é\x00>")])
        return []

    server = Server(IRIMiddleware(app))
    assert [("Location", ""), ("Link", "</%C3%A9%00>")] == server.calls[0][1]


def test_valid_on_both_sides():
    """The middleware is an application to the server, and a server to the application."""

    def app(environ, start_response):
        write = start_response("200 OK", [("Content-Type", "text/plain"), ("Link", "</é>")])
        write(b"a")
        return [b"b"]

    middleware = validator(IRIMiddleware(validator(app)))
    server = Server(middleware)
    try:
        assert [b"a", b"b"] == [*server.written, *server.body]
    finally:
        server.body.close()
    assert [("Content-Type", "text/plain"), ("Link", "</%C3%A9>")] == server.calls[0][1]


def test_start_response_may_come_late():
    """An application may start its response when the first part of the body is asked for."""

    def app(environ, start_response):
        start_response("200 OK", [("Link", "</é>")])
        yield b"a"

    server = Server(IRIMiddleware(app))
    assert [] == server.calls
    assert b"a" == next(server.body)
    assert [("200 OK", [("Link", "</%C3%A9>")], None)] == server.calls


def test_start_response_may_come_again():
    """After an error the response is started again, with the error, by position or by name."""

    def app(environ, start_response):
        start_response("200 OK", [("Link", "</a>")])
        try:
            raise ValueError
        except ValueError:
            start_response("500 No", [("Link", "</é>")], sys.exc_info())
            start_response("500 No", [("Link", "</é>")], exc_info=sys.exc_info())
        return []

    calls = Server(IRIMiddleware(app)).calls
    assert ["200 OK", "500 No", "500 No"] == [status for status, _, _ in calls]
    assert [None, ValueError, ValueError] == [exc_info and exc_info[0] for *_, exc_info in calls]
    assert [("Link", "</%C3%A9>")] == calls[1][1] == calls[2][1]


def test_exceptions_pass():
    """An error of the application is the server's, as is one of the server the application's."""

    def app(environ, start_response):
        raise LookupError

    with pytest.raises(LookupError):
        Server(IRIMiddleware(app))


def test_environ_is_passed_on():
    """The application is given the very dictionary that the server made."""
    seen = []

    def app(environ, start_response):
        seen.append((environ, set(environ)))
        return []

    server = Server(IRIMiddleware(app))
    expected = {"QUERY_STRING": ""}
    setup_testing_defaults(expected)
    assert seen[0][0] is server.environ
    assert set(expected) == seen[0][1]


def test_early_hints():
    """Where the server takes headers ahead of the response, they are mapped too."""
    sent = []

    def app(environ, start_response):
        environ["wsgi.early_hints"]([("Link", "</é>; rel=preload"), ("X-Name", "a")])
        return []

    IRIMiddleware(app)({"wsgi.early_hints": sent.append}, None)
    assert [[("Link", "</%C3%A9>; rel=preload"), ("X-Name", "a")]] == sent


# The request


def test_request_target_of_odd_servers():
    """Octets that are not UTF-8 stay; a path may be text; RAW_URI counts before REQUEST_URI."""
    assert "/%E9" == request_target({"PATH_INFO": "/\xe9"})
    assert "/%E4%BE%8B" == request_target({"PATH_INFO": "/例"})
    assert "/a" == request_target({"RAW_URI": "/a", "REQUEST_URI": "/b"})
    assert "/b?c" == request_target({"REQUEST_URI": "/b?c", "PATH_INFO": "/b"})


@given(st.text() | strategies.uri_reference, st.sampled_from(["RAW_URI", "PATH_INFO"]))
def test_request_target_is_a_reference(text, key):
    """Whatever is sent, the target is a URI reference to the host of the request."""
    target = request_target({key: text})
    assert is_uri_reference(target)
    assert resolve("http://host/", target).startswith("http://host/")
    assert target == request_target({"RAW_URI": target})


def falcon():
    """Return an application of Falcon."""
    falcon = importlib.import_module("falcon")

    class Place:
        def on_get(self, _request, response):
            response.status = 302
            response.set_header("Location", "https://例え.テスト/道?q=é")
            response.set_header("Link", "</道>")

    app = falcon.App()
    app.add_route("/", Place())
    return IRIMiddleware(app)


def pyramid():
    """Return an application of Pyramid."""
    config = importlib.import_module("pyramid.config").Configurator()
    found = importlib.import_module("pyramid.httpexceptions").HTTPFound

    def redirect(_request):
        return found("https://例え.テスト/道?q=é", headers=[("Link", "</道>")])

    config.add_route("place", "/")
    config.add_view(redirect, route_name="place")
    return IRIMiddleware(config.make_wsgi_app())


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:'cgi' is deprecated:DeprecationWarning")  # by WebOb
@pytest.mark.filterwarnings("ignore:pkg_resources is deprecated")  # by Pyramid, of setuptools
@pytest.mark.filterwarnings("ignore:Deprecated call to `pkg_resources:DeprecationWarning")
@pytest.mark.parametrize("make", [falcon, pyramid])
def test_framework(make):
    """A redirect of a framework is mapped, and so are its other headers."""
    pytest.importorskip(make.__name__)
    server = Server(make())
    ((status, headers, _),) = server.calls
    assert "302 Found" == status
    found = {name.lower(): value for name, value in headers}
    assert "https://xn--r8jz45g.xn--zckzah/%E9%81%93?q=%C3%A9" == found["location"]
    assert "</%E9%81%93>" == found["link"]
