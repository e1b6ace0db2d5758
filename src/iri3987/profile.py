"""RFC 3987 sections 6.2 and 7.2: what an interface accepts.

https://www.rfc-editor.org/rfc/rfc3987#section-7.2

The grammar takes ``http://-/`` and ``urn:x``; a form for web addresses wants neither. A `Profile`
says what a boundary accepts beyond the grammar, and gives every boundary the same verdict and the
same error code.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import get_args

from iri3987._components import Components, split
from iri3987._domain_name import check_web_host
from iri3987._errors import iri_error, too_long
from iri3987._text import exact
from iri3987.exceptions import IRIError
from iri3987.host import HostProfile
from iri3987.mapping import encoded_length, to_uri
from iri3987.reference import IRI, IRIReference
from iri3987.scheme import DOMAIN_NAME, SPECIAL, has_leading_zeros, port_number

_USER_AND_PASSWORD = re.compile("[^:]+(?::[^:]*)?")


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What a boundary accepts. ``dataclasses.replace(WEB, schemes={"https"})`` makes another.

    >>> from dataclasses import replace
    >>> replace(WEB, allow_userinfo=False).check("https://me@例え.テスト/")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: userinfo-not-allowed: a user name is not accepted here \
in iuserinfo, at position 8 of 'https://me@例え.テスト/'
    """

    #: The schemes accepted, None for all.
    schemes: Collection[str] | None = None
    #: Whether relative references are accepted too. The checks below are for those that say so.
    reference: bool = False
    #: Whether an IRI must have a host; or the schemes of those that must. A reference without a
    #: scheme then has no authority, or one with a host: browsers open "///x" as the host x.
    require_host: bool | Collection[str] = False
    #: How a host is checked that is a domain name (`host_to_ascii`), None for not at all.
    #: A checked authority is one that the web can use: the host has two labels or more, or is
    #: "localhost", none begins or ends with a hyphen; one that ends in a number is an IPv4
    #: address in its canonical form; an IP literal is IPv6; userinfo is "user" or
    #: "user:password". Nothing in the host is percent-encoded: clients differ in what they make
    #: of "%6cocalhost", which would stay so in the mapped URI.
    idna: HostProfile | None = None
    #: Whether userinfo ("user:password@") is accepted.
    allow_userinfo: bool = True
    #: The greatest length of the mapped URI, in octets, None for any.
    max_length: int | None = None
    #: The least and the greatest port, which then has no leading zeros, None for any.
    port: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.idna is not None and self.idna not in get_args(HostProfile):
            raise ValueError(f"there is no profile {self.idna!r} for hosts")
        if isinstance(self.schemes, str):
            raise TypeError("schemes is a collection of names, not one name")
        if self.schemes is not None:
            object.__setattr__(self, "schemes", _names(self.schemes))
        if isinstance(self.require_host, str):
            raise TypeError("require_host is a bool or a collection of schemes, not one name")
        if not isinstance(self.require_host, bool):
            object.__setattr__(self, "require_host", _names(self.require_host))

    def check(self, text: object, /) -> IRIReference:
        """Return *text* as an `IRI`, or an `IRIReference` where references are accepted.

        Raises `IRIError`: the codes of the grammar and of the host, "not-text", "too-long",
        "scheme-not-allowed", "host-missing", "userinfo-not-allowed", "bad-userinfo",
        "port-out-of-range", "port-leading-zeros", "host-percent-encoded", "host-ip-literal",
        "host-ipv4", "host-single-label", "host-hyphen".

        >>> WEB.check("https://例え.テスト/")
        IRI('https://例え.テスト/')
        >>> WEB.check("urn:例:1")
        Traceback (most recent call last):
        iri3987.exceptions.IRIError: scheme-not-allowed: expected http or https in scheme, \
at position 0 of 'urn:例:1'
        """
        if not isinstance(text, str):
            raise iri_error("", "not-text", f"expected text, not {type(text).__name__}")
        # The cap comes first: what follows is linear, but a megabyte need not be looked at.
        text = exact(text)
        if self.max_length is not None and len(text) > self.max_length:
            raise too_long(text, self.max_length, encoded_length(text), "octets")
        reference = IRIReference(text) if self.reference else IRI(text)
        parts = split(reference)
        self._check_scheme(text, parts.scheme)
        if not parts.host and self._needs_host(parts):
            raise iri_error(text, "host-missing", "expected a host", component="ihost")
        if parts.authority is not None:
            self._check_authority(text, parts)
        if self.max_length is not None:
            uri = to_uri(reference, host="percent" if self.idna is None else "idna")
            if len(uri) > self.max_length:
                raise too_long(text, self.max_length, len(uri), "octets")
        return reference

    def _needs_host(self, parts: Components) -> bool:
        if parts.scheme is None:
            return bool(self.require_host) and parts.authority is not None
        if isinstance(self.require_host, bool):
            return self.require_host
        return parts.scheme.lower() in self.require_host

    def _check_scheme(self, text: str, scheme: str | None) -> None:
        if self.schemes is not None and scheme is not None and scheme.lower() not in self.schemes:
            reason = f"expected {' or '.join(sorted(self.schemes))}"
            raise iri_error(text, "scheme-not-allowed", reason, component="scheme", position=0)

    def _check_authority(self, text: str, parts: Components) -> None:
        start = parts.host_start
        end = start + len(parts.host or "")
        if parts.userinfo is not None and not self.allow_userinfo:
            reason = "a user name is not accepted here"
            position = start - len(parts.userinfo) - 1
            raise _error(text, "userinfo-not-allowed", reason, "iuserinfo", position)
        if parts.port and self.port is not None:
            low, high = self.port
            if not low <= port_number(parts.port) <= high:
                reason = f"expected a port from {low} to {high}"
                raise _error(text, "port-out-of-range", reason, "port", end + 1)
            if has_leading_zeros(parts.port):
                reason = "expected a port without leading zeros"
                raise _error(text, "port-leading-zeros", reason, "port", end + 1)
        # A reference without a scheme takes that of its base, which uses domain names here.
        uses_domain_names = (parts.scheme or "http").lower() in DOMAIN_NAME
        if parts.host and self.idna is not None and uses_domain_names:
            if parts.userinfo is not None and not _USER_AND_PASSWORD.fullmatch(parts.userinfo):
                reason = 'expected "user" or "user:password"'
                position = start - len(parts.userinfo) - 1
                raise _error(text, "bad-userinfo", reason, "iuserinfo", position)
            check_web_host(text, start, end, self.idna)


def _names(schemes: Collection[str]) -> frozenset[str]:
    return frozenset(scheme.lower() for scheme in schemes)


def _error(text: str, code: str, reason: str, component: str, position: int) -> IRIError:
    return iri_error(text, code, reason, component=component, position=position)


#: Any IRI: what the grammar takes.
ANY = Profile()

#: What is fit for a link on a page: nothing in it runs as code or reads a local file, and it opens
#: the host that it shows, if any.
LINK = Profile(
    schemes={"http", "https", "mailto", "tel"},
    reference=True,
    require_host=SPECIAL,
)

#: An absolute address of the web, as a browser can open it.
WEB = Profile(
    schemes={"http", "https"},
    require_host=True,
    idna="whatwg",
    max_length=2048,
    port=(0, 65535),
)
