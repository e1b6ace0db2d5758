"""Tests of what the FastAPI example alone has: an API, and paths as sent."""

import json
import socket

import pytest

from test_examples.conftest import CREATE, SEED, SERVE_IN_PRODUCTION, Example
from test_examples.visitor import MULTIPART, Visitor, multipart

ADDRESS = "http://faß.de/straße?q=é"
URI = "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"
#: An address in which "%2F", "%3F" and "%25" are not "/", "?" and "%".
ESCAPED = "http://example.org/a%2Fb%3Fc%25d"


@pytest.fixture(scope="module")
def site(ports) -> int:
    """Give the port of the FastAPI example."""
    return ports["starlette"]


@pytest.fixture
def ask(site):
    """Give a function that asks the API, and returns status, header fields and what JSON says."""

    def request(method, path, body=None, kind="application/json"):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        page = Visitor(site).request(method, path, data, kind)
        return page.status, page.headers, json.loads(page.body) if page.body else None

    return request


@pytest.fixture
def added(ask):
    """Give a function that adds a link, which is deleted in the end."""
    paths = []

    def add(**values):
        status, headers, link = ask("POST", "/api/links", {"title": "A title", **values})
        if status == 201:
            paths.append(headers["Location"])
        return status, headers, link

    yield add
    for path in paths:
        ask("DELETE", path)


def test_a_link_from_beginning_to_end(ask, added):
    """A machine adds a link, reads it in both forms, in the list too, and deletes it."""
    status, headers, link = added(iri=ADDRESS, title="Straße", lang="de", note="президент.рф")
    path = f"/api/links/{link['id']}"
    assert (201, path) == (status, headers["Location"])
    assert {
        "id": link["id"],
        "iri": ADDRESS,
        "uri": URI,
        "display": ADDRESS,
        "title": "Straße",
        "lang": "de",
        "note": "президент.рф",
        "warnings": {},
    } == link
    assert link == ask("GET", path)[2] == ask("GET", "/api/links")[2]["results"][0]
    assert (204, None) == ask("DELETE", path)[::2]
    assert (404, {"detail": "Not Found"}) == ask("GET", path)[::2] == ask("DELETE", path)[::2]


@pytest.mark.parametrize(
    ("address", "code", "position", "words"),
    [
        ("http://faß.de/%zz", "bad-percent", 14, "at position 15"),
        ("javascript:alert(1)", "scheme-not-allowed", 0, "The address must begin with"),
        ("http://me:secret@example.org/", "userinfo-not-allowed", 7, "name"),
        ("example.org", "not-absolute", 0, "http"),
    ],
)
def test_an_address_that_is_refused(ask, address, code, position, words):
    """The error is at the field, with its code, its position and words for people."""
    status, _, answer = ask("POST", "/api/links", {"iri": address, "title": "x"})
    [error] = answer["detail"]
    assert (422, ["body", "iri"]) == (status, error["loc"])
    assert (code, position) == (error["ctx"]["code"], error["ctx"]["position"])
    assert words in error["ctx"]["words"]
    assert "secret" not in json.dumps(answer)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": " "}, "title"),
        ({"title": "a\0b"}, "title"),
        ({"title": "\ud800"}, "title"),
        ({"title": "é" * 201}, "title"),
        ({"title": None}, "title"),
        ({"lang": "not one"}, "lang"),
        ({"note": "é" * 201}, "note"),
        ({"iri": None}, "iri"),
        ({"iri": ["http://example.org/"]}, "iri"),
        ({"iri": "http://example.org/\ud800"}, "iri"),
        ({"iri": "http://example.org/" + "a" * 1_000_000}, "iri"),
    ],
    ids=str,
)
def test_values_that_are_refused(ask, values, field):
    """Each wrong value is one error, which does not repeat it."""
    body = {"iri": "http://example.org/refused", "title": "x", **values}
    status, _, answer = ask("POST", "/api/links", body)
    assert (422, [["body", field]]) == (status, [each["loc"] for each in answer["detail"]])
    assert len(json.dumps(answer)) < 2000


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("http://президент.рф/", "http://президент.рф/"),
        ("HTTP://xn--d1abbgf6aiiy.xn--p1ai:80/a/..", "http://президент.рф/"),
    ],
)
def test_an_address_that_is_there(ask, added, address, there):
    """An equivalent address is a conflict; the answer says which link has it."""
    status, _, answer = added(iri=address)
    assert 409 == status
    assert there == ask("GET", f"/api/links/{answer['detail']['id']}")[2]["iri"]
    assert there in answer["detail"]["msg"]


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", str(2**63), "9" * 5000])
def test_a_number_that_no_link_has(ask, number):
    """A text that is not the number of a link is refused."""
    assert 422 == ask("GET", f"/api/links/{number}")[0]
    assert 422 == ask("DELETE", f"/api/links/{number}")[0]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b"[" * 100_000, b"9" * 5000])
