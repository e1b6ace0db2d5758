"""RFC 3987 section 8: lists of hosts that a server may fetch from, and of those that it must not.

An entry of `Profile.allow_hosts` and of `Profile.deny_hosts` is a host (``db.internal``), a domain
with a leading dot (``.corp.example``: that name and all below it), a network (``10.20.0.0/16``) or
an address. Entries and hosts are compared in one form, so that the spelling does not matter: a name
as it stands in the DNS, and the IPv4 address in an IPv4-mapped or translated (NAT64) address.

Choice: a host that ends in a number, and is not an IPv4 address in its canonical form, is in no
list of what is allowed, and is refused wherever something is denied: clients read it differently.

Choice: a network that is wider than the block of IPv4-mapped addresses, such as ``::/0``, is not an
entry, because some people mean all addresses by it, and others those of IPv6 alone.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network

from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.host.domain_name import IPV4_EXPECTED, NUMBER, host_in, is_unclear_address
from iri3987.host.ip import HOLDS_IPV4, Address, carried_address, format_ip, parse_host_ip
from iri3987.syntax.errors import iri_error

_Network = IPv4Network | IPv6Network


def holds(entries: Collection[str], host: Address | str, /) -> bool:
    """Return whether *host*, a name in the form of the DNS or an address, is in a list.

    *entries* are what `normal_entries` has made. A name may be in a domain of the list, and the
    IPv4 address in an address in a network.
    """
    names, networks = _read(tuple(entries))
    if not isinstance(host, str):
        carried = carried_address(host)
        return any(carried in network for network in networks)
    dotted, dot = f".{host}", 0
    while dot >= 0 and dotted[dot:] not in names:
        dot = dotted.find(".", dot + 1)
    return dot >= 0 or host in names


@lru_cache(maxsize=128)
def _read(entries: tuple[str, ...]) -> tuple[frozenset[str], tuple[_Network, ...]]:
    """Return the names, those of domains with a leading dot, and the networks of a list."""
    parsed = [_parsed("", entry) for entry in entries]
    names = frozenset(each for each in parsed if isinstance(each, str))
    return names, tuple(each for each in parsed if not isinstance(each, str))


def normal_entries(option: str, entries: Iterable[object], /) -> tuple[str, ...]:
    """Return *entries*, the value of *option*, in one spelling each and in order.

    Raises `ValueError` or `TypeError`, which says what would be right.

    >>> normal_entries("deny_hosts", [".Faß.example.", "[::FFFF:192.0.2.1]", "FD00::/8"])
    ('.xn--fa-hia.example', '192.0.2.1', 'fd00::/8')
    >>> normal_entries("deny_hosts", ["10.20.0.1/16"])
    Traceback (most recent call last):
    ValueError: '10.20.0.1/16' in deny_hosts has bits set after its length: write '10.20.0.0/16', \
or '10.20.0.1' for one address
    """
    return tuple(sorted({_spelled(_parsed(option, entry)) for entry in entries}))


def is_listed(text: str, start: int, end: int, entries: Collection[str], /) -> bool:
    """Return whether the host ``text[start:end]`` of an IRI is in the list of *entries*."""
    try:
        return holds(entries, _host(text, start, end))
    except IRIError:
        return False


def check_not_denied(text: str, start: int, end: int, entries: Collection[str], /) -> None:
    """Raise `IRIError` "host-not-allowed" if the host ``text[start:end]`` is in *entries*.

    For a host that cannot be compared, the codes are those of `host_to_ascii`, or "host-ipv4".
    """
    if holds(entries, _host(text, start, end)):
        reason = "expected a host that is not in deny_hosts"
        raise iri_error(text, "host-not-allowed", reason, component="ihost", position=start)


def _host(text: str, start: int, end: int) -> Address | str:
    """Return the host ``text[start:end]`` as an address, or as a name in the form of the DNS."""
    host = text[start:end]
    if host.startswith("["):
        return parse_host_ip(host) or host  # an IPvFuture is in no list
    name = host_in(text, start, end, "whatwg")
    if is_unclear_address(host, name):
        raise iri_error(text, "host-ipv4", IPV4_EXPECTED, component="IPv4address", position=start)
    return parse_host_ip(name) or name.removesuffix(".")


# The entries


def _parsed(option: str, entry: object) -> str | _Network:
    """Return *entry* of *option* as a name, with a leading dot for a domain, or as a network."""
    if not isinstance(entry, str):
        raise TypeError(f"{option} must hold hosts such as 'db.internal', not {entry!r}")
    text = exact(entry)
    literal, slash, length = text.partition("/")
    address = parse_host_ip(literal)
    if address is None:
        return _name(option, text)
    if address.version == 4 and format_ip(address) != literal.removesuffix("."):
        raise _unclear(option, text)
    return _network(option, text, address, length if slash else str(address.max_prefixlen))


def _name(option: str, text: str) -> str:
    host = text.removeprefix(".")
    try:
        name = host_in(host, 0, len(host), "whatwg").removesuffix(".")
    except IRIError:
        raise ValueError(
            f"{text!r} in {option} is not a host: write a host as in 'db.internal', a domain as in "
            "'.corp.example', a network as in '10.20.0.0/16' or an address as in '192.0.2.1', "
            "without a scheme, a port or a path"
        ) from None
    if NUMBER.fullmatch(name.rpartition(".")[2]):
        raise _unclear(option, text)
    return f".{name}" if text.startswith(".") else name


def _network(option: str, text: str, address: Address, length: str) -> _Network:
    """Return the network of *address* and *length*, as one of IPv4 if it is in such a block."""
    most = address.max_prefixlen
    if not (length.isascii() and length.isdecimal() and len(length) <= 3 and int(length) <= most):
        raise ValueError(
            f"{text!r} in {option} is not a network: write its length as a number from 0 to "
            f"{most}, as in '{'10.20.0.0/16' if most == 32 else 'fd00::/8'}'"
        )
    network: _Network = ip_network((address, int(length)), strict=False)
    if network.network_address != address:
        raise ValueError(
            f"{text!r} in {option} has bits set after its length: write {_spelled(network)!r}, or "
            f"{format_ip(address)!r} for one address"
        )
    if isinstance(network, IPv6Network):
        for block in HOLDS_IPV4:
            if network.subnet_of(block):
                octets = network.network_address.packed[-4:]
                return IPv4Network((octets, network.prefixlen - block.prefixlen))
            if block.subnet_of(network):
                raise ValueError(
                    f"{text!r} in {option} holds all addresses of IPv4, too, as {block}: write "
                    "'0.0.0.0/0' for these, and '2000::/3' for the global addresses of IPv6"
                )
    return network


def _unclear(option: str, text: str) -> ValueError:
    return ValueError(
        f"{text!r} in {option} is not an address that all clients read alike: write four numbers "
        "from 0 to 255 without leading zeros, as in '192.0.2.1'"
    )


def _spelled(parsed: str | _Network) -> str:
    if isinstance(parsed, str):
        return parsed
    address = format_ip(parsed.network_address)
    is_one = parsed.prefixlen == parsed.max_prefixlen
    return address if is_one else f"{address}/{parsed.prefixlen}"
