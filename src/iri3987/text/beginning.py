"""RFC 3987 section 7.3: what may stand before an address in running text."""

import re

from iri3987._unicode._link_terms import CLOSING, INCLUDED, LETTERS, SOFT
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import category
from iri3987.text.boundaries import APOSTROPHES, DIVIDERS, ENDS, HYPHENS, SIGNS, SPACELESS
from iri3987.text.unseen import is_unknown, is_unseen

_SPACELESS = late(f"[{SPACELESS}]")
_LETTER = late(f"[A-Za-z0-9{LETTERS}]")
#: How many marks and invisible characters are looked past: more do not stand on a letter.
_MARKS = 32


def is_inside_word(text: str, position: int, /) -> bool:
    r"""Return whether a letter or digit that spaces separate from others stands before *position*.

    A mark or invisible character belongs to the letter before it. Behind 32 of them, no letter is
    looked for: there is one.

    >>> is_inside_word("é1", 1), is_inside_word("は1", 1), is_inside_word("a\u200b1", 2)
    (True, False, True)
    """
    for before in range(position - 1, max(position - _MARKS, 0) - 1, -1):
        character = text[before]
        if character.isascii():
            return character.isalnum() or character == "_"
        if category(character)[0] != "M" and not is_unseen(character):
            return _SPACELESS.match(character) is None and _LETTER.match(character) is not None
    return position > _MARKS


#: How many letters a word that stands alone has at most.
_LONGEST_WORD = 32
_OPENING = re.escape("".join(CLOSING.values()))
_WORD_BACKWARDS = late(rf"[A-Za-z0-9{LETTERS}]{{1,{_LONGEST_WORD}}}(?=[\s\"(),;*<>|{_OPENING}]|\Z)")
_SIGN = late(rf"(?![.{ENDS}])[{SIGNS}{SOFT}]")
_HYPHEN = late(f"[{HYPHENS}]")
_DIVIDER = late(rf"[{DIVIDERS}{APOSTROPHES}]|(?![.{ENDS}{INCLUDED}])[{SOFT}]")


def is_joined(text: str, position: int, done: int, /) -> bool:
    r"""Return whether a sign joins what begins at *position* to a word before it.

    The word is one that `is_inside_word` means; before a hyphen, it is one of any script. A bullet,
    an arrow and the punctuation of sentences, an apostrophe too, do not join to a word that stands
    alone, nor to an address that ends at *done*.

    >>> is_joined("a£1", 2, 0), is_joined("は→1", 2, 0), is_joined("は－1", 2, 0)
    (True, False, True)
    >>> is_joined("→1", 1, 0), is_joined("l’1", 2, 0), is_joined("a.b’1", 4, 0)
    (False, False, True)
    """
    first = position
    while first and _is_in_joint(text[first - 1]):
        first -= 1
    joint = text[first:position]
    if not any(map(_is_sign, joint)):
        return False
    if _HYPHEN.search(joint) is not None and is_letter(text[first - 1 : first]):
        return True
    before = text[max(0, first - _LONGEST_WORD - 1) : first][::-1]
    if _DIVIDER.search(joint) and (first == done or _WORD_BACKWARDS.match(before)):
        return False
    return is_inside_word(text, first)


def _is_sign(character: str) -> bool:
    return _SIGN.match(character) is not None or is_unknown(character)


def _is_in_joint(character: str) -> bool:
    if character.isascii():
        return character in "-.'"
    return category(character)[0] == "M" or is_unseen(character) or _is_sign(character)


def is_letter(character: str, /) -> bool:
    """Return whether *character* is a letter, a mark or a number, in any script."""
    return _LETTER.match(character) is not None


_LAST_SPACELESS = late(f"[{SPACELESS}](?=[A-Za-z0-9])")


def begin_after_spaceless(text: str, start: int, end: int, /) -> int:
    """Return where the name ``text[start:end]`` begins if it follows text without spaces."""
    if text[start:end].isascii():
        return start
    last = start
    for match in _LAST_SPACELESS.finditer(text, start, end):
        last = match.end()
    return last if text[last:end].isascii() else start
