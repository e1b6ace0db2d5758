"""Both middlewares behind real servers, by raw sockets: what a client gets, to the octet."""

import importlib.util
import json
import re
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from test_iri3987 import served

#: The options of a server that have another name than its own.
MODULES = {"uvicorn-h11": "uvicorn", "uvicorn-httptools": "httptools"}


@contextmanager
def running(server):
    """Run a server, and give its address."""
    if importlib.util.find_spec(MODULES.get(server, server)) is None:
        pytest.skip(f"{server} is not installed")
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        descriptor = listening.fileno()
        # Connections wait in the socket's queue until the server is up.
        with subprocess.Popen(
            [sys.executable, "served.py", server, str(descriptor)],
            cwd=Path(served.__file__).parent,
            pass_fds=[descriptor],
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        ) as process:
            try:
                yield listening.getsockname()
            finally:
                process.terminate()


@pytest.fixture(scope="module", params=served.SERVERS)
def address(request):
    """The address of a server that runs."""
    with running(request.param) as address:
        yield address


@pytest.fixture
def ask(address):
    """A function that sends a request, and gives the octets of the answer."""

    def ask(target, method="GET"):
        with connect(address, target, method) as connection, connection.makefile("rb") as stream:
            return stream.read()

    return ask


def connect(address, target, method="GET"):
    """Return a connection on which a request has been sent."""
    connection = socket.create_connection(address, timeout=60)
    head = f"{method} {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    connection.sendall(head.encode("ascii"))
    return connection


def usage(address):
    """Return the kilobytes of memory that the server has taken, and the seconds that it worked."""
    with connect(address, "/usage") as connection, connection.makefile("rb") as stream:
        return json.loads(body(stream.read()))


def headers(answer):
    """Return status and headers of an answer, which must be ASCII."""
    head, _, _ = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("ascii").splitlines()
    parted = [line.partition(":") for line in lines]
    return int(first.split()[1]), [(name.lower(), value.strip()) for name, _, value in parted]


def body(answer):
    """Return the body of an answer, out of its chunks."""
    head, _, body = answer.partition(b"\r\n\r\n")
    if b"chunked" not in head.lower():
        return body
    return b"".join(re.findall(rb"(?<=\r\n)[^\r]*(?=\r\n)", b"\r\n" + body)[1::2])


def wanted(found, *names):
    """Return the values of the headers of these names, name by name: waitress sorts them."""
    return [[value for name, value in found if name == each] for each in names]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_redirect(ask, method):
    """Location and several Links arrive as ASCII, in their order."""
    status, found = headers(ask("/redirect", method))
    assert 302 == status
    expected = [["/%E4%BE%8B?q=%C3%A9"], ["</%C3%A9>", "<#%E4%BE%8B>"]]
    assert expected == wanted(found, "location", "link")


def test_hostile(ask):
    """A target that cannot be mapped does not arrive, and is not an error."""
    status, found = headers(ask("/hostile"))
    assert 302 == status
    assert [[""], ["</a%E2%80%AEb>"]] == wanted(found, "location", "link")


def test_not_modified(ask):
    """An answer without a body has its headers mapped too."""
    status, found = headers(ask("/unmodified"))
    assert 304 == status
    assert [["/%E4%BE%8B.html"]] == wanted(found, "content-location")


def test_streaming(address, tmp_path):
    """The first part of a body arrives before the second is made."""
    sign = tmp_path / "sign"
    with connect(address, f"/stream?sign={sign}") as connection:
        received = b""
        while b"first" not in received:
            part = connection.recv(4096)
            assert part, received
            received += part
        assert b"second" not in received
        sign.touch()
        with connection.makefile("rb") as stream:
            received += stream.read()
    assert b"firstsecond" == body(received)
    assert [["</%C3%A9>"]] == wanted(headers(received)[1], "link")


def test_early_hints(ask):
    """Where a server has early hints, their links are mapped; the answer follows."""
    answer = ask("/hints")
    status, found = headers(answer)
    if status == 103:
        assert [["</%E4%BE%8B>; rel=preload"]] == wanted(found, "link")
        answer = answer.partition(b"\r\n\r\n")[2]
    assert (200, b"firstsecond") == (headers(answer)[0], body(answer))


def test_error_in_the_application(ask):
    """An error of the application is the server's 500, and the next request is served."""
    assert 500 == headers(ask("/error"))[0]
    assert 302 == headers(ask("/redirect"))[0]


@pytest.mark.parametrize(
    "target", ["/target/a%2Fb", "/target/%E4%BE%8B?q=%E9%25", "/target//a", "/target/%E9"]
)
def test_request_target(ask, request, target):
    """The target of a request is known as it was sent, where the server keeps it."""
    if "wsgiref" in request.node.callspec.id:
        pytest.skip("wsgiref keeps the decoded path alone")
    assert target.encode() == body(ask(target))


def test_long_target(address, request):
    """The longest target that a server takes delays neither its own answer nor another one.

    Without a "/" at its start, it could begin with a scheme: to look for one at every place
    takes minutes. Some servers refuse such a target.
    """
    if "gunicorn" in request.node.callspec.id:
        pytest.skip("gunicorn refuses long targets")
    is_waitress = "waitress" in request.node.callspec.id
    target = "target?next=/&" + "a" * (200_000 if is_waitress else 60_000)
    _, before = usage(address)
    with (
        connect(address, target) as first,
        connect(address, "/redirect") as second,
        first.makefile("rb") as answer,
        second.makefile("rb") as other_answer,
    ):
        other_status, _ = headers(other_answer.read())
        status, _ = headers(answer.read())
    _, after = usage(address)
    assert after - before < 1
    assert 302 == other_status
    assert status in ({200} if is_waitress else {200, 400})


@pytest.mark.slow
@pytest.mark.parametrize("address", ["waitress", "uvicorn-h11"], indirect=True)
def test_memory(address):
    """A thousand answers later, of as many hosts, the server has grown by less than 4 MB."""

    def ask(target):
        with connect(address, target) as connection, connection.makefile("rb") as stream:
            return stream.read()

    for number in range(200):
        ask(f"/name?name=n{number}")
    before, _ = usage(address)
    for number in range(200, 1200):
        assert 200 == headers(ask(f"/name?name=n{number}"))[0]
    after, _ = usage(address)
    assert after - before < 4 * 1024
