"""The code in docs/how-to/fetching.md, on loopback: names and addresses are made up."""

import asyncio
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, unquote

import aiohttp
import httpx
import idna
import pytest
import requests

from iri3987 import PUBLIC, IRIError

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "fetching.md"
#: A block of code that is not a session.
BLOCK = re.compile(r"^```python\n(?!>>>)(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = "\n".join(BLOCK.findall(PAGE.read_text("utf-8")))
LOOPBACK = "127.0.0.1"


@pytest.fixture
def server() -> Iterator[SimpleNamespace]:
    """Serve on loopback; the requests that come are kept."""
    seen: list[tuple[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append((self.headers["Host"], self.path))
            _, is_redirect, target = self.path.partition("/to?")
            self.send_response(302 if is_redirect else 200)
            if is_redirect:
                # The octets as they are: UTF-8, most often.
                self.send_header("Location", unquote(target, "latin-1"))
            self.send_header("Content-Length", "5")
            self.end_headers()
            self.wfile.write(b"hello")

        def log_message(self, *_: object) -> None:
            """Be silent."""

    http = ThreadingHTTPServer((LOOPBACK, 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield SimpleNamespace(port=http.server_port, seen=seen)
    http.shutdown()
    thread.join()
    http.server_close()


@pytest.fixture
def page(server, monkeypatch) -> SimpleNamespace:
    """Return the names of the page's code. A resolver of ours knows a few hosts.

    "outside.example.org" leads to the server, whose address is allowed; the resolver keeps the
    names that it is asked for. It changes its answer for "changing.example.org".
    """
    hosts = {
        "outside.example.org": [LOOPBACK],
        "xn--fa-hia.example.org": [LOOPBACK],
        "xn--yp8h.example.org": [LOOPBACK],
        "inside.example.org": ["127.0.0.2"],
        "both.example.org": [LOOPBACK, "10.0.0.1"],
        "closed.example.org": ["127.0.0.3", LOOPBACK],
        "changing.example.org": [LOOPBACK],
    }
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        if host.strip("0123456789."):
            asked.append(host)
        kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        answers = hosts.get(host, [host])
        hosts["changing.example.org"] = ["127.0.0.2"]
        return [(*kind, (each, port)) for each in answers]

    names: dict[str, Any] = {}
    exec(CODE, names)  # noqa: S102 - that is what the page is for
    names["RULE"] = replace(PUBLIC, allow_hosts=[LOOPBACK, "127.0.0.3"])
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    # The functions of the page read their rule from *names*.
    return SimpleNamespace(**names, names=names, asked=asked, hosts=hosts)


def test_what_is_public_is_fetched(page, server):
    """The request has the name, the path and the query as they go on the wire."""
    text = f"http://Faß.example.org.:{server.port}/straße?q=é#ф"
    assert (text, 200, b"hello") == page.fetch(text)
    host = f"xn--fa-hia.example.org:{server.port}"
    assert [(host, "/stra%C3%9Fe?q=%C3%A9")] == server.seen
    assert ["xn--fa-hia.example.org"] == page.asked


def test_only_so_much_is_read(page, server):
    """The first octets of the answer are returned."""
    text = f"http://outside.example.org:{server.port}"
    assert (text, 200, b"hel") == page.fetch(text, limit=3)
    assert "/" == server.seen[0][1]


@pytest.mark.parametrize("host", ["127.0.0.2", "localhost", "a.local", "[::1]", "[::ffff:7f00:2]"])
def test_what_is_not_public_is_not_asked_for(page, server, host):
    """A fault that shows in the text is refused before any look-up."""
    with pytest.raises(IRIError, match="host-not-public"):
        page.fetch(f"http://{host}:{server.port}/")
    assert ([], []) == (page.asked, server.seen)


@pytest.mark.parametrize("host", ["inside.example.org", "both.example.org"])
def test_a_name_that_leads_inside(page, server, host):
    """One answer that is not public is enough: nothing is connected to."""
    with pytest.raises(page.NotPublicError, match=f"{host} is not a host of the public internet"):
        page.fetch(f"http://{host}:{server.port}/")
    assert ([host], []) == (page.asked, server.seen)


def test_each_connection_is_to_what_was_checked(page, server):
    """There is one look-up for each request, so its answer cannot have changed since the check."""
    page.fetch(f"http://outside.example.org:{server.port}/to?/to?/x")
    assert 3 * ["outside.example.org"] == page.asked
    assert 3 == len(server.seen)


@pytest.mark.parametrize(
    ("target", "expected"),
    [("/x?y", "/x?y"), ("../stra%C3%9Fe", "/stra%C3%9Fe"), ("/é", "/%C3%A9"), ("//{}/x", "/x")],
)
def test_a_redirect_is_followed(page, server, target, expected):
    """A redirect may be relative, and in UTF-8."""
    host = f"outside.example.org:{server.port}"
    page.fetch(f"http://{host}/to?{target.format(host)}")
    assert [(host, expected)] == server.seen[1:]


@pytest.mark.parametrize(
    ("target", "error"),
    [
        ("http://127.0.0.2/", IRIError),
        ("http://%5B::1%5D/", IRIError),
        ("//localhost/", IRIError),
        ("file:///etc/passwd", IRIError),
        ("http://inside.example.org/", "NotPublicError"),
    ],
)
def test_a_redirect_inside(page, server, target, error):
    """A redirect is an address that somebody else wrote, and is checked as the first one was."""
    expected = getattr(page, error) if isinstance(error, str) else error
    with pytest.raises(expected):
        page.fetch(f"http://outside.example.org:{server.port}/to?{target}")
    assert 1 == len(server.seen)


def test_redirects_end(page, server):
    """A redirect to itself ends."""
    with pytest.raises(OSError, match="more than 2 redirects"):
        page.fetch(f"http://outside.example.org:{server.port}/to?/to?/to?/to?/", redirects=2)
    assert 3 == len(server.seen)


def test_the_next_address_is_tried(page, server):
    """Where the first address does not answer, the second one does; else its error is raised."""
    assert 200 == page.fetch(f"http://closed.example.org:{server.port}/")[1]
    with pytest.raises(ConnectionRefusedError):
        page.connect("127.0.0.3", server.port, 1)


CLIENTS = (
    "fetch",
    "fetch_by_httpx",
    "fetch_by_async_httpx",
    "fetch_by_requests",
    "fetch_by_aiohttp",
)


def fetched(page: SimpleNamespace, client: str, text: str) -> bytes:
    """Return what a client of the page fetches, or raise the error that ours is the cause of."""
    try:
        found = getattr(page, client)(text)
        if asyncio.iscoroutine(found):
            found = asyncio.run(found)
    except (aiohttp.ClientConnectorError, requests.exceptions.InvalidURL) as error:
        raise error.__cause__ or error.__context__ or error from None
    content: bytes = found[2] if client == "fetch" else found
    return content


@pytest.mark.parametrize("client", CLIENTS)
class TestClients:
    """Each client checks the text and the answer, at each redirect, and connects to the answer."""

    def test_fetches(self, page, server, client):
        """A name is looked up once for each connection, and sent as the host; redirects, too."""
        host = f"outside.example.org:{server.port}"
        other = f"xn--fa-hia.example.org:{server.port}"
        assert b"hello" == fetched(page, client, f"http://{host}/to?http://{other}/é")
        assert [(host, f"/to?http://{other}/%C3%A9"), (other, "/%C3%A9")] == server.seen
        assert ["outside.example.org", "xn--fa-hia.example.org"] == page.asked

    @pytest.mark.parametrize("redirect", ["", "http://outside.example.org:{}/to?"])
    @pytest.mark.parametrize("host", ["127.0.0.2", "[::1]", "0x7f.2", "localhost", "db.internal"])
    def test_text(self, page, server, client, redirect, host):
        """A text that leads inside is refused, also as the target of a redirect."""
        target = f"http://{host}:{server.port}/x"
        if redirect:
            target = f"{redirect.format(server.port)}{quote(target, safe=':/')}"
        with pytest.raises(IRIError, match="host-"):
            fetched(page, client, target)
        assert len(server.seen) == len(page.asked) == bool(redirect)

    @pytest.mark.parametrize("redirect", ["", "http://outside.example.org:{}/to?"])
    @pytest.mark.parametrize("name", ["inside", "both"])
    def test_answers(self, page, server, client, redirect, name):
        """So is a name that leads inside, with one of its addresses or with all."""
        text = f"{redirect.format(server.port)}http://{name}.example.org:{server.port}/x"
        with pytest.raises(page.NotPublicError, match=f"{name}.example.org is not a host"):
            fetched(page, client, text)
        assert bool(redirect) == len(server.seen)

    @pytest.mark.parametrize("is_strict", [False, True], ids=["repair", "strict"])
    @pytest.mark.parametrize(
        "redirect",
        [
            ("/ok?filter[name]=x", "/ok?filter%5Bname%5D=x"),
            ("/100%25", "/100%25"),
            ("/a|b", "/a%7Cb"),
            ("/ok?q={x}|^`", "/ok?q=%7Bx%7D%7C%5E%60"),
            ("/a b", "/a%20b"),
            ("x?filter[name]=x", "/x?filter%5Bname%5D=x"),
            ("/é", "/%C3%A9"),
            ("/%E9", "/%E9"),  # a raw octet of Latin-1
            ("/a\u202eb", "/a%E2%80%AEb"),
        ],
        ids=ascii,
    )
    def test_redirects_of_browsers(self, page, server, client, is_strict, redirect):
        """A redirect that browsers follow is followed, whatever the rule says of repairs."""
        target, expected = redirect
        page.names["RULE"] = replace(page.RULE, repair=not is_strict)
        host = f"outside.example.org:{server.port}"
        assert b"hello" == fetched(page, client, f"http://{host}/to?{quote(target, safe='/?')}")
        came = unquote(server.seen[-1][1], "latin-1")
        assert (2, unquote(expected, "latin-1")) == (len(server.seen), came)

    @pytest.mark.parametrize(
        "target",
        [
            "javascript:alert(1)",
            "data:text/html,x",
            "http://10.0.0.1/[x]",
            "//localhost/a b",
            "http://outside.example.org\\@127.0.0.2/",
            "file:///a|b",
        ],
        ids=ascii,
    )
    def test_redirects_that_stay_refused(self, page, server, client, target):
        """What needs a repair is judged as what does not."""
        refused = (
            IRIError,
            httpx.HTTPError,
            httpx.InvalidURL,
            requests.RequestException,
            aiohttp.ClientError,
        )
        with pytest.raises(refused):
            fetched(
                page, client, f"http://outside.example.org:{server.port}/to?{quote(target, '/?')}"
            )
        assert 1 == len(server.seen)

    @pytest.mark.parametrize(
        ("target", "expected"),
        [("/a\\b", "/a/b"), ("\\\\127.0.0.2\\x", None), ("/\\127.0.0.2/x", None)],
    )
    def test_backslashes(self, page, server, client, target, expected):
        """A backslash is a slash to `fetch`, and "%5C" to the clients. It leads nowhere else."""
        host = f"outside.example.org:{server.port}"
        text = f"http://{host}/to?{quote(target, '/?')}"
        if client == "fetch" and expected is None:
            with pytest.raises(IRIError):
                fetched(page, client, text)
            assert 1 == len(server.seen)
            return
        assert b"hello" == fetched(page, client, text)
        came = expected if client == "fetch" else f"/{quote(target.removeprefix('/'), '/')}"
        [(asked, path)] = server.seen[1:]
        assert (host, came) == (asked, path.replace("\\", "%5C"))

    def test_emoji(self, page, server, client):
        """A host with an emoji is fetched."""
        assert b"hello" == fetched(page, client, f"http://👍.example.org:{server.port}/")
        assert [(f"xn--yp8h.example.org:{server.port}", "/")] == server.seen

    def test_changing_answers(self, page, server, client):
        """The address that was checked is the one connected to: the next answer does not count."""
        assert b"hello" == fetched(page, client, f"http://changing.example.org:{server.port}/")
        assert (["127.0.0.2"], 1) == (page.hosts["changing.example.org"], len(server.seen))
        assert ["changing.example.org"] == page.asked


@pytest.mark.parametrize("client", CLIENTS)
def test_tls_is_for_the_name(page, client):
    """The handshake names the host, not the address, and asks for its certificate."""
    with socket.create_server((LOOPBACK, 0)) as listening:
        hello: list[bytes] = []

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                hello.append(connection.recv(4096))

        thread = threading.Thread(target=answer)
        thread.start()
        with suppress(Exception):  # each client has its own
            fetched(page, client, f"https://outside.example.org:{listening.getsockname()[1]}/")
        thread.join()
    assert b"outside.example.org" in hello[0]
    assert page.PublicHTTPSConnection.tls.check_hostname


@pytest.mark.parametrize("client", ["fetch_by_httpx", "fetch_by_async_httpx"])
def test_httpx_is_redirected_to_an_emoji(page, server, client):
    """Then httpx raises what the page says."""
    host = "xn--yp8h.example.org"
    with pytest.raises(idna.IDNAError):
        fetched(page, client, f"http://outside.example.org:{server.port}/to?http://{host}/")
    assert issubclass(idna.IDNAError, UnicodeError)
    assert 1 == len(server.seen)


def test_a_project_that_fetches_is_tested_without_a_network(page, monkeypatch):
    """docs/how-to/testing.md: what sends for httpx is asked for the name."""
    source = (PAGE.parent / "testing.md").read_text("utf-8").split("## A project that fetches")[1]
    exec(source.split("```python\n")[1].partition("```")[0], page.names)  # noqa: S102
    seen = []

    def send(_, request):
        seen.append(str(request.url))
        return httpx.Response(200, content=b"hello")

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", send)
    assert b"hello" == page.fetch_by_httpx("https://remote.test/inbox")
    assert (["https://remote.test/inbox"], []) == (seen, page.asked)
    with pytest.raises(IRIError, match="host-not-public"):
        page.fetch_by_httpx("https://remote.internal/inbox")
