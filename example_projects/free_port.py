"""Name a free port if the one that is wanted is in use: `make demo` asks before it serves."""

import errno
import socket
import sys


def is_in_use(port: int) -> bool:
    """Return whether another program listens on a port of this machine."""
    with socket.socket() as server:
        # As the servers do it: a connection that has just been closed does not count.
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind(("127.0.0.1", port))
        except OSError as error:
            return error.errno == errno.EADDRINUSE
    return False


def main(command: str, wanted: str) -> None:
    """Fail with a sentence that names a free port, if the port that is wanted is in use."""
    if not (wanted.isdecimal() and 0 < int(wanted) < 65536):
        sys.exit(f"PORT={wanted} is not a number from 1 to 65535: try {command} PORT=8001")
    port = int(wanted)
    if is_in_use(port):
        free = next(other for other in range(port + 1, 65536) if not is_in_use(other))
        sys.exit(f"Port {port} is in use: try {command} PORT={free}")


if __name__ == "__main__":
    main(*sys.argv[1:])
