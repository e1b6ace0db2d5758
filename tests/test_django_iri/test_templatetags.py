"""The filters of ``{% load iri %}``: what Django adds to `iri3987.html.filters`."""

from dataclasses import replace
from html import unescape

import pytest
from django.template import Context, Template, engines
from django.test import override_settings
from django.urls import reverse_lazy
from django.utils.safestring import SafeString, mark_safe
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from iri3987 import IRI, is_uri_reference
from iri3987.profile import WEB
from iri3987.values import load

#: As the library's documentation has it.
LINK = Template(
    '{% load iri %}{% with href=link|uri %}{% if href %}<a href="{{ href }}">{% endif %}'
    '<bdi dir="ltr">{{ link|display_iri }}</bdi>{% if href %}</a>{% endif %}{% endwith %}'
)
FILTERS = ["uri", "iri", "display_iri", "iri_text", "iri_link"]
ADDRESS = "http://xn--fa-hia.de/?a&b='%C3%A9'"


def render(expression: str, value: object) -> str:
    """Return what *expression* writes of *value*."""
    return Template(f"{{% load iri %}}{{{{ value|{expression} }}}}").render(
        Context({"value": value})
    )


@pytest.mark.parametrize(
    ("expression", "value", "expected"),
    [
        ("uri", ADDRESS, "http://xn--fa-hia.de/?a&amp;b=&#x27;%C3%A9&#x27;"),
        ("iri", ADDRESS, "http://faß.de/?a&amp;b=&#x27;é&#x27;"),
        ("display_iri", ADDRESS, "http://faß.de/?a&amp;b=&#x27;é&#x27;"),
        ("display_iri", "<b>", "%3Cb%3E"),
        ("iri_text", "http://example.org/a.", "http://example.org/a%2E"),
        (
            "iri_link",
            ADDRESS,
            (
                '<a href="http://xn--fa-hia.de/?a&amp;b=&#x27;%C3%A9&#x27;">'
                '<bdi dir="ltr">http://faß.de/?a&amp;b=&#x27;é&#x27;</bdi></a>'
            ),
        ),
        (
            "iri_link:24",
            "http://example.org/aaaaaaaa",
            (
                '<a href="http://example.org/aaaaaaaa" title="http://example.org/aaaaaaaa">'
                '<bdi dir="ltr">http://example.org/aaaa…</bdi></a>'
            ),
        ),
    ],
)
def test_filters(expression, value, expected):
    """Plain text is escaped once; a link is HTML, whether the template escapes or not."""
    assert expected == render(expression, value)
    if expression.startswith("iri_link"):
        source = f"{{% autoescape off %}}{{{{ value|{expression} }}}}{{% endautoescape %}}"
        unescaped = Template(f"{{% load iri %}}{source}")
        assert expected == unescaped.render(Context({"value": value}))


JINJA2 = {
    "BACKEND": "django.template.backends.jinja2.Jinja2",
    "OPTIONS": {"environment": "django_iri.jinja2.environment"},
}


@override_settings(TEMPLATES=[JINJA2])
def test_filters_of_jinja():
    """All filters are in Django's Jinja2 backend, which escapes what is plain text, once."""
    uri, iri = "http://xn--fa-hia.de/?a&amp;b=%C3%A9", "http://faß.de/?a&amp;b=é"
    link = f'<a href="{uri}"><bdi dir="ltr">{iri}</bdi></a>'
    for name, expected in zip(FILTERS, [uri, iri, iri, iri, link], strict=True):
        template = engines["jinja2"].from_string(f"{{{{ value|{name} }}}}")
        for kind in (str, Markup):
            assert expected == template.render({"value": kind("http://faß.de/?a&b=é")})
        assert "" == template.render({})


WITH_FTP = replace(WEB, schemes=["http", "ftp"])


@pytest.mark.parametrize("profile", ["rule", f'"{__name__}.WITH_FTP"'])
def test_tags_take_a_profile(profile):
    """A link to an address that the field accepts, and to no other, escaped once."""
    source = (
        f"{{% load iri %}}{{% uri link profile={profile} as href %}}{{{{ href }}}}"
        f" {{% uri link profile={profile} %}} {{% iri_link link limit=9 profile={profile} %}}"
    )
    template = Template(source)
    linked = "ftp://a.example/?a&amp;b"
    context = Context({"link": "ftp://a.example/?a&b", "rule": WITH_FTP})
    assert template.render(context) == (
        f'{linked} {linked} <a href="{linked}" title="{linked}">'
        '<bdi dir="ltr">ftp://a.example…</bdi></a>'
    )
    refused = template.render(Context({"link": "javascript:1", "rule": WITH_FTP}))
    assert refused == '  <bdi dir="ltr">javascript:1</bdi>'


def test_what_is_no_text():
    """A value that is not text is shown as nothing; lazy text, as from `reverse_lazy`, is read.

    Text that was marked safe is escaped again: the result is another text.
    """
    for expression in FILTERS:
        for value in [None, "", 5, b"http://example.org/", ["http://example.org/"]]:
            assert "" == render(expression, value)
    value = reverse_lazy("go", kwargs={"target": "urn:é"})
    assert ["/go/urn:%C3%A9", "/go/urn:é"] == [render(each, value) for each in ("uri", "iri")]
    for expression in FILTERS[:3]:
        assert "?a&amp;b" == render(expression, mark_safe("?a&b"))
        assert "?a&b" == render(f"{expression}|safe", SafeString("?a&b"))


@given(st.text())
def test_filters_never_raise(text):
    """Whatever is in the database: a page is rendered, with a URI reference as its link, if any."""
    for value in (text, load(text, IRI)):
        html = unescape(LINK.render(Context({"link": value})))
        href = html.split('"')[1]
        assert href == "ltr" or (href and is_uri_reference(href))
