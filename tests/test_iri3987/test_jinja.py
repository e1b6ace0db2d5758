"""`iri3987.html.jinja`: the filters, and the test ``iri``, in an environment of Jinja."""

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, StrictUndefined, Undefined, UndefinedError
from markupsafe import Markup

from iri3987 import IRI, IRIReference, display, equivalent, is_uri_reference, to_uri
from iri3987.html.jinja import display_iri, install, iri, iri_link, is_iri, uri
from iri3987.values import load
from test_iri3987 import strategies as iris

LINK = '<a{{ {"href": it|uri or none}|xmlattr }}><bdi dir="ltr">{{ it|display_iri }}</bdi></a>'


def environment(*, autoescape=True, **options):
    """Make an environment that knows IRIs, and no application."""
    made = Environment(autoescape=autoescape, **options)  # noqa: S701 - both must be safe
    install(made)
    return made


def render(source, *, autoescape=True, **context):
    """Render a template."""
    return environment(autoescape=autoescape).from_string(source).render(**context)


def link(it):
    """Render a link as documented, and return its attribute and its text as a browser has them."""
    element = BeautifulSoup(render(LINK, it=it), "html.parser").a
    assert "" != element.get("href")
    return element.get("href", ""), element.text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://faß.de/straße?q=é", "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"),
        (IRI("https://例え.テスト/"), "https://xn--r8jz45g.xn--zckzah/"),
        ("mailto:é@example.org", "mailto:%C3%A9@example.org"),
        ("tel:+1-201-555-0123", "tel:+1-201-555-0123"),
        ("HTTP://EXAMPLE.org:080/%c3", "HTTP://EXAMPLE.org:080/%c3"),
        (IRIReference("../straße#é"), "../stra%C3%9Fe#%C3%A9"),
        ("/a?b&c='d'", "/a?b&c='d'"),
        ("", ""),
    ],
    ids=ascii,
)
def test_uri(value, expected):
    """An IRI reference becomes the URI it maps to (RFC 3987 section 3.1)."""
    assert expected == uri(value)


@pytest.mark.parametrize(
    "value",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        " javascript:alert(1)",
        "data:text/html,é",
        "vbscript:x",
        "file:///etc/passwd",
        "blob:x",
        "urn:例:1",
        "example.org:80/",
        "http://℀.com/",
        "http://evil.com＼.example/",
        "http://faß..de/",
        "http://a b/",
        "http://example.org\\@evil.example/",
        "http://example.org/\u202e",
        "http://example.org/\ud800",
        "http://example.org/\x00",
        "http://[::1",
        "/\\evil.example",
        "/\t/evil.example",
        "\ud800",
        pytest.param("." * 1_000_000 + "\n", id="megabyte"),
    ],
    ids=ascii,
)
def test_uri_refuses(value):
    """A text that is not a reference, cannot be mapped or has an unfit scheme is not linked."""
    assert "" == uri(value)


def test_display():
    """A person sees the host in its script and the path decoded, but no password."""
    value = "http://me:secret@xn--fa-hia.de/stra%C3%9Fe"
    assert "http://me:***@faß.de/straße" == display_iri(value)


def test_display_hides_nothing():
    """Deceiving text stays encoded: a homograph as its A-label, formatting as %HH."""
    assert "http://xn--80ak6aa92e.com/" == display_iri("http://аррӏе.com/")
    assert "http://h/%E2%80%AEgpj" == display_iri("http://h/%E2%80%AEgpj")


NO_TEXT = [None, b"http://example.org/", 0, 7, 1.5, True, [], {}, object(), Undefined()]
by_type = pytest.mark.parametrize("value", NO_TEXT, ids=lambda value: type(value).__name__)


@by_type
def test_no_text(value):
    """A value that is not text becomes "", is not an IRI, and raises nothing."""
    assert ("",) * 4 == (uri(value), iri(value), display_iri(value), iri_link(value))
    assert not is_iri(value)
    assert ("", "") == link(value)


