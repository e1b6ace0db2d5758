"""Text from callers and text for messages: exact, escaped, passwords masked, cut as it is seen."""

import re

from iri3987._unicode.invisible import escaped, is_seen
from iri3987._unicode.version14 import category

#: The most characters of the text that are shown, counted before they are escaped.
_SHOWN = 80


def excerpt(text: str, position: int, /) -> tuple[str, str]:
    r"""Return at most 80 characters of *text*: those before *position*, and those after it.

    Invisible characters are escaped as in a Python literal, and a password is masked.

    >>> excerpt("http://me:secret@example.org/\u202e", 29)
    ('http://me:***@example.org/', '\\u202e')
    """
    first = max(0, position - _SHOWN // 2) if len(text) > _SHOWN else 0
    last = min(len(text), first + _SHOWN)
    start, end = password(text)
    before = _show(text, first, position, start, end)
    after = _show(text, position, last, start, end)
    return f"{'...' if first else ''}{before}", f"{after}{'...' if last < len(text) else ''}"


def _show(text: str, first: int, last: int, start: int, end: int) -> str:
    """Return ``text[first:last]`` escaped, with what falls in ``text[start:end]`` masked."""
    if start < last and first < end:
        shown = f"{text[first:start]}***{text[end:last]}" if first < start else text[end:last]
    else:
        shown = text[first:last]
    return escaped(shown)


_HALF_WIDTH = str.maketrans("：／＠", ":/@")


def password(text: str, /) -> tuple[int, int]:
    """Return where a password may be: from the first ":" after a scheme to the last "@".

    The text need not be an IRI. It may have "/" or "#" inside its password, or no scheme
    ("me:secret@host"), so the span may be too long, but not too short. An input method may have
    written it in full width.
    """
    text = text.translate(_HALF_WIDTH)
    end = text.rfind("@")
    start = text.find(":") + 1
    if text.startswith("//", start) and "/" not in text[:start]:
        start = text.find(":", start) + 1
    return (start, end) if 0 < start < end else (0, 0)


def safe(text: str, /) -> str:
    r"""Return all of *text* in one line that is safe to show: escaped, with its password masked.

    >>> safe("http://me:secret@example.org/\u202e\n")
    'http://me:***@example.org/\\u202e\\n'
    """
    start, end = password(text)
    return _show(text, 0, len(text), start, end)


def one_line(message: str, /) -> str:
    r"""Return *message* as it is if all of it can be seen, else escaped: it may be a project's own.

    >>> print(one_line(r"a\b"), one_line("a\\b\n"))
    a\b a\\b\n
    """
    return message if is_seen(message) else escaped(message)


def spell(character: str) -> str:
    """Return *character* for a message: itself if it is visible, and its code point.

    >>> spell("é"), spell("\u202e"), spell("\u3164")
    ("'é' (U+00E9)", 'U+202E', 'U+3164')
    """
    shown = f"{character!r} " if is_seen(character) else ""
    code_point = f"U+{ord(character):04X}"
    return f"{shown}({code_point})" if shown else code_point


def exact(text: str, /) -> str:
    """Return *text* as a plain `str`, even if it is of a subclass with its own `__str__`.

    Raises `TypeError` for anything that is not a `str`.

    >>> exact(b"http://example.org/")
    Traceback (most recent call last):
    TypeError: expected str, not bytes
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
_CONTINUES = re.compile("[\u0e33\u0eb3\u1160-\u11ff\u200c\u200d\ud7b0-\ud7fb\U0001f3fb-\U0001f3ff]")


def continues(text: str, at: int, /) -> bool:
    r"""Return whether people see the character at *at* and the one before it as one character.

    >>> continues("e\u0301", 1), continues("🇩🇪🇫🇷", 2), continues("🇩🇪🇫🇷", 3)
    (True, False, True)
    """
    is_mark = category(text[at])[0] == "M"
    if is_mark or _CONTINUES.match(text, at) or text[at - 1] == "\u200d":
        return True
    # A flag is a pair of letters.
    return text[at] in _FLAGS and (at - len(text[:at].rstrip(_FLAGS))) % 2 == 1


_FLAGS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
