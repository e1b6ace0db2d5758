"""`safe_redirect`: to this site, or to none. `test_iri3987.test_redirect` has the rule."""

import pytest
from starlette.requests import Request
from starlette.responses import RedirectResponse

from starlette_iri import safe_redirect
from test_starlette_iri.served import app
from test_starlette_iri.wire import ask, scope_of

FALLBACK = "/fallback"


@pytest.mark.parametrize(
    ("target", "scheme", "expected"),
    [
        ("/straße?q=é#ü", "http", "/stra%C3%9Fe?q=%C3%A9#%C3%BC"),
        ("http://good.example/x", "http", "http://good.example/x"),
        ("http://good.example/x", "https", FALLBACK),
        ("https://faß.de/", "https", "https://xn--fa-hia.de/"),
        ("http://faß.de/", "https", FALLBACK),
        ("/\\evil.example", "http", FALLBACK),
        (None, "http", FALLBACK),
    ],
    ids=ascii,
)
def test_target(target, scheme, expected):
    """A target here, or at a host that is named, is followed by its mapped URI, and no other."""
    scope = scope_of("/login", scheme=scheme, headers=[(b"host", b"good.example")])
    response = safe_redirect(Request(scope), target, fallback=FALLBACK, allowed_hosts=["faß.de"])
    assert expected == response.headers["location"]


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
