r"""UTS #39 section 5.4: marks that are odd where they stand.

https://www.unicode.org/reports/tr39/#Optional_Detection

Each function returns the position in a label of the first such mark, or of the run of marks that it
is in, or None. Labels are NFC; repeated and excessive marks are counted in NFD, as the section
asks: "é\u0301" has two acute accents.
"""

from collections.abc import Iterator
from itertools import groupby, pairwise

from iri3987._unicode.scripts import script_extensions
from iri3987._unicode.version14 import category, normalize

#: Scripts of the marks without a script of their own: a horn, a cedilla, a comma or ogonek below.
_EUROPEAN = frozenset({"Latn", "Grek", "Cyrl"})

#: "Forbid sequences of more than 4 nonspacing marks".
_MOST = 4
#: Choice: no everyday spelling puts more on a letter of Latin, Greek or Cyrillic: "ệ", "ΰ".
_MOST_EUROPEAN = 2
#: How many marks of a run are examined: as many as may follow a character in the Stream-Safe Text
#: Format of UAX #15. Normalization takes quadratic time in their number.
_LONGEST = 30


def repeated_mark(label: str, /) -> int | None:
    """Find a nonspacing mark that follows itself (UTS #39 5.4): the second may be invisible."""
    for position, _, marks in _runs_of_marks(label):
        if any(mark == after for mark, after in pairwise(marks)):
            return position
    return None


def excessive_marks(label: str, /) -> int | None:
    """Find more marks than a character of its script is expected to have (UTS #39 5.4)."""
    for position, base, marks in _runs_of_marks(label):
        most = _MOST if script_extensions(base).isdisjoint(_EUROPEAN) else _MOST_EUROPEAN
        if len(marks) > most:
            return position
    return None


def foreign_mark(label: str, /) -> int | None:
    """Find a mark whose scripts are all foreign to the character that it stands on."""
    base: frozenset[str] = frozenset()
    for position, character in enumerate(label):
        scripts = script_extensions(character)
        if category(character)[0] != "M":
            base = scripts
        elif base.isdisjoint(_EUROPEAN if "Zinh" in scripts else scripts):
            return position
    return None


def _runs_of_marks(label: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the start of each run of nonspacing marks, the character before, its marks in NFD."""
    position = 0
    for is_run, characters in groupby(label, _is_nonspacing):
        run = "".join(characters)
        if is_run:
            end = position + min(len(run), _LONGEST)
            text = normalize("NFD", label[max(position - 1, 0) : end])
            yield position, text[0], list(filter(_is_nonspacing, text[1:]))
        position += len(run)


def _is_nonspacing(character: str) -> bool:
    return category(character) in {"Mn", "Me"}
