"""`.origin`, `.resolve` and `.replace` of IRIs as values, and what their parts are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRI, IRIError, IRIReference, comparison_key, is_iri_reference, resolve
from test_iri3987 import strategies as iris

FULL = IRI("http://u:p@例え.テスト:80/é?q#f")
NAMES = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
IN_AUTHORITY = {"authority", "userinfo", "host", "port"}


# RFC 6454. Origin


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        ("HTTP://me:secret@Faß.de:80/straße?q#f", "http://xn--fa-hia.de"),
        ("http://xn--fa-hia.de", "http://xn--fa-hia.de"),
        ("http://fa%C3%9F.de", "http://xn--fa-hia.de"),
        ("http://EXAMPLE.com:", "http://example.com"),
        ("https://a:0443/", "https://a"),
        ("https://a:80/", "https://a:80"),
        ("http://a:8080", "http://a:8080"),
        ("http://a.", "http://a."),
        ("http://[::1]:80/", "http://[::1]"),
        ("http://a%2Fb/", "http://a%2Fb"),
        ("http://a\u200db/", "http://a%E2%80%8Db"),
        ("foo://Bar:80/", "foo://bar:80"),
        ("foo://É", "foo://%C3%89"),
        ("file:///etc", None),
        ("mailto:a@b", None),
        ("http:a", None),
        ("//a/", None),
        ("a", None),
        ("", None),
    ],
    ids=ascii,
)
def test_origin(iri, expected):
    """The origin is scheme, host and port in one spelling, or there is none."""
    assert expected == IRIReference(iri).origin


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


@pytest.mark.parametrize("reference", ["%", "a b", "\n", "\ud800", "1:a"], ids=ascii)
def test_6_5_resolve_invalid(reference):
    """A text that is not an IRI reference is refused."""
    with pytest.raises(IRIError):
        FULL.resolve(reference)


@given(iris.iri, iris.reference)
def test_law_resolve(base, reference):
    """The method is the function."""
    assert resolve(base, reference) == IRI(base).resolve(reference)


# Section 2.2. Replace


@pytest.mark.parametrize(
    ("components", "expected"),
    [
        ({}, "http://u:p@例え.テスト:80/é?q#f"),
        ({"scheme": "HTTPS"}, "HTTPS://u:p@例え.テスト:80/é?q#f"),
        ({"authority": "h"}, "http://h/é?q#f"),
        ({"authority": "v@h:1"}, "http://v@h:1/é?q#f"),
        ({"authority": ""}, "http:///é?q#f"),
        ({"authority": None}, "http:/é?q#f"),
        ({"userinfo": None}, "http://例え.テスト:80/é?q#f"),
        ({"userinfo": ""}, "http://@例え.テスト:80/é?q#f"),
        ({"host": "[::1]"}, "http://u:p@[::1]:80/é?q#f"),
        ({"host": ""}, "http://u:p@:80/é?q#f"),
        ({"host": None, "userinfo": None, "port": None}, "http:/é?q#f"),
        ({"port": None}, "http://u:p@例え.テスト/é?q#f"),
        ({"port": ""}, "http://u:p@例え.テスト:/é?q#f"),
        ({"path": ""}, "http://u:p@例え.テスト:80?q#f"),
        ({"path": "//川"}, "http://u:p@例え.テスト:80//川?q#f"),
        ({"query": None}, "http://u:p@例え.テスト:80/é#f"),
        ({"query": ""}, "http://u:p@例え.テスト:80/é?#f"),
        ({"query": "a?b/c"}, "http://u:p@例え.テスト:80/é?a?b/c#f"),
        ({"fragment": None}, "http://u:p@例え.テスト:80/é?q"),
        ({"fragment": ""}, "http://u:p@例え.テスト:80/é?q#"),
        ({"path": "/川", "query": None, "host": "a"}, "http://u:p@a:80/川#f"),
    ],
    ids=ascii,
)
def test_2_2_replace(components, expected):
    """The named components are replaced, None takes one away, and the others stay."""
    found = FULL.replace(**components)
    assert (IRI, expected) == (type(found), str(found))
    assert "http://u:p@例え.テスト:80/é?q#f" == FULL


@pytest.mark.parametrize(
    ("reference", "components", "expected"),
    [
        ("a", {"scheme": "x"}, "x:a"),
        ("a", {"path": "b"}, "b"),
        ("", {"query": "q"}, "?q"),
        ("/a", {"host": "h"}, "//h/a"),
        ("/a", {"host": "h", "port": "1"}, "//h:1/a"),
        ("//h/a", {"authority": None, "path": "b"}, "b"),
        ("x:a", {"scheme": None}, "a"),
    ],
)
def test_2_2_replace_in_a_reference(reference, components, expected):
    """A reference stays one, even with a scheme."""
    found = IRIReference(reference).replace(**components)
    assert (IRIReference, expected) == (type(found), str(found))


@pytest.mark.parametrize(
    ("iri", "components"),
    [
        *((FULL, {"scheme": value}) for value in ("", "1", "a/b", "http://h/?", "é", "a:")),
        *((FULL, {"authority": value}) for value in ("h/", "h?", "h#", "a@b@c", "h:x", "[", "/")),
        *((FULL, {"userinfo": value}) for value in ("a@b", "a/b", "a@e.example/", "?", "#", "[")),
        *((FULL, {"host": value}) for value in ("a:1", "a@b", "a/b", "h?", "h#", "[::1", "::1")),
        *((FULL, {"port": value}) for value in ("80/", "8a", "-1", "８０", "1@e.example", "1?")),
        *((FULL, {"path": value}) for value in ("a", "/a?b", "/a#b", "?", "@e.example", "/%")),
        *((FULL, {"query": value}) for value in ("a#b", "%", "[", " ")),
        *((FULL, {"fragment": value}) for value in ("a#b", "%", "\ue000", "\u202e")),
        *((IRI("x:a"), each) for each in ({"port": "1"}, {"userinfo": "u"}, {"scheme": None})),
        *((IRI("x:"), {"path": "//a/b"}), (IRI("x:/a"), {"path": "//a"})),
        *((IRI("mailto:a"), {"host": "h"}), (IRI("x://h//a"), {"authority": None})),
        (IRIReference("x:a:b"), {"scheme": None}),
        (IRIReference("x:"), {"scheme": None, "path": "a:b"}),
        (IRIReference("a"), {"path": "//h/b"}),
    ],
    ids=ascii,
)
def test_2_2_replace_cannot_inject(iri, components):
    """A value that is not such a component, or would be read as more than it, is refused."""
    with pytest.raises(IRIError):
        iri.replace(**components)


def test_2_2_replace_says_what_is_wrong():
    """The error names the component whose value is read as something else."""
    with pytest.raises(IRIError) as caught:
        FULL.replace(path="/a?b")
    assert ("bad-component", "path", "2.2") == (
        caught.value.code,
        caught.value.component,
        caught.value.section,
    )


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


@given(iris.reference)
def test_law_replace_by_itself(text):
    """A component replaced by itself changes nothing."""
    value = IRIReference(text)
    for name in NAMES:
        assert text == value.replace(**{name: getattr(value, name)})


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
    """No attribute can be set or deleted from outside, and none is there to be added."""
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
