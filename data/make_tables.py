"""Make `_tables.py` from files of the Unicode Consortium: ``python -m data.make_tables FOLDER``.

FOLDER holds Scripts.txt, ScriptExtensions.txt, PropertyValueAliases.txt, DerivedCoreProperties.txt
(or its section on Default_Ignorable_Code_Point, under a longer name), IdentifierStatus.txt,
IdentifierType.txt and confusables.txt, all of one version of Unicode:
https://www.unicode.org/Public/. The same files always make the same bytes.
"""

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

#: The module of the core that is made.
TARGET = Path(__file__).parents[1] / "src" / "iri3987" / "_unicode" / "_tables.py"

_T = TypeVar("_T")

_CODE_POINTS = range(0x110000)
_FILES = (
    "Scripts",
    "ScriptExtensions",
    "PropertyValueAliases",
    "DerivedCoreProperties",
    "IdentifierStatus",
    "IdentifierType",
    "confusables",
)
#: Where a file tells its version: "# Scripts-18.0.0.txt" or "# Version: 18.0.0".
_VERSION = re.compile(r"^# (?:\w+-|Version: )(\d+\.\d+\.\d+)", re.MULTILINE)

_MODULE = '''\
"""Scripts, identifier properties and confusables of Unicode {version}, made by `make_tables.py`.

Derived from data files Copyright © 2001-2026 Unicode, Inc., used under the Unicode License v3
(SPDX-License-Identifier: Unicode-3.0): LICENSE-Unicode-3.0.txt, in this folder, is its copyright
and permission notice.
"""

from functools import cache


def _integers(text: str, base: int) -> tuple[int, ...]:
    return tuple(int(word, base) for word in text.split())


UNICODE_VERSION = "{version}"

_SCRIPTS = (
{scripts}
)
#: Each Script that occurs with the Script_Extensions that occur with it (UAX #24), short names.
SCRIPTS: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (names.split()[0], frozenset(names.split()[1:])) for names in _SCRIPTS.split(",")
)

#: Where a run of code points with the same entry of `SCRIPTS` starts, ascending, ...
SCRIPT_STARTS = _integers(
{script_starts},
    16,
)

#: ... and the index of that entry.
SCRIPT_VALUES = _integers(
{script_values},
    10,
)

#: Where Default_Ignorable_Code_Point (UAX #44) changes, ascending: No before the first, Yes from
#: the first to before the second, and so on in turns.
IGNORABLE_CHANGES = _integers(
{ignorable_changes},
    16,
)

#: Where Identifier_Status (UTS #39 section 3.1) changes, ascending: Restricted before the first,
#: Allowed from the first to before the second, and so on in turns.
STATUS_CHANGES = _integers(
{status_changes},
    16,
)

_TYPES = (
{identifier_types}
)
#: Each set of Identifier_Type (UTS #39 section 3.1) that occurs.
IDENTIFIER_TYPES = tuple(frozenset(names.split()) for names in _TYPES.split(","))

_TYPE_STARTS = (
{type_starts}
)
_TYPE_VALUES = (
{type_values}
)


@cache
def type_runs() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return where a run of code points of one Identifier_Type starts, ascending, and its index.

    The index is that of an entry of `IDENTIFIER_TYPES`. Read when first asked for.
    """
    return _integers(_TYPE_STARTS, 16), _integers(_TYPE_VALUES, 10)


_PROTOTYPES = (
{ascii_prototypes}
)
#: The code points whose prototype in confusables.txt (UTS #39 section 4) is of visible ASCII
#: characters only, with that prototype. ASCII's own are among them: "m" looks like "rn".
ASCII_PROTOTYPES = {{
    int(code_point, 16): prototype
    for code_point, _, prototype in (pair.partition(":") for pair in _PROTOTYPES.split())
}}

_OTHER_PROTOTYPES = (
{other_prototypes}
)


@cache
def prototypes() -> dict[int, str]:
    """Return all code points of confusables.txt with their prototypes, read when first asked for.

    A ready argument for `str.translate`.
    """
    others = (pair.partition(":") for pair in _OTHER_PROTOTYPES.split())
    return ASCII_PROTOTYPES | {{
        int(code_point, 16): "".join(chr(int(code, 16)) for code in prototype.split(","))
        for code_point, _, prototype in others
    }}
'''


def rows(text: str, /) -> Iterator[list[str]]:
    """Yield the fields of each line of *text*, a file of the Unicode Character Database."""
    for line in text.splitlines():
        content = line.partition("#")[0].removeprefix("\ufeff").strip()
        if content:
            yield [field.strip() for field in content.split(";")]


