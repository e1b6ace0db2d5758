"""Text from callers and text for messages: exact, spelled, in one line, cut as it is seen."""

from collections.abc import Container, Iterable

from iri3987._unicode.invisible import escaped, is_seen
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import category


def one_line(message: str, /) -> str:
    """Return *message* if all of it can be seen, else escaped: it may be of a project."""
    return message if is_seen(message) else escaped(message)


def spell(character: str) -> str:
    """Return *character* for a message: itself if it is visible, and its code point."""
    code_point = f"U+{ord(character):04X}"
    return f"{character!r} ({code_point})" if is_seen(character) else code_point


def not_one_of(option: str, value: object, known: Iterable[str], /) -> ValueError:
    """Return the error about the *value* of an *option* that is not one of those known."""
    return ValueError(f"{option} must be {' or '.join(map(repr, known))}, not {value!r}")


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
