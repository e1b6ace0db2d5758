"""RFC 3987 section 8: the address that a host stands for, and whether the public internet has it.

https://www.rfc-editor.org/rfc/rfc3987#section-8

A program that fetches an address which a user gave must not be led to its own machine, to its
network, or to the service that hands out a cloud's secrets. `Profile` uses `check_public` when it
reads a text. That is not enough, because anyone can let a name lead to 127.0.0.1: use `is_public`
for the resolver's answers, and connect to the very address that you checked.

The tables below decide which addresses are public. `ipaddress` does not, because its answers differ
between versions of Python.

Choice: where a registry leaves a choice, an address is not public. The few addresses that are
"globally reachable" inside 192.0.0.0/24 and 2001::/23 are for protocols such as PCP and TURN, which
answer from one's own network. 6to4 and Teredo are tunnels to any IPv4 address, and are no longer in
use. A translator (NAT64) may have a prefix of its own, which is known only in its network: there,
an address that looks public can lead inside.
"""

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

from iri3987 import grammar
from iri3987._domain_name import NUMBER, host_in
from iri3987._errors import iri_error
from iri3987._patterns import matches
from iri3987._text import exact
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii

__all__ = ["Address", "address_of", "canonical", "check_public", "is_public"]

#: An address of the Internet Protocol, of either version.
Address = IPv4Address | IPv6Address

# The IANA IPv4 Special-Purpose Address Registry, without the globally reachable ones:
# https://www.iana.org/assignments/iana-ipv4-special-registry/. Multicast is from the IPv4 Address
# Space Registry.
_NOT_PUBLIC_IPV4: Final = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # RFC 791 section 3.2: "this network"
            "10.0.0.0/8",  # RFC 1918: private use
            "100.64.0.0/10",  # RFC 6598: shared by the customers of a provider
            "127.0.0.0/8",  # RFC 1122 section 3.2.1.3: loopback
            "169.254.0.0/16",  # RFC 3927: link local; clouds serve metadata here
            "172.16.0.0/12",  # RFC 1918: private use
            "192.0.0.0/24",  # RFC 6890 section 2.1: protocol assignments
            "192.0.2.0/24",  # RFC 5737: documentation
            "192.88.99.0/24",  # RFC 7526: relays of 6to4, deprecated
            "192.168.0.0/16",  # RFC 1918: private use
            "198.18.0.0/15",  # RFC 2544: benchmarking
            "198.51.100.0/24",  # RFC 5737: documentation
            "203.0.113.0/24",  # RFC 5737: documentation
            "224.0.0.0/4",  # RFC 5771: multicast
            "240.0.0.0/4",  # RFC 1112 section 4: reserved; RFC 919: broadcast
        ),
    )
)

#: RFC 4291 section 2.4, and the IPv6 Address Space Registry: the global unicast addresses. All
#: others are loopback, unspecified, link local (fe80::/10), site local (fec0::/10), unique local
#: (fc00::/7), multicast (ff00::/8), IPv4-compatible (::/96), discard-only (100::/64), SRv6
#: (5f00::/16), or reserved.
_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")

# The IANA IPv6 Special-Purpose Address Registry, as far as it is about global unicast:
# https://www.iana.org/assignments/iana-ipv6-special-registry/.
_NOT_PUBLIC_IPV6: Final = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # RFC 2928: protocol assignments, with Teredo (RFC 4380) and ORCHID
            "2001:db8::/32",  # RFC 3849: documentation
            "2002::/16",  # RFC 3056: 6to4
            "3ffe::/16",  # RFC 3701: the former 6bone
            "3fff::/20",  # RFC 9637: documentation
        ),
    )
)

# IPv6 addresses that lead to an IPv4 address.
_HOLDS_IPV4: Final = (
    IPv6Network("::ffff:0:0/96"),  # RFC 4291 section 2.5.5.2: IPv4-mapped
    IPv6Network("64:ff9b::/96"),  # RFC 6052 section 2.1: NAT64; 64:ff9b:1::/48 is for local use
)

# Names outside the public internet, with all names that end in them. These are the names of the
# IANA registry https://www.iana.org/assignments/special-use-domain-names/, except example.com,
# example.net and example.org, which anyone can look up and fetch.
_NOT_PUBLIC_NAMES: Final = frozenset(
    {
        "alt",  # RFC 9476: other systems than the DNS
        "arpa",  # RFC 3172: infrastructure; with home.arpa (RFC 8375), service.arpa (RFC 9665)
        "example",  # RFC 6761 section 6.5: documentation
        "invalid",  # RFC 6761 section 6.4
        "local",  # RFC 6762: multicast DNS
        "localhost",  # RFC 6761 section 6.3
        "onion",  # RFC 7686: Tor
        "test",  # RFC 6761 section 6.2
        # For private networks, by decisions of ICANN's Board of July 2024 ("internal") and February
        # 2018: the DNS will never have them.
        *("internal", "corp", "home", "mail"),
        # RFC 6762 appendix G: in use in private networks, as are two of those above.
        *("intranet", "lan", "private"),
        # "localhost.localdomain" is in the hosts file of many systems.
        "localdomain",
    }
)

