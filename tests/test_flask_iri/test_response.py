"""Header fields of the response, as they reach the server."""

import logging

import pytest
from flask import Blueprint, Flask, Response, abort, make_response, redirect
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.exceptions import BadRequest, Conflict, HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.utils import redirect as werkzeug_redirect
from werkzeug.wrappers import Response as WerkzeugResponse

from flask_iri import FlaskIRI, UnmappableRedirect
from iri3987 import IRIError, is_uri_reference
from test_flask_iri.wire import answer
from test_iri3987 import strategies as iris

#: A host that no domain can have: it maps to "a/c.com".
UNMAPPABLE = "http://℀.com/"


@pytest.fixture
def app():
    """Make an application with the extension."""
    app = Flask(__name__)
    FlaskIRI(app)
    return app


def sent(app, path="/", **environ):
    """Return status and header fields of the answer to a request, as a server gets them."""
    status, headers, _ = answer(app, path, **environ)
    return status, headers


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("Location", "http://faß.de/straße", "http://xn--fa-hia.de/stra%C3%9Fe"),
        ("Location", "/é?", "/%C3%A9?"),
        # Werkzeug would change these.
        ("Location", "HTTP://EXAMPLE.org:/", "HTTP://EXAMPLE.org:/"),
        ("Location", "http://example.org:99999/", "http://example.org:99999/"),
        ("Location", "http://[v1.abc]/", "http://[v1.abc]/"),
        ("Content-Location", "/é?", "/%C3%A9?"),
        ("Link", '</é>; rel="next"', '</%C3%A9>; rel="next"'),
        ("Refresh", "5; url=/é", "5; url=/%C3%A9"),
        ("HX-Push-Url", "/例え", "/%E4%BE%8B%E3%81%88"),
        ("Link", UNMAPPABLE, ""),
    ],
    ids=ascii,
)
def test_fields(app, name, value, expected):
    """Every field with URIs is mapped (RFC 3987 section 3.1), or empty; a URI stays as it is."""
    app.add_url_rule("/", view_func=lambda: Response(status=302, headers={name: value}))
    status, headers = sent(app)
    assert (302, [expected]) == (status, headers.getlist(name))


@given(iris.any_text | st.text())
def test_law_any_text(text):
    """For any text at all the location is a URI reference, or there is an error and none."""
    app = Flask(__name__)
    FlaskIRI(app)

    @app.get("/")
    def view():
        response = Response(status=302)
        if "\r" not in text and "\n" not in text:  # Werkzeug refuses these in the view
            response.headers["Location"] = text
        return response

    status, headers = sent(app)
    assert status in {302, 400}
    assert is_uri_reference(headers.get("Location", ""))


def test_response_is_not_changed(app):
    """A response that is kept and sent again stays as the view made it: fields stay in order."""
    kept = redirect("/é")
    for link in ("</é>", "</b>", "</ü>"):
        kept.headers.add("Link", link)
    app.add_url_rule("/", view_func=lambda: kept)
    for _ in range(2):
        headers = sent(app)[1]
        assert ["/%C3%A9"] == headers.getlist("Location")
        assert ["</%C3%A9>", "</b>", "</%C3%BC>"] == headers.getlist("Link")
    assert "/é" == kept.location
    # Other applications, and Flask itself, keep their classes.
    other = Flask("other")
    assert (Flask.response_class, Flask.request_class) == (
        other.response_class,
        other.request_class,
    )


# Where a response comes from


def views(app, location):
    """Give an application every way to redirect to one location, by path."""

    class Elsewhere(HTTPException):
        def get_response(self, *_, **__):
            return werkzeug_redirect(location)

    def raised():
        raise Elsewhere

    pages = Blueprint("pages", __name__, url_prefix="/blueprint")
    pages.add_url_rule("/", view_func=lambda: redirect(location))
    app.register_blueprint(pages)
    app.register_error_handler(Conflict, lambda _: redirect(location))
    ways = {
        "flask": lambda: redirect(location),
        "werkzeug": lambda: werkzeug_redirect(location),
        "abort": lambda: abort(redirect(location)),
        "abort-werkzeug": lambda: abort(werkzeug_redirect(location)),
        "exception": raised,
        "make-response": lambda: make_response("", 302, {"Location": location}),
        "tuple": lambda: ("", 302, {"Location": location}),
        "response-class": lambda: app.response_class(status=302, headers={"Location": location}),
        "error-handler": lambda: abort(409),
    }
    for name, view in ways.items():
        app.add_url_rule(f"/{name}", name, view)
    return [*(f"/{name}" for name in ways), "/blueprint/"]


