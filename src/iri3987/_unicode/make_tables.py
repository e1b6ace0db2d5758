"""Make `_tables.py` from files of the Unicode Consortium: ``python make_tables.py FOLDER``.

FOLDER holds Scripts.txt, ScriptExtensions.txt, PropertyValueAliases.txt, IdentifierStatus.txt and
confusables.txt, all of one version of Unicode: https://www.unicode.org/Public/. The same files
always make the same bytes.
"""

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

_T = TypeVar("_T")

_CODE_POINTS = range(0x110000)
_FILES = (
    "Scripts.txt",
    "ScriptExtensions.txt",
    "PropertyValueAliases.txt",
    "IdentifierStatus.txt",
    "confusables.txt",
)
#: Where a file tells its version: "# Scripts-18.0.0.txt" or "# Version: 18.0.0".
_VERSION = re.compile(r"^# (?:\w+-|Version: )(\d+\.\d+\.\d+)", re.MULTILINE)

_MODULE = '''\
"""Scripts, Identifier_Status and confusables of Unicode {version}, made by `make_tables.py`.

Derived from data files Copyright © 2001-2026 Unicode, Inc., used under the Unicode License v3
(SPDX-License-Identifier: Unicode-3.0): LICENSE-Unicode-3.0.txt, in this folder, is its copyright
and permission notice.
"""


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

#: Where Identifier_Status (UTS #39 section 3.1) changes, ascending: Restricted before the first,
#: Allowed from the first to before the second, and so on in turns.
STATUS_CHANGES = _integers(
{status_changes},
    16,
)

_PROTOTYPES = (
{ascii_prototypes}
)
#: The code points whose prototype in confusables.txt (UTS #39 section 4) is of visible ASCII
#: characters only, with that prototype. ASCII's own are among them: "m" looks like "rn".
ASCII_PROTOTYPES = {{
    int(code_point, 16): prototype
    for code_point, _, prototype in (pair.partition(":") for pair in _PROTOTYPES.split())
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
    aliases = (row for row in rows(texts["PropertyValueAliases.txt"]) if row[0] == "sc")
    short = {row[2]: row[1] for row in aliases}
    scripts = {point: short[name] for point, name in spread(texts["Scripts.txt"])}
    extensions = dict(spread(texts["ScriptExtensions.txt"]))
    pairs = []
    for point in _CODE_POINTS:
        script = scripts.get(point, "Zzzz")
        pairs.append((script, extensions.get(point, script)))
    return pairs


def ascii_prototypes(text: str, /) -> dict[int, str]:
    """Return the code points that confusables.txt maps to visible ASCII, with what they map to."""
    result = {}
    for source, target, *_ in rows(text):
        prototype = "".join(chr(int(code, 16)) for code in target.split())
        if re.fullmatch("[!-~]+", prototype):
            result[int(source, 16)] = prototype
    return dict(sorted(result.items()))


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
    allowed = {
        point for point, status in spread(texts["IdentifierStatus.txt"]) if status == "Allowed"
    }
    # The first run is of Restricted, from U+0000.
    _, *changes = (start for start, _ in runs([point in allowed for point in _CODE_POINTS]))
    prototypes = ascii_prototypes(texts["confusables.txt"])
    return _MODULE.format(
        version=versions.pop(),
        scripts=_literal(",".join(f"{script} {names}" for script, names in distinct).split(" ")),
        script_starts=_literal(f"{start:X}" for start, _ in script_runs),
        script_values=_literal(str(distinct.index(value)) for _, value in script_runs),
        status_changes=_literal(f"{start:X}" for start in changes),
        ascii_prototypes=_literal(f"{point:X}:{text}" for point, text in prototypes.items()),
    )


def _literal(words: Iterable[str]) -> str:
    """Return the lines of a string literal that holds *words*."""
    lines = textwrap.wrap(" ".join(words), width=88, break_long_words=False, break_on_hyphens=False)
    escaped = (line.replace("\\", r"\\").replace('"', r"\"") for line in lines)
    return "\n".join(f'    "{line} "' for line in escaped)


def main(arguments: list[str], /) -> None:
    """Write `_tables.py` beside this script, or where a second argument says."""
    folder = Path(arguments[0])
    target = Path(arguments[1]) if arguments[1:] else Path(__file__).with_name("_tables.py")
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in _FILES}
    target.write_text(make(texts), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
