"""RFC 3987 section 4.4: the order in which a bidirectional text is shown (UAX #9).

https://www.rfc-editor.org/rfc/rfc3987#section-4.4

`right_to_left_runs` tells which parts of a text the Unicode Bidirectional Algorithm reverses. The
section's examples hold, with one exception:
UAX #9 does not give the order printed for Example 9. ``GH%31/%32IJ/KL.html`` shows as
``LK/JI%32/%31HG.html`` in Hebrew letters, and as ``LK/JI32%/31%HG.html`` in Arabic ones.
"""

import re
from collections.abc import Iterator
from itertools import accumulate, groupby

from iri3987 import _unicode14

#: A superset of R, AL and AN, by block. Most texts have none of it and need no further work.
MAY_BE_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)

# 4.4. Examples
#
# "Components consisting of only numbers are allowed [...], but these may interact with adjacent
# RTL components in ways that are not easy to predict" (Example 10). UAX #9 predicts them: these are
# its rules for a text in a left-to-right isolate, at level 0.
#
# Left out: explicit formatting, which section 4.1 forbids, and brackets other than "(" and ")".

#: Text between letters of ASCII. Its order depends on nothing beyond those letters, except that a
#: bracket depends on its partner.
_BETWEEN_LETTERS = re.compile("[^A-Za-z]++")

#: The direction that numbers have for the neutral characters beside them (N0, N1).
_DIRECTION = {"L": "L", "R": "R", "EN": "R", "AN": "R"}


def right_to_left_runs(text: str, /) -> list[tuple[int, int]]:
    r"""Return the places ``text[start:end]`` that are shown reversed where *text* is isolated.

    Such a place is shown from right to left; a number in it keeps the order of its digits.

    >>> right_to_left_runs("/\u05d0\u05d1/12/c"), right_to_left_runs("/12/\u05d0\u05d1/c")
    ([(1, 6)], [(4, 6)])
    """
    if "(" in text:
        return list(_runs(text, 0))
    pieces = _BETWEEN_LETTERS.finditer(text)
    return [run for piece in pieces for run in _runs(piece[0], piece.start())]


def _runs(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the runs in *text*, a piece that begins at *start*."""
    if not MAY_BE_RIGHT_TO_LEFT.search(text):
        return
    classes = list(map(_bidi_class, text))
    _resolve_strong(classes)
    _resolve_numbers(classes)
    _resolve_brackets(text, classes)
    _resolve_neutral(classes)
    for is_left_to_right, run in groupby(classes, key="L".__eq__):
        end = start + len(list(run))
        if not is_left_to_right:
            yield start, end
        start = end


def _bidi_class(character: str) -> str:
    """Return the Bidi_Class of *character*; an unassigned code point has that of its block."""
    known = _unicode14.bidirectional(character)
    return known or ("R" if MAY_BE_RIGHT_TO_LEFT.match(character) else "L")


def _resolve_strong(classes: list[str]) -> None:
    """W1 to W3: marks get the class of their letter; digits and letters of Arabic are Arabic."""
    strong = before = "L"
    for index, given in enumerate(classes):
        # X9 removes characters of class BN.
        name = before if given in {"NSM", "BN"} else given
        if name == "EN" and strong == "AL":
            name = "AN"
        if name in {"L", "R", "AL"}:
            strong = name
        classes[index] = "R" if name == "AL" else name
        before = name


def _resolve_numbers(classes: list[str]) -> None:
    """W4 to W7: signs between and beside digits, and digits after a left-to-right letter."""
    for index in range(1, len(classes) - 1):
        before, name, after = classes[index - 1 : index + 2]
        if before == after and (name, before) in {("CS", "EN"), ("CS", "AN"), ("ES", "EN")}:
            classes[index] = before
    for order, beside in ((range(1, len(classes)), -1), (range(len(classes) - 2, -1, -1), 1)):
        for index in order:
            if classes[index] == "ET" and classes[index + beside] == "EN":
                classes[index] = "EN"
    strong = "L"
    for index, name in enumerate(classes):
        if name in {"L", "R"}:
            strong = name
        elif name == "EN" and strong == "L":
            classes[index] = "L"


def _resolve_brackets(text: str, classes: list[str]) -> None:
    """N0: a pair of brackets gets a direction from the text in it, or from the text before it."""
    closing, opened = {}, []
    for index, character in enumerate(text):
        if character == "(":
            opened.append(index)
        elif character == ")" and opened:
            closing[opened.pop()] = index
    if not closing:
        return
    directions = [_DIRECTION.get(name) for name in classes]
    seen = {
        direction: [0, *accumulate(each == direction for each in directions)] for direction in "LR"
    }
    context = "L"
    for index in range(len(classes)):
        end = closing.get(index, index)
        holds = {name for name, count in seen.items() if count[end] > count[index]}
        if holds:
            classes[index] = classes[end] = "L" if "L" in holds else context
        context = _DIRECTION.get(classes[index], context)


def _resolve_neutral(classes: list[str]) -> None:
    """N1 and N2: neutral characters get the direction of both their sides, or that of the text."""
    start, before = 0, "L"
    for index in range(len(classes) + 1):
        after = _DIRECTION.get(classes[index]) if index < len(classes) else "L"
        if after:
            direction = before if before == after else "L"
            classes[start:index] = [direction] * (index - start)
            start, before = index + 1, after
