"""`safe_redirect`: to this site, or to none."""

import json
from pathlib import Path

import pytest
from django.utils.http import url_has_allowed_host_and_scheme
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st

from flask_iri import FlaskIRI, safe_redirect
from iri3987 import IRI, IRIReference
from test_iri3987 import strategies as iris

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
        ("/", "/"),
        ("/straße?q=é#ü", "/stra%C3%9Fe?q=%C3%A9#%C3%BC"),
        ("/a//b", "/a//b"),
        ("next", "next"),
        ("../up", "../up"),
        ("?page=2", "?page=2"),
        ("?a#top", "?a#top"),
        ("/?next=//evil.example", "/?next=//evil.example"),
        ("/%2f%2fevil.example", "/%2f%2fevil.example"),
        ("/%5cevil.example", "/%5cevil.example"),
        ("/%09/evil.example", "/%09/evil.example"),
        ("%2f%2fevil.example", "%2f%2fevil.example"),
        ("/@evil.example", "/@evil.example"),
        ("\u00a0//x", "%C2%A0//x"),
        ("\ufeff//x", "%EF%BB%BF//x"),
        ("http://good.example/x", "http://good.example/x"),
        ("HTTP://GOOD.example:80/x", "HTTP://GOOD.example:80/x"),
        ("//good.example/x", "//good.example/x"),
        ("http://good.example//x", "http://good.example//x"),
        ("http://ｇｏｏｄ。example/", "http://good.example/"),
    ],
    ids=ascii,
)
def test_same_origin(target, expected):
    """A target on this site is followed, by its mapped URI."""
    assert expected == location(target)


EVIL = [
    *(None, 7, b"/a"),
    ["/a"],
    *("", "#top", "//evil.example", "///evil.example", "////evil.example", "/////evil.example"),
    *("/\\evil.example", "\\\\evil.example", "\\/evil.example", "/\t/evil.example"),
    *("\t//evil.example", " //evil.example", "/\n/evil.example"),
    *("/\r\nLocation: http://evil.example", "\x00//evil.example", "\x01//evil.example"),
    *("/\x00/evil.example", "/\u200b/evil.example\u202e", "/／evil.example\\"),
    *("//evil.example＼.good.example", "http://evil.example＼.good.example/"),
    *("http://evil.example\\.good.example/", "http://good.example\\@evil.example/"),
    *("http://good.example@evil.example/", "http://good@evil.example/"),
    *("http://me@good.example/", "http://good.example:80@evil.example/"),
    *("http://%67ood.example/", "//%67ood.example/", "http://good.example%2f@evil.example/"),
    *("http://good.example%2f.evil.example/", "http://good.example.evil.example/"),
    *("http://evilgood.example/", "http://good.example./", "http://.good.example/"),
    *("http://good.example:81/", "http://good.example:080/", "http://good.example:0x50/"),
    *("https://good.example/", "ws://good.example/", "https:evil.example"),
    *("https:/evil.example", "https:///evil.example", "http:evil.example"),
    *("http:///evil.example", "http:////evil.example", "http:", "http://", "http:999999999"),
    *("http://[::1]/", "http://[::ffff:1.2.3.4]/", "http://[v1.x]/", "http://0x7f.1/"),
    *("http://2130706433/", "//[", "javascript:alert(1)", "JavaScript:alert(1)"),
    *("java\nscript:alert(1)", "\x01javascript:alert(1)"),
    *("javascript://good.example/%0aalert(1)", "data:text/html,x", "vbscript:x"),
    *("file:///etc/passwd", "mailto:me@good.example", "/..//evil.example", "/.//evil.example"),
    *(".//evil.example", "/a/..//evil.example", "..//evil.example", "/%2e%2e//evil.example"),
    *("/%2E//evil.example", "/x/%2e%2e//evil.example", "http://℀.com/", "//xn--/", "/%zz"),
    "/\ud800",
    "/" * 5000,
    "/" + "a" * 1_000_000,
    "//" + "a" * 1_000_000,
    "http://" + "é." * 500_000,
]


@pytest.mark.parametrize("target", EVIL, ids=lambda target: ascii(target)[:40])
def test_elsewhere(target):
    """A target that leaves this site, or might for some client, is not followed."""
    assert FALLBACK == location(target)


def attacks():
    """Return the attacks of the common list that are about redirects."""
    path = Path(__file__).parents[1] / "vectors" / "attacks.jsonl"
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return [row for row in rows if row["op"] == "safe_redirect"]


@pytest.mark.parametrize("row", attacks(), ids=lambda row: row["id"])
def test_attacks(row):
    """The list of attacks says which targets are refused, and which stay as they are."""
    expected = row["input"] if row["expected"] == "keep-encoded" else FALLBACK
    assert expected == location(row["input"])


@pytest.mark.parametrize("base", ["http://good.example/", "http://xn--fa-hia.de/a//b"])
@given(target=iris.any_text | iris.iri_reference | st.text("/\\.:@?#%ab25cfeé\t", max_size=20))
@example(target="//faß.de/")
def test_law_same_origin(base, target):
    """For any text the location has the origin of the request; Django, too, finds it safe."""
    found = IRIReference(location(target, base=base))
    assert IRI(base).origin == IRI(base).resolve(found).origin
    assert found.userinfo is None
    assert found.isascii()
    if found.authority is None:
        assert url_has_allowed_host_and_scheme(str(found), {IRI(base).host})


