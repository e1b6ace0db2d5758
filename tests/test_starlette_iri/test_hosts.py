"""Names of hosts for `TrustedHostMiddleware`."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from starlette_iri.hosts import allowed_hosts
from test_starlette_iri.wire import ask


def home(request):
    """Answer."""
    return PlainTextResponse("home")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (b"xn--fa-hia.de", 200),
        (b"xn--fa-hia.de:8000", 200),
        (b"www.xn--r8jz45g.xn--zckzah", 200),
        (b"fass.de", 400),
        (b"xn--r8jz45g.xn--zckzah.evil.example", 400),
    ],
)
def test_trusted(host, status):
    """A host is trusted by the name that the developer has written, in any script."""
    names = ["*", "example.org", "*.example.org", "127.0.0.1"]
    assert names == allowed_hosts(*names)  # names as Starlette has them stay
    trusted = Middleware(
        TrustedHostMiddleware, allowed_hosts=allowed_hosts("faß.de", "*.例え.テスト")
    )
    app = Starlette(routes=[Route("/", home)], middleware=[trusted])
    assert status == ask(app, "/", headers=[(b"host", host)]).status


@pytest.mark.parametrize(
    "name", ["", ".", "*.", "*a.example", "a b", "a/b", "me@a", "a..b", "a.example:80", "[::1]:80"]
)
def test_bad_name(name):
    """A name that no host can have, or one with a port, is a mistake that says so."""
    with pytest.raises(ValueError, match=r".+"):
        allowed_hosts(name)
