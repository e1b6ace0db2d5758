"""IRIs in HTML (RFC 3987 sections 7.3 and 7.6): `iri3987.html.link` and `linkify`."""

import html
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import (
    ANY,
    INTRANET,
    IRI,
    WEB,
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
from test_iri3987.test_running_text import ROWS, TEXTS
from vector_rows import rows

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


@pytest.mark.parametrize(
    "row",
    # `display` shows no emoji in hosts, no passwords, "." for the other dots of a host, and nothing
    # that looks like a delimiter.
    [row for row in ROWS if not re.search("[❤\ufe0f。．｡]|u:80a@|a[\u0589．：［]b", row["input"])],
    ids=lambda row: ascii(row["input"])[:40],
)
def test_the_text_stays(row):
    """Without its elements, and unescaped, the result is the text."""
    options = {} if "profile" in row.get("options", {}) else row.get("options", {})
    written = linkify(row["input"], **options)
    for element in ("a", "bdi"):
        written = written.replace(f"</{element}>", "")
    while "<" in written:
        start = written.index("<")
        written = written[:start] + written[written.index(">", start) + 1 :]
    assert row["input"] == html.unescape(written.replace("&#x27;", "'"))


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        ("http://faß.de/?a&b", '<a href="http://xn--fa-hia.de/?a&amp;b">{}</a>'),
        ("/a b", '<a href="/a%20b">{}</a>'),
        ("http://a.example/?f=A|B", '<a href="http://a.example/?f=A%7CB">{}</a>'),
        (IRI("http://a.example/é"), '<a href="http://a.example/%C3%A9">{}</a>'),
        (IRIReference("../é"), '<a href="../%C3%A9">{}</a>'),
        (load("example.org", IRI), "{}"),
        (load("http://a.example/a b", IRI), '<a href="http://a.example/a%20b">{}</a>'),
        ("JavaScript:alert(1)", "{}"),
        ("http://a b/", "{}"),
        ("http://аррӏе.com/", '<a href="http://xn--80ak6aa92e.com/">{}</a>'),
        ("http://me:pw@a.example/", '<a href="http://me:pw@a.example/">{}</a>'),
    ],
)
def test_link(iri, expected):
    """The URI is the target, the display form the label; what cannot be a link is text."""
    shown = f'<bdi dir="ltr">{html.escape(display(iri))}</bdi>'
    assert expected.format(shown) == link(iri)


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        ("http://a.example:80/b?c=d#e", "http://a.example:80/b?c=d#e"),
        ("http://FAß.de/é%20?é", "http://xn--fa-hia.de/%C3%A9%20?%C3%A9"),
        ("http://a.example/%zz é", "http://a.example/%25zz%20%C3%A9"),
        ("http://é@faß.de/", "http://%C3%A9@xn--fa-hia.de/"),
        ("http://me:80@faß.de/", "http://me:80@xn--fa-hia.de/"),
        ("http://[::1]/é", "http://[::1]/%C3%A9"),
        ("http://faß%2Ede/", "http://xn--fa-hia.de/"),
        ("HTTP://a.example/é", "HTTP://a.example/%C3%A9"),
        ("mailto:é@faß.de", "mailto:%C3%A9@fa%C3%9F.de"),
        ("//faß.de/é", "//fa%C3%9F.de/%C3%A9"),
        ("?é", "?%C3%A9"),
        (IRI("http://a.example/é"), "http://a.example/%C3%A9"),
        (load("http://a.example/a b", IRI), "http://a.example/a%20b"),
        (load("example.org", IRI), ""),
        ("http://a.example/\u202e", ""),
        ("http://a.example/\ud800", ""),
        ("http://a.example:8x/", ""),
        ("http://a\u2044b.example/", ""),
        ("http://", ""),
        ("http:///a", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
    ],
)
def test_href(iri, expected):
    """The URI of a link is plain text, mapped and repaired; "" stands for no link."""
    assert (str, expected) == (type(href(iri)), href(iri))


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
        (replace(LINK, schemes={"https"}), {"http://faß.de/": "", "../a": "../a"}),
        (WEB, {"../a": ""}),
        (
            SwitchedOff(schemes=["ftp"]),
            {"FTP://faß.de/": "FTP://xn--fa-hia.de/", "javascript:alert(1)": "", "http://a.b/": ""},
        ),
        (SwitchedOff(), {"http://a.b/": "http://a.b/", "javascript:alert(1)": ""}),
        (ANY, {"http://faß.de/": "http://xn--fa-hia.de/", "javascript:alert(1)": ""}),
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


@pytest.mark.parametrize("text", ["http://a·b.example/", "http://a\u05d0a.example/é"])
def test_linkify_does_not_raise(text):
    """A profile that does not judge hosts accepts one that cannot be mapped: there is no link."""
    assert text == linkify(text, profile=replace(WEB, host=None))


@given(any_text)
@example("http://é.example/\u0378?é#é")
def test_law_href_is_what_the_profile_accepts(text):
    """It is the URI of the repaired text where the profile accepts that, else nothing."""
    try:
        expected = LINK.check(repair(text)).uri
    except IRIError:
        expected = ""
    assert expected == href(text)


