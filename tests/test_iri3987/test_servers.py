"""Both middlewares behind real servers, by raw sockets: what a client gets, to the octet."""

import json

import pytest

import servers

APPLICATIONS = dict.fromkeys(servers.WSGI, "wsgi_served") | dict.fromkeys(
    servers.ASGI, "asgi_served"
)
#: Django's own server is that of the standard library.
NAMES = [name for name in servers.SERVERS if name != "runserver"]


@pytest.fixture(scope="module", params=servers.each(*NAMES))
def server(request):
    """Name a server."""
    return request.param


@pytest.fixture(scope="module")
def address(server):
    """Run the application, and give the address of the server."""
    with servers.running(server, f"test_iri3987.served:{APPLICATIONS[server]}") as address:
        yield address


def usage(address):
    """Return the kilobytes of memory that the server has taken, and the seconds that it worked."""
    return json.loads(servers.ask(address, "/usage").body)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_redirect(address, method):
    """Location and several Links arrive as ASCII, in their order."""
    answer = servers.ask(address, "/redirect", method=method)
    assert (302, [b"/%E4%BE%8B?q=%C3%A9"]) == (answer.status, answer.all("location"))
    assert [b"</%C3%A9>", b"<#%E4%BE%8B>"] == answer.all("link")


def test_hostile(address):
    """A target that cannot be mapped does not arrive, and is not an error."""
    answer = servers.ask(address, "/hostile")
    assert (302, [b""]) == (answer.status, answer.all("location"))
    assert [b"</a%E2%80%AEb>"] == answer.all("link")


def test_not_modified(address):
    """An answer without a body has its headers mapped too."""
    answer = servers.ask(address, "/unmodified")
    assert (304, [b"/%E4%BE%8B.html"]) == (answer.status, answer.all("content-location"))


def test_streaming(address, tmp_path):
    """The first part of a body arrives before the second is made."""
    sign = tmp_path / "sign"
    with servers.connect(address, f"/stream?sign={sign}") as connection:
        answer = servers.read_two_parts(connection, b"second", sign)
    assert (b"firstsecond", [b"</%C3%A9>"]) == (answer.body, answer.all("link"))


def test_early_hints(address):
    """Where a server has early hints, their links are mapped; the answer follows."""
    answer = servers.ask(address, "/hints")
    if answer.status == 103:
        assert [b"</%E4%BE%8B>; rel=preload"] == answer.all("link")
        answer = servers.read(answer.rest)
    assert (200, b"firstsecond") == (answer.status, answer.body)


def test_error_in_the_application(address):
    """An error of the application is the server's 500, and the next request is served."""
    assert [500, 302] == [servers.ask(address, path).status for path in ("/error", "/redirect")]


def test_request_target(address, server):
    """The target of a request is known as it was sent, where the server keeps it."""
    if server == "wsgiref":
        pytest.skip("wsgiref keeps the decoded path alone")
    for target in ("/target/a%2Fb", "/target/%E4%BE%8B?q=%E9%25", "/target//a", "/target/%E9"):
        assert target.encode() == servers.ask(address, target).body


def test_long_target(address, server):
    """The longest target that a server takes delays neither its own answer nor another one.

    Without a "/" at its start, it could begin with a scheme: to look for one at every place
    takes minutes. Some servers refuse such a target.
    """
    if server == "gunicorn":
        pytest.skip("gunicorn refuses long targets")
    target = "target?next=/&" + "a" * (200_000 if server == "waitress" else 60_000)
    _, before = usage(address)
    with (
        servers.connect(address, target) as first,
        servers.connect(address, "/redirect") as second,
        first.makefile("rb") as answer,
        second.makefile("rb") as other_answer,
    ):
        assert 302 == servers.read(other_answer.read()).status
        status = servers.read(answer.read()).status
    _, after = usage(address)
    assert after - before < 1
    assert status in ({200} if server == "waitress" else {200, 400})


@pytest.mark.slow
@pytest.mark.parametrize("server", ["waitress", "uvicorn-h11"], indirect=True)
def test_memory(address):
    """A thousand answers later, of as many hosts, the server has grown by less than 4 MB."""
    for number in range(200):
        servers.ask(address, f"/name?name=n{number}")
    before, _ = usage(address)
    for number in range(200, 1200):
        assert 200 == servers.ask(address, f"/name?name=n{number}").status
    after, _ = usage(address)
    assert after - before < 4 * 1024
