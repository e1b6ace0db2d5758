"""What each client offers goes on working below our part."""

import asyncio
import pickle
import socket
from dataclasses import replace

import aiohttp
import anyio
import anyio.lowlevel
import httpcore
import httpx
import pytest
import requests
import urllib3

from iri3987 import PUBLIC, IRIError
from iri3987.adapters import httpx as for_httpx
from iri3987.adapters.aiohttp import PublicConnector
from iri3987.adapters.httpx import PublicTransport
from iri3987.adapters.requests import PublicAdapter, public_session
from test_connect.world import INSIDE, OUTSIDE

MOCKED = replace(PUBLIC, allow_hosts=[".test"])


def look_up_outside(host, port, **_):
    """Answer for each name, but for one that leads inside."""
    return [(socket.AF_INET, 1, 6, "", (INSIDE if "inside" in host else OUTSIDE, port))]


class TestHttpx:
    """httpx."""

    def test_options(self, world):
        """Connections come from the address that the application chooses, and can be traced."""
        options = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]
        transport = PublicTransport(
            **world.rule(), local_address="127.0.0.9", socket_options=options, verify=False
        )
        events = []
        with httpx.Client(transport=transport) as client:
            extensions = {"trace": lambda name, _: events.append(name)}
            client.get(world.url("outside.example.com."), extensions=extensions)
        assert ["127.0.0.9"] == [seen.client for seen in world.outside.seen]
        assert "connection.connect_tcp.complete" in events

    def test_its_own_name_in_the_handshake(self, world, authority):
        """An application that names another host in the handshake is followed, for one request."""
        server = world.serve(OUTSIDE, port=0, tls=authority.server("good.example.com"))
        transport = PublicTransport(**world.rule(), verify=authority.client())
        with httpx.Client(transport=transport) as client:
            url = f"https://other.example.com.:{server.server_port}/"
            outside = f"https://outside.example.com:{server.server_port}/"
            extensions = {"sni_hostname": "good.example.com"}
            with pytest.raises(httpx.ConnectError, match="certificate"):
                client.get(f"{url}to?{outside}", extensions=extensions, follow_redirects=True)
        assert ["good.example.com", "outside.example.com"] == server.tls.named

    def test_its_own_target(self, world):
        """The target of a request is not that of a redirect."""
        with httpx.Client(transport=PublicTransport(**world.rule())) as client:
            options = {"extensions": {"target": b"/to?/x"}, "follow_redirects": True}
            assert "/x" == client.get(world.url(path="/to?/x"), **options).text

    def test_a_streamed_body(self, world):
        """A body that is made while it is sent arrives, also where the host has a final dot."""
        with httpx.Client(transport=PublicTransport(**world.rule())) as client:
            for host in ("outside.example.com", "outside.example.com."):
                headers = {"Content-Length": "6"}
                client.post(world.url(host), content=iter([b"abc", b"def"]), headers=headers)
        assert [b"abcdef"] * 2 == [seen.body for seen in world.outside.seen]

    def test_another_version_of_httpcore(self, monkeypatch):
        """Where httpcore does not have what is replaced, nothing is sent unchecked."""

        class Pool(httpcore.ConnectionPool):
            def __init__(self, **options):
                super().__init__(**options)
                del self._network_backend

        monkeypatch.setattr(httpcore, "ConnectionPool", Pool)
        with pytest.raises(AttributeError):
            PublicTransport()

    def test_alone(self, world):
        """A transport that is asked without a client raises the same errors."""
        with PublicTransport(**world.rule()) as transport:
            with pytest.raises(httpx.ConnectError) as caught:
                transport.handle_request(httpx.Request("GET", world.url("127.0.0.2")))
            assert "127.0.0.2" in str(caught.value.request.url)
            response = transport.handle_request(httpx.Request("GET", world.url(path="/to?x")))
            response.close()
        assert world.url(path="/x") == response.headers["Location"]


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
class TestRaces:
    """RFC 8305, in the asynchronous transport."""

    @pytest.fixture
    def closed(self):
        """The hosts of the connections that are closed again."""
        return []

    @pytest.fixture
    def connected(self, backend, closed):
        """Return a function that connects to one of three hosts, which *connect* waits for."""

        class Stream:
            def __init__(self, host):
                self.host = host

            async def aclose(self):
                await anyio.lowlevel.checkpoint()
                closed.append(self.host)

        def made(connect, timeout=5):
            class Plain:
                async def connect_tcp(self, host, *_):
                    await connect(host)
                    return Stream(host)

            async def main():
                ours = for_httpx._AsyncBackend(Plain(), lambda *_: "abc")  # noqa: SLF001 - no server is so late
                return await ours.connect_tcp("example.com", 80, timeout)

            return anyio.run(main, backend=backend)

        return made

    def test_two_at_once(self, connected, closed):
        """Where two connections are made at once, one is kept and the other one is closed."""
        ready = []

        async def connect(host):
            ready.append(host)
            with anyio.CancelScope(shield=True):
                while len(ready) < 2:  # noqa: ASYNC110 - no event of one of the two
                    await anyio.sleep(0.01)

        assert {"a", "b"} == {connected(connect).host, *closed}
        assert ["a", "b"] == ready

    def test_too_late(self, connected, closed):
        """A connection that is made when the time is up is closed."""

        async def connect(_):
            with anyio.CancelScope(shield=True):
                await anyio.sleep(0.3)

        with pytest.raises(httpcore.ConnectTimeout):
            connected(connect, 0.1)
        assert closed

    def test_the_error_of_the_first(self, connected):
        """Where all fail, the error is that of the first address, and the others are tried."""
        tried = []

        async def connect(host):
            tried.append(host)
            raise httpcore.ConnectError(host)

        with pytest.raises(httpcore.ConnectError, match="a"):
            connected(connect)
        assert ["a", "b", "c"] == tried


