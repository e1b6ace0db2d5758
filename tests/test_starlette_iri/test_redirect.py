"""`safe_redirect`: to this site, or to none. `test_iri3987.test_redirect` has the rule."""

import pytest
from starlette.requests import Request
from starlette.responses import RedirectResponse

from iri3987 import IRI
from starlette_iri import safe_redirect
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
        ("http://good.example/x", "http://good.example/x"),
        ("https://good.example/", FALLBACK),
        ("//evil.example", FALLBACK),
        ("/\\evil.example", FALLBACK),
        (None, FALLBACK),
    ],
    ids=lambda text: ascii(text)[:40],
)
def test_this_site(target, expected):
    """A target on this site is followed, by its mapped URI, and any other is not."""
    assert expected == location(target)


@pytest.mark.parametrize(
    ("target", "base", "allowed"),
    [
        ("https://faß.de/", "https://good.example/", True),
        ("http://faß.de/", "https://good.example/", False),
        ("http://faß.de/", "http://good.example/", True),
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
