"""Make `_assigned.py`: ``python3.11 -m data.make_assigned unicodedata2``.

The argument names a module like `unicodedata` that has the newest version of Unicode: that of the
package unicodedata2, or of a newer Python under another name. What is asked of Python's own module
must be of Unicode 14.0. The same two versions always make the same bytes.
"""

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

#: The module of the core that is made.
TARGET = Path(__file__).parents[1] / "src" / "iri3987" / "_unicode" / "_assigned.py"
_OLDEST = "14.0.0"
_CHARACTERS = tuple(map(chr, range(0x110000)))
#: Bidi_Class of characters to which the Bidi Rule (RFC 5893) applies, and of invisible ones.
_DIRECTED = frozenset({"R", "AL", "AN", "NSM", "BN"})

_MODULE = '''\
"""The characters of Unicode {oldest}, and what later versions made of them, to {newest}.

Made by `make_assigned.py` of data files Copyright © 2001-2026 Unicode, Inc., used under the Unicode
License v3 (SPDX-License-Identifier: Unicode-3.0): LICENSE-Unicode-3.0.txt, in this folder, is its
copyright and permission notice.
"""

from iri3987._unicode.patterns import late

NEWEST_VERSION = "{newest}"

#: The code points that are assigned in Unicode {oldest}, for a bracket expression.
_ASSIGNED = (
{assigned}
)
#: Those assigned since that every version treats alike in a host: no marks, nothing that composes,
#: is written from right to left or is invisible.
_PLAIN = (
{plain}
)

#: A code point that is not assigned in Unicode {oldest}.
UNASSIGNED = late(f"[^{{_ASSIGNED}}]")
#: Characters that a host cannot hold, because their treatment depends on the version of Unicode.
UNSETTLED = late(f"[^{{_ASSIGNED}}{{_PLAIN}}]")

#: General_Category and Bidi_Class in Unicode {oldest}, of characters that have others today.
CHANGED = {{
{changed}
}}
'''


def make(oldest: ModuleType, newest: ModuleType, /) -> str:
    """Return the source of `_assigned.py` for two modules like `unicodedata`."""
    if oldest.unidata_version != _OLDEST:
        raise SystemExit(f"this Python has Unicode {oldest.unidata_version}, not {_OLDEST}")
    assigned = [each for each in _CHARACTERS if oldest.category(each) != "Cn"]
    newer = [each for each in _CHARACTERS if oldest.category(each) == "Cn" != newest.category(each)]
    composing = {part for each in newer for part in _composed(newest, each)}
    plain = [each for each in newer if each not in composing and _is_plain(newest, each)]
    changed = {
        each: old for each in assigned if (old := _classes(oldest, each)) != _classes(newest, each)
    }
    return _MODULE.format(
        oldest=_OLDEST.removesuffix(".0"),
        newest=newest.unidata_version,
        assigned=literal(assigned),
        plain=literal(plain),
        changed="\n".join(
            f'    "{_escaped(ord(each))}": ("{category}", "{direction}"),'
            for each, (category, direction) in changed.items()
        ),
    )


def _composed(data: ModuleType, character: str) -> Iterator[str]:
    """Yield *character* and what it is composed of, if it has a canonical decomposition."""
    decomposition = data.decomposition(character)
    if decomposition and "<" not in decomposition:
        yield character
        yield from (chr(int(part, 16)) for part in decomposition.split())


def _is_plain(data: ModuleType, character: str) -> bool:
    category, direction = _classes(data, character)
    return category[0] != "M" and category != "Cf" and direction not in _DIRECTED


def _classes(data: ModuleType, character: str) -> tuple[str, str]:
    return data.category(character), data.bidirectional(character)


def ranges(characters: Iterable[str], /) -> Iterator[tuple[int, int]]:
    """Yield the first and last code point of each run of *characters*, which are in order."""
    first = last = -1
    for point in map(ord, characters):
        if point != last + 1 and last >= 0:
            yield first, last
        if point != last + 1 or last < 0:
            first = point
        last = point
    if last >= 0:
        yield first, last


def literal(characters: Iterable[str]) -> str:
    """Return the lines of a string literal: the inside of a bracket expression.

    Beyond U+FFFF, `re` tries range after range. Emoji and ideographs are the most common there, and
    have the last code points: so those come first.
    """
    lines = [""]
    for first, last in reversed(list(ranges(characters))):
        word = f"{_escaped(first)}-{_escaped(last)}"
        if len(lines[-1]) + len(word) > 94:
            lines.append("")
        lines[-1] += word
    return "\n".join(f'    "{line}"' for line in lines)


def _escaped(point: int) -> str:
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def main(arguments: list[str], /) -> None:
    """Write `_assigned.py` into the core, or where a second argument says."""
    target = Path(arguments[1]) if arguments[1:] else TARGET
    source = make(unicodedata, import_module(arguments[0]))
    target.write_text(source, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
