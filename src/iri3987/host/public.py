"""RFC 3987 section 8: whether the public internet has a host.

A program that fetches an address which a user gave must not be led to its own machine, to its
network, or to the service that hands out a cloud's secrets. `Profile` uses `check_public` when it
reads a text. That is not enough, because anyone can let a name lead to 127.0.0.1: use `is_public`
for the resolver's answers, and connect to the very address that you checked.

The tables below decide, because the answers of `ipaddress` differ between versions of Python.

Choice: where a registry leaves a choice, an address is not public. The few addresses that are
"globally reachable" inside 192.0.0.0/24 and 2001::/23 are for protocols such as PCP and TURN, which
answer from one's own network. 6to4 and Teredo are tunnels to any IPv4 address. A translator (NAT64)
may have a prefix of its own, known only in its network: there, what looks public can lead inside.
"""

from collections.abc import Collection
from ipaddress import IPv6Network, ip_network
from typing import Final, Protocol

from iri3987._unicode.text import exact
from iri3987.host.domain_name import NUMBER, host_in
from iri3987.host.ip import Address, carried_address, format_ip, parse_host_ip, read_ipv4
from iri3987.host.lists import holds
from iri3987.host.special_use import SPECIAL_USE, special_use_domain
from iri3987.syntax.errors import iri_error

__all__ = ["is_public", "why_not_public"]


class Lists(Protocol):
    """Hosts that are always accepted or refused, as `Profile` has them."""

    @property
    def allow_hosts(self) -> Collection[str]: ...
    @property
    def deny_hosts(self) -> Collection[str]: ...


#: RFC 4291 section 2.4, and the IPv6 Address Space Registry: the global unicast addresses. All
#: others are of the blocks below, or reserved; among them are IPv4-compatible addresses (::/96),
#: discard-only ones (100::/64) and SRv6 (5f00::/16).
_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")

# The IANA Special-Purpose Address Registries, without what is globally reachable:
# https://www.iana.org/assignments/iana-ipv4-special-registry/ and, as far as it is about global
# unicast or has a reason of its own, https://www.iana.org/assignments/iana-ipv6-special-registry/.
# Multicast is from the IPv4 Address Space Registry. Each has a reason; the first one counts.
_NOT_PUBLIC: Final = tuple(
    (ip_network(block), reason)
    for block, reason in (
        ("0.0.0.0/8", "unspecified"),  # RFC 791 section 3.2: "this network"
        ("10.0.0.0/8", "private"),  # RFC 1918
        ("100.64.0.0/10", "shared"),  # RFC 6598: by the customers of a provider
        ("127.0.0.0/8", "loopback"),  # RFC 1122 section 3.2.1.3
        # Azure, "What is IP address 168.63.129.16?": a public address by the registries, at which
        # every virtual machine of that cloud finds its platform, and not the internet.
        ("168.63.129.16/32", "platform"),
        ("169.254.0.0/16", "link-local"),  # RFC 3927; clouds serve metadata here
        ("172.16.0.0/12", "private"),  # RFC 1918
        ("192.0.0.0/24", "protocol"),  # RFC 6890 section 2.1
        ("192.0.2.0/24", "documentation"),  # RFC 5737
        ("192.88.99.0/24", "tunnel"),  # RFC 7526: relays of 6to4, deprecated
        ("192.168.0.0/16", "private"),  # RFC 1918
        ("198.18.0.0/15", "benchmarking"),  # RFC 2544
        ("198.51.100.0/24", "documentation"),  # RFC 5737
        ("203.0.113.0/24", "documentation"),  # RFC 5737
        ("224.0.0.0/4", "multicast"),  # RFC 5771
        ("240.0.0.0/4", "reserved"),  # RFC 1112 section 4; RFC 919: broadcast
        ("2001::/32", "tunnel"),  # RFC 4380: Teredo
        ("2001:2::/48", "benchmarking"),  # RFC 5180
        ("2001::/23", "protocol"),  # RFC 2928, with ORCHID (RFC 4843, RFC 7343)
        ("2001:db8::/32", "documentation"),  # RFC 3849
        ("2002::/16", "tunnel"),  # RFC 3056: 6to4
        ("3ffe::/16", "reserved"),  # RFC 3701: the former 6bone
        ("3fff::/20", "documentation"),  # RFC 9637
        ("::/128", "unspecified"),  # RFC 4291 section 2.5.2
        ("::1/128", "loopback"),  # RFC 4291 section 2.5.3
        ("64:ff9b:1::/48", "private"),  # RFC 8215: translation to IPv4 for local use
        ("fc00::/7", "private"),  # RFC 4193: unique local
        ("fec0::/10", "private"),  # RFC 3879: site local, deprecated
        ("fe80::/10", "link-local"),  # RFC 4291 section 2.5.6
        ("ff00::/8", "multicast"),  # RFC 4291 section 2.7
    )
)


