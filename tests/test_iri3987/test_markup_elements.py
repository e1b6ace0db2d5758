"""Links in text that is HTML already: elements stay as they are, well formed or not."""

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987.html import linkify, linkify_html


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
    assert html == linkify_html(html, linkify)


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
        ("<svg><path/></svg>{}<svg/>{}", "<svg><path/></svg>{}<svg/>{}"),
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
    linked = linkify("https://faß.de/?a&b")
    assert expected.replace("{}", linked) == linkify_html(given_text, linkify)


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
    assert linkify_html(shape * (1_000_000 // len(shape)), linkify)
