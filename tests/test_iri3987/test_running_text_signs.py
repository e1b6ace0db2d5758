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
    "end of a top-level domain": "https://www.my.{}shop.com/x",
    "bare name": "my{}shop.com/x",
    "www.": "www.my{}shop.com/x",
    "www. and a dot": "www.my.{}shop.com/x",
    "mailbox": "me@my{}shop.com",
    "mailbox after a top-level domain": "me@www.my{}shop.com",
    "mailbox and a dot": "me@www.my.{}shop.com",
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
    "before the slashes": "http:{}//shop.com/?b.org",
    "between the slashes": "http:/{}/shop.com/?b.org",
}
#: Those with a whole name or a word alone on each side, and no scheme.
BARE = {
    *("bare name", "local part", "www.", "www. and a dot"),
    *("mailbox after a top-level domain", "mailbox and a dot"),
}
#: Those of them in which text without spaces may stand before a name.
NAMES = {"bare name", "local part"}
#: The marks after which Chinese and Japanese have no space.
ENDS = set("\uff5c\u3001\u3002\uff61\uff64\uff0c\uff01\uff1f\uff1b")
#: Brackets in pairs, two of which are deprecated and Hard, and marks and spaces after which an
#: address can end.
APART = {*CLOSING, *CLOSING.values(), *ENDS, *"\u2329\u232a\uff0e\u2800\ufffc\ufffd"}
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


def is_cut(place, character):
    """Return whether an address in *place* that has *character* is cut.

    A bullet, an arrow, a bracket or punctuation stands between two names, each of which is whole;
    so it does behind a word.
    """
    found = parts(PLACES[place].format(character))
    divides = unicodedata.category(character) in {"Pe", "Pf", "Pi", "Po", "Ps", "Sm", "So"}
    if character in APART or (place in BARE and divides):
        sides = PLACES[place].split("{}")
        return not all(each in sides[0] or each in sides[1] for each in found)
    return bool(found)


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
    assert not is_cut(place, sign)


@pytest.mark.parametrize("sign", "\uff0d\ufe63\u2010\u2011–—£×❤´")
@pytest.mark.parametrize("place", sorted(BARE - {"bare name", "local part"}))
def test_a_sign_divides_no_names(place, sign):
    """Only bullets, arrows and shapes, and punctuation, stand between names."""
    assert [] == parts(PLACES[place].format(sign))


@pytest.mark.parametrize("place", PLACES)
@given(st.characters(min_codepoint=0x80, categories=["P"]))
@example("’")
@example("…")
@example("（")
def test_punctuation_begins_no_address(place, mark):
    """Punctuation cuts no address; `is_cut` says of which it is the end."""
    assert not is_cut(place, mark)


