"""Text from callers and text for messages: exact, escaped, passwords masked, cut as it is seen."""

import re
from collections.abc import Container

from iri3987._unicode.invisible import escaped, is_seen
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import category

#: The most characters of the text that are shown, counted before they are escaped.
_SHOWN = 80


def excerpt(text: str, position: int, /) -> tuple[str, str]:
    """Return at most 80 characters of *text*: those before *position*, and those after it.

    Invisible characters are escaped as in a Python literal, and a password is masked.
    """
    first = max(0, position - _SHOWN // 2) if len(text) > _SHOWN else 0
    last = min(len(text), first + _SHOWN)
    secret = password(text)
    before = without(secret, text, first, position)
    after = without(secret, text, position, last)
    more_before, more_after = "..." if first else "", "..." if last < len(text) else ""
    return f"{more_before}{escaped(before)}", f"{escaped(after)}{more_after}"


def masked(text: str, first: int = 0, last: int | None = None, /) -> str:
    """Return ``text[first:last]``, with "***" where a password of *text* begins in it."""
    return without(password(text), text, first, len(text) if last is None else last)


def without(secret: tuple[int, int], text: str, first: int, last: int, /) -> str:
    """Return ``text[first:last]``, with "***" where the span *secret* of *text* begins in it."""
    start, end = secret
    if not (start < last and first < end):
        return text[first:last]
    return f"{text[first:start]}***{text[end:last]}" if first < start else text[end:last]


def _spellings(characters: str) -> str:
    """Return a pattern for one of *characters*, as it is or percent-encoded."""
    octets = ("".join(f"%{octet:02x}" for octet in each.encode()) for each in characters)
    return f"(?:[{characters}]|(?i:{'|'.join(octets)}))"


# The delimiters, and the signs that an input method writes for them (NFKC). Somebody may have
# percent-encoded any of them.
_COLON = late(_spellings(":：﹕︓"), re.ASCII)
_SLASH = late(_spellings("/／"), re.ASCII)
_AT = _spellings("@＠﹫")
_UP_TO_AT = late(f".*(?={_AT})", re.ASCII | re.DOTALL)
#: A ":" or "@", which no part of a host and no word that is not an address has in any spelling.
SPELLED = late(f"{_COLON.pattern}|{_AT}", re.ASCII)


def password(text: str, /) -> tuple[int, int]:
    """Return where a password may be: from the first ":" after a scheme to the last "@".

    The text need not be an IRI. It may have "/" or "#" inside its password, or no scheme
    ("me:secret@host"), so the span may be too long, but not too short. An input method may have
    written it in full width. The result is (0, 0) if there is none.
    """
    colon, until = _COLON.search(text), _UP_TO_AT.match(text)
    if colon is None or until is None:
        return 0, 0
    slash = _SLASH.match(text, colon.end())
    if slash and _SLASH.match(text, slash.end()) and not _SLASH.search(text, 0, colon.start()):
        colon = _COLON.search(text, slash.end())
    start, end = colon.end() if colon else 0, until.end()
    return (start, end) if 0 < start < end else (0, 0)


def holds_password(text: str, first: int, last: int, /) -> bool:
    """Return whether ``text[first:last]`` may have a character of a password."""
    start, end = password(text)
    return start < last and first < end


def safe(text: str, /) -> str:
    """Return all of *text* in one line that is safe to show: escaped, with its password masked."""
    return escaped(masked(text))


def one_line(message: str, /) -> str:
    """Return *message* if all of it can be seen, else escaped: it may be of a project."""
    return message if is_seen(message) else escaped(message)


def spell(character: str) -> str:
    """Return *character* for a message: itself if it is visible, and its code point."""
    shown = f"{character!r} " if is_seen(character) else ""
    code_point = f"U+{ord(character):04X}"
    return f"{shown}({code_point})" if shown else code_point


def exact(text: str, /) -> str:
    """Return *text* as a plain `str`, even if it is of a subclass with its own `__str__`.

    Raises `TypeError` for anything that is not a `str`.
    """
    if type(text) is str:
        return text
    if not isinstance(text, str):
        raise TypeError(f"expected str, not {type(text).__name__}")
    return str.__str__(text)


def latin_1_octets(text: str, /) -> bytes:
    """Return the octets that were read as Latin-1 (PEP 3333), or those of other text in UTF-8."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


# Characters that continue another one on the screen, besides marks: vowel signs of Thai and Lao,
# vowels and final consonants of Hangul, joiners, skin tones.
_CONTINUES = late("[\u0e33\u0eb3\u1160-\u11ff\u200c\u200d\ud7b0-\ud7fb\U0001f3fb-\U0001f3ff]")


def continues(text: str, at: int, /) -> bool:
    """Return whether people see the character at *at* and the one before it as one character."""
    is_mark = category(text[at])[0] == "M"
    if is_mark or _CONTINUES.match(text, at) or text[at - 1] == "\u200d":
        return True
    # A flag is a pair of letters.
    return text[at] in _FLAGS and (at - len(text[:at].rstrip(_FLAGS))) % 2 == 1


_FLAGS = "".join(map(chr, range(0x1F1E6, 0x1F200)))


def beginning(text: str, octets: int, /) -> str:
    """Return what of *text* fits into *octets* of UTF-8, in whole characters as people see them."""
    first = text.encode()[:octets].decode("utf-8", "ignore")
    end = len(first)
    while 0 < end < len(text) and continues(text, end):
        end -= 1
    return text[:end] or first


def without_start(text: str, characters: Container[str], /) -> str:
    """Return *text* without *characters*, and without marks, at its start."""
    start = 0
    while start < len(text) and (text[start] in characters or category(text[start])[0] == "M"):
        start += 1
    return text[start:]