def test_every_way(app):
    """However a view redirects, the location is mapped once, and by us."""
    found = {path: sent(app, path)[1]["Location"] for path in views(app, "http://faß.de/?")}
    assert dict.fromkeys(found, "http://xn--fa-hia.de/?") == found


@pytest.mark.parametrize("testing", [False, True])
def test_every_way_unmappable(app, testing):
    """However a view redirects to what cannot be mapped, the answer is 400, and no exception."""
    app.testing = testing
    found = {path: sent(app, path) for path in views(app, UNMAPPABLE)}
    assert dict.fromkeys(found, 400) == {path: status for path, (status, _) in found.items()}
    assert not [path for path, (_, headers) in found.items() if "Location" in headers]


def test_wsgi_application(app):
    """A view may answer with a whole WSGI application, whose fields are mapped as well."""

    def application(environ, start_response):
        start_response("201 Created", [("Location", "/é".encode().decode("latin-1"))])
        return [b"body"]

    app.add_url_rule("/", view_func=lambda: application)
    status, headers, body = answer(app, "/")
    assert (201, "/%C3%A9", "body") == (status, headers["Location"], body)


def test_routing_exception_is_not_handled(app):
    """A redirect of the router is not an error for error handlers, as before."""
    app.register_error_handler(HTTPException, lambda _: "handled")

    @app.before_request
    def elsewhere():
        raise RequestRedirect("http://faß.de/?")

    assert (308, "http://xn--fa-hia.de/?") == (sent(app)[0], sent(app)[1]["Location"])


def test_streaming(app):
    """A stream with a location is not read before it is sent."""
    read = []

    def stream():
        for part in ("a", "b"):
            read.append(part)
            yield part

    app.add_url_rule("/", view_func=lambda: Response(stream(), headers={"Location": "/é"}))
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SERVER_NAME": "h", "SERVER_PORT": "80"}
    environ["wsgi.url_scheme"] = "http"
    parts = iter(app(environ, lambda *_: None))
    assert (b"a", ["a"]) == (next(parts), read)


# A redirect to what cannot be mapped


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Location", UNMAPPABLE),
        ("Location", "http://faß..de/"),
        ("Location", "/\t/evil.example"),
        ("Location", "/\ud800"),
        ("Refresh", f"0; url={UNMAPPABLE}"),
        ("HX-Redirect", UNMAPPABLE),
    ],
    ids=ascii,
)
def test_refused(app, name, value):
    """A target that cannot be mapped is not sent: the answer is 400, with no such field."""
    app.add_url_rule("/", view_func=lambda: Response(status=302, headers={name: value}))
    status, headers = sent(app)
    assert (400, False) == (status, name in headers)


@pytest.mark.parametrize("testing", [False, True])
def test_line_break(app, testing):
    """A line break, which Werkzeug refuses by a `ValueError`, is a 400 like other faults.

    Every field that redirects is held to it, however it is set.
    """
    app.testing = testing

    def setting(name, change):
        response = make_response("")
        getattr(response.headers, change)(name, "0; url=/\r\nSet-Cookie: a=b")
        return response

    # But where it is a response of Werkzeug's own that is asked to hold it.
    paths = set(views(app, "/\r\nSet-Cookie: a=b")) - {"/werkzeug", "/abort-werkzeug", "/exception"}
    app.add_url_rule("/set/<name>/<change>", view_func=setting)
    for name in ("Location", "refresh", "HX-Redirect", "HX-Location"):
        changes = ("add", "set", "setdefault", "__setitem__")
        paths |= {f"/set/{name}/{change}" for change in changes}
    found = {path: sent(app, path) for path in paths}
    assert dict.fromkeys(found, 400) == {path: status for path, (status, _) in found.items()}
    fields = {"location", "refresh", "hx-redirect", "hx-location", "set-cookie"}
    assert not [
        path for path, (_, headers) in found.items() if fields & {*map(str.lower, headers.keys())}
    ]


HANDLED = [400, BadRequest, UnmappableRedirect, HTTPException, Exception]


@pytest.mark.parametrize("handled", HANDLED, ids=str)
@pytest.mark.parametrize("options", [{}, {"TESTING": True}, {"PROPAGATE_EXCEPTIONS": True}])
def test_error_handlers(app, handled, options):
    """Any handler that fits sees the error, with the core's error as its cause."""
    seen = []
    app.config.update(options)
    app.register_error_handler(handled, lambda error: (seen.append(error), "ours", 418)[1:])
    app.add_url_rule("/", view_func=lambda: redirect(UNMAPPABLE))
    assert (418, "ours") == answer(app, "/")[::2]
    (error,) = seen
    assert (UnmappableRedirect, IRIError) == (type(error), type(error.__cause__))


