r"""UTS #39 section 5.4: marks that are odd where they stand.

https://www.unicode.org/reports/tr39/#Optional_Detection

A mark can hide among others, or stand on a letter of a script that does not use it, where fonts
show it in different ways. Each function returns the position in a label of the first such mark, or
of the run of marks that it is in, or None. Labels are NFC; repeated and excessive marks are counted
in NFD, as the section asks: "é\u0301" has two acute accents.
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
    r"""Find a nonspacing mark that follows itself (UTS #39 5.4): the second may be invisible.

    >>> repeated_mark("ae\u0331\u0331"), repeated_mark("é\u0301"), repeated_mark("e\u0331a\u0331")
    (2, 1, None)
    """
    for position, _, marks in _runs_of_marks(label):
        if any(mark == after for mark, after in pairwise(marks)):
            return position
    return None


def excessive_marks(label: str, /) -> int | None:
    r"""Find more marks than a character of its script is expected to have (UTS #39 5.4).

    >>> excessive_marks("e\u0330\u0303\u0304"), excessive_marks("ve\u0330\u0303")
    (1, None)
    """
    for position, base, marks in _runs_of_marks(label):
        most = _MOST if script_extensions(base).isdisjoint(_EUROPEAN) else _MOST_EUROPEAN
        if len(marks) > most:
            return position
    return None


def foreign_mark(label: str, /) -> int | None:
    r"""Find a mark whose scripts are all foreign to the character that it stands on.

    >>> foreign_mark("ক\u0901"), foreign_mark("к\u0301"), foreign_mark("1\u0301")
    (1, None, 1)
    """
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
