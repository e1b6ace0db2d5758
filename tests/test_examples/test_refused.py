"""Requests that no application answers: of other machines, and those that are too large."""

import socket
from base64 import b64encode

import pytest

from test_examples.conftest import CREATE, SEED, SERVE, Example
from test_examples.visitor import MULTIPART, Visitor, multipart

BASIC = {"Authorization": f"Basic {b64encode(b'demo:demo').decode()}"}
#: The header fields that a proxy adds.
FORWARDED = [
    {"X-Forwarded-For": "192.0.2.1"},
    {"X-Forwarded-Host": "example.org"},
    {"X-Real-IP": "192.0.2.1"},
    {"Forwarded": "for=192.0.2.1"},
    {"Via": "1.1 example.org"},
]


@pytest.mark.parametrize("headers", FORWARDED, ids=lambda each: next(iter(each)))
def test_requests_through_a_proxy_are_refused(visitor, headers):
    """As long as the key is the one in the repository, only this machine gets an answer."""
    page = visitor.request("GET", "/links", extra=headers)
    assert 403 == page.status
    assert b"SECRET_KEY" in page.body
    assert b"xn--" not in page.body


@pytest.fixture(scope="module", params=["django", "flask"])
def with_a_key(request, tmp_path_factory):
    """Serve the two applications that have an admin with a key of their own; give the port."""
    example = Example(request.param, tmp_path_factory.mktemp("key"))
    example.environment["SECRET_KEY"] = "a secret of a test"
    example.run(CREATE[request.param])
    example.run(SEED[request.param])
    with example.serve(SERVE[request.param]) as port:
        yield request.param, port


def test_the_admin_is_for_this_machine(with_a_key):
    """With a key of its own, the application answers others as well, but its admin does not."""
    (name, port), headers = with_a_key, FORWARDED[0]
    visitor = Visitor(port)
    assert 200 == visitor.request("GET", "/links", extra=headers).status
    if name == "flask":
        assert 200 == visitor.request("GET", "/admin/", extra=BASIC).status
        assert 401 == visitor.request("GET", "/admin/", extra=BASIC | headers).status
        return
    login = visitor.get("/admin/login/?next=/admin/")
    secret = str(login.one("input[name=csrfmiddlewaretoken]")["value"])
    fields = {"csrfmiddlewaretoken": secret, "username": "demo", "password": "demo"}
    assert 302 == visitor.post(login.path, fields).status
    for path in ("/admin/", "/admin/password_change/"):
        assert 200 == visitor.get(path).status
        assert 302 == visitor.request("GET", path, extra=headers).status


def answer(port, path, headers, *parts):
    """Send a request, part by part, and return the status that comes before all is sent."""
    head = [f"POST {path} HTTP/1.1", "Host: localhost", *headers, "", ""]
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall("\r\n".join(head).encode())
        for part in parts:
            connection.sendall(part)
        return int(connection.makefile("rb").readline().split()[1])


@pytest.mark.parametrize(
    ("path", "kind"), [("/api/links", "application/json"), ("/add", MULTIPART)]
)
def test_a_request_that_is_too_large(port, path, kind):
    """It is refused by the length that it declares, before it was sent."""
    headers = [f"Content-Type: {kind}", "Content-Length: 30000000"]
    assert 413 == answer(port, path, headers, b"[" * 1000)


@pytest.mark.parametrize("length", ["abc", "1e3", "9" * 5000])
def test_a_length_that_is_none(ports, length):
    """A length that is not a number, or has more digits than any, is not a fault of the server."""
    headers = [f"Content-Type: {MULTIPART}", f"Content-Length: {length}"]
    assert answer(ports["django"], "/add", headers) < 500


def test_a_request_that_does_not_say_how_large_it_is(ports):
    """The application for ASGI counts what it receives; in WSGI, a body has a length."""
    headers = ["Content-Type: application/json", "Transfer-Encoding: chunked"]
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    assert 413 == answer(ports["starlette"], "/api/links", headers, *[chunk] * 39)


def test_a_file_that_is_too_large(visitor):
    """Nothing is stored with it; a file below the limit is."""
    form = visitor.get("/add")
    fields = {
        str(each["name"]): str(each.get("value", ""))
        for each in form.soup.select(
            "main form[method=post] input:not([type=file], [type=checkbox])"
        )
    }
    address = "http://example.org/large"
    fields |= {"iri": address, "title": "Large"}
    for size, status in (2_600_000, 413), (2_400_000, 302):
        body = multipart(fields, "large.bin", b"x" * size)
        assert status == visitor.request("POST", "/add", body, MULTIPART).status
    visitor.delete(address)
