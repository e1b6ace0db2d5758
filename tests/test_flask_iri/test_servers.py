"""The converter behind real servers, by raw sockets: nothing tidies the path on its way."""

import importlib.util
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from test_contract.contract_inputs import CASES
from test_flask_iri import served

#: gunicorn takes request lines up to 4094 octets.
LONGEST = 4000


@pytest.fixture(scope="module", params=["werkzeug", "waitress", "gunicorn"])
def address(request):
    """Run the application on a real server, and give the server's address."""
    if importlib.util.find_spec(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        descriptor = listening.fileno()
        command = [sys.executable, "served.py", request.param, str(descriptor)]
        # Connections wait in the socket's queue until the server is up.
        with subprocess.Popen(
            command,
            cwd=Path(served.__file__).parent,
            pass_fds=[descriptor],
            stderr=subprocess.DEVNULL,
        ) as process:
            yield listening.getsockname()
            process.terminate()


def get(address, path):
    """Send a GET request for a path that is octets of a URI, and give status and body."""
    with socket.create_connection(address, timeout=30) as connection:
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode("ascii"))
        with connection.makefile("rb") as stream:
            head, _, body = stream.read().partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def test_round_trip(address):
    """For every IRI: `url_for`, a request, and the view has the same IRI."""
    for case in CASES:
        if case.any is None and len(path := served.url_to(case.text)) < LONGEST:
            assert (200, case.text.encode()) == get(address, path), case.id


def test_refused(address):
    """What is no IRI is not found, and no error of the server."""
    for case in CASES:
        path = f"/any/{quote(case.text, safe='', errors='surrogatepass')}"
        if case.any is not None and len(path) < LONGEST:
            assert 404 == get(address, path)[0], case.id


@pytest.mark.parametrize("octets", ["%E9", "%C0%AF", "%ED%A0%80", "%F4%90%80%80", "%FF"])
def test_octets_that_are_not_utf_8(address, octets):
    """Octets of the path that are not UTF-8 are not found: they would be lost."""
    assert 404 == get(address, f"/any/http://example.org/{octets}")[0]


def test_query_is_not_the_targets(address):
    """A "?" that is not encoded ends the path, and the IRI with it."""
    path = "/any/http://example.org/a?q=1"
    assert (200, b"http://example.org/a") == get(address, path)
