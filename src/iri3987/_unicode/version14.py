"""The answers of `unicodedata` as of Unicode 14.0, whatever version the interpreter has.

Python 3.11, the oldest supported one, has that version. The whole core asks this module instead of
`unicodedata`, so that every interpreter gives the same answers, and keys made on one match those
made on another. Newer characters are code points that are not assigned.

Hosts are an exception: the tables of ``idna`` decide which newer characters a host may hold, except
those that an older Python cannot treat correctly (`is_settled`).
"""

import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import Literal

from iri3987._unicode._assigned import CHANGED, UNASSIGNED, UNSETTLED
from iri3987._unicode.patterns import late

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

#: A superset of R, AL and AN, by block. Most texts have none of it and need no further work.
MAY_BE_RIGHT_TO_LEFT = late(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def category(character: str, /) -> str:
    """Return General_Category: "Cn" for a character that Unicode 14.0 does not have."""
    return _properties(character)[0]


def has_letter_or_number(text: str, /) -> bool:
    """Return whether there is a letter or a number in *text*."""
    if text.isascii():
        return any(map(str.isalnum, text))
    return any(category(each)[0] in "LN" for each in text)


def bidirectional(character: str, /) -> str:
    """Return Bidi_Class: "" for a character that Unicode 14.0 does not have."""
    return _properties(character)[1]


def combining(character: str, /) -> int:
    """Return Canonical_Combining_Class: 0 for one that Unicode 14.0 does not have."""
    return _properties(character)[2]


def decimal(character: str, /) -> int:
    """Return the value of a decimal digit: -1 for any other character."""
    return _properties(character)[3]


def normalize(form: Form, text: str, /) -> str:
    """Return *text* in a normalization form; newer characters stay as they are."""
    # A newer character does not decompose, compose or change its place, so it separates the others.
    return "".join(unicodedata.normalize(form, piece) + newer for piece, newer in pieces(text))


def normalize_long(form: Form, text: str, /) -> str:
    """Return what `normalize` returns, in linear time."""
    if text.isascii():
        return text
    return "".join(_normalize_known(form, piece) + newer for piece, newer in pieces(text))


def _normalize_known(form: Form, text: str) -> str:
    """Normalize *text* of Unicode 14.0, whose normalization forms never change."""
    # `unicodedata` sorts a run of marks by insertion, which takes minutes for a megabyte of them.
    decomposition: Form = "NFKD" if form in {"NFKC", "NFKD"} else "NFD"
    decomposed = "".join(unicodedata.normalize(decomposition, character) for character in text)
    runs = groupby(decomposed, key=lambda character: unicodedata.combining(character) > 0)
    ordered = "".join(
        "".join(sorted(run, key=unicodedata.combining) if is_marks else run)
        for is_marks, run in runs
    )
    return unicodedata.normalize(form, ordered)


def is_normalized(form: Form, text: str, /) -> bool:
    """Return whether `normalize` leaves *text* as it is."""
    if not newer(text):
        return unicodedata.is_normalized(form, text)
    return all(unicodedata.is_normalized(form, piece) for piece, _ in pieces(text))


def lower(text: str, /) -> str:
    """Return *text* in lower case; newer characters stay as they are."""
    return "".join(piece.lower() + newer for piece, newer in pieces(text))


def casefold(text: str, /) -> str:
    """Return *text* without differences of case; newer characters stay as they are."""
    return "".join(piece.casefold() + newer for piece, newer in pieces(text))


def is_printable(text: str, /) -> bool:
    """Return whether *text* is printable (`str.isprintable`) and has no newer character."""
    return text.isprintable() and not newer(text)


def newer(text: str, /) -> str:
    """Return the first character of *text* that Unicode 14.0 does not have, or ""."""
    match = None if text.isascii() else UNASSIGNED.search(text)
    return match[0] if match else ""


def is_settled(text: str, /) -> bool:
    """Return whether all versions of Unicode since 14.0 treat *text* alike in a host.

    They do not for newer marks, right-to-left letters and characters that compose.
    """
    return not newer(text) or UNSETTLED.search(text) is None


def without_unsettled(text: str, /) -> str:
    """Return *text* without the characters that `is_settled` does not accept."""
    return UNSETTLED.sub("", text) if newer(text) else text


def has_settled_direction(text: str, /) -> bool:
    """Return whether all versions of Unicode since 14.0 give *text* the same directions."""
    return not newer(text) and CHANGED.keys().isdisjoint(text)


def pieces(text: str, /) -> list[tuple[str, str]]:
    """Return the pieces of *text* between newer characters, each with the one after it."""
    if text.isascii():
        return [(text, "")]
    return list(zip(UNASSIGNED.split(text), [*UNASSIGNED.findall(text), ""], strict=True))


@lru_cache(maxsize=4096)
def _properties(character: str) -> tuple[str, str, int, int]:
    if newer(character):
        return "Cn", "", 0, -1
    properties = unicodedata.category(character), unicodedata.bidirectional(character)
    properties = CHANGED.get(character, properties)
    return (*properties, unicodedata.combining(character), unicodedata.decimal(character, -1))
