"""Servers on loopback, names that lead to them, and a guard: nothing beyond loopback is reached."""

import socket
import sys
from ipaddress import ip_address

import pytest

from test_connect.clients import CLIENTS
from test_connect.world import Authority, World


class Guard:
    """An audit hook that refuses every connection and look-up beyond loopback, and keeps them.

    So a wrong variant of the code sends nothing. A hook stays as long as the process.
    """

    def __init__(self):
        self.is_on = False
        self.refused, self.reached = [], []
        sys.addaudithook(self)

    def __call__(self, event, arguments):
        """Judge what the process is about to do."""
        if not self.is_on:
            return
        if event in {"socket.connect", "socket.sendto"}:
            place = arguments[1]
            host = place[0] if isinstance(place, tuple) else None  # of AF_UNIX it is a path
        elif event in {"socket.getaddrinfo", "socket.gethostbyname"}:
            host = arguments[0]
        else:
            return
        if host is not None and not is_loopback(host):
            self.refused.append((event, host))
            raise PermissionError(f"{event}: {host} is not on loopback")
        if host is not None and event == "socket.connect":
            self.reached.append(host)


def is_loopback(host):
    """Return whether *host* is an address of loopback."""
    try:
        address = ip_address(host.decode() if isinstance(host, bytes) else host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


GUARD = Guard()


@pytest.fixture(autouse=True)
def guard():
    """Refuse connections and look-ups beyond loopback, and fail where there was one."""
    # CPython 3.11 lets no two threads begin to be traced at the same time, and asks the hook while
    # one does: with coverage, another thread must not get its turn then.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1)
    GUARD.is_on = True
    GUARD.refused.clear()
    GUARD.reached.clear()
    yield GUARD
    GUARD.is_on = False
    sys.setswitchinterval(interval)
    assert [] == GUARD.refused


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    """An authority that certifies names, and that clients can trust."""
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def world(authority):
    """Servers on loopback, and names that lead to them."""
    with World(authority) as world:
        yield world


@pytest.fixture
def with_ipv6():
    """Skip where loopback has no IPv6."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no IPv6 here")


#: Those that each run asks: the others share their code.
QUICK = ("httpx", "httpx-async", "requests", "aiohttp")


@pytest.fixture(
    params=[
        pytest.param(each, id=each.name, marks=() if each.name in QUICK else pytest.mark.slow)
        for each in CLIENTS
    ]
)
def client(request):
    """Each client."""
    return request.param
