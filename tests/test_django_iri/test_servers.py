"""The middleware behind real servers, by raw sockets: nothing tidies a request on its way."""

import importlib.util
import socket
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
SERVERS = {
    "gunicorn": ["-m", "gunicorn", "--bind=fd://{}", "--threads=4", "web_served:wsgi"],
    "uvicorn-h11": ["-m", "uvicorn", "--fd={}", "--http=h11", "web_served:asgi"],
    "uvicorn-httptools": ["-m", "uvicorn", "--fd={}", "--http=httptools", "web_served:asgi"],
    "runserver": ["web_served.py", "{}"],
    "waitress": ["web_served.py", "{}", "waitress"],
}
NEEDED = {
    "gunicorn": ["gunicorn"],
    "uvicorn-h11": ["uvicorn", "h11"],
    "uvicorn-httptools": ["uvicorn", "httptools"],
    "runserver": [],
    "waitress": ["waitress"],
}


@pytest.fixture(scope="module", params=SERVERS)
def server(request):
    """Name a server that is installed."""
    for needed in NEEDED[request.param]:
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    return request.param


@pytest.fixture(scope="module")
def address(server):
    """Run the project on a real server, and give the server's address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        descriptor = listening.fileno()
        # Connections wait in the socket's queue until the server is up.
        with subprocess.Popen(
            [sys.executable, *(part.format(descriptor) for part in SERVERS[server])],
            cwd=FOLDER,
            pass_fds=[descriptor],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            yield listening.getsockname()
            process.terminate()


def ask(address, target, *, host="example.org", method="GET"):
    """Send a request, and give the socket."""
    connection = socket.create_connection(address, timeout=60)
    line = f"{method} ".encode() + target + b" HTTP/1.1\r\n"
    connection.sendall(line + f"Host: {host}\r\nConnection: close\r\n\r\n".encode("latin-1"))
    return connection


def send(address, target, **options):
    """Send a request, and give status, headers and body."""
    with ask(address, target, **options) as connection:
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    headers = dict(line.split(b": ", 1) for line in lines)
    return int(status.split()[1]), {key.lower(): value for key, value in headers.items()}, body


@pytest.mark.parametrize("prefix", ["/any", "/async"])
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/r%C3%A4k?q=%C3%A9", "/räk?q=é"),
        ("/r%E4k", "/r%E4k"),
        ("/%E2%80%AE%C2%85", "/%E2%80%AE%C2%85"),
        ("/100%25?q=%2F", "/100%25?q=%2F"),
    ],
)
def test_the_iri_that_was_asked_for(prefix, target, expected, address):
    """Behind every server, sync or async, the IRI is that of the octets that were sent."""
    status, _, body = send(address, f"{prefix}{target}".encode())
    assert (200, f"http://example.org{prefix}{expected}") == (status, body.decode())


def test_slashes_as_sent(server, address):
    """Where the server keeps the target, "%2F" does not separate, nor does "//" name a host."""
    if server == "runserver":
        pytest.skip("Django's own server keeps the decoded path alone")
    body = send(address, b"/any/a%2Fb%25E9")[2]
    assert "http://example.org/any/a%2Fb%25E9" == body.decode()
    if server != "waitress":  # to waitress, this is "/evil.example/x"
        assert b"http://example.org//evil.example/x" == send(address, b"//evil.example/x")[2]


@pytest.mark.parametrize(
    "target",
    [
        *(b"/guarded/x", b"//guarded/x", b"///guarded/x", b"/.//guarded/x", b"/%2Fguarded/x"),
        *(b"/%67uarded/x", b"//guarded/%E9", b"guarded/x", b"http://example.org/guarded/x"),
        b"http://example.org//guarded/x",
    ],
)
def test_guard_of_the_path_cannot_be_bypassed(target, address):
    """A view that a path leads to sees that path in ``request.iri``, whatever the server does."""
    assert b"passed" != send(address, target)[2]


def test_slashes_that_the_server_removes(server, address):
    """Where the server removes slashes from the start of a path, ``request.iri`` has one."""
    if server != "waitress":
        pytest.skip(f"{server} removes no slashes")
    assert (403, b"refused") == send(address, b"//guarded/x")[::2]
    assert b"http://example.org/any/a/b?q" == send(address, b"//any/a%2Fb?q")[2]


def test_absolute_form(server, address):
    """A target in absolute form (RFC 9112 section 3.2.2) brings no host of its own."""
    status, _, body = send(address, b"http://evil.example/any/%C3%A9?q")
    if server in {"uvicorn-h11", "runserver"}:
        assert 404 == status  # these servers take it for a path
    else:
        assert (200, "http://example.org/any/é?q") == (status, body.decode())


def test_query(server, address):
    """A redirect of APPEND_SLASH keeps the query that a client has not encoded."""
    status, headers, _ = send(address, b"/r%C3%A4k?q=\xc3\xa9")
    if status == 400:
        pytest.skip("the server refuses raw octets by itself")
    assert (301, b"/r%C3%A4k/?q=%C3%A9") == (status, headers[b"location"])


def test_headers(address):
    """All that leaves is ASCII: the host of a redirect in A-labels, the rest in %HH."""
    to = b"http%3A%2F%2F%E4%BE%8B%E3%81%88.%E3%83%86%E3%82%B9%E3%83%88%2F%E4%BE%8B"
    status, headers, _ = send(address, b"/redirect/?to=" + to)
    assert (302, b"http://xn--r8jz45g.xn--zckzah/%E4%BE%8B") == (status, headers[b"location"])
    assert b"</%E4%BE%8B>; rel=next" == headers[b"link"]


@pytest.mark.parametrize("host", ["evil.example", "fa\xc3\x9f.de", "x@example.org", ""])
def test_hosts_are_not_let_in(host, address):
    """Django's validation of hosts is as it was: 400, never 500."""
    assert 400 == send(address, b"/any/%C3%A9", host=host)[0]


@pytest.mark.parametrize("target", [b"/any/%00", b"/any/%", b"/any/%zz", b"/%ED%A0%80", b"*"])
def test_no_target_is_a_fault(target, address):
    """Whatever the target is, the application does not fail."""
    method = "OPTIONS" if target == b"*" else "GET"
    assert send(address, target, method=method)[0] in {200, 400, 404}


def test_streams_are_not_held_back(server, address, tmp_path):
    """The first piece of a stream arrives before the second is made."""
    path, sign = "/async/stream/" if server.startswith("uvicorn") else "/stream/", tmp_path / "sign"
    with ask(address, f"{path}?sign={sign}".encode()) as connection:
        read = b""
        while b"one" not in read:
            part = connection.recv(65536)
            assert part, read
            read += part
        assert b"two" not in read
        sign.touch()
        with connection.makefile("rb") as stream:
            read += stream.read()
    assert b"two" in read