def spread(text: str, /) -> Iterator[tuple[int, str]]:
    """Yield each code point of *text*, whose rows are "0041..005A ; value", with its value."""
    for code_points, value, *_ in rows(text):
        first, _, last = code_points.partition("..")
        for code_point in range(int(first, 16), int(last or first, 16) + 1):
            yield code_point, value


def runs(values: Sequence[_T], /) -> Iterator[tuple[int, _T]]:
    """Yield the index and value of each item of *values* that differs from the one before it."""
    for index, value in enumerate(values):
        if index == 0 or value != values[index - 1]:
            yield index, value


def script_pairs(texts: Mapping[str, str], /) -> list[tuple[str, str]]:
    """Return (Script, Script_Extensions) of every code point, in short names."""
    aliases = (row for row in rows(texts["PropertyValueAliases"]) if row[0] == "sc")
    short = {row[2]: row[1] for row in aliases}
    scripts = {point: short[name] for point, name in spread(texts["Scripts"])}
    extensions = dict(spread(texts["ScriptExtensions"]))
    pairs = []
    for point in _CODE_POINTS:
        script = scripts.get(point, "Zzzz")
        pairs.append((script, extensions.get(point, script)))
    return pairs


def changes(text: str, value: str, /) -> list[int]:
    """Return where in *text* code points start, and where they cease, to have *value*."""
    points = {point for point, own in spread(text) if own == value}
    starts = {point for point in points if point - 1 not in points}
    ends = {point + 1 for point in points if point + 1 not in points}
    return sorted(starts | ends)


def identifier_types(text: str, /) -> list[str]:
    """Return Identifier_Type of every code point, as names in alphabetical order."""
    types = {point: " ".join(sorted(names.split())) for point, names in spread(text)}
    return [types.get(point, "Not_Character") for point in _CODE_POINTS]


def prototypes(text: str, /) -> dict[int, str]:
    """Return the code points that confusables.txt maps, with what it maps them to."""
    mapped = {
        int(source, 16): "".join(chr(int(code, 16)) for code in target.split())
        for source, target, *_ in rows(text)
    }
    return dict(sorted(mapped.items()))


def make(texts: Mapping[str, str], /) -> str:
    """Return the source of `_tables.py` for the files' contents *texts*, by file name."""
    versions = {match[1] for text in texts.values() if (match := _VERSION.search(text))}
    if len(versions) != 1:
        raise SystemExit(
            f"the files should be of one version of Unicode, not of {sorted(versions)}"
        )
    scripts = script_pairs(texts)
    distinct = sorted(set(scripts))
    script_runs = list(runs(scripts))
    types = identifier_types(texts["IdentifierType"])
    distinct_types = sorted(set(types))
    type_runs = list(runs(types))
    mapped = prototypes(texts["confusables"])
    in_ascii = {point: text for point, text in mapped.items() if re.fullmatch("[!-~]+", text)}
    return _MODULE.format(
        version=versions.pop(),
        scripts=_literal(",".join(f"{script} {names}" for script, names in distinct).split(" ")),
        script_starts=_hexadecimal(start for start, _ in script_runs),
        script_values=_literal(str(distinct.index(value)) for _, value in script_runs),
        ignorable_changes=_hexadecimal(
            changes(texts["DerivedCoreProperties"], "Default_Ignorable_Code_Point")
        ),
        status_changes=_hexadecimal(changes(texts["IdentifierStatus"], "Allowed")),
        identifier_types=_literal(",".join(distinct_types).split(" ")),
        type_starts=_hexadecimal(start for start, _ in type_runs),
        type_values=_literal(str(distinct_types.index(value)) for _, value in type_runs),
        ascii_prototypes=_literal(f"{point:X}:{text}" for point, text in in_ascii.items()),
        other_prototypes=_literal(
            f"{point:X}:{','.join(f'{ord(each):X}' for each in text)}"
            for point, text in mapped.items()
            if point not in in_ascii
        ),
    )


def _hexadecimal(numbers: Iterable[int]) -> str:
    """Return the lines of a string literal that holds *numbers*."""
    return _literal(f"{number:X}" for number in numbers)


def _literal(words: Iterable[str]) -> str:
    """Return the lines of a string literal that holds *words*."""
    lines = textwrap.wrap(" ".join(words), width=88, break_long_words=False, break_on_hyphens=False)
    escaped = (line.replace("\\", r"\\").replace('"', r"\"") for line in lines)
    return "\n".join(f'    "{line} "' for line in escaped)


def main(arguments: list[str], /) -> None:
    """Write `_tables.py` into the core, or where a second argument says."""
    folder = Path(arguments[0])
    target = Path(arguments[1]) if arguments[1:] else TARGET
    # A part of a file, cut out of it, has more in its name: "DerivedCoreProperties-...".
    paths = {name: min(folder.glob(f"{name}[.-]*")) for name in _FILES}
    texts = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    target.write_text(make(texts), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
