"""The filters ``iri_urlize`` and ``iri_urlizetrunc``, instead of Jinja's ``urlize``."""

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from jinja2.exceptions import FilterArgumentError
from markupsafe import escape

from test_iri3987 import strategies as iris
from test_iri3987.test_html import read
from test_iri3987.test_jinja import NO_TEXT, environment, render

NOTE = "<i> президент.рф。me@example.org（https://faß.de/straße/lang?a&b）"


def attributes(source, *, text="www.example.org/a/long/path", policies=None):
    """Return the attributes that a template gives the link in *text*, without the target."""
    made = environment()
    made.policies.update(policies or {})
    html = made.from_string(source).render(it=text)
    opening = html[html.index("<a ") : html.index(">")]
    return opening.partition('"https://www.example.org/a/long/path"')[2].strip()


def test_links_in_text():
    """Addresses of all scripts become links, e-mail addresses too; all else is escaped."""
    expected = (
        '&lt;i&gt; <a href="https://xn--d1abbgf6aiiy.xn--p1ai" rel="noopener">'
        '<bdi dir="ltr">президент.рф</bdi></a>。'
        '<a href="mailto:me@example.org"><bdi dir="ltr">me@example.org</bdi></a>'
        '（<a href="https://xn--fa-hia.de/stra%C3%9Fe/lang?a&amp;b" rel="noopener">'
        '<bdi dir="ltr">https://faß.de/straße/lang?a&amp;b</bdi></a>）'
    )
    assert expected == render("{{ it|iri_urlize }}", it=NOTE)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ it|iri_urlize }}", 'rel="noopener"'),
        ("{{ it|iri_urlize(nofollow=true) }}", 'rel="nofollow noopener"'),
        (
            "{{ it|iri_urlize(none, true, '_top', 'ugc') }}",
            'rel="nofollow noopener ugc" target="_top"',
        ),
        ("{{ it|iri_urlize(rel='noopener  b a') }}", 'rel="a b noopener"'),
        ("{{ it|iri_urlize(rel='\"><b>') }}", 'rel="&quot;'),
        ("{{ it|iri_urlizetrunc(99, true, '_top') }}", 'rel="nofollow noopener" target="_top"'),
        (
            "{{ it|iri_urlizetrunc(20, rel='ugc') }}",
            'title="www.example.org/a/long/path" rel="noopener ugc"',
        ),
    ],
)
def test_arguments_of_urlize(source, expected):
    """The arguments mean what they mean to Jinja's own filter."""
    assert attributes(source).startswith(expected)


@pytest.mark.parametrize("source", ["{{ it|urlize }}", "{{ it|urlize(none, true, rel='b a') }}"])
@pytest.mark.parametrize(
    "policies",
    [
        {},
        {"urlize.rel": None},
        {"urlize.rel": "nofollow ugc", "urlize.target": "_blank"},
    ],
    ids=str,
)
def test_attributes_are_those_of_urlize(source, policies):
    """For all policies the attributes are those that Jinja's filter gives."""
    ours = attributes(source.replace("urlize", "iri_urlize"), policies=policies)
    assert attributes(source, policies=policies) == ours


@pytest.mark.parametrize("by_policy", [True, False])
def test_extra_schemes(by_policy):
    """Schemes are added by argument or by policy, and do not become others than these."""
    text = "tel:+1-201-555-0123 ftp://faß.de/é javascript:alert(1) www.example.org"
    schemes = ["tel:", "FTP://"]
    made = environment()
    if by_policy:
        made.policies["urlize.extra_schemes"] = schemes
    arguments = "" if by_policy else "(extra_schemes=schemes)"
    html = made.from_string(f"{{{{ it|iri_urlize{arguments} }}}}").render(it=text, schemes=schemes)
    for href in ("tel:+1-201-555-0123", "ftp://xn--fa-hia.de/%C3%A9", "https://www.example.org"):
        assert f'<a href="{href}"' in html
    assert 3 == html.count("<a ")
    assert 1 == render("{{ it|iri_urlize }}", it=text).count("<a ")