@pytest.mark.parametrize("filtered", [uri, display_iri])
@pytest.mark.parametrize("kind", [str, IRI, Markup])
def test_result_is_plain_text(filtered, kind):
    """The result is a `str` and nothing more, whatever text comes in: autoescaping escapes it."""
    assert str is type(filtered(kind("http://example.org/?a&b='c'")))


def test_autoescape():
    """The engine escapes both results, those of `Markup` too."""
    for it in ("http://example.org/?a&b='c'", Markup("http://example.org/?a&b='c'")):
        expected = "http://example.org/?a&amp;b=&#39;c&#39;"
        assert f"{expected} {expected}" == render("{{ it|uri }} {{ it|display_iri }}", it=it)


def test_markup_cannot_break_out():
    """Text marked safe gets no tag and no quote through either filter."""
    it = Markup('"><script>alert(1)</script>')
    page = BeautifulSoup(render(LINK, it=it), "html.parser")
    assert ["a", "bdi"] == [element.name for element in page.find_all()]
    assert "%22%3E%3Cscript%3Ealert(1)%3C/script%3E" == page.a["href"]


@given(iris.any_text | st.text())
def test_law_uri(value):
    """For any text the result is a URI reference whose scheme is fit for a link, or empty."""
    result = uri(value)
    assert is_uri_reference(result)
    scheme = IRIReference(result).scheme
    assert scheme is None or scheme.lower() in {"http", "https", "mailto", "tel"}
    assert result == uri(result)


@given(iris.any_text | st.text())
def test_law_page(value):
    """For any text a browser finds in the page what the filters gave, and no tag besides."""
    page = link(value)
    assert (uri(value), display_iri(value)) == page


#: Texts of rows that were stored before anything was checked.
OLD = [
    "example.org",
    "example.org/a?b",
    "//evil.example/",
    "/admin/delete",
    "#",
    "?logout",
    "",
    "..",
    "http://a b/",
    "https://example.org/\u202e",
    "javascript:alert('a b')",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "///evil.example/",
    "http:///evil.example/",
    "http:evil.example",
    '"><script>alert(1)</script>',
]


#: Old rows that worked in a browser, and where they led.
WORKED = {
    "https://example.org/?family=A|B": "https://example.org/?family=A%7CB",
    "https://example.org/?filter[name]=ä": "https://example.org/?filter%5Bname%5D=%C3%A4",
    "https://example.org/100%": "https://example.org/100%25",
    "https://example.org/a b": "https://example.org/a%20b",
    "https://example.org/a\\b#c#d": "https://example.org/a/b#c%23d",
}


@pytest.mark.parametrize(("old", "expected"), WORKED.items(), ids=ascii)
@pytest.mark.parametrize("kind", [str, Markup, lambda text: load(text, IRI)])
@pytest.mark.parametrize("source", [LINK, "{{ it|iri_link }}"], ids=["by parts", "iri_link"])
def test_old_rows_that_worked(old, expected, kind, source):
    """A stored address that lacks percent-encoding alone goes on working, and shows its target."""
    page = BeautifulSoup(render(source, it=kind(old)), "html.parser")
    assert (expected, display(expected)) == (page.a["href"], page.text)


@pytest.mark.parametrize("old", OLD, ids=ascii)
@pytest.mark.parametrize("source", [LINK, "{{ it|iri_link }}"], ids=["by parts", "iri_link"])
def test_old_rows(old, source):
    """Old text becomes no link into one's own site, and nothing empty, nor anything that runs."""
    page = BeautifulSoup(render(source, it=load(old, IRI)), "html.parser")
    assert [] == page.find_all(href=True)
    assert {"a", "bdi"} >= {element.name for element in page.find_all()}
    assert display(old) == page.text


@pytest.mark.parametrize("it", [None, "", load("", IRI)], ids=repr)
def test_nothing_to_show(it):
    """Where there is no address, there is no attribute, and no text."""
    page = render("{{ it|iri_link }}[{{ it|uri }}{{ it|display_iri }}{{ it|iri }}]", it=it)
    assert "[]" == page
    assert "<a><bdi" in render(LINK, it=it)


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
def test_link_with_and_without_autoescape(autoescape):
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
