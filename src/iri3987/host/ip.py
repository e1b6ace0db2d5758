"""RFC 3987 section 8: the address that a host stands for, and its canonical spelling."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import Final

from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.host.domain_name import NUMBER
from iri3987.syntax import grammar
from iri3987.syntax.patterns import matches

__family__ = ["format_ip", "parse_host_ip"]

#: An address of the Internet Protocol, of either version.
Address = IPv4Address | IPv6Address

#: IPv6 addresses that lead to an IPv4 address.
HOLDS_IPV4: Final = (
    IPv6Network("::ffff:0:0/96"),  # RFC 4291 section 2.5.5.2: IPv4-mapped
    IPv6Network("64:ff9b::/96"),  # RFC 6052 section 2.1: NAT64
)

_ZEROS: Final = late("(?<![^:])0(?::0)+(?![^:])")


def carried_address(address: Address, /) -> Address:
    """Return the IPv4 address in *address*, IPv4-mapped or translated (NAT64), else *address*."""
    if any(address in network for network in HOLDS_IPV4):
        return IPv4Address(address.packed[-4:])
    return address


def parse_host_ip(host: str, /) -> Address | None:
    """Return the address that clients connect to for *host*, in any of its spellings, or None.

    IPv4 addresses are read as the URL Standard and most resolvers do: up to four decimal, octal or
    hexadecimal numbers, in any digits that map to ASCII, with or without a final dot. An IPv6
    address may have brackets. Never raises.

    >>> parse_host_ip("0x7f.1"), parse_host_ip("2130706433"), parse_host_ip("１２７。0。0。1.")
    (IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'))
    >>> parse_host_ip("[::FFFF:192.0.2.1]") == parse_host_ip("::ffff:c000:201")
    True
    >>> parse_host_ip("example.org") is None
    True
    """
    host = exact(host)
    if ":" in host:
        literal = host[1:-1] if host.startswith("[") and host.endswith("]") else host
        return IPv6Address(literal) if matches(literal, grammar.IPV6ADDRESS) else None
    try:
        return read_ipv4(host_to_ascii(host, profile="whatwg").removesuffix("."))
    except IRIError:
        return None


def read_ipv4(name: str, /) -> IPv4Address | None:
    """Return the result of the URL Standard's IPv4 parser for *name*, in the form of the DNS."""
    parts = name.split(".")
    if len(parts) > 4 or not all(map(NUMBER.fullmatch, parts)):
        return None
    try:
        *first, last = map(_number, parts)
    except ValueError:
        return None  # "08" is not octal.
    if max(first, default=0) > 0xFF or last >> 8 * (4 - len(first)):
        return None
    return IPv4Address(last + sum(number << 8 * (3 - place) for place, number in enumerate(first)))


def _number(text: str) -> int:
    if text.startswith("0x"):
        return int(text[2:] or "0", 16)
    return int(text, 8 if text.startswith("0") else 10)


def format_ip(address: Address, /) -> str:
    """Return *address* in its canonical spelling, which is that of the URL Standard.

    IPv6 addresses follow RFC 5952 section 4, without dotted IPv4 and without a scope. The result of
    `str` is another one for IPv4-mapped addresses from Python 3.13 on.

    >>> from ipaddress import ip_address
    >>> format_ip(ip_address("::ffff:192.0.2.1")), format_ip(ip_address("2001:DB8:0:0:1:0:0:1"))
    ('::ffff:c000:201', '2001:db8::1:0:0:1')
    """
    octets = address.packed
    if len(octets) == 4:
        return ".".join(map(str, octets))
    text = ":".join(f"{octets[i] << 8 | octets[i + 1]:x}" for i in range(0, 16, 2))
    longest = max(_ZEROS.finditer(text), key=lambda run: len(run[0]), default=None)
    if longest is None:
        return text
    before, after = text[: longest.start()], text[longest.end() :]
    return f"{before.removesuffix(':')}::{after.removeprefix(':')}"
