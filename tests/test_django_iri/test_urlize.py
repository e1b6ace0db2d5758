"""The filters `iri_urlize` and `iri_urlizetrunc`, instead of Django's ``urlize``."""

import json
from html import escape
from pathlib import Path

import pytest
from django.template import Context, Engine
from django.template.exceptions import TemplateSyntaxError
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment
from jinja2.exceptions import UndefinedError
from jinja2.runtime import StrictUndefined
from markupsafe import Markup

from django_iri.jinja2 import install
from django_iri.templatetags.iri import iri_urlize, iri_urlizetrunc
from iri3987.html import linkify, linkify_html
from test_iri3987.test_html import read

ATTACKS = Path(__file__).parents[1] / "vectors" / "attacks.jsonl"
TEXTS_OF_ATTACKS = [
    row["input"]
    for row in map(json.loads, ATTACKS.read_text("utf-8").splitlines())
    if isinstance(row["input"], str)
]
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


@pytest.mark.parametrize(
    ("limit", "label"),
    [
        ("99", "https://faß.de/ab/cd"),
        ("18", "https://faß.de/ab…"),
        ('"18"', "https://faß.de/ab…"),
        ("1", "https://faß.de…"),
        ("-1", "https://faß.de…"),
    ],
)
def test_short_labels(limit, label):
    """A label is shortened, the host and the target are not; the title has the whole label."""
    text = "https://faß.de/ab/cd"
    title = f' title="{text}"' if label != text else ""
    assert (
        f'<a href="https://xn--fa-hia.de/ab/cd"{title} rel="nofollow">'
        f'<bdi dir="ltr">{label}</bdi></a>'
    ) == render(f"iri_urlizetrunc:{limit}", text)


@pytest.mark.parametrize("limit", ["x", "", None, float("inf"), float("nan"), [], "9" * 5000])
def test_limit_that_is_not_a_number(limit: object):
    """There is no limit: a page does not break because of its data."""
    text = "https://faß.de/ab/cd"
    template = DJANGO.from_string("{% load iri %}{{ text|iri_urlizetrunc:limit }}")
    shown = template.render(Context({"text": text, "limit": limit}))
    assert render("iri_urlize", text) == shown


def test_limit_is_required():
    """The filter without a limit is a fault of the template."""
    with pytest.raises(TemplateSyntaxError):
        render("iri_urlizetrunc", "a")


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
    # Nor is the result, by another filter or by the engine.
    assert f"<p>{html}</p>" == render(
        f"{expression}|linebreaks", value, autoescape=autoescape
    ).replace("x < ", "x &lt; ")


@pytest.mark.parametrize(
    "html",
    [
        "",
        "a &amp; b &nbsp; \" ' &eacute; é",
        '<a href="https://a.example.org/">https://b.example.org/</a>',
        '<a title="</b>" href=x><b>https://b.example.org/</b></a >',
        "<A>www.example.org</A>",
        "<img alt=\"> www.example.org\" title='> www.example.org'>",
        "<pre>www.example.org</pre><code>www.example.org</code>",
        "<script>if (a<b) 'www.example.org'</script>",
        "<style>/* www.example.org */</style>",
        "<textarea>www.example.org</textarea>",
        "<!-- <b> www.example.org -->",
        "<!doctype html>",
        # Not closed.
        "<!-- www.example.org",
        '<b title="www.example.org',
        "<b title='www.example.org",
        "<b www.example.org",
        "<a>www.example.org",
        "<!www.example.org",
        "<b title=",
        # An end in an attribute or a comment is not one.
        '<a title="</a> http://a.example/onclick=alert(1) ">x</a>',
        '<pre title="</pre> http://a.example/onclick=alert(1) ">x</pre>',
        '<code><b title="</code> http://a.example/onclick=alert(1) "></b></code>',
        "<code><!-- </code> --> www.example.org</code>",
        # Nor is what browsers do not take for one.
        '<b a"b="> http://a.example/onclick=alert(1) ">',
        '<b a=b"c d="> http://a.example/onclick=alert(1) ">',
        '<b/a = "> http://a.example/onclick=alert(1) ">',
        '<!--> <b title="--> http://a.example/onclick=alert(1) ">',
        '<!---> <b title="--> http://a.example/onclick=alert(1) ">',
        '<!-- --!> <b title="--> http://a.example/onclick=alert(1) ">',
        "<? \"> <b title='\" http://a.example/onclick=alert(1) '>",
        "</ \"> <b title='\" http://a.example/onclick=alert(1) '>",
        '<script></script/><b title="</script> http://a.example/onclick=alert(1) ">',
        '<xmp><b title="</xmp><i title="> http://a.example/onclick=alert(1) ">',
        '<noscript><b title="</noscript><i title="> http://a.example/onclick=alert(1) ">',
        "<iframe>www.example.org</iframe>",
        '<svg><title><b title="</title></svg> http://a.example/onclick=alert(1) "></b></svg>',
        "<svg><![CDATA[ > </svg> www.example.org ]]><svg></svg> www.example.org</svg>",
        '<svg/><title><b title="</title><i title="></svg> http://a.example/onclick=alert(1) ">',
        "<math><mtext>www.example.org</mtext></math>",
        # Browsers leave or refuse these elements, and then read what follows in another way.
        '<svg><p><style><!-- </style><b title="--></svg> http://a.example/onclick=alert(1) ">',
        '<svg></p><style><!-- </style><b title="--></svg> http://a.example/onclick=alert(1) ">',
        '<svg><desc><style><!-- </style><b title="--></svg> http://a.example/onclick=alert(1) ">',
        '<svg></math><style><b title="</style> http://a.example/onclick=alert(1) ">',
        '<div><svg></div><style><!-- </style><b title="--></svg> http://a.example/onclick=x() ">',
        '<select><style><option title="</style></select> http://a.example/onclick=alert(1) ">',
        '<pre><select><title><hr title="</title></select></pre> http://a.example/onclick=x() ">',
        '<template><col><style><col title="</style></template> http://a.example/onclick=x() ">',
        '<frameset><style><frame title="</style></frameset> http://a.example/onload=alert(1) ">',
        '<script><!--<SCRIPT></script><!-- </script><b title="--> http://a.example/onclick=x() ">',
        "<plaintext></plaintext>www.example.org",
        # Without scripts, a browser reads what is in it.
        '<noscript><img title="</noscript> http://a.example/onerror=alert(1) ">',
    ],
)
def test_markup_that_stays(html):
    """Elements stay as they are, and so does text without addresses, to the character."""
    assert html == iri_urlize(SafeString(html)) == iri_urlize(html, autoescape=False)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>{}</p>", "<p>{}</p>"),
        ("{}<br>\n{}", "{}<br>\n{}"),
        ("<abbr>{}</abbr>", "<abbr>{}</abbr>"),
        ("<b title='>'>{}</b>", "<b title='>'>{}</b>"),
        ("<a>x</a>{}<a>y</a>", "<a>x</a>{}<a>y</a>"),
        ("<!-- --> {}", "<!-- --> {}"),
        ("<!--> {}", "<!--> {}"),
        ("<b a'b>{}</b>", "<b a'b>{}</b>"),
        ("<svg><path/></svg>{}<svg/>{}</svg>{}", "<svg><path/></svg>{}<svg/>{}</svg>{}"),
        (
            "<svg><title>x</title><g><path d=''/></g></svg>{}",
            "<svg><title>x</title><g><path d=''/></g></svg>{}",
        ),
        ("<pre><a>x</a></pre>{}", "<pre><a>x</a></pre>{}"),
        ("<select><option>x</select>{}", "<select><option>x</select>{}"),
        ("<script><!-- x --></script>{}", "<script><!-- x --></script>{}"),
        ("<title>x</title >{}", "<title>x</title >{}"),
        ("1 < 2 {}", "1 &lt; 2 {}"),
        ("&quot;{}&quot;", "&quot;{}&quot;"),
    ],
)
def test_text_between_markup(html, expected):
    """The text of elements that are not links or code is linked."""
    given_text = html.replace("{}", "https://faß.de/?a&amp;b")
    assert expected.replace("{}", LINK) == iri_urlize(SafeString(given_text))


