"""What each client offers goes on working below our part."""

import asyncio
import pickle
import socket
import threading
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
from iri3987.adapters.httpx import AsyncPublicTransport, PublicTransport
from iri3987.adapters.requests import PublicAdapter, public_session
from test_connect.world import INSIDE, OUTSIDE, RULE

TWO = ["127.0.0.3", OUTSIDE]
MOCKED = replace(PUBLIC, allow_hosts=[".test"])


def look_up_outside(host, port, **_):
    """Answer for each name, but for one that leads inside."""
    address = INSIDE if "inside" in host else OUTSIDE
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]


class TestHttpx:
    """httpx."""

    def test_local_address_and_options(self, world):
        """Connections come from the address that the application chooses, with its options."""
        options = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]
        transport = PublicTransport(
            **world.rule, local_address="127.0.0.9", socket_options=options, verify=False
        )
        with httpx.Client(transport=transport) as client:
            client.get(world.url())
        assert ["127.0.0.9"] == [seen.client for seen in world.outside.seen]

    def test_extensions(self, world):
        """The application's extensions are used: here, what is traced."""
        events = []
        transport = PublicTransport(**world.rule)
        with httpx.Client(transport=transport) as client:
            extensions = {"trace": lambda name, _: events.append(name)}
            client.get(world.url("outside.example.com."), extensions=extensions)
        assert "connection.connect_tcp.complete" in events

    def test_its_own_name_in_the_handshake(self, world, authority):
        """An application that names another host in the handshake is followed."""
        server = world.serve(OUTSIDE, port=0, tls=authority.server("good.example.com"))
        transport = PublicTransport(**world.rule, verify=authority.client())
        with httpx.Client(transport=transport) as client:
            url = world.url("other.example.com.", scheme="https", port=server.server_port)
            client.get(url, extensions={"sni_hostname": "good.example.com"})
        assert ["good.example.com"] == server.tls.named

    def test_retries(self, world):
        """A connection that fails is tried again, with a look-up of its own."""
        answers = iter([["127.0.0.3"], [OUTSIDE]])
        world.names["two.example.com"] = lambda: next(answers)
        with httpx.Client(transport=PublicTransport(**world.rule, retries=1)) as client:
            assert 200 == client.get(world.url("two.example.com")).status_code
        assert 2 == len(world.asked)

    @pytest.mark.parametrize("backend", ["asyncio", "trio"])
    def test_retries_of_the_asynchronous_transport(self, world, backend):
        """The same for the asynchronous one."""
        answers = iter([["127.0.0.3"], ["127.0.0.3"], [OUTSIDE]])
        world.names["two.example.com"] = lambda: next(answers)

        async def main():
            transport = AsyncPublicTransport(**world.rule, retries=2)
            async with httpx.AsyncClient(transport=transport) as client:
                return await client.get(world.url("two.example.com"))

        assert 200 == anyio.run(main, backend=backend).status_code

    def test_a_streamed_body(self, world):
        """A body that is made while it is sent arrives, also where the host has a final dot."""
        transport = PublicTransport(**world.rule)
        with httpx.Client(transport=transport) as client:
            for host in ("outside.example.com", "outside.example.com."):
                headers = {"Content-Length": "6"}
                client.post(world.url(host), content=iter([b"abc", b"def"]), headers=headers)
        assert [b"abcdef"] * 2 == [seen.body for seen in world.outside.seen]

    def test_the_limit_is_shared(self):
        """The first of two addresses has half of the limit for a connection."""
        limits = []

        class Plain(httpcore.NetworkBackend):
            def connect_tcp(self, host, _, timeout=None, *__):
                limits.append(timeout)
                raise httpcore.ConnectTimeout(host)

        backend = for_httpx._Backend(Plain(), lambda *_: TWO)  # noqa: SLF001 - no server is so late
        with pytest.raises(httpcore.ConnectTimeout):
            backend.connect_tcp("two.example.com", 80, 10)
        assert limits[0] <= 5 < limits[1] <= 10

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
        with PublicTransport(**world.rule) as transport:
            with pytest.raises(httpx.ConnectError) as caught:
                transport.handle_request(httpx.Request("GET", world.url("127.0.0.2")))
            assert "127.0.0.2" in str(caught.value.request.url)
            response = transport.handle_request(httpx.Request("GET", world.url(path="/to?x")))
            response.close()
        assert world.url(path="/x") == response.headers["Location"]


