"""Markdown: the plug-in for markdown-it-py, and the extension for Python-Markdown."""

import re
import time
import tomllib
from dataclasses import replace
from html import unescape
from importlib import import_module
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

import uts58
from iri3987 import WEB
from iri3987.adapters.markdown_it import iri_plugin
from iri3987.adapters.python_markdown import IRIExtension
from iri3987.html import UNCHANGED, linkify, linkify_html
from linear import seconds, shape

MARKDOWN_IT = MarkdownIt("gfm-like").use(iri_plugin)
RENDERERS = {
    "markdown-it-py": MARKDOWN_IT.render,
    "Python-Markdown": Markdown(extensions=[IRIExtension()]).convert,
}
both = pytest.mark.parametrize("render", RENDERERS.values(), ids=RENDERERS)


def links(html):
    """Return the target and the text of each link."""
    return [(each["href"], each.text) for each in BeautifulSoup(html, "html.parser")("a")]


# Unicode's lines

#: Lines whose links are others, with the reason; "test_uts58.py" says it of the others.
OTHERS = {
    "blah ⸠example.com/?foo[1]=a&amp;foo[2]=b⸡ blah": (
        "markdown-it-py has made a token of its own of an entity behind a bare name"
    )
}


@pytest.mark.skipif(not uts58.ARE_HERE, reason="the files of UTS #58 are not there")
@pytest.mark.parametrize("version", uts58.VERSIONS)
@pytest.mark.parametrize("name", RENDERERS)
def test_unicode_lines(name, version):
    """Links begin and end where UTS #58 says, but for user names and `"`."""
    different = set()
    for line in uts58.detection(version):
        html = RENDERERS[name](re.sub("[⸠⸡]", "", line)).strip()
        marked = re.sub("<a [^>]*>.*?</a>", "⸠⸡", html.removeprefix("<p>").removesuffix("</p>"))
        if unescape(marked) != unescape(re.sub("⸠.*?⸡", "⸠⸡", line)).strip():
            different.add(line)
    known = {each for each in different if "//john." in each or 'Lista_d"e' in each}
    assert 5 == len(known)
    assert (set(OTHERS) if name == "markdown-it-py" else set()) == different - known


# What is a link


@both
@pytest.mark.parametrize("mark", ["*", "**", "_", "__"])
def test_emphasis_stays(render, mark):
    """Marks around an address mean emphasis, and are not part of it."""
    html = render(f"{mark}see https://a.example/x{mark}")
    found = BeautifulSoup(html, "html.parser").find(["em", "strong"])
    assert "see https://a.example/x" == found.text
    assert [("https://a.example/x", "https://a.example/x")] == links(html)


def test_a_profile_decides():
    """Both take the options of `find`."""
    profile = replace(WEB, schemes={"gemini"}, require_host=True)
    options = {"profile": profile, "bare": False, "emails": False}
    text = "gemini://a.example/b https://a.example c.org me@c.org"
    expected = [("gemini://a.example/b", "gemini://a.example/b")]
    assert expected == links(MarkdownIt("gfm-like").use(iri_plugin, **options).render(text))
    assert expected == links(Markdown(extensions=[IRIExtension(**options)]).convert(text))


@both
@given(
    st.text(st.sampled_from("ab:/.@-_*~\\`<>[]()&;#\n é。：//\ud800\0\x02\x03") | st.characters())
)
def test_any_text(render, text):
    """Any text is rendered, and no link runs code."""
    for target, _ in links(render(f"https://a.example/{text} www.b.org")):
        assert not target.lower().startswith(("javascript", "data", "vbscript"))


