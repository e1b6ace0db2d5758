"""`safe_redirect`: to this site, or to none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.responses import RedirectResponse

from iri3987 import IRI, IRIReference
from starlette_iri import safe_redirect
from test_flask_iri.test_redirect import EVIL, attacks
from test_iri3987 import strategies as iris
from test_starlette_iri.served import app
from test_starlette_iri.wire import ask, scope_of

FALLBACK = "/fallback"


def location(target, *, base="http://good.example/login", **options):
    """Return where a request to *base* is sent."""
    iri = IRI(base)
    headers = [(b"host", iri.host.encode())]
    request = Request(scope_of(iri.path, scheme=iri.scheme, headers=headers))
    return safe_redirect(request, target, **{"fallback": FALLBACK, **options}).headers["location"]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/straße?q=é#ü", "/stra%C3%9Fe?q=%C3%A9#%C3%BC"),
        ("/[x]", FALLBACK),
        ("/~me", "/~me"),
        ("../up", "../up"),
        ("?page=2", "?page=2"),
        ("/%2f%2fevil.example", "/%2f%2fevil.example"),
        ("http://good.example/x", "http://good.example/x"),
        ("HTTP://GOOD.example:80/x", "HTTP://GOOD.example:80/x"),
        ("//good.example/x", "//good.example/x"),
        ("http://ｇｏｏｄ。example/", "http://good.example/"),
    ],
    ids=ascii,
)
def test_same_origin(target, expected):
    """A target on this site is followed, by its mapped URI."""
    assert expected == location(target)


@pytest.mark.parametrize("target", EVIL, ids=lambda target: ascii(target)[:40])
def test_elsewhere(target):
    """A target that leaves this site, or might for some client, is not followed."""
    assert FALLBACK == location(target)


@pytest.mark.parametrize("row", attacks(), ids=lambda row: row["id"])
def test_attacks(row):
    """The list of attacks says which targets are refused, and which stay as they are."""
    expected = row["input"] if row["expected"] == "keep-encoded" else FALLBACK
    assert expected == location(row["input"])


@given(target=iris.any_text | iris.iri_reference | st.text("/\\.:@?#%ab25cfeé\t", max_size=20))
def test_law_same_origin(target):
    """For any text the location has the origin of the request, and is ASCII."""
    base = IRI("http://good.example/a//b")
    found = IRIReference(location(target, base=base))
    assert base.origin == base.resolve(found).origin
    assert found.isascii()


@pytest.mark.parametrize(
    ("target", "base", "allowed"),
    [
        ("https://faß.de/", "https://good.example/", True),
        ("http://faß.de/", "https://good.example/", False),
        ("http://faß.de/", "http://good.example/", True),
        ("https://faß.de:81/", "https://good.example/", False),
        ("https://sub.faß.de/", "https://good.example/", False),
    ],
)
def test_allowed_hosts(target, base, allowed):
    """Hosts that are named are allowed too; by https alone if the request has come by it."""
    expected = target.replace("faß", "xn--fa-hia") if allowed else FALLBACK
    assert expected == location(target, base=base, allowed_hosts=["faß.de"])


def test_no_origin():
    """A request that names no host has no origin: only a relative target is followed."""
    found = [
        ask(app, f"/safe?to={target}", headers=[]).headers["location"]
        for target in ("/a", "http://localhost/", "http:///a")
    ]
    assert ["/a", FALLBACK, FALLBACK] == found


def test_response():
    """The response is Starlette's, with the status that is asked for."""
    request = Request(scope_of("/"))
    response = safe_redirect(request, "/é", status_code=303)
    assert isinstance(response, RedirectResponse)
    assert (303, "/%C3%A9") == (response.status_code, response.headers["location"])
    assert (307, "/") == (
        safe_redirect(request, None).status_code,
        safe_redirect(request, None).headers["location"],
    )
