"""Text as it may be handed in, and as it may be shown in a message: exact, escaped, masked."""

from iri3987 import unicode14

#: How many characters of the text are shown at most, before they are escaped.
_SHOWN = 80


def excerpt(text: str, position: int, /) -> tuple[str, str]:
    r"""Return at most 80 characters of *text*: those before *position*, and those from there on.

    What cannot be seen is escaped as in a Python literal, and a password is masked.

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
    # Escaped is whatever is not printable: controls, formatting, surrogates, spaces.
    return unicode14.escaped(shown)


def password(text: str, /) -> tuple[int, int]:
    """Return where a password may be: from the ":" that is not a scheme's to the last "@".

    The text need not be an IRI, and may have "/" or "#" inside its password, or without a scheme
    ("me:secret@host"), so this masks too much rather than too little.
    """
    end = text.rfind("@")
    start = text.find(":") + 1
    if text.startswith("//", start) and "/" not in text[:start]:
        start = text.find(":", start) + 1
    return (start, end) if 0 < start < end else (0, 0)


def spell(character: str) -> str:
    """Return *character* for people: itself where that can be seen, and its code point.

    >>> spell("é"), spell("\u202e")
    ("'é' (U+00E9)", 'U+202E')
    """
    shown = f"{character!r} " if unicode14.is_printable(character) else ""
    code_point = f"U+{ord(character):04X}"
    return f"{shown}({code_point})" if shown else code_point


def exact(text: str, /) -> str:
    """Return the text of *text* and nothing else: a subclass of `str` may have another `__str__`.

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
