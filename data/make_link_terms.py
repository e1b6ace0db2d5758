"""Make `_link_terms.py`: ``python3.11 -m data.make_link_terms FOLDER``.

FOLDER holds LinkTerm.txt, LinkBracket.txt and LinkEmail.txt of UTS #58, of one version of Unicode:
https://www.unicode.org/Public/17.0.0/linkification/. Before each name there may be the version and
a hyphen. Python must have Unicode 14.0. The same files always make the same bytes.
"""

import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from data.make_assigned import literal
from data.make_tables import rows

from iri3987._unicode.invisible import NEVER_SEEN, UNSEEN
from iri3987.syntax.grammar import UCSCHAR

#: The module of the core that is made.
TARGET = Path(__file__).parents[1] / "src" / "iri3987" / "_unicode" / "_link_terms.py"

_OLDEST = "14.0.0"
_FILES = ("LinkTerm", "LinkBracket", "LinkEmail")
_CHARACTERS = tuple(map(chr, range(0x110000)))

#: Delimiters that an IRI cannot hold: RFC 3986 appendix C puts an address between them.
_DELIMITERS = frozenset('<>"`')
#: Punctuation with Link_Term Include that is Soft here, besides that of the category Po.
_SOFT = frozenset("|\uff5c\u201a\u201e\u2e42\u301d\u301e\u301f")
#: Punctuation of the category Po that is a part of addresses, or of words: Hebrew geresh and
#: gershayim, Tibetan tsheg.
_INSIDE = frozenset("#%&*/@\\\u05f3\u05f4\u0f0b\u0f0c")
#: What closes a pair for what opens it, besides Link_Bracket: quotation marks, less-than and
#: greater-than signs that stand for angle brackets, ornaments, the ornate parentheses of Arabic,
#: and brackets for vertical text.
_OTHER_PAIRS = {
    **dict(
        zip(map(chr, range(0xFE35, 0xFE44, 2)), map(chr, range(0xFE36, 0xFE45, 2)), strict=True)
    ),
    "\u00ab": "\u00bb",
    "\u201c": "\u201d",
    "\u2039": "\u203a",
    "\u226a": "\u226b",
    "\u275b": "\u275c",
    "\u275d": "\u275e",
    "\u2e02": "\u2e03",
    "\u2e04": "\u2e05",
    "\u2e09": "\u2e0a",
    "\u2e0c": "\u2e0d",
    "\u2e1c": "\u2e1d",
    "\u2e20": "\u2e21",
    "\ufd3f": "\ufd3e",
    "\ufe17": "\ufe18",
    "\ufe47": "\ufe48",
    "\ufe64": "\ufe65",
    "\uff1c": "\uff1e",
    "\U0001f676": "\U0001f677",
}
#: Invisible letters, marks and symbols. A variation selector is not one where it has a use, which
#: `iri3987.text.boundaries` finds out.
_INVISIBLE = re.compile(f"[{UNSEEN}{NEVER_SEEN}]")
_UCSCHAR = re.compile(f"[\x20-\x7e{UCSCHAR}]")

_MODULE = '''\
"""Which characters an address in running text can hold, as of Unicode {oldest}.

Made by `make_link_terms.py` of data files Copyright © 2001-2026 Unicode, Inc., used under the
Unicode License v3 (SPDX-License-Identifier: Unicode-3.0): LICENSE-Unicode-3.0.txt, in this folder,
is its copyright and permission notice. `iri3987.text.boundaries` says what the classes mean. Each
constant but `CLOSING` is the inside of a bracket expression.
"""

#: Non-ASCII letters, marks and numbers.
LETTERS = (
{letters}
)
#: Non-ASCII symbols such as emoji (So).
SYMBOLS = (
{symbols}
)
#: Other non-ASCII characters that an address can hold, and end with: dashes, arrows.
OTHERS = (
{others}
)
#: Characters that an address can hold, but not at its end.
SOFT = (
{soft}
)
#: The non-ASCII ones of them that UTS #58 includes.
INCLUDED = (
{included}
)
#: Non-ASCII characters of the local part of an e-mail address.
LOCAL = (
{local}
)
#: Marks that close a pair here, and are Soft in UTS #58: quotation marks.
CLOSING_QUOTES = (
{quotes}
)
#: Brackets and quotation marks in pairs: what opens for what closes.
CLOSING = {{
{closing}
}}
'''


def make(texts: Mapping[str, str], /) -> str:
    """Return the source of `_link_terms.py` for the files' contents *texts*, by file name."""
    if unicodedata.unidata_version != _OLDEST:
        raise SystemExit(f"this Python has Unicode {unicodedata.unidata_version}, not {_OLDEST}")
    terms = dict(spread(texts["LinkTerm"]))
    brackets = {close: chr(int(opening, 16)) for close, opening in spread(texts["LinkBracket"])}
    closing = brackets | {close: opening for opening, close in _OTHER_PAIRS.items()}
    closing = {close: closing[close] for close in sorted(closing) if _is_seen(close)}
    paired = {*closing, *closing.values()}
    held = {
        each: _term(each, terms) for each in filter(_is_seen, _CHARACTERS) if each not in paired
    }
    beyond = [each for each, term in held.items() if term == "Include" and each > "\x7f"]
    letters = [each for each in beyond if unicodedata.category(each)[0] in "LMN"]
    symbols = [each for each in beyond if unicodedata.category(each) == "So"]
    in_local = (each for each, _ in spread(texts["LinkEmail"]) if each > "\x7f")
    known = {*letters, *symbols}
    soft = [each for each, term in held.items() if term == "Soft"]
    return _MODULE.format(
        oldest=_OLDEST.removesuffix(".0"),
        letters=literal(letters),
        symbols=literal(symbols),
        others=literal(each for each in beyond if each not in known),
        soft=literal(soft),
        included=literal(each for each in soft if each > "\x7f" and terms.get(each) == "Include"),
        local=literal(filter(_is_seen, in_local)),
        quotes=literal(each for each in closing if terms.get(each) == "Soft"),
        closing="\n".join(
            f'    "{_escaped(close)}": "{_escaped(opening)}",' for close, opening in closing.items()
        ),
    )


def spread(text: str, /) -> Iterator[tuple[str, str]]:
    """Yield each character of *text*, a file of UTS #58, with its value, if there is one."""
    for code_points, *values in rows(text):
        first, _, last = code_points.partition("..")
        for point in range(int(first, 16), int(last or first, 16) + 1):
            yield chr(point), "".join(values)


def _is_seen(character: str) -> bool:
    is_visible = _UCSCHAR.match(character) is not None and not _INVISIBLE.match(character)
    is_character = unicodedata.category(character)[0] not in "ZC"
    return is_visible and is_character and character not in _DELIMITERS


def _term(character: str, terms: Mapping[str, str]) -> str:
    """Return Link_Term: that of *terms*, but for punctuation and letters."""
    category = unicodedata.category(character)
    if character in _SOFT or (category == "Po" and character not in _INSIDE):
        return "Soft"
    # A few letters and marks are deprecated, and Hard therefore; they are letters nevertheless.
    return "Include" if category[0] in "LMN" else terms.get(character, "Hard")


def _escaped(character: str) -> str:
    point = ord(character)
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def main(arguments: list[str], /) -> None:
    """Write `_link_terms.py` into the core, or where a second argument says."""
    folder = Path(arguments[0])
    target = Path(arguments[1]) if arguments[1:] else TARGET
    # The files of more than one version may be there: the oldest counts.
    paths = {name: min(folder.glob(f"*{name}.txt")) for name in _FILES}
    texts = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    target.write_text(make(texts), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
