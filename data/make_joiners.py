"""Make `_joining_types.py`: ``python3.11 -m data.make_joiners``.

Python must have Unicode 14.0. Joining_Type is that of the tables of the ``idna`` package, so far as
Unicode 14.0 has the letters.
"""

import sys
import unicodedata
from pathlib import Path

from data.make_assigned import literal
from idna.idnadata import joining_types

#: The module of the core that is made.
TARGET = Path(__file__).parents[1] / "src" / "iri3987" / "_unicode" / "_joining_types.py"

_OLDEST = "14.0.0"
#: Blocks of emoji: U+2194 and U+2195, miscellaneous symbols, dingbats that are not brackets, and
#: the blocks beyond the BMP.
_EMOJI = (
    *(range(0x2194, 0x2196), range(0x2600, 0x275B), range(0x2763, 0x2765), range(0x2794, 0x27C0)),
    *(range(0x2B1B, 0x2B1D), range(0x1F300, 0x1F650), range(0x1F680, 0x1F700)),
    *(range(0x1F7E0, 0x1F7F1), range(0x1F900, 0x1FA00), range(0x1FA70, 0x1FB00)),
)

_MODULE = '''\
"""What ZERO WIDTH NON-JOINER and JOINER can stand beside, as of Unicode {oldest}.

Made by `make_joiners.py` of data Copyright © 2001-2026 Unicode, Inc., used under the Unicode
License v3 (SPDX-License-Identifier: Unicode-3.0): LICENSE-Unicode-3.0.txt, in this folder, is its
copyright and permission notice. Each constant is the inside of a bracket expression.
"""

#: Letters that join the one after them: Joining_Type L and D.
JOINS_NEXT = (
{joins_next}
)
#: Letters that join the one before them: Joining_Type R and D.
JOINS_LAST = (
{joins_last}
)
#: Emoji, with the five skin tones.
EMOJI = (
{emoji}
)
'''


def make() -> str:
    """Return the source of `_joining_types.py`."""
    if unicodedata.unidata_version != _OLDEST:
        raise SystemExit(f"this Python has Unicode {unicodedata.unidata_version}, not {_OLDEST}")
    emoji = (chr(point) for block in _EMOJI for point in block)
    return _MODULE.format(
        oldest=_OLDEST.removesuffix(".0"),
        joins_next=literal(_letters("L", "D")),
        joins_last=literal(_letters("R", "D")),
        emoji=literal(each for each in emoji if unicodedata.category(each) in {"So", "Sm", "Sk"}),
    )


def _letters(*types: str) -> list[str]:
    """Return the letters whose Joining_Type is one of *types*. ``idna`` keeps ranges as numbers."""
    points = (
        point
        for each in types
        for span in joining_types[each]
        for point in range(span >> 32, span & 0xFFFFFFFF)
    )
    return [each for each in map(chr, sorted(points)) if unicodedata.category(each)[0] == "L"]


def main(arguments: list[str], /) -> None:
    """Write `_joining_types.py` into the core, or where an argument says."""
    target = Path(arguments[0]) if arguments else TARGET
    target.write_text(make(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
