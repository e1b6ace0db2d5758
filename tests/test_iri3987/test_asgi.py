"""The ASGI middleware, between an application and a server; and under frameworks as they are."""

import asyncio
import copy
import importlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import is_uri_reference, resolve
from iri3987.http.asgi import IRIMiddleware, request_target
from test_iri3987 import strategies


def run(app, scope):
    """Return what an application sends for a scope."""
    sent = []
    requests = [{"type": "http.request", "body": b"", "more_body": False}]
    is_answered = asyncio.Event()

    async def receive():
        if requests:
            return requests.pop()
        await is_answered.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            is_answered.set()

    asyncio.run(app(scope, receive, send))
    return sent


def sends(*messages):
    """Return an application that sends these messages."""

    async def app(scope, receive, send):
        for message in messages:
            await send(message)

    return app


HEADERS = [
    (b"content-type", b"text/plain"),
    [b"Link", "</é>".encode()],
    (b"set-cookie", b"a=\xe9"),
    (b"link", b"</\xe9>"),
    (b"location", "//faß.de/例".encode()),
]
MAPPED = [
    (b"content-type", b"text/plain"),
    (b"Link", b"</%C3%A9>"),
    (b"set-cookie", b"a=\xe9"),
    (b"link", b"</%C3%A9>"),
    (b"location", b"//xn--fa-hia.de/%E4%BE%8B"),
]
HTTP = {"type": "http"}
WEBSOCKET = {"type": "websocket"}


@pytest.mark.parametrize(
    ("scope", "kind"),
    [
        (HTTP, "http.response.start"),
        (WEBSOCKET, "websocket.accept"),
        (WEBSOCKET, "websocket.http.response.start"),
    ],
)
def test_headers(scope, kind):
    """Headers are mapped, in their order; the rest of the message stays, as does the original."""
    message = {"type": kind, "status": 302, "headers": HEADERS, "trailers": True}
    before = copy.deepcopy(message)
    assert [{**message, "headers": MAPPED}] == run(IRIMiddleware(sends(message)), scope)
    assert before == message


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, ()),
        ({"headers": iter(HEADERS)}, MAPPED),
        (
            {"headers": [(b"location", "//é＼/".encode()), (b"link", b"</\xff\x00>")]},
            [(b"location", b""), (b"link", b"</%C3%BF%00>")],
        ),
    ],
    ids=["absent", "iterable", "cannot-be-mapped"],
)
def test_other_headers(headers, expected):
    """Headers may be absent, or any iterable; a value that cannot be mapped is never sent."""
    sent = run(IRIMiddleware(sends({"type": "http.response.start", **headers})), HTTP)
    assert list(expected) == list(sent[0].get("headers", ()))


def test_early_hints():
    """The links of early hints are mapped."""
    links = ["</é>; rel=preload".encode(), b"</a>; rel=preload"]
    sent = run(IRIMiddleware(sends({"type": "http.response.early_hint", "links": links})), HTTP)
    assert [b"</%C3%A9>; rel=preload", b"</a>; rel=preload"] == sent[0]["links"]


@pytest.mark.parametrize(
    ("path", "expected"), [("/é", "/%C3%A9"), ("/a%20b", "/a%20b"), ("//é＼/", "/")]
)
def test_push(path, expected):
    """The path of a server push is mapped; one that cannot be is that of the root."""
    message = {"type": "http.response.push", "path": path, "headers": HEADERS}
    assert [{**message, "path": expected}] == run(IRIMiddleware(sends(message)), HTTP)


@pytest.mark.parametrize(
    ("scope", "message"),
    [
        (HTTP, {"type": "http.response.body", "body": "é".encode()}),
        (HTTP, {"type": "http.response.trailers", "headers": HEADERS}),
        (HTTP, {"type": "http.response.debug", "info": {"headers": HEADERS}}),
        (WEBSOCKET, {"type": "websocket.send", "text": "é"}),
        ({"type": "lifespan"}, {"type": "lifespan.startup.complete"}),
        ({"type": "unknown"}, {"type": "http.response.start", "headers": HEADERS}),
    ],
    ids=str,
)
def test_other_messages(scope, message):
    """Any other message is passed on, the very object, and so is all of an unknown scope."""
    sent = run(IRIMiddleware(sends(message)), scope)
    assert message is sent[0]


