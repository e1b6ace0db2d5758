"""The extension behind real servers, by raw sockets: nothing tidies a request on its way."""

import importlib.util
import json
import socket
import subprocess
import sys
import unicodedata
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings

from iri3987 import to_uri
from test_contract.contract_inputs import CASES
from test_flask_iri import served
from test_iri3987 import strategies as iris

#: gunicorn takes request lines up to 4094 octets.
LONGEST = 4000
SERVERS = {
    "werkzeug": ["werkzeug"],
    "waitress": ["waitress"],
    "gunicorn": ["gunicorn"],
    "uvicorn": ["uvicorn", "asgiref"],
}


@pytest.fixture(scope="module", params=SERVERS)
def server(request):
    """Name a server that is installed."""
    for needed in SERVERS[request.param]:
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    return request.param


@pytest.fixture(scope="module")
def address(server):
    """Run the application on a real server, and give the server's address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        descriptor = listening.fileno()
        command = [sys.executable, "served.py", server, str(descriptor)]
        # Connections wait in the socket's queue until the server is up.
        with subprocess.Popen(
            command,
            cwd=Path(served.__file__).parent,
            pass_fds=[descriptor],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            yield listening.getsockname()
            process.terminate()


def send(address, target, host):
    """Send a GET request, and give status, header lines and body."""
    with socket.create_connection(address, timeout=60) as connection:
        start = f"GET {target} HTTP/1.1\r\nHost: ".encode("ascii")
        connection.sendall(start + host + b"\r\nConnection: close\r\n\r\n")
        with connection.makefile("rb") as stream:
            head, _, body = stream.read().partition(b"\r\n\r\n")
    status, *fields = head.split(b"\r\n")
    return int(status.split()[1]), [field.lower() for field in fields], body


def get(address, path, host=b"localhost"):
    """Send a GET request for a path that is octets of a URI, and give status and body."""
    status, _, body = send(address, path, host)
    return status, body


def test_round_trip(address):
    """For every IRI: `url_for`, a request, and the view has the same IRI."""
    for case in CASES:
        if case.any is None and len(path := served.url_to(case.text)) < LONGEST:
            assert (200, case.text.encode()) == get(address, path), case.id


@settings(max_examples=50)
@given(target=iris.iri | iris.web_iri)
def test_law_round_trip(address, target):
    """The same holds for generated IRIs."""
    path = served.url_to(target)
    if len(path) < LONGEST:
        assert (200, target.encode()) == get(address, path)


@pytest.mark.parametrize("name", ["straße", "cafe\u0301", "100%", "%2F", "a?b#c", "例 え", "..."])
def test_segment(address, name):
    """One segment, as well, and it arrives in NFC."""
    expected = unicodedata.normalize("NFC", name).encode()
    assert (200, expected) == get(address, served.url_to(name, endpoint="segment"))


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/asked/%C3%A9?q=%C3%A9", "/asked/é?q=é"),
        ("/asked/a%2Fb%3Fc", "/asked/a%2Fb%3Fc"),
        ("/asked/%E9%FF", "/asked/%E9%FF"),
        ("/asked/%E2%80%AE", "/asked/%E2%80%AE"),
        ("/asked/a?", "/asked/a?"),
    ],
)
def test_request_iri(server, address, target, expected):
    """The IRI of a request is that of its target, to the octet, and maps back to it."""
    if server == "uvicorn":
        pytest.skip("asgiref's adapter does not hand the raw target over")
    iri, uri, _ = json.loads(get(address, target, b"xn--fa-hia.de")[1])
    assert (f"http://faß.de{expected}", f"http://xn--fa-hia.de{target}") == (iri, uri)


@pytest.mark.parametrize(
    "target",
    [
        *("/admin/x", "//admin/x", "///admin/x", "////admin//x", "/%2Fadmin/x", "/%2fadmin/x"),
        *("//%61dmin/x", "/.//admin/x", "/./admin/x", "/a/..//admin/x", "/\\admin/x"),
        *("http://localhost/admin/x", "http://localhost//admin/x"),
        *("http://other.example//admin/x", "http:/admin/x", "http:admin/x", "admin/x"),
        *("//localhost/admin/x", "/admin/x?//", "//admin/x#y"),
    ],
)
def test_check_of_request_iri(address, target):
    """A check of the path sees the path that is routed, whatever the client sends for it.

    "%2F" instead of "/" is another path: `request_iri` tells the two apart, as the README says.
    """
    assert b"let through" != get(address, target)[1]


def test_check_of_request_iri_is_asked(address):
    """The check is asked where the path begins with two slashes, which Werkzeug removes."""
    assert (200, b"refused") == get(address, "//admin/x")


HOSTILE = [
    *(b"", b" ", b"[", b"[::1", b"[:::::]", b"a..b", b".", b"xn--", b"xn--a.com"),
    *(b"xn--fa-hia.de", b"xn--zca.xn--zca", b"example.org:99999", b"example.org:x"),
    *(b"me:secret@example.org", b"evil.example/path", b"evil.example?#", b"evil.example\\"),
    *(b"a_b", b"a%41"),
    "faß.de".encode(),
    "℀.com".encode(),
    *(b"\xff", b"a\tb", b"a\x00b", b"<script>"),
    b"a" * 64,
    b"a." * 200,
]


@pytest.mark.parametrize("host", HOSTILE, ids=ascii)
def test_hostile_host(address, host):
    """Whatever the ``Host`` field says, it is the view that answers, or it is a 400."""
    for path in ("/asked/x", "/safe?to=/x", "/any/urn:x", "/segment/x"):
        assert get(address, path, host)[0] in {200, 302, 400}


@pytest.mark.parametrize(
    "location",
    [
        *("http://faß.de/straße?", "http://☃.net/", "http://a..b/", "/é?", "x:///y"),
        # Characters of Latin-1 that could be octets of UTF-8.
        *("/wiki/Ã©", "http://Ã©.example/", "/?q=Ã©#Ã©", "//Ã©.example/"),
    ],
)
def test_redirect(address, location):
    """A client gets the mapped URI, and so with the other fields."""
    path = f"/redirect?to={quote(location, safe='')}"
    status, fields, _ = send(address, path, b"localhost")
    assert 302 == status
    expected = to_uri(f"http:{location}").removeprefix("http:") if location[:2] == "//" else ""
    assert f"location: {expected or to_uri(location)}".lower().encode() in fields
    assert b"link: </%e4%be%8b%e3%81%88>; rel=next" in fields


@pytest.mark.parametrize("location", ["http://℀.com/", "/\t/evil.example", "/\x01", "//[", "/%zz"])
def test_redirect_refused(address, location):
    """A target that cannot be mapped is a 400, on every server."""
    assert 400 == get(address, f"/redirect?to={quote(location, safe='')}")[0]


def test_long_target(server, address):
    """A redirect that asks for the target of a request takes no time for a long one.

    Without a "/" at its start, the target could begin with a scheme at every place.
    """
    if server in {"gunicorn", "uvicorn"}:
        pytest.skip(f"{server} refuses such a target")
    target = "safe?to=/x&" + "a" * (200_000 if server == "waitress" else 60_000)
    # Targets that other functions take do not count.
    before = float(get(address, "/time")[1])
    status, fields, _ = send(address, target, b"localhost")
    assert float(get(address, "/time")[1]) - before < 1
    assert (302, True) == (status, b"location: /x" in fields)
