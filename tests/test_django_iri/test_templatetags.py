"""Tests of the filters of ``{% load iri %}``."""

from html import unescape

import pytest
from django.template import Context, Template
from django.urls import reverse_lazy
from django.utils.safestring import SafeString, mark_safe
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRI, IRIError, IRIReference, is_uri_reference
from iri3987.values import InvalidIRI, load

RLO = "\N{RIGHT-TO-LEFT OVERRIDE}"

#: As the library's documentation has it.
LINK = Template(
    '{% load iri %}{% with href=link|uri %}{% if href %}<a href="{{ href }}">{% endif %}'
    '<bdi dir="ltr">{{ link|display_iri }}</bdi>{% if href %}</a>{% endif %}{% endwith %}'
)


def render(expression: str, value: object) -> str:
    """Return what *expression* writes of *value*."""
    return Template(f"{{% load iri %}}{{{{ value|{expression} }}}}").render(
        Context({"value": value})
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://faß.de/straße?q=é", "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"),
        (IRI("https://例え.テスト/"), "https://xn--r8jz45g.xn--zckzah/"),
        ("mailto:é@example.org", "mailto:%C3%A9@example.org"),
        ("HTTPS://example.org/%7e", "HTTPS://example.org/%7e"),
        ("/räk", "/r%C3%A4k"),
        ("../räk?q=é#ф", "../r%C3%A4k?q=%C3%A9#%D1%84"),
        ("//example.org/é", "//example.org/%C3%A9"),
        ("?a=1&b='2'", "?a=1&amp;b=&#x27;2&#x27;"),
    ],
)
def test_uri_maps(value, expected):
    """A link on the allow-list or a relative reference is mapped, and then escaped."""
    assert expected == render("uri", value)


@pytest.mark.parametrize(
    "value",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "\x01javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "urn:isbn:1",
        'http://exa"mple.org/',
        "http://exa%zzmple.org/",
        f"http://example.org/{RLO}",
        "http://℀.com/",
        "http://[::1",
        "/\ud800",
        "/\0",
        "/\r\n",
        "",
        None,
        5,
        1.5,
        b"http://example.org/",
        ["http://example.org/"],
    ],
)
def test_uri_of_what_is_no_link(value):
    """A text that is not a reference, cannot be mapped, or runs as code, is not linked."""
    assert "" == render("uri", value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://xn--fa-hia.de/stra%C3%9Fe", "http://faß.de/straße"),
        ("http://me:secret@example.org/", "http://me:***@example.org/"),
        (f"http://example.org/{RLO}", "http://example.org/%E2%80%AE"),
        ("http://xn--fa-hia.de/?a[b]=ä|b", "http://faß.de/?a%5Bb%5D=ä%7Cb"),
        (load("http://faß.de/#a#b", IRI), "http://faß.de/#a%23b"),
        ("urn:isbn:1", "urn:isbn:1"),
        ("a&b", "a&amp;b"),
        ("<b>", "%3Cb%3E"),
        ("\ud800", "%ED%A0%80"),
        ("", ""),
        (None, ""),
        (5, ""),
        (b"x", ""),
    ],
)
def test_display_iri(value, expected):
    """Any text is shown, as text; other values are not."""
    assert expected == render("display_iri", value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9", "http://faß.de/straße?q=é"),
        ("http://faß.de/", "http://faß.de/"),
        ("../r%C3%A4k", "../räk"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("http://example.org/%E2%80%AE%2F%25", "http://example.org/%E2%80%AE%2F%25"),
        ("?a&b", "?a&amp;b"),
        ("http://faß.de/?a[b]=%zz|ä", "http://faß.de/?a%5Bb%5D=%25zz%7Cä"),
        ("<b>", "%3Cb%3E"),
        ("http://a b/", ""),
        (f"http://example.org/{RLO}", ""),
        ("\ud800", ""),
        ("", ""),
        (None, ""),
        (5, ""),
        (b"http://example.org/", ""),
    ],
)
def test_iri(value, expected):
    """The inverse of `uri`: the IRI, as plain text, repaired if need be."""
    assert expected == render("iri", value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            "http://xn--fa-hia.de/?a&b='é'",
            (
                '<a href="http://xn--fa-hia.de/?a&amp;b=&#x27;%C3%A9&#x27;">'
                '<bdi dir="ltr">http://faß.de/?a&amp;b=&#x27;é&#x27;</bdi></a>'
            ),
        ),
        ("../räk", '<a href="../r%C3%A4k"><bdi dir="ltr">../räk</bdi></a>'),
        ("javascript:alert(1)", '<bdi dir="ltr">javascript:alert(1)</bdi>'),
        (
            'http://e.org/"onclick="x y',
            (
                '<a href="http://e.org/%22onclick=%22x%20y">'
                '<bdi dir="ltr">http://e.org/%22onclick=%22x%20y</bdi></a>'
            ),
        ),
        ("<script>", '<a href="%3Cscript%3E"><bdi dir="ltr">%3Cscript%3E</bdi></a>'),
        ("http://<script>", '<bdi dir="ltr">http://%3Cscript%3E</bdi>'),
        (f"http://e.org/{RLO}", '<bdi dir="ltr">http://e.org/%E2%80%AE</bdi>'),
        ("\ud800", '<bdi dir="ltr">%ED%A0%80</bdi>'),
        ("http://[::1", '<bdi dir="ltr">http://[::1</bdi>'),
        ("", ""),
        (None, ""),
        (5, ""),
        (b"http://example.org/", ""),
    ],
)
def test_iri_link(value, expected):
    """A link for what `uri` accepts, else the text alone, in an element that isolates it."""
    assert expected == render("iri_link", value)
    assert expected == Template(
        "{% load iri %}{% autoescape off %}{{ value|iri_link }}{% endautoescape %}"
    ).render(Context({"value": value}))


