"""docs/how-to/fetching.md: a server on loopback, at the port that the page uses."""

import asyncio
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from iri3987 import IRIError

NEEDS = ("httpx", "requests", "aiohttp")


class _Hello(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, *_):
        """Be silent."""


_server = ThreadingHTTPServer(("127.0.0.1", 0), _Hello)
threading.Thread(target=_server.serve_forever, daemon=True).start()
port = _server.server_port


def check(names):
    """Each client of the page refuses a private address."""
    for name in ("fetch", "fetch_by_requests"):
        with pytest.raises(IRIError, match="host-not-public"):
            names[name]("http://10.0.0.1/")
    with pytest.raises(IRIError, match="host-not-public"):
        asyncio.run(names["fetch_by_aiohttp"]("http://10.0.0.1/"))
    _server.shutdown()
    _server.server_close()
