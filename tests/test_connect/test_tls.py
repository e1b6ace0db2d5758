"""TLS and HTTP/2 know the name alone: the certificate must be one for it."""

import asyncio
import socket
import threading

import pytest
from hypercorn.asyncio import serve
from hypercorn.config import Config

from iri3987 import IRIError
from test_connect.clients import CLIENTS

GOOD, OTHER = "good.example.com", "other.example.com"


@pytest.fixture
def secure(world, authority):
    """A server with a certificate for one name, to which another one leads, too."""
    world.names |= {GOOD: ["127.0.0.1"], OTHER: ["127.0.0.1"]}
    return world.serve("127.0.0.1", port=0, tls=authority.server(GOOD))


def test_a_certificate_for_the_name(world, authority, secure, client):
    """The handshake asks for the name; nothing is sent unless the authority is trusted."""
    urls = [world.url(GOOD, scheme="https", port=secure.server_port)]
    [error] = client.fetch(urls, rule=world.rule())
    assert isinstance(error, client.failed)
    assert [] == secure.seen
    [found] = client.fetch(urls, rule=world.rule(), trust=authority)
    assert 200 == found.status
    assert ([GOOD] * 2, f"{GOOD}:{secure.server_port}") == (secure.tls.named, secure.seen[0].host)


def test_a_certificate_for_another_name(world, authority, secure, client):
    """It is refused, also behind a connection to the same address, and at a redirect."""
    good = world.url(GOOD, scheme="https", port=secure.server_port)
    other = world.url(OTHER, scheme="https", port=secure.server_port)
    urls = [good, other, f"{good}to?{other}"]
    found = client.fetch(urls, rule=world.rule(), trust=authority)
    assert 200 == found[0].status
    for error in found[1:]:
        assert isinstance(error, client.failed)
        assert not isinstance(error.__cause__, IRIError)
    assert {GOOD} == {seen.host.partition(":")[0] for seen in secure.seen}


def test_a_final_dot(world, authority, secure, client):
    """A name with a final dot has the certificate of the name, and does not lend it."""
    dotted = world.url(f"{GOOD}.", scheme="https", port=secure.server_port)
    other = world.url(OTHER, scheme="https", port=secure.server_port)
    found, error = client.fetch([dotted, f"{dotted}to?{other}"], rule=world.rule(), trust=authority)
    assert 200 == found.status
    assert isinstance(error, client.failed)
    assert [GOOD] == [each for each in secure.tls.named if each != OTHER][:1]


@pytest.fixture
def by_http2(authority, tmp_path):
    """Return a function that serves HTTP/2 for names, and returns the port and what it has seen."""
    stop = threading.Event()
    threads = []

    def served(*names):
        seen = []

        async def app(scope, _receive, send):
            if scope["type"] == "http":
                seen.append((scope["http_version"], dict(scope["headers"])[b"host"].decode()))
                await send({"type": "http.response.start", "status": 200, "headers": []})
                await send({"type": "http.response.body", "body": b"hello"})

        listening = socket.create_server(("127.0.0.1", 0))
        number = listening.getsockname()[1]
        config = Config()
        config.bind = [f"fd://{listening.detach()}"]
        config.certfile = config.keyfile = str(authority.file(tmp_path, *names))

        async def until_stopped():
            while not stop.is_set():  # noqa: ASYNC110 - another thread stops it
                await asyncio.sleep(0.02)

        def run():
            asyncio.run(serve(app, config, shutdown_trigger=until_stopped))

        threads.append(threading.Thread(target=run))
        threads[-1].start()
        return number, seen

    yield served
    stop.set()
    for thread in threads:
        thread.join()


OF_HTTP2 = [
    pytest.param(each, id=each.name, marks=() if each.name == "httpx" else pytest.mark.slow)
    for each in CLIENTS
    if each.name.startswith("httpx")
]


@pytest.mark.parametrize("client", OF_HTTP2)
@pytest.mark.parametrize("names", [[GOOD], [GOOD, OTHER]], ids=["one", "both"])
def test_two_names_of_one_address_by_http2(world, authority, by_http2, client, names):
    """A name does not get the connection of another one, whatever their addresses are."""
    port, seen = by_http2(*names)
    world.names |= {GOOD: ["127.0.0.1"], OTHER: ["127.0.0.1"]}
    urls = [world.url(host, scheme="https", port=port) for host in (GOOD, OTHER)] * 2
    found = client.fetch(urls, rule=world.rule(), trust=authority, transport={"http2": True})
    for host, each in zip((GOOD, OTHER) * 2, found, strict=True):
        if host in names:
            assert (200, "hello", "HTTP/2") == each
        else:
            assert isinstance(each, client.failed)
    assert {("2", f"{host}:{port}") for host in names} == set(seen)
    assert [GOOD, OTHER] == list(dict.fromkeys(world.asked))
