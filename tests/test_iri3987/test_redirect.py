"""The rule for redirects, as a function: the plug-ins have the tests with requests."""

import pytest

from iri3987 import IRI
from iri3987.http.redirect import host_as_sent, safe_location, targets_as_sent


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


def test_path_needs_no_base():
    """A target that is only a path is followed without a look at the request."""
    assert "/a" == safe_location("/a", base=lambda: pytest.fail("called"))


def test_allowed_hosts():
    """A host that is named may be followed, in any script; one name is not a collection."""
    found = safe_location("https://例え.テスト/", base=base, allowed_hosts={"例え.テスト"})
    assert "https://xn--r8jz45g.xn--zckzah/" == found
    with pytest.raises(TypeError, match="a collection of hosts"):
        safe_location("/", base=base, allowed_hosts="例え.テスト")


def test_hosts():
    """Names of hosts are written as clients send them, and what is not a host is a mistake."""
    assert "xn--fa-hia.de:80" == host_as_sent("FAẞ.de:80")
    assert {"https://xn--fa-hia.de"} == targets_as_sent(["HTTPS://faß.de"])
    for name in ("", "a/b", "me@a", "a b", "http://a"):
        with pytest.raises(ValueError, match=r".+"):
            host_as_sent(name)