class TestRaces:
    """RFC 8305, in the asynchronous transport."""

    def connected(self, backend, connect, timeout=5):
        """Return the connection that is made by *connect*, which makes one to an address."""

        class Plain:
            async def connect_tcp(self, host, *_):
                return await connect(host)

        def found(*_):
            return "a", "b", "c"

        async def main():
            backend = for_httpx._AsyncBackend(Plain(), found)  # noqa: SLF001 - no server is so late
            return await backend.connect_tcp("example.com", 80, timeout)

        return anyio.run(main, backend=backend)

    @pytest.mark.parametrize("backend", ["asyncio", "trio"])
    def test_two_at_once(self, backend):
        """Where two connections are made at once, one is kept and the other one is closed."""
        closed = []

        class Stream:
            def __init__(self, host):
                self.host = host

            async def aclose(self):
                await anyio.lowlevel.checkpoint()
                closed.append(self.host)

        ready = []

        async def connect(host):
            ready.append(host)
            with anyio.CancelScope(shield=True):
                while len(ready) < 2:  # noqa: ASYNC110 - no event of one of the two
                    await anyio.sleep(0.01)
            return Stream(host)

        found = self.connected(backend, connect)
        assert {"a", "b"} == {found.host, *closed}
        assert ["a", "b"] == ready

    @pytest.mark.parametrize("backend", ["asyncio", "trio"])
    def test_too_late(self, backend):
        """A connection that is made when the time is up is closed."""
        closed = []

        class Stream:
            async def aclose(self):
                closed.append(self)

        async def connect(_):
            with anyio.CancelScope(shield=True):
                await anyio.sleep(0.3)
            return Stream()

        with pytest.raises(httpcore.ConnectTimeout):
            self.connected(backend, connect, 0.1)
        assert closed

    def test_the_error_of_the_first(self):
        """Where all fail, the error is that of the first address, and the others are tried."""
        tried = []

        async def connect(host):
            tried.append(host)
            raise httpcore.ConnectError(host)

        with pytest.raises(httpcore.ConnectError, match="a"):
            self.connected("asyncio", connect)
        assert ["a", "b", "c"] == tried


class TestRequests:
    """requests."""

    def test_pickled(self, world):
        """A session keeps its rule and its look-up where it is pickled."""
        with public_session(profile=RULE, look_up=look_up_outside) as session:
            copy = pickle.loads(pickle.dumps(session))
        with copy:
            assert 200 == copy.get(world.url("any.example.com")).status_code
            for host in ("10.0.0.1", "inside.example.com"):
                with pytest.raises(requests.ConnectionError) as caught:
                    copy.get(world.url(host))
                assert isinstance(caught.value.__cause__, IRIError)

    def test_both_schemes(self):
        """A session sends both schemes by the adapter, and does not trust the environment."""
        with public_session(profile=RULE, max_retries=2) as session:
            adapters = [session.get_adapter(f"{scheme}://a") for scheme in ("http", "https")]
        assert 1 == len({*map(id, adapters)})
        assert isinstance(adapters[0], PublicAdapter)
        assert (2, False) == (adapters[0].max_retries.total, session.trust_env)

    def test_another_version_of_urllib3(self, monkeypatch):
        """Where urllib3 does not have what is replaced, nothing is sent unchecked."""
        monkeypatch.delattr(urllib3.connection.HTTPConnection, "_new_conn")
        with pytest.raises(AttributeError):
            PublicAdapter()

    def test_retries(self, world):
        """A connection that fails is tried again, with a look-up of its own."""
        answers = iter([["127.0.0.3"], [OUTSIDE]])
        world.names["two.example.com"] = lambda: next(answers)
        with public_session(**world.rule, max_retries=1) as session:
            assert 200 == session.get(world.url("two.example.com")).status_code
        assert 2 == len(world.asked)

    def test_an_address_that_requests_cannot_read(self, world):
        """It is the error of requests; so is another mistake, which is not about the rule."""
        with public_session(**world.rule) as session:
            prepared = session.prepare_request(requests.Request("GET", world.url()))
            prepared.url = "http://outside.example.com:99999/"
            with pytest.raises(requests.exceptions.InvalidURL):
                session.send(prepared)
            with pytest.raises(ValueError, match="Invalid timeout"):
                session.get(world.url(), timeout=(1, 2, 3))

    def test_streamed(self, world):
        """A body may be streamed."""
        with (
            public_session(**world.rule) as session,
            session.get(world.url(path="/x"), stream=True) as found,
        ):
            assert [b"/x"] == list(found.iter_content(8))

    def test_the_limit_is_shared(self, world, monkeypatch):
        """The first of two addresses has half of the limit; what follows has all of it again."""
        limits = []
        plain = urllib3.connection.HTTPConnection._new_conn  # noqa: SLF001 - no server is so late

        def new_conn(connection):
            limits.append((connection.host, connection.timeout))
            made = plain(connection)
            monkeypatch.setattr(made, "settimeout", limits.append, raising=False)
            return made

        class Made(socket.socket):
            pass

        monkeypatch.setattr(urllib3.connection.HTTPConnection, "_new_conn", new_conn)
        monkeypatch.setattr(socket, "socket", Made)
        world.names["two.example.com"] = TWO
        with public_session(**world.rule) as session:
            assert 200 == session.get(world.url("two.example.com"), timeout=(10, 9)).status_code
        (first, half), (second, rest), whole, *_ = limits
        assert (TWO, 10) == ([first, second], whole)
        assert half <= 5 < rest <= 10