def test_refused_response_is_closed(app):
    """The objects that the refused response held are let go."""
    closed = []

    @app.get("/")
    def view():
        response = redirect(UNMAPPABLE)
        response.call_on_close(lambda: closed.append("closed"))
        return response

    sent(app)
    assert ["closed"] == closed


def test_error_response_is_dressed(app):
    """Functions after the request, which run for every response, run for the error's, once."""
    calls = []

    @app.after_request
    def dress(response):
        calls.append(response.status_code)
        response.headers["X-Dress"] = "yes"
        return response

    app.add_url_rule("/", view_func=lambda: redirect(UNMAPPABLE))
    status, headers = sent(app)
    assert (400, "yes", [400]) == (status, headers["X-Dress"], calls)


def test_redirect_after_the_request(app):
    """A function after the request that redirects is held to the same, and so is a handler."""

    @app.after_request
    def elsewhere(response):
        response.location = UNMAPPABLE
        return response

    app.add_url_rule("/", view_func=lambda: "")
    assert (400, False) == (sent(app)[0], "Location" in sent(app)[1])
    other = Flask(__name__)
    FlaskIRI(other)
    other.register_error_handler(Exception, lambda _: redirect(UNMAPPABLE))
    other.add_url_rule("/", view_func=lambda: redirect(UNMAPPABLE))
    assert (400, False) == (sent(other)[0], "Location" in sent(other)[1])


def test_later_than_all(app, caplog):
    """A function that Flask calls last can still do no harm: the field is empty on the wire."""
    app.after_request_funcs[None].insert(
        0, lambda response: (setattr(response, "location", UNMAPPABLE), response)[1]
    )
    app.add_url_rule("/", view_func=lambda: "")
    with caplog.at_level(logging.WARNING):
        assert [""] == sent(app)[1].getlist("Location")
    assert "host-" in caplog.text


def test_logged(app, caplog):
    """The log says why, and holds no password and no control character."""
    app.add_url_rule("/", view_func=lambda: redirect("http://me:secret@℀.com/\x1b"))
    with caplog.at_level(logging.WARNING):
        sent(app)
    assert "A redirect has been refused: bad-header" in caplog.text
    assert "secret" not in caplog.text
    assert "\x1b" not in caplog.text


# The application's own response class


class Own(Response):
    """A response class of an application."""

    autocorrect_location_header = True

    def get_wsgi_headers(self, environ):
        """Add a field."""
        headers = super().get_wsgi_headers(environ)
        headers["X-Own"] = "yes"
        return headers


@pytest.mark.parametrize(
    ("location", "host", "expected"),
    [
        ("ü?", "xn--fa-hia.de", "http://xn--fa-hia.de/%C3%A9/%C3%BC?"),
        ("http://faß.de/", "example.org", "http://xn--fa-hia.de/"),
    ],
)
def test_own_response_class(location, host, expected):
    """The application's class is extended; a location that it wants absolute, is made so."""
    app = Flask(__name__)
    app.response_class = Own
    FlaskIRI(app)
    app.add_url_rule("/é/", view_func=lambda: redirect(location))
    _, headers = sent(app, "/é/", HTTP_HOST=host)
    assert ("yes", expected) == (headers["X-Own"], headers["Location"])


@pytest.mark.parametrize("host", ["[", "a b", "evil@example.org", "xn--a.com", ""])
def test_own_response_class_and_hostile_host(host):
    """Where the location cannot be made absolute, it stays relative."""
    app = Flask(__name__)
    app.response_class = Own
    FlaskIRI(app)
    app.add_url_rule("/", view_func=lambda: redirect("/ü"))
    status, headers = sent(app, HTTP_HOST=host)
    assert (302, True) == (status, headers["Location"].endswith("/%C3%BC"))


def test_response_of_a_subclass(app):
    """A view may answer with a class made of Flask's, which keeps its own methods."""

    class Page(Response):
        default_mimetype = "text/plain"

        def get_wsgi_headers(self, environ):
            headers = super().get_wsgi_headers(environ)
            headers["X-Length"] = str(len(self.headers["Location"]))
            return headers

    app.add_url_rule("/", view_func=lambda: make_response(Page(headers={"Location": "/é?"})))
    kept = []
    app.after_request(lambda response: (kept.append(response), response)[1])
    for _ in range(2):
        _, headers = sent(app)
        assert ("3", ["/%C3%A9?"]) == (headers["X-Length"], headers.getlist("Location"))
    first, second = kept
    assert isinstance(first, Page)
    assert type(first) is type(second)


def test_plain_response_becomes_ours(app):
    """A response of Werkzeug's class, which Flask takes, is sent by ours."""
    app.add_url_rule("/", view_func=lambda: WerkzeugResponse(headers={"Link": "</é>"}))
    assert "</%C3%A9>" == sent(app)[1]["Link"]
