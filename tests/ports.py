"""Ports for servers that are told their number, because they cannot take over a socket."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def reserved_port() -> Iterator[int]:
    """Give a port of 127.0.0.1 that no other process gets meanwhile.

    While a socket is bound to it, the system does not hand it out to those who take any free port.
    A server can have it all the same, as both set SO_REUSEADDR and this socket does not listen.
    Only Linux allows that: elsewhere the port is merely one that was free.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        if sys.platform != "linux":
            holder.close()
        yield port
