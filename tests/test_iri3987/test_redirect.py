"""The rule for redirects, as a function: the plug-ins have the tests with requests."""

from dataclasses import replace

import pytest

from iri3987 import IRI, WEB, IRIError
from iri3987.http.redirect import allowed_hosts, check_targets, host_as_sent, safe_location


def base():
    """Return the IRI of a request."""
    return IRI("https://faß.de/login?next=/")


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/straße", "/stra%C3%9Fe"),
        ("https://FAß.de/é", "https://xn--fa-hia.de/%C3%A9"),
        ("http://faß.de/", None),
        ("https://fass.de/", None),
        ("//evil.example", None),
        ("//faß.de/é", "//xn--fa-hia.de/%C3%A9"),
        ("//FAß.de:443", "//xn--fa-hia.de:443"),
        ("//faß.de:444/", None),
        ("//fass.de/", None),
        ("//é..de/", None),
        ("///faß.de/", None),
        ("/\\evil.example", None),
        ("#top", None),
        (7, None),
    ],
)
def test_base(target, expected):
    """A target with the origin of the base may be followed, and a relative one."""
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
