"""``iri``, ``iri_link`` and the test, and all of them in environments without Flask."""

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, StrictUndefined, Undefined, UndefinedError
from markupsafe import Markup

from iri3987 import IRI, IRIReference, equivalent, to_uri
from iri3987.html.jinja import display_iri, install, iri, iri_link, is_iri, uri
from iri3987.values import load
from test_flask_iri.test_filters import NO_TEXT
from test_iri3987 import strategies as iris


def environment(*, autoescape=True, **options):
    """Make an environment that knows IRIs, and no application."""
    made = Environment(autoescape=autoescape, **options)  # noqa: S701 - both must be safe
    install(made)
    return made


def render(source, *, autoescape=True, **context):
    """Render a template."""
    return environment(autoescape=autoescape).from_string(source).render(**context)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9", "http://faß.de/straße?q=é"),
        ("http://faß.de/straße", "http://faß.de/straße"),
        (IRIReference("/%C3%A9#%C3%A9"), "/é#é"),
        ("http://example.org/a%2Fb%20c%25%E9", "http://example.org/a%2Fb%20c%25%E9"),
        ("http://example.org/%E2%80%AEgpj", "http://example.org/%E2%80%AEgpj"),
        ("urn:%C3%A9", "urn:é"),
        ("http://xn--a.example/", "http://xn--a.example/"),
        ("", ""),
        ("a b", "a%20b"),
        ("/%zz", "/%25zz"),
        (load("http://xn--fa-hia.de/?a|b", IRI), "http://faß.de/?a%7Cb"),
        (Markup("<b>"), "%3Cb%3E"),
        ("\ud800", ""),
        ("http://[", ""),
        ("http://a b/", ""),
    ],
    ids=ascii,
)
def test_iri(value, expected):
    """A URI becomes the IRI for it (RFC 3987 section 3.2), repaired if need be, and all else ""."""
    assert expected == iri(value)


@given(iris.web_iri)
def test_law_iri(value):
    """The IRI for the URI that an IRI maps to is equivalent to it."""
    assert equivalent(value, iri(to_uri(value)), level="scheme")


@pytest.mark.parametrize("value", NO_TEXT, ids=lambda value: type(value).__name__)
def test_no_text(value):
    """A value that is not text becomes "", and is not an IRI."""
    assert ("", "", False) == (iri(value), iri_link(value), is_iri(value))


def test_link():
    """A link goes to the mapped URI, and shows what is safe to show, isolated."""
    expected = (
        '<a href="http://xn--fa-hia.de/?a&amp;b=%C3%A9">'
        '<bdi dir="ltr">http://me:***@faß.de/?a&amp;b=é</bdi></a>'
    )
    linked = iri_link("http://faß.de/?a&b=é")
    assert expected.replace("me:***@", "") == linked
    assert Markup is type(linked)
    assert '<bdi dir="ltr">http://me:***@' in iri_link("http://me:secret@faß.de/")


@pytest.mark.parametrize(
    "value", ["javascript:alert(1)", "data:text/html,x", "urn:x", "http://a b/", "//["]
)
def test_no_link(value):
    """A text that is not for links is shown, without a link."""
    assert f'<bdi dir="ltr">{display_iri(value)}</bdi>' == iri_link(value)


@given(iris.any_text | st.text())
def test_law_link(value):
    """For any text a browser finds no more than an `a` around a `bdi`, and the filters' texts."""
    soup = BeautifulSoup(iri_link(value), "html.parser")
    tags = [(tag.name, sorted(tag.attrs)) for tag in soup.find_all()]
    link, bdi = [("a", ["href"])] if uri(value) else [], [("bdi", ["dir"])] if value else []
    assert link + bdi == tags
    assert display_iri(value) == soup.get_text()
    assert not link or uri(value) == soup.a["href"]


@pytest.mark.parametrize("autoescape", [True, False])
def test_autoescape(autoescape):
    """The link is the same whether the environment escapes or not."""
    source = "{{ it|iri_link }}"
    it = Markup("http://example.org/?a&b='\"<c>'")
    assert str(iri_link(it)) == render(source, autoescape=autoescape, it=it)
    assert "<c>" not in iri_link(it)


@pytest.mark.parametrize(
    "name", ["uri", "iri", "display_iri", "iri_link", "iri_urlize", "iri_urlizetrunc(9)"]
)
def test_undefined(name):
    """The environment says what becomes of a missing value."""
    source = f"[{{{{ it|{name} }}}}]"
    assert "[]" == environment(undefined=Undefined).from_string(source).render()
    with pytest.raises(UndefinedError):
        environment(undefined=StrictUndefined).from_string(source).render()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://faß.de/", True),
        (IRI("urn:x"), True),
        (Markup("urn:x"), True),
        ("/é", False),
        ("http://a b/", False),
        ("", False),
        ("urn:\u202e", False),
        ("\ud800", False),
    ],
    ids=ascii,
)
def test_test(value, expected):
    """``is iri`` tells whether a value is text that is an IRI."""
    assert str(expected) == render("{{ it is iri }}", it=value)


def test_test_of_what_is_not_there():
    """A missing value is not an IRI, in a strict environment too: a test may ask."""
    source = "{{ it is iri }} {{ it is not iri }}"
    assert "False True" == environment(undefined=StrictUndefined).from_string(source).render()


def test_text_of_a_subclass():
    """A subclass of `str` is the text that it is, and not what it says of itself."""

    class Liar(str):
        __slots__ = ()

        def __str__(self):
            return "javascript:alert(1)"

        def __html__(self):
            return "<script>"

    assert ["http://x"] * 3 == [filtered(Liar("http://x")) for filtered in (uri, iri, display_iri)]
    assert '<a href="http://x"><bdi dir="ltr">http://x</bdi></a>' == iri_link(Liar("http://x"))


def test_other_names_stay():
    """The environment keeps its own filters and tests."""
    plain, known = Environment(autoescape=True), environment()
    names = {"uri", "iri", "display_iri", "iri_link", "iri_urlize", "iri_urlizetrunc"}
    assert names == known.filters.keys() - plain.filters.keys()
    assert {"iri"} == known.tests.keys() - plain.tests.keys()


@pytest.mark.parametrize("limit", [24, "many", None])
def test_iri_link_shortens(limit):
    """A long address ends with "…", and its whole text is in `title`; another limit is none."""
    address = "http://example.org/" + "a" * 100
    shown = address[:23] + "…" if limit == 24 else address
    link = iri_link(address, limit)
    assert f'<bdi dir="ltr">{shown}</bdi>' in link
    assert (limit == 24) == (f'title="{address}"' in link)
