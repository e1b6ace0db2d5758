"""`.origin`, `.resolve` and `.replace` of IRIs as values, and what their parts are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRI, IRIError, IRIReference, comparison_key, is_iri_reference
from test_iri3987 import strategies as iris

FULL = IRI("http://u:p@例え.テスト:80/é?q#f")
NAMES = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
IN_AUTHORITY = {"authority", "userinfo", "host", "port"}


# RFC 6454. Origin


@given(iris.reference)
def test_law_origin(text):
    """An origin is printable ASCII, is a URI's own, and does not depend on the rest."""
    value = IRIReference(text)
    if value.scheme is None or not value.host:
        assert value.origin is None
        return
    origin = IRI(value.origin)
    assert origin.isascii()
    assert origin == origin.origin
    assert (None, "", None, None) == (origin.userinfo, origin.path, origin.query, origin.fragment)
    assert origin == value.replace(userinfo=None, path="", query=None, fragment=None).origin


@given(iris.web_iri, iris.web_iri)
def test_law_same_origin(first, second):
    """Two origins are equal just when there is one key for what is left of the two."""
    rest = {"userinfo": None, "path": "", "query": None, "fragment": None}
    keys = [comparison_key(IRI(each).replace(**rest)) for each in (first, second)]
    assert (keys[0] == keys[1]) is (IRI(first).origin == IRI(second).origin)


# Section 6.5. Resolve


@pytest.mark.parametrize("kind", [IRI, IRIReference])
def test_6_5_resolve(kind):
    """The result is a value of the base's kind, and the function's."""
    found = kind("http://例え.テスト/道/駅?q").resolve("../川#f")
    assert (kind, "http://例え.テスト/川#f") == (type(found), str(found))
    assert found.fragment == "f"


def test_6_5_resolve_a_value():
    """A reference may be a value too."""
    assert "http://a/c" == IRI("http://a/b").resolve(IRIReference("c"))


# Section 2.2. Replace


@pytest.mark.parametrize(
    "components",
    [
        *({"nothing": "a"}, {"path": "/a", "Path": "/b"}, {"authority": "a", "host": "b"}),
        *({name: value} for name in NAMES for value in (5, b"a")),
    ],
    ids=repr,
)
def test_replace_with_what_there_is_not(components):
    """An unknown name, an authority given twice and other types are the caller's mistakes."""
    with pytest.raises(TypeError):
        FULL.replace(**components)


@given(
    iris.reference,
    st.sampled_from(NAMES),
    st.none() | iris.any_text | st.sampled_from(["", "a", "80", "/a", "//a", "[::1]"]),
)
def test_law_replace(text, name, value):
    """The component is then the value, every other is as before; or there is an IRIError."""
    before = IRIReference(text)
    try:
        after = before.replace(**{name: value})
    except IRIError:
        return
    assert is_iri_reference(after)
    assert (value or "" if name == "path" else value) == getattr(after, name)
    assert before == after.replace(**{name: getattr(before, name)})
    related = IN_AUTHORITY if name == "authority" else {"authority"} if name in IN_AUTHORITY else ()
    for other in {*NAMES} - {name, *related}:
        # An authority that comes or goes brings its host along.
        if other != "host" or None not in {before.host, after.host}:
            assert getattr(before, other) == getattr(after, other)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("http", "https"), "https://a.a/a"),
        (("a", "b"), "http://b.b/b"),
        (("a", "b", 1), "http://b.a/a"),
        (("a", "b", 0), "http://a.a/a"),
        (("a", "b", -1), "http://b.b/b"),
        (("a", " ", 2), "http:// . /a"),
        (("", "-", 1), "-http://a.a/a"),
    ],
    ids=repr,
)
def test_replace_of_str(texts, expected):
    """With texts it is what it is of any `str`: plain text, which need not be an IRI."""
    found = IRI("http://a.a/a").replace(*texts)
    assert (str, expected) == (type(found), found)
    assert expected == "http://a.a/a".replace(*texts)


@pytest.mark.parametrize("texts", [("a",), ("a", None), (b"a", b"b"), ("a", "b", 1, 2)], ids=repr)
def test_replace_of_str_refuses(texts):
    """It refuses what that of any `str` refuses, and texts and names together."""
    with pytest.raises(TypeError):
        FULL.replace("a", "b", path="/c")
    with pytest.raises(TypeError):
        "a".replace(*texts)
    with pytest.raises(TypeError):
        FULL.replace(*texts)


# Immutability


@pytest.mark.parametrize("name", [*NAMES, "uri", "display", "origin", "new"])
def test_values_do_not_change(name):
    """Attributes cannot be set or deleted from outside, or be added."""
    value = IRI(FULL.replace(fragment="g"))
    with pytest.raises(AttributeError):
        setattr(value, name, "x")
    with pytest.raises(AttributeError):
        delattr(value, name)
    assert not hasattr(value, "__dict__")


def test_methods_give_new_values():
    """Replacing and resolving leave the value as it was."""
    value = IRI("http://a/b?c")
    parts = [getattr(value, name) for name in NAMES]
    value.replace(path="/d")
    value.resolve("../e")
    assert "http://a/b?c" == value
    assert parts == [getattr(value, name) for name in NAMES]