def test_a_body_that_is_not_a_link(ask, body):
    """Any other body is an error of who sent it."""
    assert ask("POST", "/api/links", body)[0] in {400, 422}


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_a_form_of_another_site_cannot_use_the_api(ask, kind):
    """A page of another site can send text or a form without asking, so that is not taken."""
    body = {"iri": "http://example.org/csrf", "title": "x"}
    assert 422 == ask("POST", "/api/links", body, kind)[0]
    assert "http://example.org/csrf" not in {
        each["iri"] for each in ask("GET", "/api/links")[2]["results"]
    }


def test_the_schema_says_what_is_an_iri(ask):
    """OpenAPI has the format of an address that comes in, and of both that go out."""
    schemas = ask("GET", "/openapi.json")[2]["components"]["schemas"]
    taken, given = (schemas[each]["properties"] for each in ("NewLink", "LinkForMachines"))
    assert ("string", "iri") == (taken["iri"]["type"], taken["iri"]["format"])
    assert {"type": "string", "format": "iri"} in given["iri"]["anyOf"]
    assert {"type": "string", "format": "uri"} in given["uri"]["anyOf"]


def raw(port: int, target: str, host: str = "localhost") -> tuple[bytes, str]:
    """Send *target* as it is, without a client that could change it; return status and Location."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(
            f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        )
        head = client.makefile("rb").read().split(b"\r\n\r\n")[0]
    fields = dict(line.decode().split(": ", 1) for line in head.split(b"\r\n")[1:])
    names = {name.lower(): value for name, value in fields.items()}
    return head.split()[1], names.get("location", "")


@pytest.fixture(scope="module", params=["uvicorn", "hypercorn"])
def server(request, site, tmp_path_factory):
    """Give the port of each of two servers, which read requests with different parsers."""
    if request.param == "uvicorn":
        yield site
        return
    example = Example("starlette", tmp_path_factory.mktemp("hypercorn"))
    for command in (CREATE, SEED):
        example.run(command["starlette"])
    with example.serve(SERVE_IN_PRODUCTION["starlette"]) as port:
        yield port


def test_escapes_of_an_address_are_kept(server):
    """Percent-encoded as a whole, or as it is: the redirect finds the one address that has them."""
    visitor = Visitor(server)
    try:
        visitor.add(ESCAPED)
        for target in ("http%3A%2F%2Fexample.org%2Fa%252Fb%253Fc%2525d", ESCAPED):
            assert (b"302", ESCAPED) == raw(server, f"/go/{target}")
        for other in ("http://example.org/a/b%3Fc%25d", "http://example.org/a%2Fb%3Fc%2525d"):
            assert (b"404", "") == raw(server, f"/go/{other}")
    finally:
        visitor.delete(ESCAPED)


def test_an_encoded_slash_does_not_divide_a_path(server):
    """The page that deletes link 1 is not at "/links/10001%2Fdelete"."""
    apple = "https://www.apple.com/"
    assert (b"302", apple) == raw(server, f"/go/{apple}")
    assert [b"200", b"200"] == [
        raw(server, f"/links/{each}")[0] for each in ("10001/delete", "%310001")
    ]
    for target in ("/links/10001%2Fdelete", "/links/10001%2f", "/links%2F10001", f"/go%2F{apple}"):
        assert (b"404", "") == raw(server, target)


@pytest.mark.parametrize(
    "host",
    [
        "localhost:[",
        "localhost:x",
        "localhost:",
        "localhost:99999999",
        "localhost\r\nHost: localhost",
    ],
    ids=["bracket", "letter", "nothing", "great number", "two fields"],
)
@pytest.mark.parametrize("target", ["/", "/add", "/links/10001", "/nothing", "/api/links/0"])
def test_a_host_that_is_not_one(server, host, target):
    """A wrong Host field is not an error of the server."""
    assert raw(server, target, host)[0] in {b"200", b"400", b"404", b"422"}


@pytest.mark.parametrize("title", ["\u3000", "\u2003\u00a0"])
def test_a_title_of_white_space(site, title):
    """White space of any kind is not a title, and the form says so."""
    visitor = Visitor(site)
    try:
        page = visitor.add("http://example.org/space", title)
        assert "This field is required." in page.description("Title")
    finally:
        visitor.delete("http://example.org/space")


@pytest.mark.parametrize(
    ("charset", "status"),
    [
        ("utf-8", 302),
        ("UTF-8", 302),
        ("unicode_escape", 415),
        ("punycode", 415),
        ("utf-8; charset=punycode", 415),
        ("utf-8; charset*=utf-8''punycode", 415),
    ],
)
def test_a_form_in_another_encoding(site, charset, status):
    """Only UTF-8 is taken: some codecs make lone surrogates, others raise errors of their own."""
    visitor = Visitor(site)
    secret = str(visitor.get("/add").one("main input[name=csrf_token]")["value"])
    fields: dict[str, str | bytes] = {
        "csrf_token": secret,
        "iri": "http://example.org/encoding",
        "title": "\\ud800",
    }
    kind = f"{MULTIPART}; charset={charset}"
    page = visitor.request("POST", "/add", multipart(fields, "\\ud800", b""), kind)
    visitor.delete("http://example.org/encoding")
    assert status == page.status
