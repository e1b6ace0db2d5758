"""docs/how-to/clients.md: what HTTP clients send for the URI of an IRI, and how to keep it."""

import asyncio
import re
import socket
import threading
import urllib.request
from pathlib import Path

import aiohttp
import httpx
import idna
import pytest
import requests
import urllib3
import yarl

from iri3987 import IRI

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "clients.md").read_text("utf-8")
#: A row of the first table: an address, and what each client sends.
ROW = re.compile(r"^\| `(/.*?)` \| (.*) \|$", re.MULTILINE)
ROWS = {address: cells.split(" | ") for address, cells in ROW.findall(PAGE)}
#: What the sentence before the table says that no client changes.
UNCHANGED = re.findall("`(/.*?)`", PAGE.partition("None of\nthese")[2].partition("Of other")[0])
CLIENTS = ("requests", "httpx", "aiohttp", "urllib3", "urllib")
RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def server():
    """Answer every request on a free port, and keep the target of each."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        targets = []

        def serve():
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:  # the test is over
                    return
                with connection, connection.makefile("rb") as lines:
                    targets.append(next(lines).decode("latin-1").split(" ")[1])
                    while next(lines, b"").strip():
                        pass
                    connection.sendall(RESPONSE)

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", targets
        listening.shutdown(socket.SHUT_RDWR)


async def by_aiohttp(url):
    """Send a request by aiohttp."""
    async with aiohttp.ClientSession() as session, session.get(url):
        pass


def by_urllib(uri):
    """Send a request by urllib, past any proxy."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(uri):
        pass


def by_requests(uri, kept=None):
    """Send a request by requests, with the address *kept* as it is."""
    with requests.Session() as session:
        session.trust_env = False
        prepared = session.prepare_request(requests.Request("GET", uri))
        prepared.url = kept or prepared.url
        session.send(prepared)


def by_httpx(uri, **extensions):
    """Send a request by httpx."""
    with httpx.Client(trust_env=False) as client:
        client.get(uri, extensions=extensions)


def by_urllib3(uri):
    """Send a request by urllib3."""
    with urllib3.PoolManager() as pool:
        pool.request("GET", uri)


def by_urllib3_kept(uri):
    """Send a request by a connection of urllib3."""
    host = IRI(uri).authority
    connection = urllib3.connection.HTTPConnection(host)
    connection.request("GET", IRI(uri).request_target)
    connection.getresponse().read()
    connection.close()


SEND = {
    "requests": by_requests,
    "httpx": by_httpx,
    "aiohttp": lambda uri: asyncio.run(by_aiohttp(uri)),
    "urllib3": by_urllib3,
    "urllib": by_urllib,
}
KEEP = {
    "requests": lambda uri: by_requests(uri, uri),
    "httpx": lambda uri: by_httpx(uri, target=IRI(uri).request_target.encode()),
    "aiohttp": lambda uri: asyncio.run(by_aiohttp(yarl.URL(uri, encoded=True))),
    "urllib3": by_urllib3_kept,
    "urllib": by_urllib,
}


def test_table_has_what_is_tested():
    """The table has a column for each client, and ten rows; five addresses stand before it."""
    assert f"| Path and query | {' | '.join(CLIENTS)} |" in PAGE
    assert [5] * 10 == [len(cells) for cells in ROWS.values()]
    assert 5 == len(UNCHANGED)


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("address", [*ROWS, *UNCHANGED])
def test_sent(server, address, client):
    """A client sends the path and the query that the table has."""
    origin, targets = server
    cell = ROWS[address][CLIENTS.index(client)] if address in ROWS else "="
    SEND[client](IRI(f"{origin}{address}").uri)
    assert (address if cell == "=" else cell.strip("`")) == targets[-1]


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("address", [*ROWS, *UNCHANGED, "/a/./b#f", ""])
def test_kept(server, address, client):
    """A client that is told to keep the address does, apart from what the page says."""
    origin, targets = server
    KEEP[client](IRI(f"{origin}{address}").uri)
    expected = address.partition("#")[0] or "/"
    if client in {"requests", "aiohttp"}:
        expected = expected.removesuffix("?") if expected == "/?" else expected
    if client == "requests":
        expected = re.sub("%[0-9a-f]{2}", lambda match: match[0].upper(), expected)
    assert expected == targets[-1]


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("text", ["http://faß.de/", "http://i❤.ws/"])
def test_hosts(monkeypatch, client, text):
    """A client looks up the host that the URI has; httpx refuses one beyond IDNA 2008."""
    names = []

    def look_up(name, *_, **__):
        names.append(name if isinstance(name, str) else name.decode())
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(urllib3.util.Retry, "DEFAULT", urllib3.util.Retry(0))
    refused = (idna.IDNAError,) if client == "httpx" else ()
    with pytest.raises((OSError, urllib3.exceptions.HTTPError, httpx.ConnectError, *refused)):
        SEND[client](IRI(text).uri)
    is_known = client != "httpx" or text == "http://faß.de/"
    assert ([IRI(text).ascii_host] if is_known else []) == names


def test_httpx_sends_an_emoji():
    """With its header, httpx asks for a host that IDNA 2008 does not know."""
    iri = IRI("http://i❤.ws:8000/é")
    seen = []

    def answer(request):
        seen.append((request.url.raw_host, request.headers["Host"], request.url.raw_path))
        return httpx.Response(200)

    with httpx.Client(transport=httpx.MockTransport(answer)) as client:
        client.get(iri.uri, headers={"Host": IRI(iri.uri).authority})
    assert [(b"xn--i-7iq.ws", "xn--i-7iq.ws:8000", b"/%C3%A9")] == seen