_ZEROS: Final = re.compile("(?<![^:])0(?::0)+(?![^:])")


def is_public(address: Address, /) -> bool:
    """Tell whether *address*, an object of `ipaddress`, is part of the public internet.

    Looks into IPv4-mapped and translated (NAT64) addresses. An address with a scope is not public.

    >>> from ipaddress import ip_address
    >>> is_public(ip_address("169.254.169.254")), is_public(ip_address("64:ff9b::10.0.0.1"))
    (False, False)
    >>> is_public(ip_address("9.9.9.9")), is_public(ip_address("2620:fe::fe"))
    (True, True)
    """
    if isinstance(address, IPv6Address):
        if address.scope_id is not None:
            return False
        if not any(address in network for network in _HOLDS_IPV4):
            is_special = any(address in network for network in _NOT_PUBLIC_IPV6)
            return address in _GLOBAL_UNICAST and not is_special
        address = IPv4Address(address.packed[-4:])
    elif not isinstance(address, IPv4Address):
        raise TypeError(f"expected an address of ipaddress, not {type(address).__name__}")
    return not any(address in network for network in _NOT_PUBLIC_IPV4)


def address_of(host: str, /) -> Address | None:
    """Return the address that clients connect to for *host*, in any of its spellings, or None.

    IPv4 addresses are read as the URL Standard and most resolvers do: decimal, octal or hexadecimal
    numbers, four or fewer, in any digits that map to ASCII, with or without a final dot. An IPv6
    address may have brackets. None for a domain name, an IPvFuture, and text that cannot be a host.
    Never raises.

    >>> address_of("0x7f.1"), address_of("2130706433"), address_of("１２７。0。0。1.")
    (IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'))
    >>> address_of("[::FFFF:192.0.2.1]") == address_of("::ffff:c000:201"), address_of("example.org")
    (True, None)
    """
    host = exact(host)
    if ":" in host:
        literal = host[1:-1] if host.startswith("[") and host.endswith("]") else host
        return IPv6Address(literal) if matches(literal, grammar.IPV6ADDRESS) else None
    try:
        return _ipv4(host_to_ascii(host, profile="whatwg").removesuffix("."))
    except IRIError:
        return None


def _ipv4(name: str) -> IPv4Address | None:
    """Return the result of the URL Standard's IPv4 parser for *name*."""
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


def canonical(address: Address, /) -> str:
    """Return *address* in its canonical spelling, which is that of the URL Standard.

    IPv6 addresses follow RFC 5952 section 4, without dotted IPv4 and without a scope. The result of
    `str` is another one for IPv4-mapped addresses from Python 3.13 on.

    >>> from ipaddress import ip_address
    >>> canonical(ip_address("::ffff:192.0.2.1")), canonical(ip_address("2001:DB8:0:0:1:0:0:1"))
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


def check_public(text: str, start: int = 0, end: int | None = None, /) -> None:
    """Raise `IRIError` "host-not-public" unless the host ``text[start:end]`` can be public.

    A host can be public if it is an address for which `is_public` holds, or a name of two labels or
    more that is not for a special use. An IPv4 address that is not four decimal numbers is refused,
    because clients disagree: "010.0.0.1" is 8.0.0.1 to some and 10.0.0.1 to others. So is another
    name that ends in a number. For a host that cannot be a domain name, the codes are those of
    `host_to_ascii`.

    A name that passes can still lead anywhere: see `is_public`.

    >>> check_public("example.org"), check_public("http://[2620:fe::fe]/", 7, 20)
    (None, None)
    >>> check_public("Metadata.Google.ＩＮＴＥＲＮＡＬ.")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: host-not-public: expected a host of the public internet, \
found one of "internal" in ihost, at position 0 of 'Metadata.Google.ＩＮＴＥＲＮＡＬ.'
    """
    text = exact(text)
    end = len(text) if end is None else end
    found = _not_public(text, start, end)
    if found:
        reason = f"expected a host of the public internet, found {found}"
        raise iri_error(text, "host-not-public", reason, component="ihost", position=start)


def _not_public(text: str, start: int, end: int) -> str:
    """Describe ``text[start:end]`` if it is not a public host, else return ""."""
    if text.startswith("[", start):
        address = address_of(text[start:end])
        if address is None:
            return "one that nothing connects to"
        return "" if is_public(address) else canonical(address)
    name = host_in(text, start, end, "whatwg").removesuffix(".")
    *others, last = name.split(".")
    if NUMBER.fullmatch(last):
        address = _ipv4(name)
        if address is None or canonical(address) != name:
            return "a number that clients read in different ways"
        return "" if is_public(address) else name
    if not others:
        return "one label"
    return f'one of "{last}"' if last in _NOT_PUBLIC_NAMES else ""
