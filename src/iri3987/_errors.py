"""How an `IRIError` is made: its message is one line that is safe to show and to log."""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Literal

from iri3987._text import excerpt, spell
from iri3987.codes import CODES
from iri3987.exceptions import IRIError


def iri_error(
    text: str,
    /,
    code: str,
    reason: str,
    *,
    component: str | None = None,
    position: int | None = None,
    params: Mapping[str, int | str] | None = None,
) -> IRIError:
    """Return an `IRIError` about *text* whose message is safe to show and to log.

    Raises `LookupError` for a *code* that is not in the register: a mistake in the program.
    """
    if code not in CODES:
        raise LookupError(f"iri3987.codes has no code {code!r}")
    section = CODES[code].section
    message = f"{code}: {reason}"
    if component is not None:
        message += f" in {component}"
    if position is not None:
        message += f", at position {position} of '{''.join(excerpt(text, position))}'"
    if section:
        message += f" ({section if section.startswith('RFC') else f'RFC 3987 section {section}'})"
    return IRIError(message, code, component, position, section, reason, params)


#: The unit of a length: octets for a URI, characters for text that is not mapped.
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


def not_text(value: object, /) -> IRIError:
    """Return the error "not-text" about *value*, which is not a `str`.

    >>> str(not_text(b"urn:example"))
    'not-text: expected text, not bytes'
    """
    return iri_error("", "not-text", f"expected text, not {type(value).__name__}")


def with_position(error: IRIError, text: str, position: int | None, /) -> IRIError:
    """Return *error*, which is about part of *text*, as one about *text* at *position*."""
    return iri_error(
        text,
        error.code,
        error.reason,
        component=error.component,
        position=position,
        params=error.params,
    )


def relocate(error: IRIError, text: str, convert: Callable[[str], str], /) -> IRIError:
    """Return *error*, which is about ``convert(text)``, with the position in *text*.

    The result of *convert* for a longer text must begin with its result for a shorter one.
    """
    ends = range(len(text) + 1)
    at = bisect_right(ends, error.position or 0, key=lambda end: len(convert(text[:end]))) - 1
    return relocated(error, text, at)


def relocated(error: IRIError, text: str, position: int, /) -> IRIError:
    """Return *error*, which is about text made of *text*, as one about *text* at *position*."""
    # A "%" there may stand for the character that was percent-encoded.
    reason = error.reason.replace(spell("%"), spell(text[position : position + 1] or "%"))
    return iri_error(
        text,
        error.code,
        reason,
        component=error.component,
        position=position,
        params=error.params,
    )