@pytest.mark.parametrize("scheme", ["tel", "ftp:///", "", "\u017fip:", "a b:"])
def test_bad_extra_scheme(scheme):
    """A text that is not a scheme with its delimiters is an error, as it is in Jinja."""
    with pytest.raises(FilterArgumentError, match="is not a scheme"):
        render("{{ it|iri_urlize(extra_schemes=[scheme]) }}", it="", scheme=scheme)


def test_short_labels():
    """The limit counts characters of the label; the host stays whole, and the target too."""
    text = "https://www.example.org/a/long/path"
    for limit, label in ((28, "https://www.example.org/a/l…"), (0, "https://www.example.org…")):
        html = render("{{ it|iri_urlizetrunc(limit) }}", it=text, limit=limit)
        assert f'<bdi dir="ltr">{label}</bdi>' in html
        assert f'href="{text}"' in html
        assert html == render("{{ it|iri_urlize(limit) }}", it=text, limit=limit)


@pytest.mark.parametrize("limit", ["x", "", float("inf"), float("nan"), [], "9" * 5000])
def test_limit_that_is_not_a_number(limit):
    """There is no limit: a page does not break because of its data."""
    text = "https://www.example.org/a/long/path"
    for name in ("iri_urlize", "iri_urlizetrunc"):
        html = render(f"{{{{ it|{name}(limit) }}}}", it=text, limit=limit)
        assert render("{{ it|iri_urlize }}", it=text) == html
    assert render("{{ it|iri_urlize }}", it=text) == render(
        "{{ it|iri_urlizetrunc(none) }}", it=text
    )


def test_autoescape():
    """The HTML is the same whether escaping is on, and is marked where it is, in a part, too."""
    html = render("{{ it|iri_urlize }}", it=NOTE)
    source = "{% set html = it|iri_urlize %}{{ html is escaped }} {{ html }}"
    part = f"{{% autoescape on %}}{source}{{% endautoescape %}}"
    for on in (True, False):
        assert f"{on} {html}" == render(source, autoescape=on, it=NOTE)
        assert f"{on} {html}" == render(part, on=on, it=NOTE)


def test_text_that_is_escaped_already():
    """Text that has been escaped before is not escaped twice, and its addresses stay whole."""
    assert render("{{ it|iri_urlize }}", it=NOTE) == render("{{ it|e|iri_urlize }}", it=NOTE)


LINKED = '<a href="https://a.org" rel="noopener"><bdi dir="ltr">a.org</bdi></a>'


def test_whatever_says_that_it_is_html():
    """Text that a library marks as HTML in its own way is HTML, too."""

    class Widget:
        def __html__(self):
            return "<b>a.org</b>"

    assert f"<b>{LINKED}</b>" == render("{{ it|iri_urlize }}", it=Widget())


@pytest.mark.parametrize("value", NO_TEXT, ids=lambda value: type(value).__name__)
def test_no_text(value):
    """A reader sees the text of a value that is not text: nothing in it is an element."""
    page = BeautifulSoup(render("{{ it|iri_urlize }}", it=value), "html.parser")
    assert str(value) == page.text


def test_profile():
    """An address that the profile refuses is text; a wrong profile is an error."""
    source = '{{ it|iri_urlize(profile="public", extra_schemes=["tel:"]) }}'
    html = environment().from_string(source).render(it="http://10.0.0.1/ http://faß.de/ tel:+1")
    assert 2 == html.count("<a ")
    assert 'href="http://10' not in html
    with pytest.raises(ValueError, match="unknown"):
        environment().from_string('{{ it|iri_urlize(profile="unknown") }}').render(it="a")


def test_mailbox_has_no_rel_and_no_target():
    """A link to a mailbox opens no page, so it has no attributes of one, as in Jinja's filter."""
    for policies in ({}, {"urlize.rel": None}):
        made = environment()
        made.policies.update(policies)
        for target in (None, "_top"):
            html = made.from_string("{{ it|iri_urlize(target=target) }}").render(
                it="me@example.org", target=target
            )
            assert html.startswith('<a href="mailto:me@example.org"><bdi')


@given(iris.any_text | st.text(), st.sampled_from([str, escape]), st.integers(-1, 30))
def test_law(text, kind, limit):
    """No text adds an element or an attribute, or a link to a scheme that runs."""
    read(TRUNCATED.render(it=kind(text), limit=limit))


TRUNCATED = environment().from_string("{{ it|iri_urlizetrunc(limit) }}")
