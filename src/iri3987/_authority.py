"""RFC 3987 section 6.2: checks of the userinfo and the port, for a `Profile`.

https://www.rfc-editor.org/rfc/rfc3987#section-6.2

`iri3987._domain_name.check_web_host` checks the host.
"""

import re

from iri3987._errors import iri_error
from iri3987.exceptions import IRIError

#: The greatest port.
GREATEST_PORT = 65535

_USER_AND_PASSWORD = re.compile("[^:]+(?::[^:]*)?")


def refuse_userinfo(text: str, position: int, /) -> None:
    """Raise `IRIError` for the userinfo at *position*, which the profile does not accept."""
    raise _error(
        text, "userinfo-not-allowed", "expected a host without a user name", "iuserinfo", position
    )


def check_userinfo(text: str, start: int, end: int, /) -> None:
    """Raise `IRIError` unless ``text[start:end]`` is "user" or "user:password"."""
    if not _USER_AND_PASSWORD.fullmatch(text, start, end):
        reason = 'expected "user" or "user:password"'
        raise _error(text, "bad-userinfo", reason, "iuserinfo", start)


def check_port(text: str, start: int, end: int, least: int, greatest: int, /) -> None:
    """Raise `IRIError` unless ``text[start:end]`` is a number from *least* to *greatest*."""
    port = text[start:end]
    if not least <= port_number(port) <= greatest:
        reason = f"expected a port from {least} to {greatest}"
        raise _error(text, "port-out-of-range", reason, "port", start)
    if has_leading_zeros(port):
        reason = "expected a port without leading zeros"
        raise _error(text, "port-leading-zeros", reason, "port", start)


def port_number(port: str, /) -> int:
    """Return the number of *port*, a text of digits; 999999 if it has more digits than any port.

    >>> port_number("0080"), port_number("1" * 5000)
    (80, 999999)
    """
    digits = port.lstrip("0") or "0"
    return 999_999 if len(digits) > len(str(GREATEST_PORT)) else int(digits)


def has_leading_zeros(port: str, /) -> bool:
    """Tell whether *port* has zeros before its number: "080" and "00", but not "0"."""
    return len(port) > 1 and port.startswith("0")


def _error(text: str, code: str, reason: str, component: str, position: int) -> IRIError:
    return iri_error(text, code, reason, component=component, position=position)
