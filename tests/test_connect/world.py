"""Two hosts on loopback: one stands for the public internet, the other one for what is inside.

A `World` has a server at 127.0.0.1, which its profile allows, and one at 127.0.0.2 with the same
port, which must not be reached. Its look-up knows names for the first, and answers with the second
for every other name: a host that deceives the checks arrives there, and is counted.
"""

import socket
import ssl
import threading
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import unquote

import trustme

from iri3987 import PUBLIC

OUTSIDE, INSIDE = "127.0.0.1", "127.0.0.2"
#: Addresses of servers that stand for the public internet, too.
ALLOWED = (OUTSIDE, "127.0.0.3", "127.0.0.4")


class Authority:
    """An authority for certificates."""

    def __init__(self, folder):
        self._authority = trustme.CA()
        self.path = folder / "authority.pem"
        self._authority.cert_pem.write_to_path(self.path)

    def server(self, *names):
        """Return a context with a certificate for *names*; `named` has what clients ask for."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._authority.issue_cert(*names).configure_cert(context)
        context.set_alpn_protocols(["http/1.1"])
        context.named = []
        context.sni_callback = lambda _socket, name, _context: context.named.append(name)
        return context

    def file(self, folder, *names):
        """Return the file of a certificate for *names* and its key."""
        path = folder / "certificate.pem"
        self._authority.issue_cert(*names).private_key_and_cert_chain_pem.write_to_path(path)
        return path

    def client(self):
        """Return a context for a client that trusts this authority alone."""
        return ssl.create_default_context(cafile=self.path)


class Seen(NamedTuple):
    """A request that has arrived."""

    host: str
    path: str
    method: str
    headers: dict
    body: bytes
    client: str


class Handler(BaseHTTPRequestHandler):
    """Redirect to what follows "/to?", or answer with the path."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        """Answer a request, of any method."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        seen = (self.headers["Host"], self.path, self.command, dict(self.headers), body)
        self.server.seen.append(Seen(*seen, self.client_address[0]))
        where, _, target = self.path.partition("?")
        status = {"/to": 302, "/keep": 307}.get(where, 200)
        content = b"" if status != 200 else self.path.encode("latin-1")
        self.send_response(status)
        if status != 200:
            # The octets as they are: UTF-8, most often.
            self.send_header("Location", unquote(target, "latin-1"))
        if where == "/cookie":
            self.send_header("Set-Cookie", "a=b; Path=/")
        if where == "/close":
            self.send_header("Connection", "close")
            self.close_connection = True
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET  # noqa: N815 - the standard library's

    def log_message(self, *_):
        """Be silent."""


class Server(ThreadingHTTPServer):
    """A server on one address of loopback; `seen` has the requests."""

    request_queue_size = 128

    def __init__(self, address, port, tls=None):
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        super().__init__((address, port), Handler)
        self.seen, self.tls = [], tls

    def get_request(self):
        """Accept a connection, with a handshake if there is a context."""
        connection, address = super().get_request()
        connection.settimeout(10)
        if self.tls:
            try:
                connection = self.tls.wrap_socket(connection, server_side=True)
            except OSError:  # the client does not like our certificate
                connection.close()
                raise
        return connection, address

    def handle_error(self, *_):
        """Be silent: a client may go away."""


@dataclass
class World:
    """What names lead to, and the servers there."""

    authority: Authority
    port: int = 0
    #: The addresses of names: a list, or a function that returns one.
    names: dict = field(default_factory=dict)
    #: The names that were looked up.
    asked: list = field(default_factory=list)

    def __enter__(self):
        self._opened = ExitStack()
        self.outside = self.serve(OUTSIDE)
        self.port = self.outside.server_port
        try:
            self.inside = self.serve(INSIDE)
        except OSError:  # another process has that port there: begin again
            self._opened.close()
            self.port = 0
            return self.__enter__()
        for name in ("outside", "other", "xn--fa-hia", "xn--yp8h"):
            self.names[f"{name}.example.com"] = [OUTSIDE]
        return self

    def __exit__(self, *_):
        self._opened.close()

    def serve(self, address, *, port=None, tls=None):
        """Serve on *address*, at the port of this world or another one."""
        server = Server(address, self.port if port is None else port, tls)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()

        def end():
            server.shutdown()
            thread.join()
            server.server_close()

        self._opened.callback(end)
        return server

    def silence(self, address):
        """Make *address* one that takes no more connections, and does not refuse them either."""
        listening = self._opened.enter_context(socket.create_server((address, self.port)))
        listening.listen(0)
        for _ in range(4):
            waiting = self._opened.enter_context(socket.socket())
            waiting.setblocking(False)
            with suppress(BlockingIOError):
                waiting.connect((address, self.port))

    def look_up(self, host, port, **_):
        """Answer as `socket.getaddrinfo` does, which reads addresses in every spelling."""
        self.asked.append(host)
        try:
            answers = [socket.inet_ntoa(socket.inet_aton(host))]
        except (OSError, UnicodeError):
            answers = self.names.get(host.removesuffix("."), [INSIDE])
        if callable(answers):
            answers = answers()
        return [
            (0, socket.SOCK_STREAM, 6, "", (each, port, 0, 0) if ":" in each else (each, port))
            for each in answers
        ]

    def rule(self, allow=(), **options):
        """Return the options of each client's part, with other options of the profile."""
        rule = replace(PUBLIC, allow_hosts=[*ALLOWED, *allow], **options)
        return {"profile": rule, "look_up": self.look_up}

    def url(self, host="outside.example.com", path="/", scheme="http", port=None):
        """Return the address of *path* on *host*."""
        return f"{scheme}://{host}:{port or self.port}{path}"