def test_nothing_waits():
    """Each message is with the server before the application makes the next."""
    seen = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "headers": []})
        seen.append("started")
        await send({"type": "http.response.body", "body": b"a", "more_body": True})
        seen.append("first")

    async def send(message):
        seen.append(message["type"])

    asyncio.run(IRIMiddleware(app)(HTTP, None, send))
    assert ["http.response.start", "started", "http.response.body", "first"] == seen


def test_scope_and_receive_are_passed_on():
    """The application is given the scope and the channel of the server, and nothing is added."""
    given = []
    scope = {"type": "http", "path": "/é"}

    async def app(*args):
        given.extend(args)

    async def receive():
        return {}

    asyncio.run(IRIMiddleware(app)(scope, receive, None))
    assert given[0] is scope
    assert {"type": "http", "path": "/é"} == scope
    assert given[1] is receive


def test_exceptions_pass():
    """An error of the application is the server's."""

    async def app(scope, receive, send):
        raise LookupError

    with pytest.raises(LookupError):
        run(IRIMiddleware(app), HTTP)


# The request


@pytest.mark.parametrize("raw", [{}, {"raw_path": None}, {"raw_path": b""}])
def test_request_target_without_what_was_sent(raw):
    """A server need not say what was sent."""
    assert "/%C3%A9?q" == request_target({**raw, "path": "/é", "query_string": b"q"})


@given(st.binary(), st.binary() | st.text().map(str.encode))
def test_request_target_is_a_reference(raw_path, query):
    """Whatever is sent, the target is a URI reference to the host of the request."""
    target = request_target({"raw_path": raw_path, "query_string": query, "path": ""})
    assert is_uri_reference(target)
    assert resolve("http://host/", target).startswith("http://host/")


@given(strategies.ipath_abempty)
def test_request_target_encodes_what_was_decoded(path):
    """A decoded path is encoded so that decoding it gives it again."""
    target = request_target({"path": f"/a{path}"})
    octets = b"".join(
        bytes.fromhex(part[:2]) + part[2:].encode() if index else part.encode()
        for index, part in enumerate(target.split("%"))
    )
    assert f"/a{path}".encode() == octets


# Frameworks


def litestar():
    """Return an application of Litestar."""
    litestar = importlib.import_module("litestar")

    @litestar.get("/", status_code=302)
    async def redirect() -> Any:
        return litestar.Response(None, headers={"location": "/é", "link": "</é>"})

    return litestar.Litestar(
        [redirect], middleware=[litestar.middleware.DefineMiddleware(IRIMiddleware)]
    )


def quart():
    """Return an application of Quart."""
    quart = importlib.import_module("quart")
    app = quart.Quart(__name__)

    @app.get("/")
    async def redirect():
        response = quart.redirect("https://例え.テスト/道?q=é")
        response.headers["Link"] = "</é>"
        return response

    app.asgi_app = IRIMiddleware(app.asgi_app)
    return app


def falcon():
    """Return an application of Falcon, which itself takes Latin-1 alone."""
    falcon = importlib.import_module("falcon.asgi")

    class Place:
        async def on_get(self, _request, response):
            response.status = 302
            response.set_header("Location", "/é")
            response.set_header("Link", "</é>")

    app = falcon.App()
    app.add_route("/", Place())
    return IRIMiddleware(app)


MAPPED_TARGET = b"https://xn--r8jz45g.xn--zckzah/%E9%81%93?q=%C3%A9"


@pytest.mark.slow
@pytest.mark.parametrize("make", [litestar, quart, falcon])
def test_framework(make):
    """A framework's application is served as it is, with the framework's way of adding it."""
    pytest.importorskip(make.__name__)
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/",
        "raw_path": b"/",
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
        "state": {},
    }
    start = run(make(), scope)[0]
    headers = {name.lower(): value for name, value in start["headers"]}
    assert (302, MAPPED_TARGET if make is quart else b"/%C3%A9", b"</%C3%A9>") == (
        start["status"],
        headers[b"location"],
        headers[b"link"],
    )