@pytest.mark.parametrize(
    "text",
    ["example5.org", "/admin/", "//example5.org/", "?q", "#x", "", "http://a b/", "javascript:x"],
)
def test_old_row_is_no_link_into_the_site(text):
    """Text that was stored as an address, and is not one, is not a relative reference."""
    old = InvalidIRI(text, IRIError("not an IRI", code="not-absolute"))
    assert "" == render("uri", old)
    assert "<a" not in render("iri_link", old)
    assert "<a" not in LINK.render(Context({"link": old}))


@pytest.mark.parametrize("value", ["../räk", IRIReference("../räk"), load("../räk", IRIReference)])
def test_reference_is_a_link(value):
    """A relative reference that is meant as one still links: it depends on the type."""
    assert "../r%C3%A4k" == render("uri", value)


def test_old_row_that_has_a_scheme():
    """An `InvalidIRI` is judged by its text, as long as it cannot lead into the site."""
    old = InvalidIRI("http://example.org/é", IRIError("refused", "bad-character"))
    assert "http://example.org/%C3%A9" == render("uri", old)


@pytest.mark.parametrize("filter_name", ["uri", "iri", "display_iri", "iri_link"])
def test_takes_the_text_of_a_str(filter_name):
    """The methods of a subclass of `str` do not count, nor that it was marked safe."""

    class Liar(str):
        __slots__ = ()

        def __str__(self) -> str:
            return "javascript:alert(1)"

    assert "javascript" not in render(filter_name, Liar("http://example.org/"))
    assert "<b>" not in render(filter_name, mark_safe("<b>"))


@pytest.mark.parametrize("filter_name", ["uri", "iri", "display_iri"])
def test_result_is_never_marked_safe(filter_name):
    """A text that was marked safe is escaped again: the result is another text."""
    assert "?a&amp;b" == render(filter_name, mark_safe("?a&b"))
    assert "?a&b" == render(f"{filter_name}|safe", SafeString("?a&b"))


def test_lazy_text():
    """A lazy URL, as from `reverse_lazy`, is read as its text."""
    value = reverse_lazy("go", kwargs={"target": "urn:é"})
    assert "/go/urn:%C3%A9" == render("uri", value)
    assert "/go/urn:é" == render("display_iri", value)


def test_a_link():
    """A link has the mapped URI in its `href`, and people's script in its text."""
    assert '<a href="http://xn--fa-hia.de/"><bdi dir="ltr">http://faß.de/</bdi></a>' == LINK.render(
        Context({"link": IRI("http://faß.de/")})
    )


@given(st.text())
def test_filters_never_raise(text):
    """Whatever is in the database: a page is rendered, with a URI reference as its link, if any."""
    for value in (text, load(text, IRI)):
        html = unescape(LINK.render(Context({"link": value})))
        href = html.split('"')[1]
        assert href == "ltr" or (href and is_uri_reference(href))


@pytest.mark.parametrize("limit", ["24", "many", ""])
def test_iri_link_shortens(limit):
    """A long address ends with "…", and its whole text is in `title`; another limit is none."""
    address = "http://example.org/" + "a" * 100
    shown = address[:23] + "…" if limit == "24" else address
    page = Template("{% load iri %}{{ value|iri_link:limit }}")
    link = page.render(Context({"value": address, "limit": limit}))
    assert f'<bdi dir="ltr">{shown}</bdi>' in link
    assert (limit == "24") == (f'title="{address}"' in link)
