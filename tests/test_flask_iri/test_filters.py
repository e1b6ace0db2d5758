"""The filters ``uri`` and ``display_iri``, as functions and in templates."""

import pytest
from bs4 import BeautifulSoup
from flask import Flask, render_template_string
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import ChainableUndefined, Environment, StrictUndefined, Undefined, UndefinedError
from markupsafe import Markup

from flask_iri import FlaskIRI
from iri3987 import IRI, IRIReference, display, is_uri_reference
from iri3987.html.jinja import display_iri, uri
from iri3987.values import load
from test_iri3987 import strategies as iris

LINK = '<a{{ {"href": it|uri or none}|xmlattr }}><bdi dir="ltr">{{ it|display_iri }}</bdi></a>'


@pytest.fixture(scope="module")
def app():
    """Make an application with the filters."""
    app = Flask(__name__)
    FlaskIRI(app)
    return app


def render(app, source, **context):
    """Render a template as a view does."""
    with app.test_request_context():
        return render_template_string(source, **context)


def link(app, it):
    """Render a link as documented, and return its attribute and its text as a browser has them."""
    element = BeautifulSoup(render(app, LINK, it=it), "html.parser").a
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
    """A value that is not text becomes "", in both filters, and raises nothing."""
    assert ("", "") == (uri(value), display_iri(value))


@by_type
def test_no_text_in_a_template(app, value):
    """A value that is not text becomes an empty link in a template."""
    assert ("", "") == link(app, value)


def test_undefined_in_a_template(app):
    """A variable that is not there is empty, as it is without a filter."""
    assert "[][]" == render(app, "[{{ nothing|uri }}][{{ nothing|display_iri }}]")


@pytest.mark.parametrize("filtered", [uri, display_iri])
def test_undefined_outside_flask(filtered):
    """The environment decides what an undefined variable is: empty, or an error if strict."""
    for undefined in (Undefined, ChainableUndefined):
        environment = Environment(undefined=undefined, autoescape=True)
        environment.filters["it"] = filtered
        assert "" == environment.from_string("{{ it|it }}").render()
    environment = Environment(undefined=StrictUndefined, autoescape=True)
    environment.filters["it"] = filtered
    with pytest.raises(UndefinedError):
        environment.from_string("{{ it|it }}").render()


@pytest.mark.parametrize("filtered", [uri, display_iri])
@pytest.mark.parametrize("kind", [str, IRI, Markup])
def test_result_is_plain_text(filtered, kind):
    """The result is a `str` and nothing more, whatever text comes in: autoescaping escapes it."""
    assert str is type(filtered(kind("http://example.org/?a&b='c'")))


def test_autoescape(app):
    """The engine escapes both results, those of `Markup` too."""
    for it in ("http://example.org/?a&b='c'", Markup("http://example.org/?a&b='c'")):
        expected = "http://example.org/?a&amp;b=&#39;c&#39;"
        assert f"{expected} {expected}" == render(app, "{{ it|uri }} {{ it|display_iri }}", it=it)


def test_markup_cannot_break_out(app):
    """Text marked safe gets no tag and no quote through either filter."""
    it = Markup('"><script>alert(1)</script>')
    page = BeautifulSoup(render(app, LINK, it=it), "html.parser")
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
    page = link(PAGES, value)
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
def test_old_rows_that_worked(app, old, expected, kind, source):
    """A stored address that lacks percent-encoding alone goes on working, and shows its target."""
    page = BeautifulSoup(render(app, source, it=kind(old)), "html.parser")
    assert (expected, display(expected)) == (page.a["href"], page.text)


@pytest.mark.parametrize("old", OLD, ids=ascii)
@pytest.mark.parametrize("source", [LINK, "{{ it|iri_link }}"], ids=["by parts", "iri_link"])
def test_old_rows(app, old, source):
    """Old text becomes no link into one's own site, and nothing empty, nor anything that runs."""
    page = BeautifulSoup(render(app, source, it=load(old, IRI)), "html.parser")
    assert [] == page.find_all(href=True)
    assert {"a", "bdi"} >= {element.name for element in page.find_all()}
    assert display(old) == page.text


@pytest.mark.parametrize("it", [None, "", load("", IRI)], ids=repr)
def test_nothing_to_show(app, it):
    """Where there is no address, there is no attribute, and no text."""
    page = render(app, "{{ it|iri_link }}[{{ it|uri }}{{ it|display_iri }}{{ it|iri }}]", it=it)
    assert "[]" == page
    assert "<a><bdi" in render(app, LINK, it=it)


PAGES = Flask(__name__)
FlaskIRI(PAGES)
