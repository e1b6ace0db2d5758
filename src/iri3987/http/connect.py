"""RFC 3987 section 8: the host that is checked is the host that is reached.

A server that opens addresses of others judges the text of every request (`check_request`), all
answers of the one look-up of its host (`addresses`), and each redirect (`location`).
`iri3987.adapters.httpx`, `iri3987.adapters.requests` and `iri3987.adapters.aiohttp` do it below the
pool of connections. These functions serve other clients.
"""

from collections.abc import Callable, Iterable, Sequence
from ipaddress import ip_address
from socket import EAI_NONAME, SOCK_STREAM, gaierror, getaddrinfo
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import quote

from iri3987._unicode.text import exact, latin_1_octets
from iri3987.host import host_to_ascii
from iri3987.host.ip import Address, format_ip, parse_host_ip
from iri3987.host.public import why_not_public
from iri3987.mapping.repair import repair
from iri3987.profile import PUBLIC, Profile
from iri3987.syntax.browser import SPECIAL
from iri3987.syntax.errors import iri_error
from iri3987.values import IRI

__all__ = ["addresses", "check_request", "location"]

#: What asks for the addresses of a name: it is called and answers as ``socket.getaddrinfo``.
LookUp = Callable[..., Iterable[Sequence[Any]]]

_Made = TypeVar("_Made")


def addresses(
    host: str, port: int | None = None, profile: Profile = PUBLIC, *, look_up: LookUp = getaddrinfo
) -> tuple[str, ...]:
    """Return the addresses to connect to for *host*: the first 8 that *look_up* has for it.

    *host* is a name, or an address, which is not looked up. *look_up* is called once, as
    ``socket.getaddrinfo`` is, and every answer must be public. The lists of *profile* count as in
    `is_public`; without `Profile.public` only `Profile.deny_hosts` counts.

    Raises `IRIError` "host-not-public" or "host-not-allowed", or with a code of `host_to_ascii` for
    a host that cannot be a name; `OSError` if no address is found.

    >>> addresses("9.9.9.9")
    ('9.9.9.9',)
    >>> addresses("inside.example.com", look_up=lambda *_, **__: [(2, 1, 6, "", ("10.0.0.1", 0))])
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: host-not-public: expected addresses of the public internet, \
found 10.0.0.1 (private) in ihost, at position 0 of 'inside.example.com'
    """
    host = exact(host)
    address = parse_host_ip(host)
    found = (address,) if address else _answers(host, port, look_up)
    for each in found:
        why = why_not_public(each, profile)
        code, where = "host-not-public", "of the public internet"
        if why == "denied":
            code, where = "host-not-allowed", "that are not in deny_hosts"
        if why == "denied" or (why and profile.public):
            reason = f"expected addresses {where}, found {format_ip(each)} ({why})"
            raise iri_error(host, code, reason, component="ihost", position=0, params={"why": why})
    # The owner of a name chooses how many there are.
    return tuple(dict.fromkeys(map(_spelled, found)))[:8]


def _answers(host: str, port: int | None, look_up: LookUp) -> tuple[Address, ...]:
    # `getaddrinfo` itself maps a name by IDNA 2003, which makes another host of "faß.de".
    name = host_to_ascii(host, profile="whatwg")
    try:
        found = tuple(_address(answer[-1]) for answer in look_up(name, port, type=SOCK_STREAM))
    except ValueError as error:  # a label is too long for it, or the answer is not an address
        raise gaierror(EAI_NONAME, f"{name} cannot be looked up") from error
    if not found:
        raise gaierror(EAI_NONAME, f"{name} has no address")
    return found


def _address(place: Sequence[Any]) -> Address:
    """Return the address in *place*, which `getaddrinfo` has for a socket, with its scope."""
    text = str(place[0])
    return ip_address(f"{text}%{place[3]}" if any(place[3:]) and "%" not in text else text)


def _spelled(address: Address) -> str:
    scope = getattr(address, "scope_id", None)
    return format_ip(address) if scope is None else f"{format_ip(address)}%{scope}"


def check_request(text: str, host: str, profile: Profile = PUBLIC, /) -> None:
    """Raise `IRIError` unless *profile* accepts *text*, which a client sends to *host*.

    Call it for each request, also on a connection that is open. *text* is repaired first, as
    clients send "[" and "|". *host* is what the client has found in it, in ASCII: if it is not the
    host that was judged, but for a final dot, the code is "host-not-allowed".

    >>> check_request("https://xn--fa-hia.de/?a[b]=c", "xn--fa-hia.de")
    >>> check_request("https://10.0.0.1/", "10.0.0.1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: host-not-public: expected a host of the public internet, ...
    """
    judged = profile.check(repair(text))
    if _compared(judged.ascii_host) != _compared(host):
        reason = "expected the host that the client opens"
        raise iri_error(exact(text), "host-not-allowed", reason, component="ihost")


def _compared(host: str | None) -> Address | str | None:
    return host and (parse_host_ip(host) or host.lower().removesuffix("."))


def location(base: str, reference: str, /) -> str:
    r"""Return the URI to which *reference*, a ``Location`` on the page *base*, leads in a browser.

    *reference* is text, or octets that a client has read as Latin-1: UTF-8 most often. What a URI
    cannot hold is percent-encoded as `repair` does. Raises `IRIError` if browsers and clients read
    it in different ways ("http:\\\\host", "http:host").

    >>> location("https://example.org/a/b", "../stra\xc3\x9fe?q[]=100%")
    'https://example.org/stra%C3%9Fe?q%5B%5D=100%25'
    """
    octets, here = latin_1_octets(exact(reference)), IRI(repair(base))
    try:
        there = here.resolve(repair(octets.decode()))
    except ValueError:
        # Each octet of another encoding, or of a character that an IRI cannot hold
        there = here.resolve(repair(quote(octets, safe=bytes(range(128)))))
    if there.scheme.lower() in SPECIAL and not there.host:
        raise iri_error(exact(reference), "host-missing", "expected a host", component="ihost")
    return there.uri


def one_of(
    found: Sequence[str],
    timeout: float | None,
    connect: Callable[[str, float | None], _Made],
    failures: tuple[type[Exception], ...],
    /,
) -> _Made:
    """Return what *connect* makes of the first of *found* without one of *failures*.

    It is called with an address and its share of *timeout*: the first does not use up all of it.
    """
    until = None if timeout is None else monotonic() + timeout
    for left in range(len(found), 0, -1):
        # 0 would mean: do not wait.
        share = None if until is None else max(until - monotonic(), 0.001) / left
        try:
            return connect(found[-left], share)
        except failures as error:
            failed = error
    raise failed
