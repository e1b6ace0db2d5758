"""Links in text that is HTML already: what `iri3987.html.linkify_html` skips and changes."""

import sys
from html import escape

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from iri3987.html import Link, link, linkify, linkify_html
from test_iri3987.test_html import change

#: A link that `linkify` writes.
LINKED = '<a href="https://www.example.org"><bdi dir="ltr">www.example.org</bdi></a>'


@pytest.mark.parametrize("name", ["", ".", "a b", "#id", "a.b.c", "a > b", "a,b", ".a,.b"])
def test_names_that_are_none(name):
    """Another selector is a fault of the program: it would skip nothing."""
    with pytest.raises(ValueError, match="in skip is not like"):
        linkify_html("", linkify, skip=[name])


def test_one_name_alone():
    """A text instead of several names would be read as its letters."""
    with pytest.raises(TypeError, match="skip must be a collection"):
        linkify_html("", linkify, skip="code")


# Links that are there


TAG = '<a title=\'"\' HREF="/?a=1&amp;b&copy=2" class=x onclick="f()">'


@pytest.mark.parametrize(
    ("existing", "expected"),
    [
        (lambda link: link, TAG),
        (lambda _: None, "<a>"),
        (
            change(attributes={"rel": "nofollow", "data-x": "<'"}),
            '<a href="/?a=1&amp;b&amp;copy=2" rel="nofollow" data-x="&lt;&#x27;">',
        ),
        (
            change(href="https://faß.de/"),
            '<a href="https://xn--fa-hia.de/" title="&quot;" class="x" onclick="f()">',
        ),
        (change(href="javascript:f()"), "<a>"),
        (change(href=""), "<a>"),
        (change(label="other", found=None), TAG),
        (lambda _: Link(None, "/b", "c"), '<a href="/b">'),
    ],
    ids=["same", "removed", "attributes", "target", "refused", "empty", "label", "another"],
)
def test_links_that_are_there(existing, expected):
    """The function decides; a new target is judged, and what is inside the link stays."""
    html = f"1 < 2 {TAG}<b>www.example.org</b></a> www.example.org"
    assert (f"1 < 2 {expected}<b>www.example.org</b></a> {LINKED}") == linkify_html(
        html, linkify, existing=existing
    )


def seen(html, **options):
    """Return the links that *existing* is called with, as targets and attributes."""
    links = []

    def existing(link):
        links.append((link.href, link.attributes))
        assert (None, "") == (link.found, link.label)
        return link

    assert html == linkify_html(html, escape, existing=existing, **options)
    return links


@pytest.mark.parametrize(
    ("target", "written"),
    [
        ("java&#1;script:f()", "java\x01script:f()"),
        ("java&#xFFFE;script:f()", "java\ufffescript:f()"),
        ("a&#13;b", "a&#13;b"),
        ("?a&copy=1&amp;b", "?a&amp;copy=1&amp;b"),
    ],
)
def test_a_target_that_does_not_change_means_the_same(target, written):
    """The sanitizer has judged it: browsers keep controls, which make it another address."""
    html = f'<a href="{target}" title="&#x1;&quot;">'

    def nofollow(link):
        link.attributes["rel"] = "nofollow"
        return link

    expected = f'<a href="{written}" title="\x01&quot;" rel="nofollow">'
    assert expected == linkify_html(html, linkify, existing=nofollow)


def test_references_that_browsers_keep():
    """A control or a noncharacter does not vanish between two parts of an address."""
    seen = [linkify_html(f"http://a.org&#{each};.evil.com", linkify) for each in ("xFDD0", "1")]
    assert [] == [each for each in seen if "a.org.evil.com" in each]


@pytest.mark.parametrize("name", ["href", "onclick", "a b", "A", "", 'x"', "style>"])
def test_names_of_attributes(name):
    """A name that is not one, runs code or is the target is a fault of the function."""
    named = change(attributes={name: ""})
    with pytest.raises(ValueError, match="cannot be an attribute"):
        link("http://a.example/", each=named)
    with pytest.raises(ValueError, match="cannot be an attribute"):
        linkify_html("<a href=/a>", linkify, existing=named)


def test_a_link_that_is_removed_joins_nothing():
    """The texts on both sides of it do not become a tag or a reference."""
    html = "<<a href=/>img src=x onerror=f()></a>&l<a href=/>t;</a>"
    written = linkify_html(html, escape, existing=lambda _: None)
    page = BeautifulSoup(written, "html.parser")
    assert [("a", {}), ("a", {})] == [(each.name, each.attrs) for each in page.find_all()]
    assert "<img src=x onerror=f()>&lt;" == page.text


PIECES = st.sampled_from(
    [
        *("<a href=/a>", "<A href='&amp;' id=b>", '<a title="', "<a href=", "</a>", "<a>", "<a/"),
        *("<p class=x>", "</p>", "<br>", "<svg>", "</svg>", "<!--", "-->", "<script>", "</script>"),
        *("<select>", "</select>", '"', "'", ">", "<", "&", "=", " ", "b", "www.example.org"),
    ]
)
MARKUP = st.lists(PIECES, max_size=12).map("".join)


@given(MARKUP)
def test_nothing_changes_without_a_change(html):
    """A function that changes nothing changes nothing, in any text."""
    assert linkify_html(html, escape) == linkify_html(html, escape, existing=lambda link: link)


@given(MARKUP)
def test_a_change_stays_in_its_tag(html):
    """The links are the same with another target, and so is all that stands around them."""
    targets = [target for target, _ in seen(linkify_html(html, escape))]
    once = linkify_html(html, escape, existing=change(href="https://b.example/"))
    again = []

    def back(link):
        again.append(link.href)
        return link

    assert once == linkify_html(once, escape, existing=back)
    assert ["https://b.example/"] * len(targets) == again


@given(MARKUP)
def test_what_is_skipped_is_not_more(html):
    """With *skip*, there are as many links as without or fewer."""
    linked = linkify_html(html, linkify)
    assert linkify_html(html, linkify, skip=[".x"]).count("<bdi") <= linked.count("<bdi")


@pytest.mark.parametrize("html", ["\ufeff<i>{}</i>", "a\r\n{}\r<a href=/a>x</a>\r\n{}"])
def test_positions(html):
    """Line ends and a byte order mark, which the parser does not count, move nothing."""
    expected = html.replace("{}", LINKED).replace("<a href=/a>", "<a>")
    given = html.replace("{}", "www.example.org")
    assert expected == linkify_html(given, linkify, existing=lambda _: None)


def test_without_the_parser(monkeypatch):
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, "justhtml", None)
    with pytest.raises(ImportError, match=r'needs justhtml: pip install "iri3987\[html\]"'):
        linkify_html("", linkify)
