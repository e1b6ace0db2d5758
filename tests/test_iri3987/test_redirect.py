"""The rule for redirects: to this site, or to none. Each plug-in asks it in its own way."""

from dataclasses import replace

import pytest
from django.utils.http import url_has_allowed_host_and_scheme
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import IRI, WEB, IRIError, IRIReference
from iri3987.http.redirect import allowed_hosts, check_targets, host_as_sent, safe_location
from test_iri3987 import strategies as iris
from vector_rows import rows

#: Targets on the site of http://good.example/login, and the mapped URI that is sent.
SAME_ORIGIN = [
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
]
#: Targets that leave this site, or might for some client.
ELSEWHERE = [
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


def location(target, base="http://good.example/login", **options):
    """Return where a request to *base* is sent, None for a target that is refused."""
    return safe_location(target, base=lambda: IRI(base), **options)


def test_same_origin():
    """A target on this site is followed, by its mapped URI."""
    assert SAME_ORIGIN == [(target, location(target)) for target, _ in SAME_ORIGIN]


def test_elsewhere():
    """A target that leaves this site, or might for some client, is not followed."""
    followed = [ascii(target)[:80] for target in ELSEWHERE if location(target) is not None]
    assert [] == followed


def test_attacks():
    """The list of attacks says which targets are refused, and which stay as they are."""
    asked = [row for row in rows("attacks") if row["op"] == "safe_redirect"]
    assert len(asked) > 5
    for row in asked:
        expected = row["input"] if row["expected"] == "keep-encoded" else None
        assert expected == location(row["input"]), row["id"]


@pytest.mark.parametrize("base", ["http://good.example/", "http://xn--fa-hia.de/a//b"])
@given(target=iris.any_text | iris.iri_reference | st.text("/\\.:@?#%ab25cfeé\t", max_size=20))
@example(target="//faß.de/")
def test_law_same_origin(base, target):
    """For any text the location has the origin of the request; Django, too, finds it safe."""
    found = IRIReference(location(target, base) or "/")
    assert IRI(base).origin == IRI(base).resolve(found).origin
    assert found.userinfo is None
    assert found.isascii()
    if found.authority is None:
        assert url_has_allowed_host_and_scheme(str(found), {IRI(base).host})


def test_spellings_of_a_host():
    """A host is the same in Unicode and as A-labels, in capitals and without."""
    for host in ("faß.de", "xn--fa-hia.de", "XN--FA-HIA.DE", "FAẞ.de"):
        expected = IRI(f"https://{host}/é").uri
        for served in ("faß.de", "xn--fa-hia.de"):
            assert expected == location(f"https://{host}/é", f"https://{served}/")
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
def test_hosts_that_are_named(target, allowed):
    """Hosts that are named are allowed too: with their default ports, or the port that is named."""
    hosts = {"other.example", "port.example:8000"}
    assert (target if allowed else None) == location(target, allowed_hosts=hosts)


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
def test_hosts_that_are_named_for_a_secure_request(target, allowed):
    """A client that came by https stays with it, unless a host is named with http."""
    hosts = ["idp.example", "port.example:8000", "http://clear.example", "HTTP://faß.example:81"]
    expected = target.replace("faß", "xn--fa-hia") if allowed else None
    assert expected == location(target, "https://good.example/", allowed_hosts=hosts)


def test_port_and_scheme_of_the_request():
    """The origin is scheme, host and port: none of them may differ."""
    base = "https://good.example:8443/"
    assert f"{base}x" == location(f"{base}x", base)
    for target in ("http://good.example:8443/x", "https://good.example/x", "//good.example/x"):
        assert location(target, base) is None


@pytest.mark.parametrize("host", ["intranet", "localhost", "127.0.0.1", "[::1]", "example.org."])
def test_hosts_that_are_no_domain(host):
    """The origin of the request is its own, whatever its host is."""
    base = f"http://{host}:8080/"
    assert f"{base}%C3%A9" == location(f"{base}é", base)
    assert f"{base}x" == location(f"{base}x", allowed_hosts=[f"{host}:8080"])
    assert location("http://good.example:8080/", base) is None


def base():
    """Return the IRI of a request."""
    return IRI("https://faß.de/login?next=/")


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("https://fass.de/", None),
        ("//faß.de/é", "//xn--fa-hia.de/%C3%A9"),
        ("//FAß.de:443", "//xn--fa-hia.de:443"),
        ("//faß.de:444/", None),
        ("//fass.de/", None),
        ("//é..de/", None),
        ("///faß.de/", None),
    ],
)
def test_origin_in_unicode(target, expected):
    """A target has the origin of an IDN whatever its spelling, with its port."""
    assert expected == safe_location(target, base=base)


