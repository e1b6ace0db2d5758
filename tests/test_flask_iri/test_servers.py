"""The extension behind real servers, by raw sockets: nothing tidies a request on its way."""

import json
import unicodedata
from urllib.parse import quote

import pytest

import servers
from iri3987 import to_uri
from test_contract.contract_inputs import CASES
from test_flask_iri import served
from test_flask_iri.wire import HOSTILE

#: gunicorn takes request lines up to 4094 octets.
LONGEST = 4000


@pytest.fixture(
    scope="module", params=servers.each("werkzeug", "waitress", "gunicorn", "uvicorn-httptools")
)
def server(request):
    """Name a server."""
    return request.param


@pytest.fixture(scope="module")
def address(server):
    """Run the application, and give the address of the server."""
    name = "asgi" if server in servers.ASGI else "app"
    with servers.running(server, f"test_flask_iri.served:{name}") as address:
        yield address


def get(address, target, host=b"localhost"):
    """Send a GET request for a target that is octets of a URI, and give status and body."""
    answer = servers.ask(address, target, host=host)
    return answer.status, answer.body


def test_round_trip(address):
    """For every IRI: `url_for`, a request, and the view has the same IRI."""
    for case in CASES:
        if case.any is None and len(path := served.url_to(case.text)) < LONGEST:
            assert (200, case.text.encode()) == get(address, path), case.id


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
    if server in servers.ASGI:
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


@pytest.mark.parametrize("host", HOSTILE, ids=ascii)
def test_hostile_host(address, host):
    """Whatever the ``Host`` field says, it is the view that answers, or it is a 400."""
    for path in ("/asked/x", "/safe?to=/x", "/any/urn:x", "/segment/x"):
        assert get(address, path, host.encode("latin-1"))[0] in {200, 302, 400}


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
    answer = servers.ask(address, path)
    mapped = to_uri(f"http:{location}").removeprefix("http:") if location[:2] == "//" else ""
    expected = (mapped or to_uri(location)).encode()
    assert (302, [expected]) == (answer.status, answer.all("location"))
    assert [b"</%E4%BE%8B%E3%81%88>; rel=next"] == answer.all("link")
