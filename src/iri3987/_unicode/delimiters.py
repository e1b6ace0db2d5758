r"""RFC 3987 section 6.1: characters that look like a delimiter.

Choice: behind the authority, the punctuation of a script is shown in text of that script, as in
"君の名は？", "阿凡达：水之道" and "ジャン＝ポール": after a character of the script, and before
another one or the end of a segment or value. Look-alikes of "/", "\", "#", "%", "@" and brackets
are never shown, because no title needs them, nor are those of "&", ";" and "=" in a query. "？" is
shown only at the end, where no query seems to follow it.
"""

import re
from functools import cache

from iri3987._unicode.everyday import is_everyday
from iri3987._unicode.invisible import UNSEEN
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import is_printable

#: Signs, not letters, by confusables.txt (UTS #39 section 4) and compatibility mappings.
_LIKE = {
    "/": "\u1735\u2041\u2044\u2215\u2571\u27cb\u29f8\u2f03\u31d2\u31d3\uff0f\U0001d23a",
    "\\": "\u2216\u2572\u27cd\u29f5\u29f9\u2f02\u31d4\ufe68\uff3c\U0001d20f\U0001d23b",
    ".": "\u0701\u0702\u2024\u3002\ua60e\ufe12\ufe52\uff0e\uff61\U00010a50",
    ":": "\u02d0\u02f8\u0589\u05c3\u0703\u0704\u205a\u2236\ua789\ufe13\ufe30\ufe55\uff1a",
    "?": "\u0294\u0241\ufe16\ufe56\uff1f",
    "#": "\ufe5f\uff03",
    "@": "\ufe6b\uff20",
    "%": "\ufe6a\uff05",
    "&": "\ufe60\uff06\U0001f672\U0001f674\U0001f675",
    ";": "\u037e\ufe14\ufe54\uff1b",
    "=": "\u207c\u208c\u2e40\u30a0\ua78a\ufe66\uff1d",
    "[": "\ufe47\uff3b",
    "]": "\ufe48\uff3d",
}
#: The delimiter that each of them looks like.
DELIMITER = {like: delimiter for delimiter, signs in _LIKE.items() for like in signs}
#: All of them: the inside of a bracket expression.
LIKE_DELIMITER = "".join(DELIMITER)

#: The signs that are dots of a domain name, too (UTS #46 section 2.3).
DOTS = "\u3002\uff0e\uff61"


def is_unambiguous(text: str, /) -> bool:
    """Return whether all of *text* can be seen, and nothing in it looks like a delimiter."""
    return (
        text.isascii()
        or is_everyday(text)
        or (is_printable(text) and _STRIKING.search(text) is None)
    )


#: An unseen character or a look-alike.
_STRIKING = late(f"[{UNSEEN}{LIKE_DELIMITER}]")

#: Characters of Chinese, Japanese and Korean text, without look-alikes: letters, marks and other
#: punctuation. Quotation marks, dashes and dots are those of Chinese.
_EAST_ASIAN = (
    "\u2014\u2018\u2019\u201c\u201d\u2026\u3001\u3003-\u303f\u3041-\u309f\u30a1-\u318e\u31a0-\u31bf"
    "\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01\uff08\uff09\uff0b-\uff0d\uff5e"
    "\uff62-\uff9f\U00020000-\U0003fffd"
)
#: Their punctuation, and what is left of it in a query.
_STOPS = "\u3002\uff0e\uff1a\uff61"
_PUNCTUATION = f"{_STOPS}\u30a0\uff06\uff1b\uff1d"
#: Other scripts, and their punctuation.
_OTHERS = {
    "\u0531-\u0588": "\u0589",  # Armenian
    "\u0591-\u05c2\u05c4-\u05f4": "\u05c3",  # Hebrew
    "\u0710-\u074f": "\u0701-\u0704",  # Syriac
    "\ua500-\ua60c\ua610-\ua62b": "\ua60e",  # Vai
}
#: What ends a segment or a value, and what may stand between it and "？", as in "「何？」".
_END = "/&;"
_CLOSING = "\u2019\u201d\u2026\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff5e"


@cache
def misleading(*, in_query: bool) -> re.Pattern[str]:
    """Return the pattern of what could be read as delimiters in a component."""
    own = _STOPS if in_query else _PUNCTUATION
    shown = [rf"(?<=[{_EAST_ASIAN}])[{own}\uff1f]++(?=[{_CLOSING}{_END}]|\Z)"]
    shown += [
        rf"(?<=[{script}])[{signs}]++(?=[{script}{_END}]|\Z)"
        for script, signs in {_EAST_ASIAN: own, **_OTHERS}.items()
    ]
    # A run of look-alikes is shown or encoded as a whole.
    return late(f"(?<![{LIKE_DELIMITER}])(?!{'|'.join(shown)})[{LIKE_DELIMITER}]++")
