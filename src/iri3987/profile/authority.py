"""RFC 3987 section 6.2: the check of an authority, for a `Profile`.

https://www.rfc-editor.org/rfc/rfc3987#section-6.2
"""

import re
from typing import TYPE_CHECKING

from iri3987.exceptions import IRIError
from iri3987.host.domain_name import check_web_host
from iri3987.schemes import DOMAIN_NAME, has_leading_zeros, port_number
from iri3987.syntax.components import Components
from iri3987.syntax.errors import iri_error

if TYPE_CHECKING:
    from iri3987.profile import Profile

_USER_AND_PASSWORD = re.compile("[^:]+(?::[^:]*)?")


def check_authority(text: str, parts: Components, profile: "Profile", /) -> None:
    """Raise `IRIError` unless *profile* accepts the authority of *text*, which has *parts*."""
    start = parts.host_start
    end = start + len(parts.host or "")
    user_start, user_end = start - len(parts.userinfo or "") - 1, start - 1
    if parts.userinfo is not None and not profile.allow_userinfo:
        reason = "expected a host without a user name"
        raise _error(text, "userinfo-not-allowed", reason, "iuserinfo", user_start)
    if parts.port and profile.port is not None:
        _check_port(text, end + 1, end + 1 + len(parts.port), *profile.port)
    if not parts.host:
        return
    allowed = _is_allowed(text, start, end, profile)
    # A reference without a scheme takes that of its base: a scheme that uses domain names.
    uses_domain_names = (parts.scheme or "http").lower() in DOMAIN_NAME
    if profile.host is not None and uses_domain_names:
        if parts.userinfo is not None:
            _check_userinfo(text, user_start, user_end)
        single_label = profile.single_label or allowed
        check_web_host(text, start, end, profile.host, single_label=single_label)
    if profile.deny:
        from iri3987.host.lists import check_not_denied

        check_not_denied(text, start, end, profile.deny)
    if profile.public and not allowed:
        from iri3987.host.ip import check_public

        check_public(text, start, end)


def _is_allowed(text: str, start: int, end: int, profile: "Profile") -> bool:
    """Return whether *profile* lets the host ``text[start:end]`` through, although not public."""
    if not profile.allow:
        return False
    from iri3987.host.lists import is_listed

    return is_listed(text, start, end, profile.allow)


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
        raise _error(text, "port-out-of-range", reason, "port", start)
    if has_leading_zeros(port):
        reason = "expected a port without leading zeros"
        raise _error(text, "port-leading-zeros", reason, "port", start)


def _error(text: str, code: str, reason: str, component: str, position: int) -> IRIError:
    return iri_error(text, code, reason, component=component, position=position)
