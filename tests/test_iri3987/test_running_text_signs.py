"""Running text: no part of an address is taken for another one, whatever character is in it."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import uts58
from iri3987 import WEB, IRIError
from iri3987._unicode._link_terms import CLOSING
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


@given(SIGNS, st.sampled_from(sorted(PLACES.keys() - BARE)))
@example("❜", "path")
def test_what_is_refused_has_no_parts(sign, place):
    """If `WEB` refuses an address with a scheme, nothing is found in it, but behind a bracket."""
    text = PLACES[place].format(sign)
    try:
        WEB.check(text)
    except IRIError:
        assert sign in APART or [] == parts(text)
