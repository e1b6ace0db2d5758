"""Characters that most text beyond ASCII consists of. The rules here find nothing in them.

Each is assigned in Unicode 14.0, can be seen, and looks like no delimiter: a test asks the rules
about all characters. One small class takes a fifth of the time of the rules.
"""

from iri3987._unicode.patterns import late

# Each is the inside of a bracket expression. All profiles of a host keep the first three.
#: Letters of scripts that are written from the left, without capitals, which compose with nothing.
BASES = (
    "\u00df-\u00f6\u00f8-\u00ff\u03ac-\u03ce\u0430-\u045f"  # Latin, Greek, Cyrillic
    "\u0904-\u0928\u092a-\u0930\u0932\u0933\u0935-\u0939"  # Devanagari
    "\u0e01-\u0e30\u0e32\u0e40-\u0e46"  # Thai
    "\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3"  # Kana, Han, Hangul
)
#: Marks of Devanagari and Thai.
MARKS = "\u093e-\u094d\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
#: Letters of Hebrew and Arabic.
RIGHT_TO_LEFT = "\u05d0-\u05ea\u0620-\u063f\u0641-\u064a"
_CAPITALS = "\u00c0-\u00d6\u00d8-\u00de\u0100-\u017f\u0391-\u03a1\u03a3-\u03ab\u0400-\u042f"
_OTHERS = f"{_CAPITALS}\u0929\u0931\u0934\u0e33"
_EVERYDAY = late(f"[ -~{BASES}{MARKS}{RIGHT_TO_LEFT}{_OTHERS}]*+")


def is_everyday(text: str, /) -> bool:
    """Return whether *text* has nothing but printable ASCII and such characters."""
    return _EVERYDAY.fullmatch(text) is not None


#: Letters of one script, digits, hyphens; no dash, no kana that looks alike in both syllabaries.
_WORD = late(
    r"[0-9A-Za-z\-\u00df-\u00ef\u00f1-\u00f6\u00f8-\u00fd\u00ff]++"  # Latin, without "ð" and "þ"
    r"|[0-9\-\u03ac-\u03ce]++|[0-9\-\u0430-\u045f]++"  # Greek, Cyrillic
    r"|[0-9\-\u05d0-\u05ea]++|[0-9\-\u0620-\u063f\u0641-\u064a]++"  # Hebrew, Arabic
    r"|[0-9\-\u0904-\u0928\u092a-\u0930\u0932\u0933\u0935-\u0939\u093e-\u094d]++"  # Devanagari
    r"|[0-9\-\u0e01-\u0e32\u0e34-\u0e3a\u0e40-\u0e4e]++"  # Thai
    r"|[0-9\-\u3041-\u3077\u307b-\u3096\u30a1-\u30d7\u30db-\u30fa\u4e00-\u9fff]++"  # Japanese
    r"|[0-9\-\uac00-\ud7a3]++"  # Hangul
)
_ODD_MARK = late(f"(?:\\A|[0-9\\-{MARKS}])[{MARKS}]")


def is_word(text: str, /) -> bool:
    """Return whether *text* has everyday letters of one script, digits and hyphens, in NFKC.

    The letters of Greek and Cyrillic are small; each mark is on a letter, and alone.
    """
    return _WORD.fullmatch(text) is not None and (text.isalnum() or _ODD_MARK.search(text) is None)