class TestAiohttp:
    """aiohttp."""

    @staticmethod
    async def fetched(world, url, **options):
        """Return the status of *url*."""
        connector = PublicConnector(**world.rule, **options)
        async with (
            aiohttp.ClientSession(connector=connector) as session,
            session.get(url) as found,
        ):
            return found.status

    def test_family(self, world):
        """The family that an application chooses is used, and what is left out is judged, too."""
        world.names |= {"both.example.com": [OUTSIDE, "2620:fe::fe"]}
        world.names |= {"six.example.com": ["2620:fe::fe"], "bad.example.com": [OUTSIDE, "::1"]}

        def status(name):
            return asyncio.run(self.fetched(world, world.url(name), family=socket.AF_INET))

        assert 200 == status("both.example.com")
        with pytest.raises(aiohttp.ClientConnectorError, match="no address"):
            status("six.example.com")
        with pytest.raises(aiohttp.InvalidUrlClientError):
            status("bad.example.com")

    def test_web_sockets(self, world):
        """`ws:` is refused by `PUBLIC`: its schemes are those that a profile lists."""

        async def main():
            async with aiohttp.ClientSession(connector=PublicConnector(**world.rule)) as session:
                await session.ws_connect(world.url(scheme="ws"))

        with pytest.raises(aiohttp.InvalidUrlClientError, match="scheme-not-allowed"):
            asyncio.run(main())

    def test_threads_of_its_own(self, world):
        """Look-ups that hang keep nothing else of the program waiting."""
        go_on = threading.Event()
        world.names["hanging.example.com"] = lambda: go_on.wait(20) and [OUTSIDE]

        async def main():
            names = [f"h{number}.example.com" for number in range(40)]
            world.names.update(dict.fromkeys(names, world.names["hanging.example.com"]))
            connector = PublicConnector(**world.rule)
            async with aiohttp.ClientSession(connector=connector) as session:

                async def status(name):
                    async with session.get(world.url(name)) as found:
                        return found.status

                tasks = [asyncio.create_task(status(name)) for name in names]
                async with asyncio.timeout(10):
                    while len(world.asked) < len(names):  # noqa: ASYNC110 - threads ask
                        await asyncio.sleep(0.01)
                assert 3 == await asyncio.wait_for(asyncio.to_thread(sum, [1, 2]), 5)
                go_on.set()
                assert {200} == set(await asyncio.gather(*tasks))

        try:
            asyncio.run(main())
        finally:
            go_on.set()


class TestMocks:
    """What replaces the sending in a test is asked by name; the text is judged before."""

    def test_httpx(self, monkeypatch):
        """A mock of httpx replaces what its own transport sends."""
        seen = []

        def send(_, request):
            seen.append(str(request.url))
            return httpx.Response(200)

        monkeypatch.setattr(httpx.HTTPTransport, "handle_request", send)
        with httpx.Client(transport=PublicTransport(profile=MOCKED)) as client:
            client.get("https://remote.test/inbox")
            with pytest.raises(httpx.ConnectError, match="host-not-public"):
                client.get("https://remote.internal/inbox")
        assert ["https://remote.test/inbox"] == seen

    def test_requests(self, monkeypatch):
        """A mock of requests replaces what its own adapter sends."""
        seen = []

        def send(_, request, *__, **___):
            seen.append(request.url)
            response = requests.Response()
            response.status_code = 200
            return response

        monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", send)
        with public_session(profile=MOCKED) as session:
            session.get("https://remote.test/inbox")
            with pytest.raises(requests.ConnectionError, match="host-not-public"):
                session.get("https://remote.internal/inbox")
        assert ["https://remote.test/inbox"] == seen
