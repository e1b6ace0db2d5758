"""`safe_redirect`: to this site, or to none. `test_iri3987.test_redirect` has the rule."""

import pytest
from flask import Flask

from flask_iri import FlaskIRI, safe_redirect
from iri3987 import IRI

APP = Flask(__name__)
FlaskIRI(APP)
FALLBACK = "/fallback"


def location(target, *, app=APP, base="http://good.example/login", **options):
    """Return where a request to *base* is sent."""
    with app.test_request_context(base_url=IRI(base).origin, path=IRI(base).path):
        response = safe_redirect(target, **{"fallback": FALLBACK, **options})
        return response.get_wsgi_headers({})["Location"]


@pytest.mark.parametrize(
    ("target", "scheme", "expected"),
    [
        ("/straße?q=é#ü", "http", "/stra%C3%9Fe?q=%C3%A9#%C3%BC"),
        ("http://good.example/x", "http", "http://good.example/x"),
        ("http://good.example/x", "https", FALLBACK),
        ("https://FAß.de/", "https", "https://xn--fa-hia.de/"),
        ("http://faß.de/", "https", FALLBACK),
        ("/\\evil.example", "http", FALLBACK),
        (None, "http", FALLBACK),
    ],
    ids=ascii,
)
def test_target(target, scheme, expected):
    """A target here, or at a host that is named, is followed by its mapped URI, and no other."""
    base = f"{scheme}://good.example/login"
    assert expected == location(target, base=base, allowed_hosts=["faß.de"])


def test_configured_hosts():
    """The configuration names them for the whole application; an argument names others.

    One argument is enough: this site, else its front page, whose URI alone is on the page.
    """
    app = Flask(__name__)
    app.config["IRI_REDIRECT_HOSTS"] = ["例え.テスト"]
    FlaskIRI(app)
    target = "https://例え.テスト/"
    assert "https://xn--r8jz45g.xn--zckzah/" == location(target, app=app)
    assert FALLBACK == location(target, app=app, allowed_hosts=())
    with APP.test_request_context():
        assert ["/a", "/"] == [safe_redirect(target).location for target in ("/a", "//b.example")]
        assert safe_redirect("/é/%E2%80%AE").get_data(as_text=True).isascii()


def test_request_without_a_host():
    """Where the client names no host, relative targets and hosts that are allowed are followed."""
    followed = ("/a", "?a", "a", "http://other.example/")
    for target in (*followed, "//evil.example", "http://localhost/", "http:evil", "http://a b/"):
        with APP.test_request_context("/login", environ_overrides={"HTTP_HOST": "a b"}):
            found = safe_redirect(target, fallback=FALLBACK, allowed_hosts=["other.example"])
        assert (target if target in followed else FALLBACK) == found.location
