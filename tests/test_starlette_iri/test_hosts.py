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


def test_trusted():
    """A host is trusted by the name that the developer has written, in any script."""
    names = ["*", "example.org", "*.example.org", "127.0.0.1"]
    assert names == allowed_hosts(*names)  # names as Starlette has them stay
    trusted = Middleware(
        TrustedHostMiddleware, allowed_hosts=allowed_hosts("faß.de", "*.例え.テスト")
    )
    app = Starlette(routes=[Route("/", home)], middleware=[trusted])

    def status(host):
        return ask(app, "/", headers=[(b"host", host)]).status

    served = (b"xn--fa-hia.de", b"xn--fa-hia.de:8000", b"www.xn--r8jz45g.xn--zckzah")
    assert [200, 200, 200] == [*map(status, served)]
    assert [400, 400] == [*map(status, (b"fass.de", b"xn--r8jz45g.xn--zckzah.evil.example"))]


@pytest.mark.parametrize(
    "name", ["", ".", "*.", "*a.example", "a b", "a/b", "me@a", "a..b", "a.example:80", "[::1]:80"]
)
def test_bad_name(name):
    """A name that no host can have, or one with a port, is a mistake that says so."""
    with pytest.raises(ValueError, match=r".+"):
        allowed_hosts(name)
