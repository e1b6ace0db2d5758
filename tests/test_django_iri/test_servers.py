"""The middleware behind real servers, by raw sockets: nothing tidies a request on its way."""

import pytest

import servers

NAMES = ["gunicorn", "uvicorn-h11", "uvicorn-httptools", "runserver", "waitress"]


@pytest.fixture(scope="module", params=servers.each(*NAMES))
def server(request):
    """Name a server."""
    return request.param


@pytest.fixture(scope="module")
def address(server):
    """Run the project, and give the address of the server."""
    interface = "asgi" if server in servers.ASGI else "wsgi"
    with servers.running(server, f"test_django_iri.web_served:{interface}") as address:
        yield address


@pytest.mark.parametrize("prefix", ["/any", "/async"])
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/r%C3%A4k?q=%C3%A9", "/räk?q=é"),
        ("/r%E4k", "/r%E4k"),
        ("/%E2%80%AE%C2%85", "/%E2%80%AE%C2%85"),
        ("/100%25?q=%2F", "/100%25?q=%2F"),
    ],
)
def test_the_iri_that_was_asked_for(prefix, target, expected, address):
    """Behind every server, sync or async, the IRI is that of the octets that were sent."""
    answer = servers.ask(address, f"{prefix}{target}")
    assert (200, f"http://example.org{prefix}{expected}") == (answer.status, answer.body.decode())


def test_slashes_as_sent(server, address):
    """Where the server keeps the target, "%2F" does not separate, nor does "//" name a host."""
    if server == "runserver":
        pytest.skip("Django's own server keeps the decoded path alone")
    assert b"http://example.org/any/a%2Fb%25E9" == servers.ask(address, "/any/a%2Fb%25E9").body
    if server != "waitress":  # to waitress, this is "/evil.example/x"
        answer = servers.ask(address, "//evil.example/x")
        assert b"http://example.org//evil.example/x" == answer.body


@pytest.mark.parametrize(
    "target",
    [
        *(b"/guarded/x", b"//guarded/x", b"///guarded/x", b"/.//guarded/x", b"/%2Fguarded/x"),
        *(b"/%67uarded/x", b"//guarded/%E9", b"guarded/x", b"http://example.org/guarded/x"),
        b"http://example.org//guarded/x",
    ],
)
def test_guard_of_the_path_cannot_be_bypassed(target, address):
    """A view that a path leads to sees that path in ``request.iri``, whatever the server does."""
    assert b"passed" != servers.ask(address, target).body


def test_slashes_that_the_server_removes(server, address):
    """Where the server removes slashes from the start of a path, ``request.iri`` has one."""
    if server != "waitress":
        pytest.skip(f"{server} removes no slashes")
    answer = servers.ask(address, "//guarded/x")
    assert (403, b"refused") == (answer.status, answer.body)
    assert b"http://example.org/any/a/b?q" == servers.ask(address, "//any/a%2Fb?q").body


def test_absolute_form(server, address):
    """A target in absolute form (RFC 9112 section 3.2.2) brings no host of its own."""
    answer = servers.ask(address, "http://evil.example/any/%C3%A9?q")
    if server in {"uvicorn-h11", "runserver"}:
        assert 404 == answer.status  # these servers take it for a path
    else:
        assert (200, "http://example.org/any/é?q") == (answer.status, answer.body.decode())


def test_query(server, address):
    """A redirect of APPEND_SLASH keeps the query that a client has not encoded."""
    answer = servers.ask(address, b"/r%C3%A4k?q=\xc3\xa9")
    if answer.status == 400:
        pytest.skip("the server refuses raw octets by itself")
    assert (301, [b"/r%C3%A4k/?q=%C3%A9"]) == (answer.status, answer.all("location"))


def test_headers(address):
    """All that leaves is ASCII: the host of a redirect in A-labels, the rest in %HH."""
    to = "http%3A%2F%2F%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88%2F%E4%BE%8B"
    answer = servers.ask(address, f"/redirect/?to={to}")
    expected = [b"http://xn--r8jz45g.xn--zckzah/%E4%BE%8B"]
    assert (302, expected) == (answer.status, answer.all("location"))
    assert [b"</%E4%BE%8B>; rel=next"] == answer.all("link")


def test_hosts_are_not_let_in(address):
    """Django's validation of hosts is as it was: 400, never 500."""
    for host in (b"evil.example", b"fa\xc3\x9f.de", b"x@example.org", b""):
        assert 400 == servers.ask(address, "/any/%C3%A9", host=host).status, host


@pytest.mark.parametrize("target", [b"/any/%00", b"/any/%", b"/any/%zz", b"/%ED%A0%80", b"*"])
def test_no_target_is_a_fault(target, address):
    """Whatever the target is, the application does not fail."""
    method = "OPTIONS" if target == b"*" else "GET"
    assert servers.ask(address, target, method=method).status in {200, 400, 404}


def test_streams_are_not_held_back(server, address, tmp_path):
    """The first piece of a stream arrives before the second is made, and headers are mapped."""
    path, sign = "/async/stream/" if server.startswith("uvicorn") else "/stream/", tmp_path / "sign"
    with servers.connect(address, f"{path}?sign={sign}") as connection:
        answer = servers.read_two_parts(connection, b"two", sign)
    assert (b"onetwo", [b"</%E4%BE%8B>; rel=next"]) == (answer.body, answer.all("link"))
