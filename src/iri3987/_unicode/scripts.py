"""UTS #39 section 5: mixed scripts, mixed numbers, and marks that are odd where they stand.

A label mixes scripts if there is no script (UAX #24) that all of its characters belong to. Some
mixes are usual: Japanese is written in three scripts, and with Latin letters among them.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby, pairwise

from iri3987._unicode._tables import SCRIPT_STARTS, SCRIPT_VALUES, SCRIPTS
from iri3987._unicode.identifiers import is_allowed
from iri3987._unicode.version14 import category, decimal, normalize

#: 5.1, augmented script sets: the sets of scripts that one language writes together.
_WITH_HAN = {
    "Hani": frozenset({"Hanb", "Jpan", "Kore"}),
    "Bopo": frozenset({"Hanb"}),
    "Hira": frozenset({"Jpan"}),
    "Kana": frozenset({"Jpan"}),
    "Hang": frozenset({"Kore"}),
}
_ANY_SCRIPT = frozenset({"Zyyy", "Zinh"})

#: 5.2: the sets of scripts that a label which is Highly Restrictive can be written in.
_EAST_ASIAN = tuple(frozenset({"Latn", script}) for script in ("Jpan", "Hanb", "Kore"))
#: 5.2: the Recommended scripts that a label which is Moderately Restrictive can mix with Latin: all
#: except Cyrillic and Greek, whose letters look like Latin ones.
_RECOMMENDED = (
    "Arab Armn Beng Deva Ethi Geor Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Mlym Mymr "
    "Orya Sinh Taml Telu Thaa Thai Tibt"
)
_BESIDE_LATIN = tuple(frozenset({"Latn", script}) for script in _RECOMMENDED.split())


def script_extensions(character: str, /) -> frozenset[str]:
    """Return Script_Extensions (UAX #24) of *character*, short names of scripts."""
    _, extensions = SCRIPTS[SCRIPT_VALUES[bisect_right(SCRIPT_STARTS, ord(character)) - 1]]
    return extensions


@lru_cache(maxsize=4096)
def augmented_scripts(character: str, /) -> frozenset[str]:
    """Return the augmented script set (5.1) of *character*; empty if it goes with any script."""
    names = script_extensions(character)
    if names & _ANY_SCRIPT:
        return frozenset()
    return names.union(*(_WITH_HAN.get(name, ()) for name in names))


@lru_cache(maxsize=1024)
def resolved_scripts(characters: str, /) -> frozenset[str]:
    """Return the scripts that all of *characters* belong to (5.1); {"Zyyy"} if to any."""
    sets = set(map(augmented_scripts, characters)) - {frozenset()}
    return frozenset.intersection(*sets) if sets else frozenset({"Zyyy"})


def restriction_level(label: str, /) -> str:
    """Return the name of the restriction level of *label* (5.2), of the profile of `is_allowed`.

    >>> [restriction_level(label) for label in ("cat", "кот", "ネコcat", "แมวcat")]
    ['ASCII-Only', 'Single Script', 'Highly Restrictive', 'Moderately Restrictive']
    >>> restriction_level("кoт"), restriction_level("ɡoogle")
    ('Minimally Restrictive', 'Unrestricted')
    """
    if not all(map(is_allowed, label)):
        return "Unrestricted"
    if label.isascii():
        return "ASCII-Only"
    if resolved_scripts(label):
        return "Single Script"
    if is_highly_restrictive(label):
        return "Highly Restrictive"
    if _is_covered(label, _BESIDE_LATIN):
        return "Moderately Restrictive"
    return "Minimally Restrictive"


def is_highly_restrictive(label: str, /) -> bool:
    """Return whether *label* is in one script, or in an East Asian mix with Latin (5.2)."""
    return bool(resolved_scripts(label)) or _is_covered(label, _EAST_ASIAN)


def _is_covered(label: str, sets: Iterable[frozenset[str]]) -> bool:
    """Return whether one of *sets* has a script for each character of *label*."""
    scripts = set(map(augmented_scripts, label)) - {frozenset()}
    return any(all(map(covering.intersection, scripts)) for covering in sets)


def has_one_digit_system(label: str, /) -> bool:
    """Return whether the decimal digits of *label* are all of one system (5.3)."""
    if label.isalpha():
        return True  # most labels have no digits
    digits = ((character, decimal(character)) for character in label)
    return len({ord(character) - value for character, value in digits if value >= 0}) <= 1


# 5.4. Optional detection
#
# Each function returns the position in a label of the first odd mark, or of the run of marks that
# it is in, or None. Labels are NFC; repeated and excessive marks are counted in NFD, as the section
# asks: "é\u0301" has two acute accents.

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
