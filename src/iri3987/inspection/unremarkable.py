"""RFC 3987 section 7.5: unremarkable addresses, about which only their host can have findings.

Most texts are: ordinary addresses of the web, whose non-ASCII words have letters of one script.
Without this, `inspect` takes 3 times as long for an ASCII address, and 6 times for others.
"""

import re
from functools import lru_cache

from iri3987._unicode import version14
from iri3987._unicode.delimiters import DELIMITER
from iri3987._unicode.everyday import is_word
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import MAY_BE_RIGHT_TO_LEFT
from iri3987.host.domain_name import plain_web
from iri3987.inspection.findings import KEPT

_BEYOND_ASCII = "\u0080-\U0010ffff"
#: Any "%" but that of an encoded space or ASCII sign (such as %20, %2F), without "%" and "-._~".
_STRIKING_ESCAPE = late("%(?!2[0-46-9A-CFa-cf]|3[A-Fa-f]|40|5[B-Eb-e]|60|7[B-Db-d])")
_WORD = late(f"[0-9A-Za-z{_BEYOND_ASCII}]++")


def match_unremarkable(text: str, /) -> re.Match[str] | None:
    """Match *text* as `plain_web` does if nothing outside its host can have a finding.

    >>> match_unremarkable("https://example.org/Füße?q=новости")[2], match_unremarkable("/рaypal")
    ('example.org', None)
    """
    match = plain_web(text)
    # "/." may begin a dot-segment.
    if match is None or "/." in text or ("%" in text and _STRIKING_ESCAPE.search(text)):
        return None
    if not text.isascii():
        # No rule looks at more than a word, unless letters are written from right to left.
        for word in _WORD.findall(text):
            if not word.isascii() and not (len(word) <= KEPT and _is_unremarkable_word(word)):
                return None
    return match


@lru_cache(maxsize=1024)
def _is_unremarkable_word(word: str) -> bool:
    """Return whether no rule finds fault with *word*, wherever it stands."""
    from iri3987._unicode.scripts import excessive_marks, is_highly_restrictive, repeated_mark

    if not all(map(_is_unremarkable_character, word)):
        return False
    if is_word(word):
        return True
    if not (is_highly_restrictive(word) and version14.is_normalized("NFKC", word)):
        return False
    # Only letters and digits are alphanumeric.
    return word.isalnum() or (
        version14.category(word[0])[0] != "M"
        and repeated_mark(word) is None
        and excessive_marks(word) is None
    )


@lru_cache(maxsize=4096)
def _is_unremarkable_character(character: str) -> bool:
    """Return whether *character* is ASCII, or a letter or mark that all rules pass."""
    from iri3987._unicode.identifiers import abandoned_types, is_allowed

    return character.isascii() or (
        version14.category(character)[0] in "LM"
        and is_allowed(character)
        and MAY_BE_RIGHT_TO_LEFT.match(character) is None
        and character not in DELIMITER
        and not abandoned_types(character)
    )
