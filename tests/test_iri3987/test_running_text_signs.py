"""Running text: no part of an address is taken for another one, whatever character is in it."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import uts58
from iri3987 import WEB, IRIError
from iri3987._unicode._link_terms import CLOSING
from iri3987.html import linkify
from iri3987.text import find

#: Where a character can be, with a name behind it that would be an address alone.
PLACES = {
    "host": "https://my{}shop.com/offers",
    "host after a top-level domain": "https://www.my{}shop.com/x",
    "beginning of the host": "https://{}shop.com/x",
    "end of a label": "https://my.{}shop.com/x",
    "bare name": "my{}shop.com/x",
    "www.": "www.my{}shop.com/x",
    "mailbox": "me@my{}shop.com",
    "mailbox after a top-level domain": "me@www.my{}shop.com",
    "local part": "me{}you@shop.com",
    "mailto": "mailto:me@my{}shop.com",
    "refused": "ftp://my{}shop.com/x",
    "userinfo": "ftp://me{}b.org@shop.com/x",
    "port": "ftp://shop.com:8{}b.org/x",
    "path": "ftp://shop.com/a{}b.org/x",
    "query": "ftp://shop.com/?a{}b.org/x",
    "fragment": "ftp://shop.com/#a{}b.org/x",
    "scheme": "h{}ttp://shop.com/?b.org",
    "end of the scheme": "http{}://shop.com/?b.org",
    "before the slashes": "http:{}//shop.com/x",
    "between the slashes": "http:/{}/shop.com/x",
}
#: Those in which text without spaces may stand before a name.
NAMES = {"bare name", "local part"}
#: Letters, whose thousands are all alike: one of so many is tried.
STEP = 97

#: Dashes, currency signs and other symbols. The empty cell of Braille is like a space, and the
#: others are brackets or the delimiter "`".
SIGNS = st.characters(
    min_codepoint=0x80,
    categories=["Pd", "Sc", "So"],
    exclude_characters="\u2800\ufffc\ufffd\U0001f676\U0001f677\U0001f678",
)


def parts(text):
    """Return what is found in *text*, but all of it, if `WEB` accepts that."""
    found = [(each.start, each.end) for each in find(text, emails=True)]
    return [text[slice(*each)] for each in found if each != (0, len(text))]


@pytest.mark.parametrize("place", PLACES)
@given(SIGNS)
@example("\uff0d")
@example("\ufe63")
@example("\u2010")
@example("\u2011")
@example("\u2013")
@example("\u2014")
@example("£")
@example("×")
@example("❤")
@example("\U0001fae8")
def test_a_sign_cuts_no_address(place, sign):
    """An address with a dash or a sign in it is found whole, or not at all."""
    assert [] == parts(PLACES[place].format(sign))


@pytest.mark.parametrize("place", ["host", "refused", "userinfo", "port", "path", "query"])
@given(st.characters(min_codepoint=0x80, categories=["P"]))
@example("’")
@example("…")
@example("（")
def test_punctuation_begins_no_address(place, mark):
    """What stands behind punctuation in an address that is refused is not another address.

    The marks after which Chinese and Japanese have no space end an address, and so do brackets that
    close.
    """
    text = PLACES[place].format(mark)
    is_end = mark in "\uff5c\u3001\u3002\uff61\uff64\uff0c\uff01\uff1f\uff1b"
    if not is_end and unicodedata.category(mark) not in {"Pe", "Pf", "Pi", "Ps"}:
        assert [] == parts(text)


@pytest.mark.slow
@pytest.mark.skipif(not uts58.ARE_HERE, reason="the files of UTS #58 are not there")
@pytest.mark.parametrize("place", PLACES)
def test_no_character_cuts_an_address(place):
    """All characters with Link_Term=Include are parts of an address, in every place of it.

    Our choices are otherwise for the brackets of vertical text, for signs that stand for brackets,
    for what is like a space, and for what is like "|". An IRI cannot hold U+FFFC and U+FFFD.
    """
    others = {*CLOSING, *CLOSING.values(), *map(chr, [0x2800, 0xFF5C, 0xFFFC, 0xFFFD])}
    text = (uts58.FILES / "17.0.0-LinkTerm.txt").read_text("utf-8")
    cut = {}
    for line in text.splitlines():
        points, _, value = line.partition("#")[0].partition(";")
        if value.strip() != "Include":
            continue
        first, _, last = points.strip().partition("..")
        for point in range(int(first, 16), int(last or first, 16) + 1):
            is_letter = unicodedata.category(chr(point))[0] in "LMN"
            is_tried = not is_letter or not (place in NAMES or point % STEP)
            if point < 0x80 or chr(point) in others or not is_tried:
                continue
            if found := parts(PLACES[place].format(chr(point))):
                cut[f"U+{point:04X}"] = found
    assert {} == cut


def test_a_whole_address_with_a_sign():
    """What an input method writes for a hyphen leads where a browser leads."""
    assert '<a href="https://my-shop.com/offers">' in linkify(
        "see https://my\uff0dshop.com/offers."
    )
    [found] = find("https://my\uff0dshop.com/offers")
    assert "https://my-shop.com/offers" == found.iri.uri


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Text without spaces, with a sign before the address or behind it.
        ("公式→example.org", ["example.org"]),
        ("はhttp://a.example/", ["http://a.example/"]),
        ("https://example.org——欢迎访问", ["https://example.org"]),
        ("https://example.org→次", ["https://example.org"]),
        ("https://example.org→ next", ["https://example.org"]),
        ("https://example.org★次", ["https://example.org"]),
        ("https://www.my\uff0d店.com/x", ["https://www.my\uff0d店.com/x"]),
        ("https://example.org\uff0d店/x", ["https://example.org\uff0d店/x"]),
        # A hyphen joins in any script.
        ("店\uff0dshop.com", []),
        ("店→shop.com", ["shop.com"]),
        # A sign before a word joins nothing.
        ("→example.org", ["example.org"]),
        (" ★★★ →example.org", ["example.org"]),
        ("a →me@example.org", ["me@example.org"]),
        ("Mail→mailto:me@example.org", ["mailto:me@example.org"]),
        ("example.com—it is", ["example.com"]),
        ("example.com£5", ["example.com"]),
        ("a.org→b.org", []),
        ("l’example.org", ["example.org"]),
        # Punctuation is a part of a host that goes on behind it.
        ("https://joe’s.example/", ["https://joe’s.example/"]),
        ("https://a.example’s", ["https://a.example"]),
        ("https://a.example※注", ["https://a.example"]),
        ("https://a.example…b.org/x", []),
        ("e\u0301→example.org", []),
        ("→" * 40 + "example.org", ["example.org"]),
        ("a" + "→" * 40 + "example.org", []),
        # Fields of a mail in any case (RFC 5322 section 1.2.2).
        ("mailto:a@b.org?Subject=Q&Body=Hi", ["mailto:a@b.org?Subject=Q&Body=Hi"]),
        ("mailto:a@b.org?SUBJECT=Q", ["mailto:a@b.org?SUBJECT=Q"]),
    ],
)  # fmt: skip
def test_signs_around_addresses(text, expected):
    """A sign between words is a part of an address, and beside one it is not."""
    assert expected == [text[each.start : each.end] for each in find(text, emails=True)]


@given(SIGNS, st.sampled_from(sorted(PLACES)))
def test_what_is_refused_has_no_parts(sign, place):
    """If `WEB` refuses an address with a scheme, nothing is found in it."""
    text = PLACES[place].format(sign)
    try:
        WEB.check(text)
    except IRIError:
        assert [] == parts(text)
