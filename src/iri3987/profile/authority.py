"""RFC 3987 section 6.2: the check of an authority, for a `Profile`."""

from collections.abc import Collection

from iri3987._unicode.patterns import late
from iri3987.exceptions import IRIError
from iri3987.host import HostProfile
from iri3987.host.domain_name import check_web_host
from iri3987.schemes import DOMAIN_NAME, has_leading_zeros, port_number
from iri3987.syntax.components import Components
from iri3987.syntax.errors import iri_error

_USER_AND_PASSWORD = late("[^:]+(?::[^:]*)?")


def check_authority(
    text: str,
    parts: Components,
    /,
    *,
    host: HostProfile | None,
    single_label: bool,
    public: bool,
    allow_hosts: Collection[str],
    deny_hosts: Collection[str],
    allow_userinfo: bool,
    port: tuple[int, int] | None,
) -> None:
    """Raise `IRIError` unless a profile with these options accepts the authority of *text*."""
    start = parts.host_start
    end = start + len(parts.host or "")
    user_start, user_end = start - len(parts.userinfo or "") - 1, start - 1
    if parts.userinfo is not None and not allow_userinfo:
        reason = "expected a host without a user name"
        raise _error(text, "userinfo-not-allowed", reason, "iuserinfo", user_start)
    if parts.port and port is not None:
        _check_port(text, end + 1, end + 1 + len(parts.port), *port)
    if not parts.host:
        return
    allowed = _is_allowed(text, start, end, allow_hosts)
    # A reference without a scheme takes that of its base: a scheme that uses domain names.
    uses_domain_names = (parts.scheme or "http").lower() in DOMAIN_NAME
    if host is not None and uses_domain_names:
        if parts.userinfo is not None:
            _check_userinfo(text, user_start, user_end)
        check_web_host(text, start, end, host, single_label=single_label or allowed)
    if deny_hosts:
        from iri3987.host.lists import check_not_denied

        check_not_denied(text, start, end, deny_hosts)
    if public and not allowed:
        from iri3987.host.public import check_public

        check_public(text, start, end)


def _is_allowed(text: str, start: int, end: int, allow_hosts: Collection[str]) -> bool:
    """Return whether *allow_hosts* lets the host ``text[start:end]`` through."""
    if not allow_hosts:
        return False
    from iri3987.host.lists import is_listed

    return is_listed(text, start, end, allow_hosts)


def _check_userinfo(text: str, start: int, end: int) -> None:
    """Raise `IRIError` unless ``text[start:end]`` is "user" or "user:password"."""
    if not _USER_AND_PASSWORD.fullmatch(text, start, end):
        reason = 'expected "user" or "user:password"'
        raise _error(text, "bad-userinfo", reason, "iuserinfo", start)


def _check_port(text: str, start: int, end: int, least: int, greatest: int) -> None:
    """Raise `IRIError` unless ``text[start:end]`` is a number from *least* to *greatest*."""
    port = text[start:end]
    if not least <= port_number(port) <= greatest:
        reason = f"expected a port from {least} to {greatest}"
        raise iri_error(
            text,
            "port-out-of-range",
            reason,
            component="port",
            position=start,
            params={"low": least, "high": greatest},
        )
    if has_leading_zeros(port):
        reason = "expected a port without leading zeros"
        raise _error(text, "port-leading-zeros", reason, "port", start)


def _error(text: str, code: str, reason: str, component: str, position: int) -> IRIError:
    return iri_error(text, code, reason, component=component, position=position)
