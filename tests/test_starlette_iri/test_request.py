"""`request_iri`: what was asked for, or 400."""

import json

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.websockets import WebSocket

from starlette_iri import request_iri
from test_starlette_iri.served import app
from test_starlette_iri.wire import ask, scope_of


def at(host, target="/", **changes):
    """Return the IRI of a request with these octets as its host."""
    return request_iri(Request(scope_of(target, headers=[(b"host", host)], **changes)))


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/%C3%A9?q=%C3%A9", "/é?q=é"),
        ("/a%2Fb%3Fc", "/a%2Fb%3Fc"),
        ("//evil.example/", "//evil.example/"),
        ("//%41%3A:%2F", "//A%3A:%2F"),
        ("/%7E%c3%a9", "/~é"),
    ],
)
def test_target(target, expected):
    """The IRI is that of the target, and maps back to it, or to an equivalent URI."""
    iri = at(b"xn--fa-hia.de:8000", target)
    assert f"http://faß.de:8000{expected}" == iri
    unescaped = target.replace("%7E", "~").replace("%41", "A").replace("%c3%a9", "%C3%A9")
    assert f"http://xn--fa-hia.de:8000{unescaped}" == iri.uri


def test_host():
    """The host is in Unicode only where that is safe to show, and no other host."""
    assert "http://[::1]:8000/" == at(b"[::1]:8000")
    assert "http://faß.de/" == at(b"XN--FA-HIA.de")


@pytest.mark.parametrize(
    "host",
    [
        *(b"", b" ", b"[", b"[::1", b"[:::::]", b"example.org:x", b"a b", b"\x00"),
        *(b"me:secret@example.org", b"evil.example/path", b"evil.example?#", b"evil.example\\"),
        *("faß.de".encode(), "é.example".encode(), b"\xff"),
    ],
)
def test_no_host(host):
    """A request whose Host field is not a host is answered with 400, whatever it holds."""
    answer = ask(app, "/asked/x", headers=[(b"host", host)])
    assert 400 == answer.status
    assert "secret" not in answer.text


@pytest.mark.parametrize("hosts", [[], [b"a.example", b"b.example"]], ids=["none", "two"])
def test_one_host(hosts):
    """A request without a Host field, or with two, has no IRI."""
    with pytest.raises(HTTPException) as caught:
        request_iri(Request(scope_of("/", headers=[(b"host", host) for host in hosts])))
    assert 400 == caught.value.status_code


def test_websocket():
    """A WebSocket has an IRI as well."""
    scope = scope_of("/a%2Fb", type="websocket", scheme="wss")
    assert "wss://localhost/a%2Fb" == request_iri(WebSocket(scope, None, None))
    del scope["scheme"], scope["starlette_iri.request_iri"]
    assert "ws://localhost/a%2Fb" == request_iri(WebSocket(scope, None, None))


def test_under_mounts():
    """A root path is part of it, and a sub-application has the same IRI."""
    assert "http://localhost/sub/a%2Fb" == at(b"localhost", "/sub/a%2Fb", root_path="/sub")
    iri, uri = json.loads(ask(app, "/asked/a%2Fb").text)
    assert "http://localhost/asked/a%2Fb" == iri == uri
    # It is kept in the scope, for every `Request` that is made of it.
    scope = scope_of("/a")
    assert request_iri(Request(scope)) is request_iri(Request(scope))
