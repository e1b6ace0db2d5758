"""UTS #39 section 3: the characters that identifiers are made of."""

from bisect import bisect_right
from functools import lru_cache

from iri3987._unicode._tables import IDENTIFIER_TYPES, IGNORABLE_CHANGES, STATUS_CHANGES, type_runs
from iri3987._unicode.version14 import category

#: Choice: UTS #39 calls these Uncommon_Use, and so Restricted. They stand in the main exemplar
#: sets of CLDR: Welsh ("ẁẃẅ"), Yiddish (its points and digraphs), Punjabi ("ੲੳ" and its digits),
#: Gujarati, Odia, Telugu, Kannada and Tigrinya ("ፇ") cannot be spelled without them.
IN_EVERYDAY_USE = frozenset(
    "\u1e81\u1e83\u1e85"
    "\u05b4\u05b7\u05b8\u05bc\u05bf\u05c2\u05f0\u05f1\u05f2"
    "\u0a66\u0a67\u0a68\u0a69\u0a6a\u0a6b\u0a6c\u0a6d\u0a6e\u0a6f\u0a72\u0a73"
    "\u0a81\u0b35\u0c01\u0c31\u0cbc\u1347"
)

#: Choice: UTS #39 allows these, browsers do not. They are characters that look like a quotation
#: mark, a hyphen or a dot, and blocks of ASCII or modern Greek letters with marks that few readers
#: know: Pinyin's, the end of Latin Extended Additional, and Greek Extended.
_REFUSED = frozenset("\u02bb\u02bc\u058a\u2010\u2019\u2027\u30a0")
_ABANDONED = frozenset({"Obsolete", "Deprecated"})
_REFUSED_RANGES = (range(0x1CD, 0x1DD), range(0x1E90, 0x1E9C), range(0x1F00, 0x2000))


def identifier_types(character: str, /) -> frozenset[str]:
    """Return Identifier_Type of *character* (3.1): why it is in identifiers, or is not."""
    starts, values = type_runs()
    return IDENTIFIER_TYPES[values[bisect_right(starts, ord(character)) - 1]]


def abandoned_types(character: str, /) -> frozenset[str]:
    """Return those of `identifier_types` by which *character* is no longer in use."""
    return identifier_types(character) & _ABANDONED


@lru_cache(maxsize=4096)
def is_allowed(character: str, /) -> bool:
    """Return whether *character* can be shown in a label (3.1, and the choices above)."""
    if category(character)[0] == "C" or character in _REFUSED:
        return False
    if any(ord(character) in refused for refused in _REFUSED_RANGES):
        return False
    return character in IN_EVERYDAY_USE or _has(STATUS_CHANGES, character)


def is_default_ignorable(character: str, /) -> bool:
    """Return whether *character* is shown as nothing where it is not supported (UAX #44)."""
    return _has(IGNORABLE_CHANGES, character)


def _has(changes: tuple[int, ...], character: str) -> bool:
    """Return whether *character* has a property, which begins and ends at *changes*."""
    return bisect_right(changes, ord(character)) % 2 == 1