def is_public(address: Address, /, profile: Lists | None = None) -> bool:
    """Return whether *address*, an object of `ipaddress`, is part of the public internet.

    Looks into IPv4-mapped and translated (NAT64) addresses. An address with a scope is not public.

    The addresses and networks in the lists of *profile* count first: one in `Profile.deny_hosts` is
    not public, and another one in `Profile.allow_hosts` counts as public. Give the profile that has
    checked the text: a name in `Profile.allow_hosts` does not open the addresses that it leads to.

    >>> from ipaddress import ip_address
    >>> is_public(ip_address("169.254.169.254")), is_public(ip_address("64:ff9b::10.0.0.1"))
    (False, False)
    >>> is_public(ip_address("9.9.9.9")), is_public(ip_address("2620:fe::fe"))
    (True, True)
    >>> from dataclasses import replace
    >>> from iri3987 import PUBLIC
    >>> fetched = replace(PUBLIC, allow_hosts=["10.20.0.0/16"], deny_hosts=["9.9.9.9"])
    >>> is_public(ip_address("10.20.0.1"), fetched), is_public(ip_address("9.9.9.9"), fetched)
    (True, False)
    """
    return why_not_public(address, profile) is None


def why_not_public(address: Address, /, profile: Lists | None = None) -> str | None:
    """Return why *address*, an object of `ipaddress`, is not public; None if `is_public` holds.

    The reason is a short slug for messages and logs, stable across versions: "benchmarking",
    "denied" (by *profile*), "documentation", "link-local", "loopback", "multicast", "platform" (of
    a cloud), "private" (unique local, too), "protocol", "reserved", "scoped", "shared" (by the
    customers of a provider, RFC 6598), "tunnel" (6to4, Teredo) or "unspecified". It is that of the
    IPv4 address in an IPv4-mapped or translated (NAT64) address. The lists of *profile* come first.

    >>> from ipaddress import ip_address
    >>> why_not_public(ip_address("::ffff:127.0.0.1")), why_not_public(ip_address("100.64.0.1"))
    ('loopback', 'shared')
    >>> why_not_public(ip_address("9.9.9.9")) is None
    True
    """
    if not isinstance(address, Address):
        raise TypeError(f"expected an address of ipaddress, not {type(address).__name__}")
    if profile is not None:
        if holds(profile.deny_hosts, address):
            return "denied"
        if holds(profile.allow_hosts, address):
            return None
    carried = carried_address(address)
    is_reserved = carried.version == 6 and carried not in _GLOBAL_UNICAST
    default = "reserved" if is_reserved else None
    reason = next((why for network, why in _NOT_PUBLIC if carried in network), default)
    return reason or ("scoped" if getattr(address, "scope_id", None) is not None else None)


def check_public(text: str, start: int = 0, end: int | None = None, /) -> None:
    """Raise `IRIError` "host-not-public" unless the host ``text[start:end]`` can be public.

    It can be if it is an address for which `is_public` holds, or a name of two labels or more that
    is not for a special use. A name that ends in a number is refused unless it is four decimal
    numbers, because clients disagree: "010.0.0.1" is 8.0.0.1 to some and 10.0.0.1 to others. For a
    host that cannot be a domain name, the codes are those of `host_to_ascii`. ``params["why"]`` has
    the reason: of an address as `why_not_public` has it, of a name from `SPECIAL_USE`.

    >>> check_public("example.org"), check_public("http://[2620:fe::fe]/", 7, 20)
    (None, None)
    >>> check_public("Metadata.Google.ＩＮＴＥＲＮＡＬ.")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: host-not-public: expected a host of the public internet, \
found one of "internal" in ihost, at position 0 of 'Metadata.Google.ＩＮＴＥＲＮＡＬ.'
    """
    text = exact(text)
    end = len(text) if end is None else end
    if found := _not_public(text, start, end):
        what, why = found
        reason = f"expected a host of the public internet, found {what}"
        raise iri_error(
            text,
            "host-not-public",
            reason,
            component="ihost",
            position=start,
            params={"why": why} if why else None,
        )


def _not_public(text: str, start: int, end: int) -> tuple[str, str] | None:
    """Return what ``text[start:end]`` is, and why, if it is not a public host."""
    if text.startswith("[", start):
        address = parse_host_ip(text[start:end])
        return _described(address) if address else ("one that nothing connects to", "")
    name = host_in(text, start, end, "whatwg").removesuffix(".")
    *others, last = name.split(".")
    if NUMBER.fullmatch(last):
        address = read_ipv4(name)
        if address is None or format_ip(address) != name:
            return "a number that clients read in different ways", ""
        return _described(address)
    if not others:
        return "one label", "private"
    domain = special_use_domain(name)
    return (f'one of "{domain}"', SPECIAL_USE[domain]) if domain else None


def _described(address: Address) -> tuple[str, str] | None:
    """Return *address* with the reason why it is not public, and the reason; None if it is."""
    why = why_not_public(address)
    return (f"{format_ip(address)} ({why})", why) if why else None
