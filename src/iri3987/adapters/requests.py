"""An adapter of requests for addresses that others have written: docs/how-to/fetching.md.

It does what `iri3987.http.connect` says in the connections of urllib3, so that its pools and TLS
know the name alone. The ``Location`` of a response is an absolute URI.
"""

from socket import getaddrinfo, socket
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

from iri3987.exceptions import IRIError
from iri3987.http.connect import LookUp, addresses, check_request, location, one_of
from iri3987.profile import PUBLIC, Profile

__all__ = ["PublicAdapter", "public_session"]


class PublicAdapter(HTTPAdapter):
    """An adapter that reaches what *profile* accepts alone. `public_session` mounts it.

    *look_up* is called as ``socket.getaddrinfo``; no time limit bounds it. The other options are
    those of ``requests.adapters.HTTPAdapter``.
    """

    __attrs__ = [*HTTPAdapter.__attrs__, "_profile", "_look_up"]  # noqa: RUF012 - what is pickled

    def __init__(
        self, *, profile: str | Profile = PUBLIC, look_up: LookUp = getaddrinfo, **options: Any
    ) -> None:
        self._profile, self._look_up = Profile.named(profile), look_up
        super().__init__(**options)

    def init_poolmanager(self, *sizes: Any, **options: Any) -> None:
        """Make the pools of connections, which connect to judged addresses."""
        super().init_poolmanager(*sizes, **options)
        manager = self.poolmanager
        pools = manager.pool_classes_by_scheme.items()
        manager.pool_classes_by_scheme = {scheme: self._judging(pool) for scheme, pool in pools}

    def _judging(self, pool: Any) -> Any:
        """Return the class *pool* of urllib3 with connections that judge."""
        # It is read here: where urllib3 has another name for it, this raises AttributeError.
        plain = pool.ConnectionCls._new_conn  # noqa: SLF001
        own = {"_new_conn": lambda connection: self._connected(connection, plain)}
        connection = type("Connection", (pool.ConnectionCls,), own)
        return type("Pool", (pool,), {"ConnectionCls": connection})

    def _connected(self, connection: Any, plain: Any) -> socket:
        name, limit = connection._dns_host, connection.timeout  # noqa: SLF001 - with its final dot
        try:
            found = addresses(name, connection.port, self._profile, look_up=self._look_up)
        except OSError as error:
            raise NewConnectionError(connection, str(error)) from error

        def connect(address: str, share: float | None) -> socket:
            connection.host, connection.timeout = address, share
            made: socket = plain(connection)
            return made

        try:
            made = one_of(found, limit, connect, (ConnectTimeoutError, NewConnectionError))
        finally:
            connection.host, connection.timeout = name, limit
        made.settimeout(limit)
        return made

    def send(
        self, request: requests.PreparedRequest, *args: Any, **named: Any
    ) -> requests.Response:
        """Send *request* if it is accepted, never to a proxy."""
        # `Session` writes this for a proxy of the environment; the site would read its password.
        request.headers.pop("Proxy-Authorization", None)
        url = str(request.url)
        try:
            place, _ = self.build_connection_pool_key_attributes(request, verify=True)
        except ValueError as error:
            raise requests.exceptions.InvalidURL(error, request=request) from error
        try:
            check_request(url, place["host"], self._profile)
            response = super().send(request, *args[:4], **named | {"proxies": None})
        except IRIError as error:
            raise requests.ConnectionError(error, request=request) from error
        if response.is_redirect and (reference := response.headers["Location"]):
            try:
                response.headers["Location"] = location(url, reference)
            except IRIError as error:
                response.close()
                raise requests.exceptions.InvalidURL(error, request=request) from error
        return response


def public_session(**options: Any) -> requests.Session:
    """Return a session that sends all requests by a `PublicAdapter`, made with *options*.

    >>> with public_session() as session:
    ...     session.get("http://169.254.169.254/")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    requests.exceptions.ConnectionError: host-not-public: expected a host of the public ...
    """
    session, adapter = requests.Session(), PublicAdapter(**options)
    session.trust_env = False
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    return session
