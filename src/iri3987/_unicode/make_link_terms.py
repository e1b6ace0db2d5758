"""Make `_link_terms.py`: ``python3.11 -m iri3987._unicode.make_link_terms``.

Python must have Unicode 14.0. Nothing else is read, so the script always makes the same bytes.
"""

import re
import sys
import unicodedata
from pathlib import Path

from iri3987._unicode.invisible import NEVER_SEEN, UNSEEN
from iri3987._unicode.make_assigned import literal
from iri3987.syntax.grammar import UCSCHAR

_OLDEST = "14.0.0"
_CHARACTERS = tuple(map(chr, range(0x110000)))

#: Delimiters that an IRI cannot hold: RFC 3986 appendix C puts an address between them.
_DELIMITERS = frozenset('<>"`')
#: Punctuation that is a part of addresses, or of words: Hebrew geresh and gershayim, Tibetan tsheg.
_INSIDE = frozenset("#%&*/@\\\u05f3\u05f4\u0f0b\u0f0c")
#: Quotation marks that are not written in pairs: an apostrophe is like one of them.
_NOT_PAIRED = frozenset("\u2018\u201b")
#: Pairs that are not brackets by their category or their names: less-than and greater-than signs
#: that stand for angle brackets, ornaments, the ornate parentheses of Arabic, whose categories are
#: those of text from right to left, and two pairs of arcs.
_OTHER_PAIRS = {
    "\u226a": "\u226b",
    "\u275b": "\u275c",
    "\u275d": "\u275e",
    "\u2993": "\u2994",
    "\u2995": "\u2996",
    "\ufd3f": "\ufd3e",
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

Made by `make_link_terms.py`; `iri3987.text.boundaries` says what the classes mean. Each constant
but `CLOSING` is the inside of a bracket expression.
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
#: Brackets and quotation marks in pairs: what opens for what closes.
CLOSING = {{
{closing}
}}
'''


def make() -> str:
    """Return the source of `_link_terms.py`."""
    if unicodedata.unidata_version != _OLDEST:
        raise SystemExit(f"this Python has Unicode {unicodedata.unidata_version}, not {_OLDEST}")
    closing = {_closing(each): each for each in _CHARACTERS if _closing(each)}
    paired = {*closing, *closing.values()}
    seen = [each for each in _CHARACTERS if _is_seen(each)]
    beyond = [each for each in seen if each > "\x7f"]
    letters = [each for each in beyond if unicodedata.category(each)[0] in "LMN"]
    symbols = [each for each in beyond if unicodedata.category(each) == "So" and each not in paired]
    soft = {each for each in seen if each not in paired and _is_soft(each)}
    known = {*letters, *symbols, *soft, *paired}
    return _MODULE.format(
        oldest=_OLDEST.removesuffix(".0"),
        letters=literal(letters),
        symbols=literal(symbols),
        others=literal(each for each in beyond if each not in known),
        soft=literal(sorted(soft)),
        closing="\n".join(
            f'    "{_escaped(close)}": "{_escaped(opening)}",' for close, opening in closing.items()
        ),
    )


def _is_seen(character: str) -> bool:
    is_visible = _UCSCHAR.match(character) is not None and not _INVISIBLE.match(character)
    return is_visible and unicodedata.category(character)[0] not in "ZC"


def _closing(character: str) -> str:
    """Return what closes *character*, if it opens a pair; the names of the two tell it."""
    if character in _OTHER_PAIRS:
        return _OTHER_PAIRS[character]
    opens = unicodedata.category(character) in {"Ps", "Pi", "Pf"} and character not in _NOT_PAIRED
    name = unicodedata.name(character, "")
    for left, right in (("LEFT", "RIGHT"), ("GYON", "GYAS"), ("OGHAM ", "OGHAM REVERSED ")):
        if opens and character not in _DELIMITERS and left in name:
            try:
                return unicodedata.lookup(name.replace(left, right, 1))
            except KeyError:
                continue
    return ""


def _is_soft(character: str) -> bool:
    category = unicodedata.category(character)
    is_punctuation = category in {"Po", "Pi", "Pf", "Ps", "Pe"} or character in {"|", "\uff5c"}
    return is_punctuation and character not in _INSIDE | _DELIMITERS


def _escaped(character: str) -> str:
    point = ord(character)
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def main(arguments: list[str], /) -> None:
    """Write `_link_terms.py` beside this script, or where an argument says."""
    target = Path(arguments[0]) if arguments else Path(__file__).with_name("_link_terms.py")
    target.write_text(make(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
