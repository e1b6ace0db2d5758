"""The convertors behind real servers, by raw sockets: nothing tidies a request on its way."""

import json

import pytest

import servers
from test_contract.contract_inputs import CASES
from test_starlette_iri import served

#: uvicorn takes request lines up to 64 KiB; a test need not.
LONGEST = 4000


@pytest.fixture(scope="module", params=servers.each(*servers.ASGI))
def address(request):
    """Run the application on a real server, and give the server's address."""
    with servers.running(request.param, "test_starlette_iri.served:app") as address:
        yield address


def get(address, target):
    """Send a GET request, and give status and body."""
    answer = servers.ask(address, target, host=b"localhost")
    return answer.status, answer.body


@pytest.mark.parametrize("place", ["", "/mount/x", "/sub"])
@pytest.mark.parametrize("escape", ["%2F", "%2f", "%3F", "%25", "%23", "%20", "%E9", "/"])
def test_escape(address, place, escape):
    """An escape in an IRI that stands as it is stays, and "/" stays "/"."""
    target = f"http://example.org/a{escape}b"
    assert (200, target.encode()) == get(address, f"{place}/any/{target}")


def test_round_trip(address):
    """For every IRI: `url_path_for`, a request, and the endpoint has the same IRI."""
    for case in CASES:
        if case.any is None and len(path := served.path_to(case.text)) < LONGEST:
            assert (200, case.text.encode()) == get(address, path), case.id


def test_request_iri(address):
    """The IRI of a request is that of its target, to the octet."""
    found = json.loads(get(address, "/asked/%C3%A9%2F%E9?q=%C3%A9")[1])
    paths = ("/asked/é%2F%E9?q=é", "/asked/%C3%A9%2F%E9?q=%C3%A9")
    assert [f"http://localhost{path}" for path in paths] == found
