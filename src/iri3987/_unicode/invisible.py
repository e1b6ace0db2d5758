"""RFC 3987 section 6.1: characters that look like a space or are invisible.

Each constant is the inside of a bracket expression. `is_seen` decides whether messages and
sentences may repeat a character or have it `escaped`, and whether `iri3987.to_iri` and
`iri3987.display` decode it, but for joiners and variation selectors.
"""

from iri3987._unicode.everyday import is_everyday
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import is_printable

#: White_Space (PropList.txt).
WHITE_SPACE = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
#: Characters that look like a space.
SPACE_LIKE = "\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000"

# Default_Ignorable_Code_Point, without the characters of section 4.1, which are errors. The joiners
# and the variation selectors have legitimate uses, which `iri3987._unicode.joiners` knows.
#: Emoji, and the blocks that have some.
EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u20e3\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff"
)
#: Characters that a variation selector can follow.
VARIES = f"\u1000-\u109f\u3400-\u9fff\U00020000-\U0003ffff{EMOJI}"
# Others have no glyph of their own, as their names say (joiner, filler, selector, null): those of
# Brahmi, Khitan and Duployan, which are not in use today, and the note without a head.
_NAMED = "\U0001107f\U00016fe4\U0001bc9d\U0001d159"
#: Characters that are invisible wherever they stand.
NEVER_SEEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0"
    f"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a{_NAMED}"
)
#: Those of Mongolian, and those of Unicode up to U+FFFF.
VARIATION_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f"
# Default_Ignorable_Code_Point where `is_printable` is True: others are formatting or unassigned.
_IGNORABLE = f"\u034f\u115f\u1160\u17b4\u17b5{VARIATION_SELECTORS}\u3164\uffa0\U000e0100-\U000e01ef"

#: What reorders text: LRM, RLM, LRE, RLE, PDF, LRO, RLO (section 4.1), ALM, LRI, RLI, FSI, PDI.
FORMATTING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"


def _each(inside: str) -> str:
    """Return each character of the bracket expression with this inside."""
    each, *others = inside.split("-")
    for other in others:
        each += "".join(map(chr, range(ord(each[-1]) + 1, ord(other[0])))) + other
    return each


#: What surrounds text that was copied, and is not a part of it: white space, and what is invisible
#: at the end of a text. A variation selector belongs to the character before it.
AROUND = _each(f"{WHITE_SPACE}{SPACE_LIKE}{NEVER_SEEN}{FORMATTING}\u200c\u200d")
_BEFORE = AROUND + _each("\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef")
_FIRST, _LAST = frozenset(_BEFORE), frozenset(AROUND)


def trimmed(text: str, /) -> str:
    """Return *text* without what is `AROUND`, and without variation selectors at its beginning."""
    # Most text has neither. To look for each of 400 characters takes ten times as long.
    if text and text[0] not in _FIRST and text[-1] not in _LAST:
        return text
    return text.lstrip(_BEFORE).rstrip(AROUND)


#: Not seen although `is_printable` is True; first the cell of Braille, the joiner of Tifinagh.
UNSEEN = f"\u2800\u2d7f{_NAMED}{_IGNORABLE}"
UNSEEN_CHARACTER = late(f"[{UNSEEN}]")


def is_seen(text: str, /) -> bool:
    """Return whether no character of *text* is invisible or reorders others. U+0020 is seen."""
    if text.isascii():
        return text.isprintable()
    return is_everyday(text) or (is_printable(text) and UNSEEN_CHARACTER.search(text) is None)


def escaped(text: str, /) -> str:
    """Return *text* as `repr` shows it, without the quotes: characters not seen are escaped."""
    shown = repr(text)[1:-1]
    if shown.isascii() or is_seen(shown):
        return shown
    hidden = {each for each in shown if not is_seen(each)}
    return shown.translate({ord(each): each.encode("unicode_escape").decode() for each in hidden})
