"""Transports of httpx for addresses that others have written: docs/how-to/fetching.md.

A transport does what `iri3987.http.connect` says below the pool of httpcore, so that the pool, TLS
and HTTP/2 know the name alone. In the URL, an address would make one connection of all names that
lead to it. The ``Location`` of a response is an absolute URI.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from socket import getaddrinfo
from typing import Any

import anyio
import httpcore
import httpx
from anyio.to_thread import run_sync

from iri3987.exceptions import IRIError
from iri3987.http.connect import LookUp, addresses, check_request, location, one_of
from iri3987.profile import PUBLIC, Profile

__all__ = ["AsyncPublicTransport", "PublicTransport"]

#: `addresses`, with a profile and a look-up.
_Find = Callable[[str, int], tuple[str, ...]]
_Connect = Callable[[str], Awaitable[httpcore.AsyncNetworkStream]]
_FAILURES = (httpcore.ConnectError, httpcore.ConnectTimeout)
#: The seconds between two attempts to connect (RFC 8305, "Connection Attempt Delay").
_DELAY = 0.25


class _Backend(httpcore.NetworkBackend):
    """Connect to one address after the other."""

    def __init__(self, plain: httpcore.NetworkBackend, find: _Find) -> None:
        self._plain, self._find = plain, find

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, *args: Any, **options: Any
    ) -> httpcore.NetworkStream:
        def connect(address: str, share: float | None) -> httpcore.NetworkStream:
            return self._plain.connect_tcp(address, port, share, *args, **options)

        try:
            found = self._find(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        return one_of(found, timeout, connect, _FAILURES)


class _AsyncBackend(httpcore.AsyncNetworkBackend):
    """The same, within one limit for the look-up and all addresses."""

    def __init__(self, plain: httpcore.AsyncNetworkBackend, find: _Find) -> None:
        self._plain, self._find = plain, find

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's
        *args: Any,
        **options: Any,
    ) -> httpcore.AsyncNetworkStream:
        def connect(address: str) -> Awaitable[httpcore.AsyncNetworkStream]:
            return self._plain.connect_tcp(address, port, timeout, *args, **options)

        try:
            with anyio.fail_after(timeout):
                # In a thread of its own: a look-up that hangs keeps nothing else waiting.
                own = anyio.CapacityLimiter(1)
                found = await run_sync(self._find, host, port, abandon_on_cancel=True, limiter=own)
                return await _first(found, connect)
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(f"{host} did not answer in time") from error
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error

    async def sleep(self, seconds: float) -> None:
        await self._plain.sleep(seconds)


async def _first(found: Sequence[str], connect: _Connect) -> httpcore.AsyncNetworkStream:
    """Return the first connection of RFC 8305 section 5: each 250 ms another address is tried."""
    if len(found) == 1:
        return await connect(found[0])
    made: list[httpcore.AsyncNetworkStream] = []
    failures: list[Exception] = []

    async def attempt(address: str, failed: anyio.Event) -> None:
        try:
            made.append(await connect(address))
            group.cancel_scope.cancel()
        except _FAILURES as error:
            failures.append(error)
            failed.set()

    kept = 0
    try:
        async with anyio.create_task_group() as group:
            for address in found:
                group.start_soon(attempt, address, failed := anyio.Event())
                with anyio.move_on_after(_DELAY):
                    await failed.wait()
        kept = 1
    finally:
        with anyio.CancelScope(shield=True):
            for stream in made[kept:]:
                await stream.aclose()
    if not made:
        raise failures[0]
    return made[0]


class _Public:
    """What the two transports share."""

    _backend: type
    _pool: Any

    def __init__(
        self, *, profile: str | Profile = PUBLIC, look_up: LookUp = getaddrinfo, **options: Any
    ) -> None:
        if refused := options.keys() & {"proxy", "uds"}:
            raise TypeError(f"connects to judged addresses alone: {min(refused)} is refused")
        super().__init__(**options)
        self._profile = Profile.named(profile)
        find = partial(addresses, profile=self._profile, look_up=look_up)
        # It is read first: where httpcore has another name for it, this raises AttributeError.
        self._pool._network_backend = self._backend(self._pool._network_backend, find)  # noqa: SLF001

    def _judged(self, request: httpx.Request) -> httpx.Request:
        """Return what to send instead of *request*, or raise `IRIError`."""
        host = request.url.raw_host.decode("ascii")
        check_request(str(request.url), host, self._profile)
        if not host.endswith("."):
            return request
        # RFC 6066 section 3: TLS names the host without its final dot. httpx would keep these
        # extensions for the host of a redirect, so the request must be a new one.
        extensions = {"sni_hostname": host.removesuffix("."), **request.extensions}
        method, url, headers = request.method, request.url, request.headers
        return httpx.Request(
            method, url, headers=headers, stream=request.stream, extensions=extensions
        )

    @staticmethod
    def _unreadable(request: httpx.Request, response: httpx.Response) -> Exception | None:
        """Write the address to which *response* leads, if it does, or return why it cannot be."""
        if not response.has_redirect_location:
            return None
        # These are for one host and path; httpx would use them for the next request, too.
        own = {"sni_hostname", "target"}
        request.extensions = {k: v for k, v in request.extensions.items() if k not in own}
        octets = response.headers["Location"].encode(response.headers.encoding)
        try:
            uri = location(str(request.url), octets.decode("latin-1"))
            # As httpx will: it knows no emoji, and "mailto:x" gets the host of the request.
            _ = httpx.URL(uri).host or httpx.URL(uri).copy_with(host=request.url.host)
        except (ValueError, httpx.InvalidURL) as error:
            failed = httpx.RemoteProtocolError(f"The redirect cannot be read: {error}")
            failed.request, failed.__cause__ = request, error
            return failed
        response.headers["Location"] = uri
        return None


class PublicTransport(_Public, httpx.HTTPTransport):
    """A transport for ``httpx.Client(transport=...)``; it reaches what *profile* accepts alone.

    *look_up* is called as ``socket.getaddrinfo``, and no time limit bounds it. The other options
    are those of ``httpx.HTTPTransport``; "proxy" and "uds" raise `TypeError`.

    >>> with httpx.Client(transport=PublicTransport(http2=True)) as client:
    ...     client.get("http://169.254.169.254/")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    httpx.ConnectError: host-not-public: expected a host of the public internet, ...
    """

    _backend = _Backend

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send *request* if it is accepted."""
        try:
            response = super().handle_request(self._judged(request))
        except IRIError as error:
            raise httpx.ConnectError(str(error), request=request) from error
        if failed := self._unreadable(request, response):
            response.close()
            raise failed
        return response


class AsyncPublicTransport(_Public, httpx.AsyncHTTPTransport):
    """A transport for ``httpx.AsyncClient(transport=...)``: see `PublicTransport`.

    Names are looked up in threads, within the time limit for connections.
    """

    _backend = _AsyncBackend

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send *request* if it is accepted."""
        try:
            response = await super().handle_async_request(self._judged(request))
        except IRIError as error:
            raise httpx.ConnectError(str(error), request=request) from error
        if failed := self._unreadable(request, response):
            await response.aclose()
            raise failed
        return response
