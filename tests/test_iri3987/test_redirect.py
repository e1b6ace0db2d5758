"""The rule for redirects: to this site, or to none. Each plug-in asks it in its own way."""

from dataclasses import replace

import pytest
from django.utils.http import url_has_allowed_host_and_scheme
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import IRI, WEB, IRIError, IRIReference
from iri3987.http.redirect import check_targets, host_as_sent, safe_location
from test_iri3987 import strategies as iris
from vector_rows import rows


def location(target, base="http://good.example/login", **options):
    """Return where a request to *base* is sent, None for a target that is refused."""
    return safe_location(target, base=lambda: IRI(base), **options)


@pytest.mark.parametrize("target", [None, 7, b"/a", ["/a"]])
def test_what_is_not_text(target):
    """A target of another type is not followed."""
    assert location(target) is None


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


def base():
    """Return the IRI of a request."""
    return IRI("https://faß.de/login?next=/")


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
