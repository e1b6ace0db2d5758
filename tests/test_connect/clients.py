"""Each client in one form: `Client.fetch`, which keeps its connections meanwhile."""

import importlib.util
import ssl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import anyio
import httpx
import httpx2
import requests

import iri3987.adapters.httpx
from iri3987.adapters.aiohttp import PublicConnector
from iri3987.adapters.requests import PublicAdapter, public_session

#: For clients that need no certificates: those that are installed take long to read.
NOTHING_TRUSTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class Answer(NamedTuple):
    """What a client has fetched."""

    status: int
    text: str
    #: The version of HTTP, where the client tells.
    version: str = ""


class Client(NamedTuple):
    """What the tests ask of a client."""

    name: str
    #: From the options below to a context manager whose value fetches one address.
    session: Callable[..., Any]
    #: Our part of it.
    ours: type
    #: The error for what is refused, for a redirect that cannot be read, and for all else.
    refused: type[Exception]
    unreadable: type[Exception]
    failed: type[Exception]
    #: The base of all its errors.
    error: type[Exception]
    #: Returns the option of a request that limits the time for a connection, in seconds.
    limit: Callable[[float], dict[str, object]]
    #: What an asynchronous client runs on.
    backend: str | None = None

    def fetch(self, urls, *, rule, trust=None, transport=(), client=(), request=(), together=False):
        """Return the `Answer` or the exception for each of *urls*.

        *rule* is for our part of the client, and *transport* is more for it; *trust* is an
        authority; *client* is for the client, *request* for each request; *together* sends all at
        once.
        """
        session = self.session(rule, trust, dict(transport), dict(client), dict(request))
        if self.backend:
            return anyio.run(_each_async, session, urls, together, backend=self.backend)
        with session as one, ThreadPoolExecutor(len(urls) if together else 1) as pool:
            sent = [pool.submit(one, url) for url in urls]
            return [each.exception() or each.result() for each in sent]


async def _each_async(session, urls, together):
    found = {}

    async with session as one, anyio.create_task_group() as group:

        async def keep(index):
            try:
                found[index] = await one(urls[index])
            except Exception as error:  # noqa: BLE001 - the test looks at it
                found[index] = error

        for index in range(len(urls)):
            if together:
                group.start_soon(keep, index)
            else:
                await keep(index)
    return [found[index] for index in range(len(urls))]


def _for_httpx2():
    """Return our module for httpx with its two imports changed, as it says of itself."""
    spec = importlib.util.find_spec("iri3987.adapters.httpx")
    source = Path(spec.origin).read_text("utf-8")
    for name in ("httpcore", "httpx"):
        assert 1 == source.count(f"\nimport {name}\n")
        source = source.replace(f"\nimport {name}\n", f"\nimport {name}2 as {name}\n")
    module = importlib.util.module_from_spec(spec)
    module.__name__ = "for_httpx2"
    exec(compile(source, spec.origin, "exec"), vars(module))  # noqa: S102
    return module


def _httpx(name, module, adapters, backend=None):
    """Return the client of *module*, with a transport of *adapters*."""
    ours = adapters.AsyncPublicTransport if backend else adapters.PublicTransport

    def made(kind, rule, trust, transport, client):
        secure = trust.client() if trust else NOTHING_TRUSTED
        options = {"timeout": 20, "follow_redirects": True, **client}
        return kind(transport=ours(**rule, verify=secure, **transport), **options)

    @contextmanager
    def session(*options):
        with made(module.Client, *options[:-1]) as opened:
            yield lambda url: answer(opened.request(url=url, **{"method": "GET", **options[-1]}))

    @asynccontextmanager
    async def session_async(*options):
        async def one(url):
            return answer(await opened.request(url=url, **{"method": "GET", **options[-1]}))

        async with made(module.AsyncClient, *options[:-1]) as opened:
            yield one

    def answer(found):
        return Answer(found.status_code, found.text, found.http_version)

    return Client(
        name,
        session_async if backend else session,
        ours,
        module.ConnectError,
        module.RemoteProtocolError,
        module.TransportError,
        module.HTTPError,
        lambda seconds: {"timeout": module.Timeout(20, connect=seconds)},
        backend,
    )


@contextmanager
def by_requests(rule, trust, transport, client, request):
    """Fetch with requests. The client's options are attributes of the session."""
    with public_session(**rule, **transport) as session:
        vars(session).update(client)
        secure = {"verify": str(trust.path)} if trust else {}
        options = {"method": "GET", "timeout": 20, **secure, **request}

        def one(url):
            found = session.request(url=url, **options)
            return Answer(found.status_code, found.text)

        yield one


@asynccontextmanager
async def by_aiohttp(rule, trust, transport, client, request):
    """Fetch with aiohttp."""
    secure = {"ssl": trust.client()} if trust else {}
    connector = PublicConnector(**rule, **secure, **transport)
    options = {"timeout": aiohttp.ClientTimeout(20), **client}
    async with aiohttp.ClientSession(connector=connector, **options) as session:

        async def one(url):
            async with session.request(url=url, **{"method": "GET", **request}) as found:
                return Answer(found.status, await found.text())

        yield one


FOR_HTTPX, FOR_HTTPX2 = iri3987.adapters.httpx, _for_httpx2()
CLIENTS = (
    _httpx("httpx", httpx, FOR_HTTPX),
    _httpx("httpx-async", httpx, FOR_HTTPX, "asyncio"),
    _httpx("httpx-trio", httpx, FOR_HTTPX, "trio"),
    _httpx("httpx2", httpx2, FOR_HTTPX2),
    _httpx("httpx2-async", httpx2, FOR_HTTPX2, "asyncio"),
    Client(
        "requests",
        by_requests,
        PublicAdapter,
        requests.ConnectionError,
        requests.exceptions.InvalidURL,
        requests.ConnectionError,
        requests.RequestException,
        lambda seconds: {"timeout": (seconds, 20)},
    ),
    Client(
        "aiohttp",
        by_aiohttp,
        PublicConnector,
        aiohttp.InvalidUrlClientError,
        aiohttp.InvalidURL,
        aiohttp.ClientError,
        aiohttp.ClientError,
        lambda seconds: {"timeout": aiohttp.ClientTimeout(20, connect=seconds)},
        "asyncio",
    ),
)
