"""RFC 3987 section 7.3: what is not seen in running text, and addresses that go on behind it."""

from iri3987._unicode._link_terms import LETTERS, SOFT, SYMBOLS
from iri3987._unicode.invisible import NEVER_SEEN, UNSEEN
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import category
from iri3987.syntax import grammar
from iri3987.text.boundaries import ENDS, SPACELESS, end_of_address

_SPACELESS = late(f"[{SPACELESS}]")
_GOES_ON = late(rf"[A-Za-z0-9\-._:@/?#%&=+~${LETTERS}{SYMBOLS}]")
_WORD = late(f"[A-Za-z0-9{LETTERS}{SYMBOLS}]")
#: Characters that are not seen, but the empty cell of Braille, which is like a space. Those at the
#: end are ignorable, whether they are assigned or not (DerivedCoreProperties.txt).
_UNSEEN = late(f"(?!\u2800)[{NEVER_SEEN}{UNSEEN}\ufff0-\ufff8\U000e0000-\U000e0fff]")
#: Punctuation that does not end an address, before what is not ASCII.
_PUNCTUATION = late(rf"(?:(?![{ENDS}])[{SOFT}])*(?=[^\x00-\x7f])")
_UCSCHAR = late(f"[{grammar.UCSCHAR}]")


def end_unseen(text: str, end: int, /) -> int:
    """Return where an address ends that goes on behind what is not seen at *end*, or *end*."""
    goes_on = end
    while (match := _PUNCTUATION.match(text, end)) is not None:
        first = position = match.end()
        while position < len(text) and (is_unseen(text[position]) or is_unknown(text[position])):
            position += 1
        is_next = position > first and _GOES_ON.match(text, position) is not None
        if not is_next or _SPACELESS.match(text, position) is not None:
            break
        end = end_of_address(text, position, len(text))
        if _WORD.search(text, position, end) is not None:
            goes_on = end
    return goes_on


def is_unseen(character: str, /) -> bool:
    """Return whether *character* is not seen."""
    return category(character) == "Cf" or _UNSEEN.match(character) is not None


def is_unknown(character: str, /) -> bool:
    """Return whether *character* may be one of a later version of Unicode than 14.0."""
    return category(character) == "Cn" and _UCSCHAR.match(character) is not None
