"""The formats of JSON Schema that are addresses and host names.

https://json-schema.org/draft/2020-12/json-schema-validation#name-defined-formats

`register` teaches them to a ``FormatChecker`` of the package jsonschema, which this module does not
import; `FORMATS` has them for other packages.

- "iri", "iri-reference", "uri" and "uri-reference" are the rules of RFC 3987 and RFC 3986.
- "hostname" is a name of RFC 1123 section 2.1: letters, digits and hyphens in labels of 1 to 63
  octets, 253 in all, without a final dot. Its A-labels must be valid (RFC 5890).
- "idn-hostname" is such a name, or one with U-labels (RFC 5890 section 2.3.2.3) and with the
  contextual rules of RFC 5892. A U-label is in lower case and in Normalization Form C.

Choice: a label in ASCII may have hyphens in its third and fourth place, as in
"r3---sn-a.example". RFC 5890 reserves such labels, but RFC 1123 allows them, and hosts have them.

Choice: "192.0.2.1" has the form of a host name. Use the format "ipv4" to know addresses.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from iri3987._unicode.delimiters import DOTS
from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact, spell
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.host.label import map_name
from iri3987.syntax.errors import iri_error, parts, with_position
from iri3987.values import IRI, IRIReference

__all__ = ["FORMATS", "register"]

_NOT_ASCII: Final = late("[^\0-\x7f]")
_NOT_LDH: Final = late(r"[^A-Za-z0-9.\-]")
_ASCII_NOT_LDH: Final = late(r"(?![A-Za-z0-9.\-])[\0-\x7f]")
_LABEL: Final = late(f"[^.{DOTS}]+")
#: The third place of a label in ASCII with hyphens there and in the fourth, except an A-label.
_RESERVED: Final = late(
    f"(?<![^.{DOTS}])(?![xX][nN])([A-Za-z0-9]{{2}})-(?=-[A-Za-z0-9-]*+(?![^.{DOTS}]))"
)


def register(format_checker: Any, /) -> None:
    """Make *format_checker*, a ``jsonschema.FormatChecker()``, check the formats of `FORMATS`.

    The ``cause`` of a ``jsonschema.ValidationError`` is then an `IRIError`, with the code and the
    position. Values that are not strings are valid, as for every format.

    >>> import jsonschema
    >>> checker = jsonschema.FormatChecker()
    >>> register(checker)
    >>> validator = jsonschema.Draft202012Validator({"format": "iri"}, format_checker=checker)
    >>> [(error.cause.code, error.cause.position) for error in validator.iter_errors("urn:100%")]
    [('bad-percent', 7)]
    """
    for name, check in _CHECKS.items():
        format_checker.checks(name, raises=IRIError)(partial(_holds, check))


def _holds(check: Callable[[str], object], value: object) -> bool:
    """Return True if *check* does not raise for *value*, or if it is not a string."""
    if isinstance(value, str):
        check(exact(value))
    return True


def _conforms(check: Callable[[str], object], value: object) -> bool:
    with suppress(IRIError):
        return _holds(check, value)
    return False


def _check_uri(kind: type[IRIReference], text: str) -> None:
    """Raise `IRIError` unless *text* is a URI or a URI reference, as *kind* is of an IRI."""
    kind(text)
    found = _NOT_ASCII.search(text)
    if found is not None:
        at = found.start()
        component = next(part.name for start, end, part in parts(text) if start <= at < end)
        reason = f"expected a character of US-ASCII, found {spell(found[0])}"
        raise iri_error(text, "bad-character", reason, component=component, position=at)


def _check_name(refused: re.Pattern[str], text: str) -> None:
    """Raise `IRIError` unless *text* is a host name in which *refused* matches no character."""
    found = refused.search(text)
    if found is not None:
        reason = f"expected a letter, a digit, a hyphen or a dot, found {spell(found[0])}"
        raise _name_error(text, "host-character", reason, found.start())
    # The third place does not decide anything else, so that any letter may stand there.
    allowed = _RESERVED.sub(r"\1a", text)
    try:
        host_to_ascii(allowed, profile="idna2008", allow_root=False)
    except IRIError as error:
        raise with_position(error, text, error.position) from None
    if not text.isascii():
        _refuse_mapped(text)


def _refuse_mapped(text: str) -> None:
    """Raise `IRIError` if `host_to_ascii` maps a label of *text* that is not in ASCII."""
    for label in _LABEL.finditer(text):
        mapped = label[0] if label[0].isascii() else map_name(label[0])
        if mapped != label[0]:
            same = (
                index for index, each in enumerate(label[0]) if mapped[index : index + 1] != each
            )
            reason = "expected a label in lower case and Normalization Form C"
            raise _name_error(text, "host-idna", reason, label.start() + next(same))


def _name_error(text: str, code: str, reason: str, position: int) -> IRIError:
    return iri_error(text, code, reason, component="ireg-name", position=position)


_CHECKS: Final[Mapping[str, Callable[[str], object]]] = {
    "iri": IRI,
    "iri-reference": IRIReference,
    "uri": partial(_check_uri, IRI),
    "uri-reference": partial(_check_uri, IRIReference),
    "hostname": partial(_check_name, _NOT_LDH),
    "idn-hostname": partial(_check_name, _ASCII_NOT_LDH),
}

#: The name of each format, and the function that tells whether a value has it. A value that is not
#: a string has every format.
FORMATS: Final[Mapping[str, Callable[[object], bool]]] = MappingProxyType(
    {name: partial(_conforms, check) for name, check in _CHECKS.items()}
)
