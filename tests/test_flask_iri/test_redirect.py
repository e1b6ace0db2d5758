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


def test_allowed_hosts():
    """Hosts that are named are allowed too; by https alone if the request has come by it."""
    base, hosts = "https://good.example/", ["faß.de"]
    assert "https://xn--fa-hia.de/" == location("https://FAß.de/", base=base, allowed_hosts=hosts)
    assert FALLBACK == location("http://faß.de/", base=base, allowed_hosts=hosts)


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
    for target in (*followed, "//evil.example", "http:evil", "http://a b/"):
        with APP.test_request_context("/login", environ_overrides={"HTTP_HOST": "a b"}):
            found = safe_redirect(target, fallback=FALLBACK, allowed_hosts=["other.example"])
        assert (target if target in followed else FALLBACK) == found.location
