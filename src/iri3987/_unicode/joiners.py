"""RFC 3987 section 6.1: invisible characters that have a meaning where they stand.

Joiners and variation selectors are invisible, and text can hide in them. But Persian and Kurdish
cannot be written without ZERO WIDTH NON-JOINER, nor Sinhala without ZERO WIDTH JOINER, nor a family
of emoji. Not in a host: UTS #46 decides there.

- ZERO WIDTH NON-JOINER (U+200C) stands after a virama, or between letters that would join (RFC 5892
  appendix A.1).
- ZERO WIDTH JOINER (U+200D) stands after a virama (appendix A.2), or in a sequence of emoji (UTS
  #51, ED-16). Choice: also between a consonant and a virama where The Unicode Standard (chapters 12
  and 13) writes so: after ra in Bengali and Kannada, in touching letters of Sinhala.
- A variation selector stands after a character that can vary: an emoji, an ideograph, a letter of
  Mongolian or Burmese; U+FE0F also in a keycap.
- The joiner of Tifinagh (U+2D7F) stands after a letter of its script.

Choice: a virama has to stand on a letter, which RFC 5892 leaves to other rules about labels. No
more than 30 marks are looked past (Stream-Safe Text Format of UAX #15): time is linear.
"""

from iri3987._unicode._joining_types import EMOJI, JOINS_LAST, JOINS_NEXT
from iri3987._unicode.invisible import UNSEEN_CHARACTER, VARIATION_SELECTORS, VARIES
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import category, combining

#: The characters that `is_in_place` is for: the inside of a bracket expression.
CONTEXTUAL = f"\u200c\u200d\u2d7f{VARIATION_SELECTORS}"

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_VIRAMA = 9
_MOST_MARKS = 30


def is_in_place(text: str, at: int, /) -> bool:
    """Return whether the character at *at*, one of `CONTEXTUAL`, has a meaning there."""
    if _BESIDE.match(text, at):
        return True
    if text[at] not in {_NON_JOINER, _JOINER}:
        return False
    before = text[at - 1 : at] or " "
    # The joiner of Tifinagh is a virama by its class, and invisible itself.
    if combining(before) == _VIRAMA and before != "\u2d7f":
        base = _base(text, range(at - 2, -1, -1))
        return base != "" and category(base)[0] == "L"
    if text[at] == _JOINER:
        return False
    # The letters around it would join, but for it.
    last, following = _base(text, range(at - 1, -1, -1)), _base(text, range(at + 1, len(text)))
    return _LETTERS.fullmatch(f"{last}{following}") is not None


def _base(text: str, places: range) -> str:
    """Return the first character at *places* that is not a mark: "" behind more than 30 marks."""
    for place in places[: _MOST_MARKS + 1]:
        if category(text[place]) not in {"Mn", "Me"} or UNSEEN_CHARACTER.match(text, place):
            # The last digit of "%8C" is not a letter.
            return "" if place > 1 and text[place - 2] == "%" else text[place]
    return ""


#: A character whose neighbours alone give it a meaning.
_BESIDE = late(
    rf"(?s:\u200d(?:(?:(?<=[{EMOJI}].)|(?<=[{EMOJI}]\ufe0f.))(?=[{EMOJI}])"
    r"|(?<=[\u09b0\u09f0].)(?=\u09cd)|(?<=\u0cb0.)(?=\u0ccd)|(?<=[\u0d9a-\u0dc6].)(?=\u0dca))"
    r"|[\u180b-\u180d\u180f](?<=[\u1810-\u18af].)|\u2d7f(?<=[\u2d30-\u2d6f].)"
    rf"|[\ufe00-\ufe0f](?<=[{VARIES}].)"
    # The last digit of "%23" is not that of a keycap.
    r"|\ufe0f(?<=[0-9*].)(?<!%...)(?=\u20e3))"
)
_LETTERS = late(f"[{JOINS_NEXT}][{JOINS_LAST}]")
