"""The filters `iri_urlize` and `iri_urlizetrunc`, which replace Django's ``urlize``."""

from dataclasses import replace

import pytest
from django.template import Context, Engine
from django.template.exceptions import TemplateSyntaxError
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from jinja2 import Environment
from markupsafe import Markup

from django_iri.jinja2 import install
from iri3987 import PUBLIC

LINK = (
    '<a href="https://xn--fa-hia.de/?a&amp;b" rel="nofollow">'
    '<bdi dir="ltr">https://faß.de/?a&amp;b</bdi></a>'
)
DJANGO = Engine(libraries={"iri": "django_iri.templatetags.iri"}, builtins=[])


def render(expression, value, *, autoescape=True):
    """Return what Django's template writes for *expression*."""
    source = f"{{% load iri %}}{{{{ value|{expression} }}}}"
    return DJANGO.from_string(source).render(Context({"value": value}, autoescape=autoescape))


def test_links_in_text():
    """Addresses of all scripts become links, e-mail addresses too; all else is escaped."""
    assert (
        '&lt;i&gt; <a href="https://xn--d1abbgf6aiiy.xn--p1ai" rel="nofollow">'
        '<bdi dir="ltr">президент.рф</bdi></a>。'
        '<a href="mailto:me@example.org"><bdi dir="ltr">me@example.org</bdi></a>'
        f"（{LINK}）"
    ) == render("iri_urlize", "<i> президент.рф。me@example.org（https://faß.de/?a&b）")


@pytest.mark.parametrize("expression", ["iri_urlize", "iri_urlizetrunc:99"])
@pytest.mark.parametrize(
    ("value", "autoescape"),
    [
        ("x < https://faß.de/?a&b", True),
        (SafeString("x &lt; https://faß.de/?a&amp;b"), True),
        (Markup("x &lt; https://faß.de/?a&amp;b"), True),
        (gettext_lazy("x < https://faß.de/?a&b"), True),
        ("x &lt; https://faß.de/?a&amp;b", False),
        (SafeString("x &lt; https://faß.de/?a&amp;b"), False),
    ],
)
def test_nothing_is_escaped_twice(expression, value, autoescape):
    """Text that is HTML already is read as HTML: "&amp;" is "&" in the target."""
    html = render(expression, value, autoescape=autoescape)
    assert f"x &lt; {LINK}" == html
    # The result is not, either, by another filter or by the engine.
    assert f"<p>{html}</p>" == render(
        f"{expression}|linebreaks", value, autoescape=autoescape
    ).replace("x < ", "x &lt; ")


def test_filters_that_make_html():
    """It can stand after Django's own filters, and before them; other values are as in Django."""
    text = "<b>\nhttps://faß.de/?a&b"
    assert f"<p>&lt;b&gt;<br>{LINK}</p>" == render("linebreaks|iri_urlize", text)
    assert f"<p>&lt;b&gt;<br>{LINK}</p>" == render("iri_urlize|linebreaks", text)
    assert f"&lt;b&gt;<br>{LINK}" == render("linebreaksbr|iri_urlize", text)
    assert render("escape|iri_urlize", text) == render("iri_urlize", text)
    for value, expected in [(123, "123"), (None, "None"), (["<"], "[&#x27;&lt;&#x27;]")]:
        assert expected == render("iri_urlize", value)
    with pytest.raises(TemplateSyntaxError):  # without its limit
        render("iri_urlizetrunc", "a")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", f"&lt;i&gt; {LINK}"),
        ('rel="nofollow ugc"', f"&lt;i&gt; {LINK}".replace("nofollow", "nofollow ugc")),
        ('rel=""', f"&lt;i&gt; {LINK}".replace(' rel="nofollow"', "")),
        (
            'target="_blank"',
            f"&lt;i&gt; {LINK}".replace('"nofollow"', '"nofollow" target="_blank"'),
        ),
        ('profile="public"', f"&lt;i&gt; {LINK}"),
    ],
)
def test_tag(options, expected):
    """The tag has the options that a filter has no place for."""
    assert expected == render_tag(options, "<i> https://faß.de/?a&b")


def test_tag_with_a_profile():
    """An address that the profile refuses is text."""
    text = "http://10.0.0.1/ http://me@example.org/"
    assert 2 == render_tag("", text).count("<a ")
    assert 1 == render_tag('profile="public"', text).count("<a ")
    assert '<a href="http://me@' not in render_tag(
        "profile=rule", text, rule=replace(PUBLIC, reject=frozenset({"userinfo"}))
    )
    with pytest.raises(ValueError, match="unknown"):
        render_tag('profile="unknown"', text)
    # Where escaping is off, and for safe text, the elements stay.
    text = "<i> https://faß.de/?a&amp;b"
    assert f"<i> {LINK}" == render_tag("", SafeString(text))
    assert f"<i> {LINK}" == render_tag("", text, autoescape=False)
    assert "…" in render_tag("limit=10", "https://faß.de/straße")


def render_tag(options, value, *, autoescape=True, **names):
    """Return what the tag writes with *options*."""
    source = f"{{% load iri %}}{{% iri_urlize value {options} %}}"
    context = Context({"value": value, **names}, autoescape=autoescape)
    return DJANGO.from_string(source).render(context)


def test_jinja():
    """Jinja2 has both; text is escaped whether autoescaping is on or off, and safe text is not."""
    for autoescape in (True, False):
        env = Environment(autoescape=autoescape)  # noqa: S701
        install(env)
        made = env.from_string("{{ it|iri_urlize }}|{{ it|iri_urlizetrunc(99) }}")
        html = f"&lt;i&gt; {LINK}"
        assert f"{html}|{html}" == made.render(it="<i> https://faß.de/?a&b")
        assert f"<i> {LINK}|<i> {LINK}" == made.render(it=Markup("<i> https://faß.de/?a&amp;b"))
        assert "|" == made.render()
