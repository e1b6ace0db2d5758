"""RFC 3987 section 6.2: the checks of a userinfo and of a port, for a `Profile`."""

from iri3987._unicode.patterns import late
from iri3987.schemes import has_leading_zeros, port_number
from iri3987.syntax.errors import iri_error

_USER_AND_PASSWORD = late("[^:]+(?::[^:]*)?")


def check_userinfo(text: str, start: int, end: int, /) -> None:
    """Raise `IRIError` unless ``text[start:end]`` is "user" or "user:password"."""
    if not _USER_AND_PASSWORD.fullmatch(text, start, end):
        reason = 'expected "user" or "user:password"'
        raise iri_error(text, "bad-userinfo", reason, component="iuserinfo", position=start)


def check_port(text: str, start: int, port: str, least: int, greatest: int, /) -> None:
    """Raise `IRIError` unless *port*, at *start*, is a number from *least* to *greatest*."""
    if not least <= port_number(port) <= greatest:
        code, reason = "port-out-of-range", f"expected a port from {least} to {greatest}"
        params = {"low": least, "high": greatest}
        raise iri_error(text, code, reason, component="port", position=start, params=params)
    if has_leading_zeros(port):
        code, reason = "port-leading-zeros", "expected a port without leading zeros"
        raise iri_error(text, code, reason, component="port", position=start)