def test_label_of_what_is_repaired():
    """The label shows the address that the link leads to, in its own script."""
    expected = (
        '<a href="http://xn--fa-hia.de/a/b?f%5Ba%5D=%C3%A4%7Cb">'
        '<bdi dir="ltr">http://faß.de/a/b?f%5Ba%5D=ä%7Cb</bdi></a>'
    )
    assert expected == link(r"http://faß.de/a\b?f[a]=ä|b")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("www.faß.de", "www.faß.de"),
        ("http://a.example/%C3%A9é", "http://a.example/%C3%A9é"),
        ("http://xn--fa-hia.de/", "http://xn--fa-hia.de/"),
        ("http://аррӏе.com/", "http://xn--80ak6aa92e.com/"),
        ("www.аррӏе.com", "www.xn--80ak6aa92e.com"),
        ("http://me:pw@a.example/", "http://me:***@a.example/"),
        ("http://a.example/❤\ufe0f", "http://a.example/❤\ufe0f"),
        ("http://a.example/何⁄え", "http://a.example/何%E2%81%84え"),
        ("http://a.example/何：え/a：え", "http://a.example/何：え/a%EF%BC%9Aえ"),
        ("http://a.example／b@c.example/é", "http://a.example%EF%BC%8Fb@c.example/é"),
        ("é@faß.de", "é@faß.de"),
        ("é@аррӏе.com", "é@xn--80ak6aa92e.com"),
        ("mailto:é@аррӏе.com?body=é", "mailto:é@xn--80ak6aa92e.com?body=é"),
        ("mailto:a@b.org?cc=me@аррӏе.com", "mailto:a@b.org?cc=me@xn--80ak6aa92e.com"),
        ("mailto:a@b.org?to=é%40аррӏе.com", "mailto:a@b.org?to=é%40xn--80ak6aa92e.com"),
        ("mailto:a@b.org?cc=é@faß.de", "mailto:a@b.org?cc=é@faß.de"),
        ("mailto:a@b.org?body=❤\ufe0f", "mailto:a@b.org?body=❤\ufe0f"),
        ("mailto:a@b.org?body=何＆え", "mailto:a@b.org?body=何%EF%BC%86え"),
    ],
)
def test_the_label_in_running_text(text, label):
    """It is the text, unless `display` shows another host, no password or an encoded character."""
    assert f">{label}</bdi>" in linkify(text, emails=True)


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


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("sip:me:secret@é.example", "sip:me:***@é.example"),
        ("ssh:me:secret@a.example", "ssh:me:***@a.example"),
        ("feed:https://me:secret@a.example/", "feed:https://me:***@a.example/"),
        ("feed:https://аррӏе.com/", "feed:https://xn--80ak6aa92e.com/"),
        ("https://me%3Asecret@a.example/", "https://me%3A***@a.example/"),
    ],
)
def test_no_password_is_in_a_label(text, label):
    """The label of an address in running text is what `display` returns."""
    profile = Profile(schemes={"sip", "ssh", "feed", "https"})
    assert f">{label}</bdi>" in linkify(f"see {text} now", profile=profile)


def test_the_label_of_what_is_like_a_mailbox():
    """A profile may have other schemes with domains behind "@"."""
    profile = replace(LINK, schemes={"xmpp", "sip"}, allow_relative=False)
    labels = {"xmpp:é@аррӏе.com": "xmpp:é@xn--80ak6aa92e.com", "sip:é@faß.de": "sip:é@faß.de"}
    for text, label in labels.items():
        assert f">{label}</bdi>" in linkify(text, profile=profile)


def test_the_label_of_a_name_with_an_at_sign():
    """Text behind "@" is not a domain in other schemes: it is shown as it stands."""
    profile = Profile(schemes={"urn"})
    expected = '<a href="urn:example:%C3%A9@b"><bdi dir="ltr">urn:example:é@b</bdi></a>'
    assert f"see {expected} now" == linkify("see urn:example:é@b now", profile=profile)
    assert ">urn:example:é@аррӏе</bdi>" in linkify("urn:example:é@аррӏе", profile=profile)


@pytest.mark.parametrize("hidden", ["%C2%AD", "%E2%80%8B", "%FF"])
@pytest.mark.parametrize("rest", ["", "&body=❤\ufe0f"])
def test_the_label_of_a_mailbox_with_an_encoded_character(hidden, rest):
    """No encoded character hides a look-alike in a label."""
    written = linkify(f"mailto:a@b.org?cc=me@{hidden}аррӏе.com{rest}", emails=True)
    assert not re.search("[Ѐ-ӿ]", written)


def test_attributes():
    """*rel* and *target* are escaped; a shortened label has a title."""
    written = link("http://a.example/long", rel='a"b', target="_blank", shorten=19)
    assert (
        '<a href="http://a.example/long" title="http://a.example/long" rel="a&quot;b" '
        'target="_blank"><bdi dir="ltr">http://a.example/l…</bdi></a>'
    ) == written