@pytest.mark.slow
@pytest.mark.skipif(not uts58.ARE_HERE, reason="the files of UTS #58 are not there")
@pytest.mark.parametrize("place", PLACES)
def test_no_character_cuts_an_address(place):
    """No character that UTS #58 knows cuts an address, in any place of it.

    That is all that have another Link_Term than Hard. Choice: brackets and quotation marks in pairs
    are Close and Open; so are those of vertical text and signs that stand for brackets. They divide
    addresses, for "a.org(b.org)" are two. So do what is like a space or "|", U+FFFC and U+FFFD,
    which an IRI cannot hold, and the punctuation after which Chinese and Japanese have no space.
    Soft characters, bullets and arrows divide bare names alone: "a.org…b.org" are two. Apostrophes
    are in words, and divide no names. The wide full stop is a dot, or ends a sentence.
    """
    text = (uts58.FILES / "17.0.0-LinkTerm.txt").read_text("utf-8")
    cut = []
    for line in text.splitlines():
        points, _, value = line.partition("#")[0].partition(";")
        first, _, last = points.strip().partition("..")
        for point in range(int(first, 16), int(last or first, 16) + 1) if value.strip() else ():
            is_letter = unicodedata.category(chr(point))[0] in "LMN"
            is_tried = not is_letter or not (place in NAMES or point % STEP)
            if point >= 0x80 and is_tried and is_cut(place, chr(point)):
                cut.append(f"U+{point:04X}")
    assert [] == cut


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
        # Bullets and arrows between names, or behind a word; other signs join.
        ("a.org→b.org", ["a.org", "b.org"]),
        ("a.org•b.org ➡\ufe0f c.org●d.org", ["a.org", "b.org", "c.org", "d.org"]),
        ("me@a.org→me@b.org.•c.org", ["me@a.org", "me@b.org", "c.org"]),
        ("Name•example.org", ["example.org"]),
        ("Name➡\ufe0fme@example.org", ["me@example.org"]),
        ("https://a.org→b.org", ["https://a.org→b.org"]),
        ("ftp://a.org→b.org", []),
        ("me@my→shop.com", []),
        ("my.x→shop.com", []),
        ("a.org–b.org", []),
        # Punctuation of sentences.
        ("نص،example.org", ["example.org"]),
        ("me@my…shop.com", []),
        # An apostrophe joins, but behind a word that stands alone.
        ("l’example.org", ["example.org"]),
        ("(dell’example.it, «qu’example.fr»)", ["example.it", "example.fr"]),
        ("l'example.org d'example.org,l’example.net",
         ["example.org", "example.org", "example.net"]),
        ("l’me@example.org", ["me@example.org"]),
        ("example.org’s example.com'dan", ["example.org", "example.com"]),
        ("www.my’shop.com/x www.my'shop.com www.my.’shop.com", []),
        ("me@my’shop.com me@www.my’shop.com me@my'shop.com mailto:me@my’shop.com", []),
        ("my-x’shop.com a/b’shop.com a:b’shop.com", []),
        ("a" * 32 + "’a.org " + "b" * 33 + "’b.org", ["a.org"]),
        ("'www.my'.join('a.org')", ["www.my", "a.org"]),
        # A sign may be an emoji by what is behind it.
        ("https://a.ws❤\ufe0f/a", ["https://a.ws❤\ufe0f/a"]),
        ("https://www.my❤\ufe0fshop.com/x", ["https://www.my❤\ufe0fshop.com/x"]),
        ("https://a.ws❤\ufe0f次 https://b.ws❤\ufe0f.", ["https://a.ws", "https://b.ws"]),
        ("www.my❤\ufe0fshop.com/x me@www.my❤\ufe0fshop.com", []),
        # Something is before, between or instead of the slashes.
        ("http:é//shop.com/?b.org http:/é/shop.com/?b.org", []),
        ("http:/shop.com/(b.org) c.org", ["c.org"]),
        ("see:/x/?b.org", ["b.org"]),
        # An invisible character behind a dot.
        ("https://www.my.\u200bshop.com me@www.my.\u2060shop.com", []),
        ("https://www.my.\u200b shop.com", ["https://www.my", "shop.com"]),
        ("https://www.my…\u200bshop.com https://www.my\u200b.\u200bshop.com", []),
        ("https://a.example\u200b. b.org", ["https://a.example", "b.org"]),
        # Punctuation is a part of a host that goes on behind it.
        ("https://joe’s.example/", ["https://joe’s.example/"]),
        ("https://a.example’s", ["https://a.example"]),
        ("https://a.example※注", ["https://a.example"]),
        ("https://a.example…b.org/x", []),
        ("e\u0301—example.org", []),
        ("→" * 40 + "example.org", ["example.org"]),
        ("a" + "£" * 40 + "example.org", []),
        # Fields of a mail in any case (RFC 5322 section 1.2.2).
        ("mailto:a@b.org?Subject=Q&Body=Hi", ["mailto:a@b.org?Subject=Q&Body=Hi"]),
        ("mailto:a@b.org?SUBJECT=Q", ["mailto:a@b.org?SUBJECT=Q"]),
    ],
)  # fmt: skip
def test_signs_around_addresses(text, expected):
    """A sign between words is a part of an address, and beside one it is not."""
    assert expected == [text[each.start : each.end] for each in find(text, emails=True)]


@given(SIGNS, st.sampled_from(sorted(PLACES.keys() - BARE)))
@example("❜", "path")
def test_what_is_refused_has_no_parts(sign, place):
    """If `WEB` refuses an address with a scheme, nothing is found in it, but behind a bracket."""
    text = PLACES[place].format(sign)
    try:
        WEB.check(text)
    except IRIError:
        assert sign in APART or [] == parts(text)