@pytest.mark.parametrize("host", ["faß.de", "xn--fa-hia.de", "XN--FA-HIA.DE", "FAẞ.de"])
@pytest.mark.parametrize("served", ["faß.de", "xn--fa-hia.de"])
def test_spellings_of_a_host(host, served):
    """A host is the same in Unicode and as A-labels, in capitals and without."""
    expected = IRI(f"https://{host}/é").uri
    assert expected == location(f"https://{host}/é", base=f"https://{served}/")
    assert expected == location(f"https://{host}/é", allowed_hosts=[served])


@pytest.mark.parametrize(
    ("target", "allowed"),
    [
        ("http://other.example/", True),
        ("https://other.example/", True),
        ("//other.example/", True),
        ("https://other.example:443/", True),
        ("https://other.example:444/", False),
        ("http://port.example:8000/", True),
        ("http://port.example/", False),
        ("http://sub.other.example/", False),
        ("http://other.example.evil.example/", False),
        ("http://me@other.example/", False),
        ("ftp://other.example/", False),
        ("http://good.example/", True),
        ("https://good.example/", False),
    ],
)
def test_allowed_hosts(target, allowed):
    """Hosts that are named are allowed too: with their default ports, or the port that is named."""
    hosts = {"other.example", "port.example:8000"}
    assert (target if allowed else FALLBACK) == location(target, allowed_hosts=hosts)


@pytest.mark.parametrize(
    ("target", "allowed"),
    [
        ("https://idp.example/", True),
        ("//idp.example/", True),
        ("http://idp.example/", False),
        ("https://port.example:8000/", True),
        ("http://port.example:8000/", False),
        ("http://clear.example/", True),
        ("https://clear.example/", False),
        ("//clear.example/", False),
        ("http://faß.example:81/", True),
        ("http://faß.example/", False),
    ],
)
def test_allowed_hosts_of_a_secure_request(target, allowed):
    """A client that came by https stays with it, unless a host is named with http."""
    hosts = ["idp.example", "port.example:8000", "http://clear.example", "HTTP://faß.example:81"]
    expected = target.replace("faß", "xn--fa-hia") if allowed else FALLBACK
    assert expected == location(target, base="https://good.example/", allowed_hosts=hosts)


def test_configured_hosts():
    """The configuration names them for the whole application; an argument names others."""
    app = Flask(__name__)
    app.config["IRI_REDIRECT_HOSTS"] = ["例え.テスト"]
    FlaskIRI(app)
    target = "https://例え.テスト/"
    assert "https://xn--r8jz45g.xn--zckzah/" == location(target, app=app)
    assert FALLBACK == location(target, app=app, allowed_hosts=())


def test_one_argument():
    """One argument is enough: this site, else its front page."""
    with APP.test_request_context():
        assert ["/a", "/"] == [safe_redirect(target).location for target in ("/a", "//b.example")]


def test_page_holds_no_iri():
    """The page that comes along names the mapped URI, and nothing that reorders text."""
    with APP.test_request_context():
        body = safe_redirect("/é/%E2%80%AE").get_data(as_text=True)
    assert body.isascii()


def test_port_and_scheme_of_the_request():
    """The origin is scheme, host and port: none of them may differ."""
    base = "https://good.example:8443/"
    assert "https://good.example:8443/x" == location("https://good.example:8443/x", base=base)
    for target in ("http://good.example:8443/x", "https://good.example/x", "//good.example/x"):
        assert FALLBACK == location(target, base=base)


@pytest.mark.parametrize("host", ["intranet", "localhost", "127.0.0.1", "[::1]", "example.org."])
def test_hosts_that_are_no_domain(host):
    """The origin of the request is its own, whatever its host is."""
    base = f"http://{host}:8080/"
    assert f"{base}é".replace("é", "%C3%A9") == location(f"{base}é", base=base)
    assert f"{base}x" == location(f"{base}x", allowed_hosts=[f"{host}:8080"])
    assert FALLBACK == location("http://good.example:8080/", base=base)


@pytest.mark.parametrize("target", ["/a", "?a", "a", "http://other.example/"])
def test_request_without_a_host(target):
    """Where the client names no host, relative targets and hosts that are allowed are followed."""
    with APP.test_request_context("/login", environ_overrides={"HTTP_HOST": "a b"}):
        assert target == safe_redirect(target, allowed_hosts=["other.example"]).location


@pytest.mark.parametrize(
    "target", ["//evil.example", "http:///evil", "http:evil", "http:", "///", "http://a b/"]
)
def test_request_without_a_host_elsewhere(target):
    """And nothing else is."""
    with APP.test_request_context("/login", environ_overrides={"HTTP_HOST": "a b"}):
        assert FALLBACK == safe_redirect(target, fallback=FALLBACK).location


def test_without_the_extension():
    """It works without the extension, too."""
    with Flask(__name__).test_request_context():
        assert ["/a", "/"] == [safe_redirect(target).location for target in ("/a", "//b.example")]