@pytest.mark.parametrize(
    ("target", "expected"), [("/a", "/a"), ("http:///a", None), ("http://localhost/", None)]
)
def test_base_without_a_host(target, expected):
    """A base without a host has no origin: only a relative target may be followed."""
    assert expected == safe_location(target, base=lambda: IRI("http:///"))
    assert "/a" == safe_location("/a", base=lambda: pytest.fail("called"))


def test_allowed_hosts():
    """A host that is named may be followed, in any script; one name is not a collection."""
    found = safe_location("https://例え.テスト/", base=base, allowed_hosts={"例え.テスト"})
    assert "https://xn--r8jz45g.xn--zckzah/" == found
    with pytest.raises(TypeError, match="a collection of hosts"):
        safe_location("/", base=base, allowed_hosts="例え.テスト")


def test_origins_of_addresses():
    """A host may be an address, in any spelling of it."""
    for name in ("[::1]", "[0::0:1]:443", "https://[::1]"):
        found = safe_location("https://[0:0::1]/", base=base, allowed_hosts=[name])
        assert "https://[0:0::1]/" == found
    assert safe_location("https://127.1/", base=base, allowed_hosts=["127.0.0.1"]) is None


def test_final_dot():
    """Where a name leads, its final dot does not matter; what is sent, and an origin, keep it.

    Browsers send "example.org." as it is, and give it neither the cookies nor the origin of
    "example.org" (RFC 6454 section 4 compares the hosts as text).
    """
    dotted = "https://FAß.de./a"
    assert "xn--fa-hia.de." == IRI(dotted).ascii_host
    assert "https://xn--fa-hia.de." == IRI(dotted).origin
    for entry in ("faß.de", "faß.de.", ".de."):
        with pytest.raises(IRIError, match="host-not-allowed"):
            replace(WEB, deny_hosts=[entry]).check(dotted)
    assert safe_location(dotted, base=base) is None
    assert safe_location(dotted, base=base, allowed_hosts=["faß.de"]) is None
    uri = "https://xn--fa-hia.de./a"
    assert uri == safe_location(dotted, base=base, allowed_hosts=["faß.de."])
    assert uri == safe_location(dotted, base=lambda: IRI(dotted))


def test_percent_encoded_base():
    """Some clients read "%41" in a host as "a", and others do not: no target has that origin."""
    for target in ("https://a.example/", "https://%41.example/", "//a.example/", "//%41.example/"):
        assert safe_location(target, base=lambda: IRI("https://%41.example/")) is None


def test_host():
    """The name of a host is written as clients send it, and what is not a host is a mistake."""
    assert "xn--fa-hia.de:80" == host_as_sent("FAẞ.de:80")
    for name in ("", "a/b", "me@a", "a b", "http://a"):
        with pytest.raises(ValueError, match=r".+"):
            host_as_sent(name)


@pytest.mark.parametrize("names", [["a/b"], ["ftp://a"], [""], ["a b"]])
def test_check_targets(names):
    """A configuration is refused before there is a target."""
    check_targets(["HTTPS://faß.de", "localhost:8000"])
    with pytest.raises(ValueError, match=r"expected a host|bad-"):
        check_targets(names)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("例え.jp", "xn--r8jz45g.jp"),
        (".FAẞ.de", ".xn--fa-hia.de"),
        ("EXAMPLE.org", "example.org"),
        ("a_b", "a_b"),
        ("127.0.0.1", "127.0.0.1"),
        ("[2001:DB8::1]", "[2001:db8::1]"),
        ("*", "*"),
    ],
)
def test_allowed_hosts_of_a_framework(name, expected):
    """Names for a framework's own list may be in any script."""
    assert [expected] == allowed_hosts(name)
    assert ["*.xn--fa-hia.de"] == allowed_hosts("*.faß.de", subdomains="*.")


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "a b", "例え.テスト:80", "a..b", "℀.com", "a.", "%2F", "*.a"),
        *("[::1", "[::1]:80", ".[::1]", "[v1.a]", "[]", "me@a", "http://a"),
    ],
)
def test_names_that_no_framework_compares(name):
    """A name that would never match, or one with a port, is a mistake that says so."""
    with pytest.raises(ValueError, match=r".+"):
        allowed_hosts(name)
