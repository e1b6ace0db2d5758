"""The one exception of this package."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Literal

from iri3987 import unicode14


class IRIError(ValueError):
    """Tell why a text is not an IRI, or an IRI cannot be mapped or is not accepted.

    The message is one line that is safe to log: it names what is wrong, where, and what was
    expected; it holds no control character, at most 80 characters of the text, and no password.

    `args` holds all that the error knows, so ``type(error)(*error.args)`` makes an equal one. Many
    tools carry errors in that way: copy, pickle, process pools, queues that store results as JSON.

    >>> from iri3987 import IRI
    >>> IRI("http://example.org/100%")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: bad-percent: expected two hexadecimal digits after "%", found \
'%' (U+0025) in ipath, at position 22 of 'http://example.org/100%' (RFC 3987 section 2.2)
    """

    #: A short slug, stable across versions: "bad-percent", "host-bidi", "too-long".
    code: str
    #: The ABNF name of the component at fault ("ipath", "ireg-name"), None for the whole text.
    component: str | None
    #: The index in the text of the first character at fault; the text's length where more was
    #: expected; None where no single place is at fault.
    position: int | None
    #: The section of RFC 3987 that is broken, or "" for a profile's rule.
    section: str
    #: What is wrong, in words, with nothing of the text but one character.
    reason: str

    #: What a sentence for people needs besides the position. For "too-long" these are "limit" and
    #: "length", two numbers, and "unit", which is "octets" (of the mapped URI) or "characters".
    params: Mapping[str, int | str]

    def __init__(  # noqa: PLR0917 - `args` are positional
        self,
        message: str,
        /,
        code: str = "invalid",
        component: str | None = None,
        position: int | None = None,
        section: str = "",
        reason: str = "",
        params: Mapping[str, int | str] | None = None,
    ) -> None:
        # A plain dict: JSON and pickle take no other mapping.
        params = dict(params or {})
        super().__init__(message, code, component, position, section, reason, params)
        self.code = code
        self.component = component
        self.position = position
        self.section = section
        self.reason = reason
        self.params = params

    def __str__(self) -> str:
        return str(self.args[0])


def iri_error(
    text: str,
    /,
    code: str,
    reason: str,
    *,
    component: str | None = None,
    position: int | None = None,
    section: str = "",
    params: Mapping[str, int | str] | None = None,
) -> IRIError:
    """Return an `IRIError` about *text* whose message is safe to show and to log."""
    message = f"{code}: {reason}"
    if component is not None:
        message += f" in {component}"
    if position is not None:
        message += f", at position {position} of '{''.join(excerpt(text, position))}'"
    if section:
        message += f" (RFC 3987 section {section})"
    return IRIError(message, code, component, position, section, reason, params)


#: How a length is counted: a URI in octets, as it is sent; text that is not mapped in characters.
Unit = Literal["octets", "characters"]


def too_long(
    text: str, /, limit: int, length: int, unit: Unit, *, component: str | None = None
) -> IRIError:
    """Return the error "too-long" about *text*, which has *length* *unit*, more than *limit*.

    >>> str(too_long("urn:example", 5, 11, "characters"))
    'too-long: expected at most 5 characters, found 11'
    """
    as_what = " as a URI" if unit == "octets" else ""
    reason = f"expected at most {limit} {unit}{as_what}, found {length}"
    params: dict[str, int | str] = {"limit": limit, "length": length, "unit": unit}
    return iri_error(text, "too-long", reason, component=component, params=params)


def relocated(error: IRIError, text: str, convert: Callable[[str], str], /) -> IRIError:
    """Return *error*, which is about ``convert(text)``, as one about *text*.

    *convert* works from left to right: of more text it makes more, and what it made stays.
    """
    ends = range(len(text) + 1)
    at = bisect_right(ends, error.position or 0, key=lambda end: len(convert(text[:end]))) - 1
    # What was percent-encoded was another character.
    reason = error.reason.replace(spell("%"), spell(text[at : at + 1] or "%"))
    return iri_error(
        text,
        error.code,
        reason,
        component=error.component,
        position=at,
        section=error.section,
        params=error.params,
    )


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
