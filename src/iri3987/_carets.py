"""Lines for a terminal that show a place in a text: the text, and carets below it."""

import unicodedata
from shutil import get_terminal_size
from typing import TextIO

from iri3987 import _unicode14
from iri3987._invisible import escaped
from iri3987._text import excerpt, password

# Some terminals reorder right-to-left text, others do not. Inside an override (LRO ... PDF) both
# show the characters in the order of the text, so that columns can be counted. A terminal may show
# the LRO itself as nothing or as a box. Both lines begin with it, so the caret is right anyway.
_LRO, _PDF = "\u202d", "\u202c"
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_INDENT = "  "


def point(text: str, start: int, end: int, stream: TextIO) -> str:
    """Return *text* around its *start*, to be printed to *stream*, above carets up to its *end*."""
    before, after = (_encodable(part, stream) for part in excerpt(text, start))
    hidden_start, hidden_end = password(text)
    if start < hidden_end and hidden_start < end:
        end = start  # a masked password has no columns of its own
    before, after = _fitted(before, after, stream)
    pointed = _encodable(escaped(text[start:end]), stream)
    carets = "^" * (_columns(pointed[: len(after)]) or 1)
    lines = f"{before}{after}", f"{' ' * _columns(before)}{carets}"
    if any(_unicode14.bidirectional(character) in _RIGHT_TO_LEFT for character in lines[0]):
        lines = f"{_LRO}{lines[0]}{_PDF}", f"{_LRO}{lines[1]}{_PDF}"
    return "\n".join(f"{_INDENT}{line}" for line in lines)


def _fitted(before: str, after: str, stream: TextIO) -> tuple[str, str]:
    """Return *before* and *after*, cut to one line of the terminal if *stream* is one.

    If the terminal broke the line, the carets would be below something else.
    """
    width = get_terminal_size().columns - len(_INDENT)
    if stream.isatty() and _columns(before + after) > width:
        while _columns(before) > width // 2:
            before = before[1:]
        while _columns(before + after) > width:
            after = after[:-1]
    return before, after


def _encodable(text: str, stream: TextIO) -> str:
    """Return *text* as it comes out of *stream*, which escapes what its encoding does not have."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _columns(text: str) -> int:
    """Return how many columns of a terminal *text* takes: none for marks, two for wide ones."""
    return sum(
        (unicodedata.east_asian_width(character) in "WF") + 1
        for character in text
        if _unicode14.category(character) not in {"Mn", "Me"}
        and not "\u1160" <= character <= "\u11ff"  # vowels and finals of Hangul
    )
