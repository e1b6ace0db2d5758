"""The convertors behind real servers, by raw sockets: nothing tidies a request on its way."""

import importlib.util
import json
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from test_contract.contract_inputs import CASES
from test_starlette_iri import served

#: uvicorn takes request lines up to 64 KiB; a test need not.
LONGEST = 4000


@pytest.fixture(scope="module", params=served.SERVERS)
def address(request):
    """Run the application on a real server, and give the server's address."""
    for needed in (request.param.partition("-")[0], served.SERVERS[request.param]):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        descriptor = listening.fileno()
        # Connections wait in the socket's queue until the server is up.
        with subprocess.Popen(
            [sys.executable, "served.py", request.param, str(descriptor)],
            cwd=Path(served.__file__).parent,
            pass_fds=[descriptor],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                yield listening.getsockname()
            finally:
                process.terminate()


def get(address, target):
    """Send a GET request, and give status, the head and the body."""
    with socket.create_connection(address, timeout=60) as connection:
        head = f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode("ascii"))
        with connection.makefile("rb") as stream:
            head, _, body = stream.read().partition(b"\r\n\r\n")
    return int(head.split()[1]), head, body


@pytest.mark.parametrize("place", ["", "/mount/x", "/sub"])
@pytest.mark.parametrize("escape", ["%2F", "%2f", "%3F", "%25", "%23", "%20", "%E9", "/"])
def test_escape(address, place, escape):
    """An escape in an IRI that stands as it is stays, and "/" stays "/"."""
    target = f"http://example.org/a{escape}b"
    assert (200, target.encode()) == get(address, f"{place}/any/{target}")[::2]


def test_round_trip(address):
    """For every IRI: `url_path_for`, a request, and the endpoint has the same IRI."""
    for case in CASES:
        if case.any is None and len(path := served.path_to(case.text)) < LONGEST:
            assert (200, case.text.encode()) == get(address, path)[::2], case.id


def test_refused(address):
    """A path that is not an IRI is not found, and not an error of the server."""
    for case in CASES:
        path = f"/any/{quote(case.text, safe='', errors='surrogatepass')}"
        if case.any is not None and len(path) < LONGEST:
            assert 404 == get(address, path)[0], case.id


def test_request_iri(address):
    """The IRI of a request is that of its target, to the octet."""
    iri, uri = json.loads(get(address, "/asked/%C3%A9%2F%E9?q=%C3%A9")[2])
    assert (
        "http://localhost/asked/é%2F%E9?q=é",
        "http://localhost/asked/%C3%A9%2F%E9?q=%C3%A9",
    ) == (
        iri,
        uri,
    )
