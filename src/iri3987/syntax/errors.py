"""RFC 3987 section 2.2: the first character that makes a text invalid, and the error about it.

A text that matches the grammar is not examined here.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Literal, NamedTuple

from iri3987._unicode.invisible import escaped
from iri3987._unicode.text import spell
from iri3987.codes import CODES
from iri3987.exceptions import IRIError
from iri3987.syntax import grammar
from iri3987.syntax.browser import password, without
from iri3987.syntax.patterns import APPENDIX_B, end_of_match, is_formatting


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
    """Return an `IRIError` about *text* whose message is safe to show and to log."""
    section = CODES[code].section
    message = f"{code}: {reason}"
    if component is not None:
        message += f" in {component}"
    if position is not None:
        message += f", at position {position} of '{''.join(excerpt(text, position))}'"
    if section:
        message += f" ({section if section.startswith('RFC') else f'RFC 3987 section {section}'})"
    return IRIError(message, code, component, position, section, reason, params)


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


#: The unit of a length: octets for a URI, characters for text that is not mapped.
Unit = Literal["octets", "characters"]


def too_long(
    text: str, /, limit: int, length: int, unit: Unit, *, component: str | None = None
) -> IRIError:
    """Return the error "too-long" about *text*, which has *length* *unit*, more than *limit*."""
    as_what = " as a URI" if unit == "octets" else ""
    reason = f"expected at most {limit} {unit}{as_what}, found {length}"
    params: dict[str, int | str] = {"limit": limit, "length": length, "unit": unit}
    return iri_error(text, "too-long", reason, component=component, params=params)


def not_text(value: object, /) -> IRIError:
    """Return the error "not-text" about *value*, which is not a `str`."""
    return iri_error("", "not-text", f"expected text, not {type(value).__name__}")


def with_position(
    error: IRIError, text: str, position: int | None, /, reason: str = ""
) -> IRIError:
    """Return *error*, which is about part of *text*, as one about *text* at *position*."""
    return iri_error(
        text,
        error.code,
        reason or error.reason,
        component=error.component,
        position=position,
        params=error.params,
    )


def relocate(error: IRIError, text: str, convert: Callable[[str], str], /) -> IRIError:
    """Return *error*, which is about ``convert(text)``, with the position in *text*."""
    ends = range(len(text) + 1)
    at = bisect_right(ends, error.position or 0, key=lambda end: len(convert(text[:end]))) - 1
    return relocated(error, text, at)


def relocated(error: IRIError, text: str, position: int, /) -> IRIError:
    """Return *error*, which is about text made of *text*, as one about *text* at *position*."""
    # A "%" there may stand for the character that was percent-encoded.
    reason = error.reason.replace(spell("%"), spell(text[position : position + 1] or "%"))
    return with_position(error, text, position, reason)


_SCHEME, _AUTHORITY, _PATH, _QUERY, _FRAGMENT = range(1, 6)  # the groups of `APPENDIX_B`


class Part(NamedTuple):
    """A part of a reference: its name, what it may hold as a rule and in words, and the code."""

    name: str
    rule: str
    expected: str
    code: str = "bad-character"


_BEFORE_COLON = 'a scheme (letters, digits, "+", "-", ".") before the first ":"'
_SCHEME_PART = Part("scheme", grammar.SCHEME, _BEFORE_COLON, "bad-scheme")
_IUSERINFO = Part("iuserinfo", grammar.IUSERINFO, 'iunreserved, sub-delims or ":"')
_IREG_NAME = Part("ireg-name", grammar.IREG_NAME, "iunreserved or sub-delims")
_IN_BRACKETS = 'an IPv6 address, or "v1." and more, between brackets'
_IP_LITERAL = Part("IP-literal", grammar.IP_LITERAL, _IN_BRACKETS, "bad-ip-literal")
# A character that no IP-literal holds is reported before a wrong literal as a whole.
_IN_IP_LITERAL = _IP_LITERAL._replace(rule=rf"\[[{grammar.UNRESERVED}{grammar.SUB_DELIMS}:]*+\]?")
_PORT = Part("port", f":{grammar.PORT}", '":" and digits from 0 to 9', "bad-port")
# A path that appendix B splits off holds no "?", so the rule of ifragment fits it.
_IPATH = Part("ipath", grammar.IFRAGMENT, 'ipchar or "/"')
_IQUERY = Part("iquery", grammar.IQUERY, 'ipchar, iprivate, "/" or "?"')
_IFRAGMENT = Part("ifragment", grammar.IFRAGMENT, 'ipchar, "/" or "?"')


class Fault(NamedTuple):
    """Neighbouring characters, ``text[start:end]``, that *part* cannot hold for the same reason."""

    code: str
    reason: str
    part: Part
    start: int
    end: int


def diagnose(text: str, /) -> IRIError:
    """Return the error about the first wrong character, or about a missing scheme."""
    for start, end, part in parts(text):
        position = end_of_match(text, part.rule, start, end)
        if position < end:
            code, reason = _what_is_wrong(text[position], part)
            return iri_error(text, code, reason, component=part.name, position=position)
    reason = 'expected a scheme such as "https:", found a relative reference'
    return iri_error(text, "not-absolute", reason, component="scheme", position=0)


def faults(text: str, most: int, /) -> Iterator[Fault]:
    """Yield what is wrong in *text*, from left to right: of each part at most *most* faults."""
    wrong = ""
    for start, end, part in parts(text):
        # An IP literal comes twice: for its characters, and as a whole.
        if part.name != wrong and end_of_match(text, part.rule, start, end) < end:
            for fault in islice(_faults(text, start, end, part), most):
                wrong = part.name
                yield fault


# The rule for the text after a wrong character, if it is not that of the whole component.
_REST = {"scheme": rf"[{grammar.ALPHA}{grammar.DIGIT}+\-.]*+", "port": grammar.PORT}


def _faults(text: str, start: int, end: int, part: Part) -> Iterator[Fault]:
    rule = part.rule
    while (position := end_of_match(text, rule, start, end)) < end:
        code, reason = _what_is_wrong(text[position], part)
        rule, start = _REST.get(part.name, rule), position + 1
        if part.name == "IP-literal":
            start = end
        kind = _kind(text[position])
        while (
            start < end
            and end_of_match(text, rule, start, start + 3) == start
            and _kind(text[start]) == kind
        ):
            start += 1
        yield Fault(code, reason, part, position, start)


def _kind(character: str) -> str:
    """Return the kind of a wrong character: "%", "" for one that reorders text, or any other."""
    if character == "%":
        return character
    return "" if is_formatting(character) else "other"


def _what_is_wrong(character: str, part: Part) -> tuple[str, str]:
    """Return the code and the reason of the error about *character*, which *part* cannot hold."""
    code, expected = part.code, part.expected
    if is_formatting(character):
        code, expected = "bidi-formatting", "a character that does not reorder text"
    elif character == "%" and code == "bad-character":
        code, expected = "bad-percent", 'two hexadecimal digits after "%"'
    return code, f"expected {expected}, found {spell(character)}"


def parts(text: str, /) -> list[tuple[int, int, Part]]:
    """Return the start and end of each part of *text*, cut at the delimiters."""
    match = APPENDIX_B.fullmatch(text)
    assert match is not None  # noqa: S101 - it matches any text
    found: list[tuple[int, int, Part]] = []
    if match[_SCHEME] is not None:
        found.append((*match.span(_SCHEME), _SCHEME_PART))
    elif text.startswith(":"):
        found.append((0, 1, _SCHEME_PART))
    if match[_AUTHORITY] is not None:
        found += _authority_parts(text, *match.span(_AUTHORITY))
    return [
        *found,
        (*match.span(_PATH), _IPATH),
        (*match.span(_QUERY), _IQUERY),
        (*match.span(_FRAGMENT), _IFRAGMENT),
    ]


def _authority_parts(text: str, start: int, end: int) -> list[tuple[int, int, Part]]:
    found: list[tuple[int, int, Part]] = []
    at = text.find("@", start, end)
    if at >= 0:
        found.append((start, at, _IUSERINFO))
        start = at + 1
    if text.startswith("[", start, end):
        stop = text.find("]", start, end) + 1 or end
        found += (start, stop, _IN_IP_LITERAL), (start, stop, _IP_LITERAL)
    else:
        stop = text.find(":", start, end) if ":" in text[start:end] else end
        found.append((start, stop, _IREG_NAME))
    return [*found, (stop, end, _PORT)]