class TestRequests:
    """requests."""

    def test_pickled(self, world):
        """A session keeps its rule and its look-up where it is pickled."""
        with public_session(**world.rule() | {"look_up": look_up_outside}) as session:
            copy = pickle.loads(pickle.dumps(session))
        with copy:
            assert 200 == copy.get(world.url("any.example.com")).status_code
            for host in ("10.0.0.1", "inside.example.com"):
                with pytest.raises(requests.ConnectionError) as caught:
                    copy.get(world.url(host))
                assert isinstance(caught.value.__cause__, IRIError)

    def test_both_schemes(self):
        """A session sends both schemes by the adapter, and does not trust the environment."""
        with public_session(max_retries=2) as session:
            adapters = [session.get_adapter(f"{scheme}://a") for scheme in ("http", "https")]
        assert 1 == len({*map(id, adapters)})
        assert isinstance(adapters[0], PublicAdapter)
        assert (2, False) == (adapters[0].max_retries.total, session.trust_env)

    def test_another_version_of_urllib3(self, monkeypatch):
        """Where urllib3 does not have what is replaced, nothing is sent unchecked."""
        monkeypatch.delattr(urllib3.connection.HTTPConnection, "_new_conn")
        with pytest.raises(AttributeError):
            PublicAdapter()

    def test_an_address_that_requests_cannot_read(self, world):
        """It is the error of requests; so is another mistake, which is not about the rule."""
        with public_session(**world.rule()) as session:
            prepared = session.prepare_request(requests.Request("GET", world.url()))
            prepared.url = "http://outside.example.com:99999/"
            with pytest.raises(requests.exceptions.InvalidURL):
                session.send(prepared)
            with pytest.raises(ValueError, match="Invalid timeout"):
                session.get(world.url(), timeout=(1, 2, 3))

    def test_an_adapter_alone(self, world):
        """Its options may have no name, as in its parent; the last one is a proxy."""
        request = requests.Request("GET", world.url(path="/x")).prepare()
        proxies = {"http": f"http://{INSIDE}:{world.port}"}
        with PublicAdapter(**world.rule()).send(request, True, 5, True, None, proxies) as found:
            assert [b"/x"] == list(found.iter_content(8))
        assert [] == world.inside.seen

    def test_the_limit_of_the_handshake(self, world, authority, monkeypatch):
        """What follows a connection has all of the limit again, whatever its share was."""
        server = world.serve(OUTSIDE, port=0, tls=authority.server("two.example.com"))
        world.names["two.example.com"] = [OUTSIDE, "127.0.0.3"]
        limits = []
        plain = urllib3.connection.ssl_wrap_socket

        def wrap(**options):
            limits.append(options["sock"].gettimeout())
            return plain(**options)

        monkeypatch.setattr(urllib3.connection, "ssl_wrap_socket", wrap)
        url = world.url("two.example.com", scheme="https", port=server.server_port)
        with public_session(**world.rule()) as session:
            session.get(url, timeout=(10, 9), verify=str(authority.path))
        assert [10] == limits


class TestAiohttp:
    """aiohttp."""

    def test_family(self, world):
        """The family that an application chooses is used, and what is left out is judged, too."""
        world.names |= {"both.example.com": [OUTSIDE, "2620:fe::fe"]}
        world.names |= {"six.example.com": ["2620:fe::fe"], "bad.example.com": [OUTSIDE, "::1"]}

        async def main():
            connector = PublicConnector(**world.rule(), family=socket.AF_INET)
            async with aiohttp.ClientSession(connector=connector) as session:
                async with session.get(world.url("both.example.com")) as found:
                    assert 200 == found.status
                with pytest.raises(aiohttp.ClientConnectorError, match="no address"):
                    await session.get(world.url("six.example.com"))
                with pytest.raises(aiohttp.InvalidUrlClientError):
                    await session.get(world.url("bad.example.com"))
                # `ws:` is not a scheme of `PUBLIC`.
                with pytest.raises(aiohttp.InvalidUrlClientError, match="scheme-not-allowed"):
                    await session.ws_connect(world.url(scheme="ws"))

        asyncio.run(main())


class TestMocks:
    """What replaces the sending in a test is asked by name; the text is judged before."""

    def test_httpx(self, monkeypatch):
        """A mock of httpx replaces what its own transport sends."""
        monkeypatch.setattr(httpx.HTTPTransport, "handle_request", lambda *_: httpx.Response(200))
        with httpx.Client(transport=PublicTransport(profile=MOCKED)) as client:
            assert 200 == client.get("https://remote.test/inbox").status_code
            with pytest.raises(httpx.ConnectError, match="host-not-public"):
                client.get("https://remote.internal/inbox")

    def test_requests(self, monkeypatch):
        """A mock of requests replaces what its own adapter sends."""
        response = requests.Response()
        monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", lambda *_, **__: response)
        with public_session(profile=MOCKED) as session:
            assert response is session.get("https://remote.test/inbox")
            with pytest.raises(requests.ConnectionError, match="host-not-public"):
                session.get("https://remote.internal/inbox")
