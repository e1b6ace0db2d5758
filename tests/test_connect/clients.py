"""Each client in one form: a function that fetches addresses, and keeps its connections meanwhile.

It returns an `Answer` or the exception for each address. Options: *rule*, for our part of it;
*trust*, an authority; *transport*, more for our part; *client*, for the client; *request*, for each
request; *together*, to send all at once.
"""

import importlib.util
import ssl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

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


def by_httpx(module, ours):
    """Return the function for the synchronous client of *module*, with *ours* as its transport."""

    def fetch(urls, *, rule, trust=None, transport=None, client=None, request=None, together=False):
        secure = {"verify": trust.client() if trust else NOTHING_TRUSTED}
        below = ours(**rule, **secure, **(transport or {}))
        options = {"timeout": 20, "follow_redirects": True, **(client or {})}
        with module.Client(transport=below, **options) as session:

            def one(url):
                try:
                    found = session.request(url=url, **{"method": "GET", **(request or {})})
                except Exception as error:  # noqa: BLE001 - the test looks at it
                    return error
                return Answer(found.status_code, found.text, found.http_version)

            return _each(one, urls, together)

    return fetch


def by_httpx_async(module, ours, backend="asyncio"):
    """Return the function for the asynchronous client of *module*, with *ours*."""

    def fetch(urls, *, rule, trust=None, transport=None, client=None, request=None, together=False):
        async def main():
            secure = {"verify": trust.client() if trust else NOTHING_TRUSTED}
            below = ours(**rule, **secure, **(transport or {}))
            options = {"timeout": 20, "follow_redirects": True, **(client or {})}
            async with module.AsyncClient(transport=below, **options) as session:

                async def one(url):
                    found = await session.request(url=url, **{"method": "GET", **(request or {})})
                    return Answer(found.status_code, found.text, found.http_version)

                return await _each_async(one, urls, together)

        return anyio.run(main, backend=backend)

    return fetch


def by_requests(
    urls, *, rule, trust=None, transport=None, client=None, request=None, together=False
):
    """Fetch with requests. The client's options are attributes of the session."""
    with public_session(**rule, **(transport or {})) as session:
        for name, value in (client or {}).items():
            setattr(session, name, value)
        secure = {"verify": str(trust.path)} if trust else {}
        options = {"method": "GET", "timeout": 20, **secure, **(request or {})}

        def one(url):
            try:
                found = session.request(url=url, **options)
            except Exception as error:  # noqa: BLE001 - the test looks at it
                return error
            return Answer(found.status_code, found.text)

        return _each(one, urls, together)


def by_aiohttp(
    urls, *, rule, trust=None, transport=None, client=None, request=None, together=False
):
    """Fetch with aiohttp."""

    async def main():
        secure = {"ssl": trust.client()} if trust else {}
        connector = PublicConnector(**rule, **secure, **(transport or {}))
        options = {"timeout": aiohttp.ClientTimeout(20), **(client or {})}
        async with aiohttp.ClientSession(connector=connector, **options) as session:

            async def one(url):
                send = session.request(url=url, **{"method": "GET", **(request or {})})
                async with send as found:
                    return Answer(found.status, await found.text())

            return await _each_async(one, urls, together)

    return anyio.run(main)


def _each(one, urls, together):
    if together:
        with ThreadPoolExecutor(len(urls)) as pool:
            return list(pool.map(one, urls))
    return list(map(one, urls))


async def _each_async(one, urls, together):
    found = {}

    async def keep(index, url):
        try:
            found[index] = await one(url)
        except Exception as error:  # noqa: BLE001 - the test looks at it
            found[index] = error

    if together:
        async with anyio.create_task_group() as group:
            for index, url in enumerate(urls):
                group.start_soon(keep, index, url)
    else:
        for index, url in enumerate(urls):
            await keep(index, url)
    return [found[index] for index in range(len(urls))]


class Client(NamedTuple):
    """What the tests ask of a client."""

    name: str
    #: One of the functions above.
    fetch: Callable[..., list[Answer | Exception]]
    #: Our part of it.
    ours: type
    #: The error for what is refused, for a redirect that cannot be read, and for all else.
    refused: type[Exception]
    unreadable: type[Exception]
    failed: type[Exception]
    #: Returns the option of a request that limits the time for a connection, in seconds.
    limit: Callable[[float], dict[str, object]]


def _httpx(name, fetch, module, ours):
    return Client(
        name,
        fetch,
        ours,
        module.ConnectError,
        module.RemoteProtocolError,
        module.TransportError,
        lambda seconds: {"timeout": module.Timeout(20, connect=seconds)},
    )


FOR_HTTPX, FOR_HTTPX2 = iri3987.adapters.httpx, _for_httpx2()
SYNC, ASYNC = FOR_HTTPX.PublicTransport, FOR_HTTPX.AsyncPublicTransport
SYNC2, ASYNC2 = FOR_HTTPX2.PublicTransport, FOR_HTTPX2.AsyncPublicTransport

CLIENTS = (
    _httpx("httpx", by_httpx(httpx, SYNC), httpx, SYNC),
    _httpx("httpx-async", by_httpx_async(httpx, ASYNC), httpx, ASYNC),
    _httpx("httpx-trio", by_httpx_async(httpx, ASYNC, "trio"), httpx, ASYNC),
    _httpx("httpx2", by_httpx(httpx2, SYNC2), httpx2, SYNC2),
    _httpx("httpx2-async", by_httpx_async(httpx2, ASYNC2), httpx2, ASYNC2),
    Client(
        "requests",
        by_requests,
        PublicAdapter,
        requests.ConnectionError,
        requests.exceptions.InvalidURL,
        requests.ConnectionError,
        lambda seconds: {"timeout": (seconds, 20)},
    ),
    Client(
        "aiohttp",
        by_aiohttp,
        PublicConnector,
        aiohttp.InvalidUrlClientError,
        aiohttp.InvalidURL,
        aiohttp.ClientError,
        lambda seconds: {"timeout": aiohttp.ClientTimeout(20, connect=seconds)},
    ),
)