def test_filters_that_make_html():
    """It can stand after Django's own filters, and before them."""
    text = "<b>\nhttps://faß.de/?a&b"
    assert f"<p>&lt;b&gt;<br>{LINK}</p>" == render("linebreaks|iri_urlize", text)
    assert f"<p>&lt;b&gt;<br>{LINK}</p>" == render("iri_urlize|linebreaks", text)
    assert f"&lt;b&gt;<br>{LINK}" == render("linebreaksbr|iri_urlize", text)
    assert render("escape|iri_urlize", text) == render("iri_urlize", text)


@pytest.mark.parametrize(
    ("value", "expected"), [(123, "123"), (None, "None"), (["<"], "[&#x27;&lt;&#x27;]")]
)
def test_other_values(value, expected):
    """A value that is not text is shown as Django shows it."""
    assert expected == render("iri_urlize", value)


@pytest.mark.parametrize("text", TEXTS_OF_ATTACKS, ids=ascii)
def test_attacks(text):
    """No text of an attack adds an element or an attribute, or a link to a scheme that runs."""
    for value in (text, f"a {text} は{text}"):
        read(render("iri_urlize", value))
        read(render("iri_urlizetrunc:9", value))
        read(iri_urlize(SafeString(escape(value))))


@given(st.text())
def test_any_text(text):
    """Nor does any other text; text that was escaped first gives the same."""
    html = iri_urlize(text)
    read(html)
    read(iri_urlizetrunc(text, 5))
    assert isinstance(html, SafeString)
    # HTML has no NUL and no surrogate, and reads some references to other controls as nothing.
    assert html == iri_urlize(SafeString(escape(text)))


@given(st.text("<>/!-\"'a= b"))
def test_scanner_loses_nothing(html):
    """Whatever is marked safe, well formed or not, has all of its markup afterwards."""
    assert html == linkify_html(html, escape)
    assert html.replace("<", "").replace(">", "") == linkify_html(
        html.replace("<", "").replace(">", ""), linkify
    )


@pytest.mark.parametrize("shape", ["<", "<a ", '<b "', "<!--", "<b '\"", "&lt;", "<code>", "</b"])
def test_a_megabyte(shape):
    """A megabyte of the beginnings of markup is answered."""
    html = shape * (1_000_000 // len(shape))
    assert iri_urlize(SafeString(html))
    assert escape(html) == iri_urlize(html)


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


def test_jinja_undefined():
    """A strict environment raises for what is not there."""
    env = Environment(autoescape=True, undefined=StrictUndefined)
    install(env)
    with pytest.raises(UndefinedError):
        env.from_string("{{ it|iri_urlize }}").render()
