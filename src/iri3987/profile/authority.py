"""RFC 3987 section 6.2: the checks of a userinfo and of a port, for a `Profile`."""

from iri3987.schemes import has_leading_zeros, port_number
from iri3987.syntax.errors import iri_error


def check_userinfo(text: str, start: int, userinfo: str, /) -> None:
    """Raise `IRIError` unless *userinfo*, at *start*, is "user" or "user:password"."""
    user, _, password = userinfo.partition(":")
    if not user or ":" in password:
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