@pytest.mark.parametrize(
    ("iri", "most", "label"),
    [
        ("http://a.example/abc", 20, "http://a.example/abc"),
        ("http://a.example/abcd", 20, "http://a.example/ab…"),
        ("http://a.example/abcd", 0, "http://a.example…"),
        ("http://a.example", 3, "http://a.example"),
        ("http://a.example/", 3, "http://a.example/"),
        ("http://a.example/%20%20", 20, "http://a.example/…"),
        ("http://a.example/%20%20", 21, "http://a.example/%20…"),
        ("http://a.example/ae\u0301\u0302bc", 20, "http://a.example/a…"),
        ("http://a.example/👍🏽bc", 19, "http://a.example/…"),
        # UAX #29: flags, Hangul in parts, vowels of Thai and Lao.
        ("http://a.example/🇩🇪🇫🇷bc", 19, "http://a.example/…"),
        ("http://a.example/🇩🇪🇫🇷bc", 20, "http://a.example/🇩🇪…"),
        ("http://a.example/a\u1112\u1161\u11abbc", 20, "http://a.example/a…"),
        ("http://a.example/ก\u0e33bc", 19, "http://a.example/…"),
        ("mailto:me@example.org?subject=a", 9, "mailto:me@example.org…"),
        ("/a/b/c/d/e", 5, "/a/b…"),
    ],
)
def test_shortened(iri, most, label):
    """The whole host stays; marks and octets are not cut from what they belong to."""
    assert f'<bdi dir="ltr">{html.escape(label)}</bdi>' in link(iri, shorten=most)


LTR, RTL = '<bdi dir="ltr">{}</bdi>'.format, '<bdi dir="rtl">{}</bdi>'.format


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("http://אב.example/ג?a&=1", f"http://{LTR('אב.example')}/{RTL('ג')}?a&amp;=1"),
        ("http://a/א/1", f"http://a/{RTL('א')}/1"),
        ("http://a/1/א", f"http://a/1/{RTL('א')}"),
        ("http://a/א.ב_(1).pdf", f"http://a/{RTL('א.ב_(1).pdf')}"),
        (
            "http://a/a?א=1&ב=x;ג#ד",
            f"http://a/a?{RTL('א')}=1&amp;{RTL('ב')}=x;{RTL('ג')}#{RTL('ד')}",
        ),
        ("http://a/ד'א", f"http://a/{RTL('ד&#x27;א')}"),
        ("http://a/\u0661/\u0662", f"http://a/{RTL(chr(0x661))}/{RTL(chr(0x662))}"),
        ("mailto:א@ב.example", f"mailto:{LTR('א')}@{LTR('ב.example')}"),
        ("../א/1", f"../{RTL('א')}/1"),
        ("/日本/é", "/日本/é"),
    ],
    ids=ascii,
)
def test_right_to_left_components_are_isolated(text, label):
    """Each component with right-to-left text is isolated: a host, a segment, a name or a value."""
    assert f'<bdi dir="ltr">{label}</bdi>' in link(text)


def test_right_to_left_components_of_found_addresses_are_isolated():
    """So they are in running text, also of an address that lacks its scheme."""
    expected = f'<bdi dir="ltr">{LTR("דוגמה.קום")}/{RTL("א")}/1</bdi>'
    assert expected in linkify("ראו דוגמה.קום/א/1 כאן")


def test_schemes():
    """Whatever schemes a profile accepts, links are only to safe ones; empty text gives nothing."""
    assert "" == link("") == linkify("")
    assert "<a" not in linkify("javascript://a.example/%0aalert(1)", profile=ANY)
    assert "<a" not in link("javascript://a.example/%0aalert(1)", profile=ANY)
    assert '<a href="tel:+1">' in linkify("tel:+1", profile=LINK)


def each_of(**changes):
    """Return a function for *each* that makes *changes*."""

    def each(made):
        for name, value in changes.items():
            setattr(made, name, value)
        return made

    return each


@pytest.mark.parametrize(
    ("each", "expected"),
    [
        (lambda _: None, "a.example.org &amp; b"),
        (
            each_of(label="<b>"),
            '<a href="https://a.example.org"><bdi dir="ltr">&lt;b&gt;</bdi></a> &amp; b',
        ),
        (each_of(href="javascript:1"), "a.example.org &amp; b"),
        (
            each_of(href="https://faß.de/", attributes={"data-x": "<'"}),
            '<a href="https://xn--fa-hia.de/" data-x="&lt;&#x27;">{}</a> &amp; b'.format(
                '<bdi dir="ltr">a.example.org</bdi>'
            ),
        ),
        (
            each_of(href="/go?to=é"),
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


@pytest.mark.parametrize("name", ["href", "onclick", "a b", "A", "", 'x"', "style>"])
def test_names_of_attributes(name):
    """A name that is not one, runs code or is the target is a fault of the function."""
    with pytest.raises(ValueError, match="cannot be an attribute"):
        link("http://a.example/", each=each_of(attributes={name: ""}))
