"""RFC 3987 section 4.1: the invisible characters that reorder text, which an IRI must not hold.

https://www.rfc-editor.org/rfc/rfc3987#section-4.1
"""

import re

from iri3987.grammar import UCSCHAR

# "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and
# PDF)": U+200E, U+200F, U+202A-202E.
#
# Choice: ARABIC LETTER MARK (U+061C) and the isolates (U+2066-2069) came to Unicode in 2013, after
# the RFC. They are forbidden too, because they reorder text as the RFC's seven characters do.

#: LRM, RLM, LRE, RLE, PDF, LRO, RLO and the later ALM, LRI, RLI, FSI, PDI: a bracket expression.
FORMATTING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_CHARACTER = re.compile(f"[{FORMATTING}]")

_UCSCHAR_BUT_FORMATTING = UCSCHAR.replace(
    "\u00a0-\ud7ff",
    "\u00a0-\u061b\u061d-\u200d\u2010-\u2029\u202f-\u2065\u206a-\ud7ff",
)


def is_formatting(character: str, /) -> bool:
    r"""Tell whether *character* is one of these.

    >>> is_formatting("\u202e"), is_formatting("a")
    (True, False)
    """
    return _CHARACTER.match(character) is not None


def without_formatting(rule: str, /) -> str:
    r"""Return *rule*, a constant of `iri3987.grammar`, without section 4.1's characters.

    >>> import re
    >>> from iri3987.grammar import ISEGMENT
    >>> bool(re.fullmatch(ISEGMENT, "a\u202eb"))
    True
    >>> bool(re.fullmatch(without_formatting(ISEGMENT), "a\u202eb"))
    False
    """
    return rule.replace(UCSCHAR, _UCSCHAR_BUT_FORMATTING)
