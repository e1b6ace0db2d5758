"""A connector of aiohttp for addresses that others have written: docs/how-to/fetching.md."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from socket import getaddrinfo
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from iri3987.exceptions import IRIError
from iri3987.http.connect import LookUp, addresses, check_request
from iri3987.profile import PUBLIC, Profile

__all__ = ["PublicConnector"]

_NUMERIC = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV


class PublicConnector(aiohttp.TCPConnector):
    """A connector for ``aiohttp.ClientSession(connector=...)``; it reaches what *profile* accepts.

    *look_up* is called as ``socket.getaddrinfo``, in threads. The other options are those of
    ``aiohttp.TCPConnector``, without "resolver", which raises `TypeError`.

    >>> async def fetch(uri):
    ...     async with aiohttp.ClientSession(connector=PublicConnector()) as session:
    ...         await session.get(uri)
    >>> asyncio.run(fetch("http://169.254.169.254/"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    aiohttp.client_exceptions.InvalidUrlClientError: http://169.254.169.254/ - host-not-public: ...
    """

    def __init__(
        self, *, profile: str | Profile = PUBLIC, look_up: LookUp = getaddrinfo, **options: Any
    ) -> None:
        if "resolver" in options:
            raise TypeError("connects to what look_up answers: resolver is refused")
        self._profile = Profile.named(profile)
        find = partial(addresses, profile=self._profile, look_up=look_up)
        super().__init__(resolver=_Resolver(find), **options)
        self._resolver_owner = True  # so it is closed together with this connector

    async def connect(self, req: Any, *options: Any, **named: Any) -> Any:
        """Return a connection for *req* if it is accepted."""
        req.update_proxy(None, None, None)
        try:
            check_request(str(req.url), req.url.raw_host or "", self._profile)
            return await super().connect(req, *options, **named)
        except IRIError as error:
            raise aiohttp.InvalidUrlClientError(req.url, str(error)) from error


class _Resolver(AbstractResolver):
    """Answer with the addresses that *find* returns, an `addresses` with a profile."""

    def __init__(self, find: Any) -> None:
        self._find = find
        # Not those of the loop: a look-up that hangs keeps nothing else of the program waiting.
        self._threads = ThreadPoolExecutor(100)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        look_up = asyncio.get_running_loop().run_in_executor
        answers: list[Any] = []
        for each in await look_up(self._threads, self._find, host, port):
            its = socket.AF_INET6 if ":" in each else socket.AF_INET
            if family in {socket.AF_UNSPEC, its}:
                answer = {"hostname": host, "host": each, "port": port, "family": its}
                answers.append(answer | {"proto": socket.IPPROTO_TCP, "flags": _NUMERIC})
        if not answers:
            raise socket.gaierror(socket.EAI_NONAME, f"{host} has no address of this family")
        return answers

    async def close(self) -> None:
        self._threads.shutdown(wait=False)