@both
@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["http://", "a.com ", "https://a.example/x ", "a@b.c", "<a>", "*."]
)
def test_time(render, unit):
    """Text of twice the length takes about twice the time."""

    def time_of(length):
        start = time.process_time()
        render(unit * (length // len(unit)))
        return time.process_time() - start

    time_of(1000)
    assert time_of(80_000) < 0.3 + 6 * time_of(40_000)


def numbered(part):
    """Return a function that makes a text of about so many characters, of parts with numbers."""
    return lambda length: "".join(part.format(each) for each in range(length // len(part)))


#: Texts with an address in what is read apart, and others that are read again and again.
SHAPES = {
    "image": shape("", "![http://a.example](x) http://c.example/d "),
    "image of a name": shape("", "![a.org](x) b.org me@c.org "),
    "image in a link": shape("", "[![http://a.example](x)](http://b.example) "),
    "image by reference": shape("[r]: http://a.example/\n\n", "![http://b.example][r] c.org\n"),
    "link": shape("", "[http://a.example](http://b.example) "),
    "links in links": shape(
        "", "[a [http://a.example](http://b.example) c.org](http://d.example) "
    ),
    "autolink": shape("", "<http://a.example> http://b.example "),
    "table": shape("|a|b|\n|-|-|\n", "|http://a.example|![http://b.example](x) c.org|\n"),
    "paragraphs": shape("", "http://a.example/x b.org\n\n"),
    "definitions": shape("", "[r]: http://a.example/\n\n[r] http://b.example\n\n"),
    "footnotes": shape(
        "", "^[http://a.example] http://b.example[^1]\n\n[^1]: http://c.example\n\n"
    ),
    "numbered footnotes": numbered("a[^{0}] b.org\n\n[^{0}]: http://c.example me@c.org\n\n"),
    "numbered definitions": numbered("[r{0}]: http://a.example\n\n[r{0}] ![c.org][r{0}] b.org\n\n"),
    "line": shape("", "http://a.example/x "),
    "address": shape("http://a.example/", "x"),
    "signs": shape("http://a", "→"),
    "quotes": shape("", "> http://a.example\n"),
    "nested quotes": shape("", "> > > > http://a.example b.org\n> > ![http://a.example](x)\n"),
    "list in quotes": shape("", "> > * > 1. http://a.example b.org\n\n"),
    "nested list": shape(
        "", "".join(f"{'  ' * depth}* http://a.example b.org\n" for depth in range(9))
    ),
    "list": shape("", "* http://a.example b.org\n"),
    "entities": shape("", "http://a.example/&amp;b&gt; "),
    "more entities": shape("http://a.example/", "&a;"),
    "elements": shape("", "<code>http://a.example</code> "),
    "open elements": shape("", "<code>http://a.example "),
    "comments": shape("", "<!-- http://a.example "),
}


def anew(markdown):
    """Return a function that converts a text without the footnotes of those before it."""
    return lambda text: markdown.reset().convert(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(
    ("render", "alone"),
    [
        (
            MarkdownIt("gfm-like").use(footnote_plugin).use(iri_plugin).render,
            MarkdownIt("gfm-like", {"linkify": False}).use(footnote_plugin).render,
        ),
        (
            anew(Markdown(extensions=[IRIExtension(), "tables", "footnotes"])),
            anew(Markdown(extensions=["tables", "footnotes"])),
        ),
    ],
    ids=RENDERERS,
)
def test_addresses_take_little_time(render, alone, name):
    """What the package takes for 40 kB is not ours; the addresses take about 0.2 seconds."""
    text = SHAPES[name](40_000)
    assert any(seconds(render, text) - seconds(alone, text) < 2 for _ in range(3))


def test_nothing_is_linked_where_linkify_html_links_nothing():
    """The elements are those of `iri3987.html`."""
    for name in UNCHANGED - {"select"}:
        assert "<a " not in linkify_html(f"<{name}>http://a.example/</{name}>", linkify), name
    assert "<a " in linkify_html("<b>http://a.example/</b>", linkify)


# markdown-it-py


def test_markdown_it_links_only_if_enabled():
    """Without the rules "linkify", text stays text."""
    plain = MarkdownIt("commonmark").use(iri_plugin)
    assert "<p>https://faß.de</p>\n" == plain.render("https://faß.de")
    off = MarkdownIt("gfm-like", {"linkify": False}).use(iri_plugin)
    assert "<p>https://faß.de</p>\n" == off.render("https://faß.de")


def test_a_mailbox_before_a_scheme():
    """A profile with mailto finds mailboxes, which have no colon."""
    md = MarkdownIt("gfm-like").use(iri_plugin, profile=replace(WEB, schemes={"https", "mailto"}))
    text = "me@example.org https://a.example/ and me@example.org x://"
    expected = ["mailto:me@example.org", "https://a.example/", "mailto:me@example.org"]
    assert expected == [target for target, _ in links(md.render(text))]


# Python-Markdown


def test_the_name_of_the_extension():
    """The entry point leads to the class."""
    settings = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    module, _, name = settings["project"]["entry-points"]["markdown.extensions"][
        "iri3987"
    ].partition(":")
    assert IRIExtension is getattr(import_module(module), name)
