"""IRIs in HTML (RFC 3987 sections 7.3 and 7.6): `iri3987.html.link` and `linkify`."""

import html
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import (
    ANY,
    INTRANET,
    IRI,
    IRIError,
    IRIReference,
    display,
    inspect,
    repair,
)
from iri3987.html import Link, href, link, linkify
from iri3987.profile import LINK, Profile
from iri3987.values import load
from test_iri3987.strategies import any_text
from test_iri3987.test_running_text import TEXTS
from vector_rows import made, rows

TEXTS_OF_ATTACKS = [row["input"] for row in rows("attacks") if isinstance(row["input"], str)]
OPTIONS = st.fixed_dictionaries(
    {
        "profile": st.sampled_from([ANY, INTRANET, LINK]),
        "shorten": st.none() | st.integers(0, 30),
        "rel": st.none() | st.text(max_size=3),
    }
)


class Reader(HTMLParser):
    """The elements and the text that a reader of HTML sees."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.opened, self.links, self.text = [], [], ""

    def handle_starttag(self, tag, attrs):
        """Read an element and its attributes."""
        assert tag in {"a", "bdi"}
        self.opened.append(tag)
        names = {"a": {"href", "title", "rel", "target"}, "bdi": {"dir"}}[tag]
        assert {name for name, _ in attrs} <= names
        if tag == "a":
            self.links.append(dict(attrs)["href"])

    def handle_endtag(self, tag):
        """Read the end of the element that is open."""
        assert tag == self.opened.pop()

    def handle_data(self, data):
        """Read text."""
        self.text += data

    def handle_comment(self, data):
        """Refuse all else."""
        raise AssertionError(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def read(written):
    """Return the reader of HTML that must be safe."""
    reader = Reader()
    reader.feed(written)
    reader.close()
    assert [] == reader.opened
    for uri in reader.links:
        scheme = re.match("(?:([A-Za-z][A-Za-z0-9+.-]*):)?", uri)[1]
        assert uri.isascii()
        assert scheme is None or scheme.lower() in {"http", "https", "mailto", "tel"}
    return reader


def test_attacks_give_safe_html():
    """No text of an attack adds an element or an attribute, or a link to a scheme that runs."""
    for text in TEXTS_OF_ATTACKS:
        for options in ({}, {"profile": ANY, "shorten": 9}):
            read(link(text, **options))
            read(linkify(f"a {text} は{text}", emails=True, **options))


@given(TEXTS | st.text(), OPTIONS)
def test_any_text_gives_safe_html(text, options):
    """So does any other text."""
    read(link(text, **options))
    read(linkify(text, emails=True, **options))


#: `display` shows no emoji in hosts, no passwords, "." for the other dots of a host, and nothing
#: that looks like a delimiter.
SHOWN_OTHERWISE = re.compile("[❤\ufe0f。．｡]|u:80a@|a[\u0589．：［]b")


def test_the_text_stays():
    """Without its elements, and unescaped, the result is the text."""
    for row in rows("running_text"):
        text, options = made(row["input"]), row.get("options", {})
        if not SHOWN_OTHERWISE.search(text):
            assert text == read(linkify(text, **({} if "profile" in options else options))).text


@pytest.mark.parametrize(
    ("value", "uri"),
    [
        (IRI("http://a.example/é"), "http://a.example/%C3%A9"),
        (IRIReference("../é"), "../%C3%A9"),
        (load("http://a.example/a b", IRI), "http://a.example/a%20b"),
        (load("example.org", IRI), ""),
    ],
)
def test_values(value, uri):
    """A value is its text: an address has a link, and what a row holds beside that has none."""
    shown = f'<bdi dir="ltr">{display(value)}</bdi>'
    assert (f'<a href="{uri}">{shown}</a>' if uri else shown) == link(value)
    assert (str, uri) == (type(href(value)), href(value))


def test_href_asks_the_profile_itself():
    """A profile of a project may hold more than options: a link asks it, and not a copy."""

    class OwnProfile(Profile):
        def __init__(self, refused):
            super().__init__(schemes={"http"})
            object.__setattr__(self, "refused", refused)

        def check(self, text):
            if self.refused in text:
                raise IRIError("ours", "host-not-public")
            return super().check(text)

    first, second = OwnProfile("a"), OwnProfile("b")
    assert ["", "http://b/"] == [href(f"http://{host}/", profile=first) for host in "ab"]
    assert ["http://a/", ""] == [href(f"http://{host}/", profile=second) for host in "ab"]


@dataclass(frozen=True, kw_only=True)
class OwnOptions(Profile):
    """A profile that cannot be hashed."""

    hosts: list[str] = field(default_factory=list)


class SwitchedOff(Profile):
    """A profile whose rule a setting has switched off."""

    def check(self, text, /):
        """Accept any IRI."""
        return ANY.check(text)


@pytest.mark.parametrize(
    ("profile", "hrefs"),
    [
        (
            SwitchedOff(schemes=["ftp"]),
            {"FTP://faß.de/": "FTP://xn--fa-hia.de/", "javascript:alert(1)": "", "http://a.b/": ""},
        ),
        (SwitchedOff(), {"http://a.b/": "http://a.b/", "javascript:alert(1)": ""}),
        *(
            (each, {"http://faß.de/": "http://xn--fa-hia.de/", "gopher://a/": ""})
            for each in (
                OwnOptions(),
                OwnOptions(allow_relative=True),
                Profile(assume_scheme="gopher"),
            )
        ),
    ],
)
def test_href_by_profile(profile, hrefs):
    """The profile decides, but no scheme that runs as code and is not named gets a link."""
    assert hrefs == {text: href(text, profile=profile) for text in hrefs}
    old = load("example.org", IRI)
    assert "" == href(old, profile=profile)
    assert '<bdi dir="ltr">example.org</bdi>' == link(old, profile=profile)


@given(any_text)
@example("http://é.example/\u0378?é#é")
def test_law_href_is_what_the_profile_accepts(text):
    """It is the URI of the repaired text where the profile accepts that, else nothing."""
    try:
        expected = LINK.check(repair(text)).uri
    except IRIError:
        expected = ""
    assert expected == href(text)


LABEL = re.compile('<bdi dir="ltr">([^<]*)</bdi>')


@given(st.text("a1é何え？：／⁄＃＆＝%/?=&#", max_size=12))
def test_nothing_in_a_label_can_be_read_as_a_delimiter(rest):
    """A label of running text shows no look-alike of a delimiter that `display` encodes."""
    for before in ("http://a.example/", "mailto:a@b.org?"):
        shown = LABEL.findall(linkify(before + rest, emails=True))
        for label in map(html.unescape, shown):
            assert "delimiter-look-alike" not in {finding.code for finding in inspect(label)}
            # A second "#" is repaired: `display` encodes all of what is not an IRI reference.
            meant = display(repair(label))
            assert Counter(re.findall("[？：／⁄＃＆＝]", label)) <= Counter(meant)


@pytest.mark.parametrize("hidden", ["%C2%AD", "%E2%80%8B", "%FF"])
@pytest.mark.parametrize("rest", ["", "&body=❤\ufe0f"])
def test_the_label_of_a_mailbox_with_an_encoded_character(hidden, rest):
    """No encoded character hides a look-alike in a label."""
    written = linkify(f"mailto:a@b.org?cc=me@{hidden}аррӏе.com{rest}", emails=True)
    assert not re.search("[Ѐ-ӿ]", written)


def change(**changes):
    """Return a function for *each*, or for *existing*, that makes *changes*."""

    def changed(made):
        for name, value in changes.items():
            setattr(made, name, value)
        return made

    return changed


@pytest.mark.parametrize(
    ("each", "expected"),
    [
        (lambda _: None, "a.example.org &amp; b"),
        (
            change(label="<b>"),
            '<a href="https://a.example.org"><bdi dir="ltr">&lt;b&gt;</bdi></a> &amp; b',
        ),
        (change(href="javascript:1"), "a.example.org &amp; b"),
        (
            change(href="https://faß.de/", attributes={"data-x": "<'"}),
            '<a href="https://xn--fa-hia.de/" data-x="&lt;&#x27;">{}</a> &amp; b'.format(
                '<bdi dir="ltr">a.example.org</bdi>'
            ),
        ),
        (
            change(href="/go?to=é"),
            '<a href="/go?to=%C3%A9"><bdi dir="ltr">a.example.org</bdi></a> &amp; b',
        ),
        (
            lambda _: Link(None, "https://b.example/", "B"),
            '<a href="https://b.example/"><bdi dir="ltr">B</bdi></a> &amp; b',
        ),
    ],
    ids=["dropped", "label", "refused", "changed", "of one's own site", "another"],
)
def test_each(each, expected):
    """The function decides what is written; a target of its own is judged like any other."""
    assert expected == linkify("a.example.org & b", each=each)


def test_each_is_given_the_link():
    """It sees where the link was found, and what would be written; alone, it was not found."""
    given = []
    linkify("x www.example.org", rel="me", each=given.append)
    link("http://a.example/", each=given.append)
    found, alone = given
    assert ("https://www.example.org", {"rel": "me"}) == (found.href, found.attributes)
    assert (2, 17) == found.found[:2]
    assert None is alone.found
    assert '<bdi dir="ltr">/é</bdi>' == link("/é", each=lambda _: None)
