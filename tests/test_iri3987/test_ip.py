"""What a host connects to (`iri3987.host.ip`), and what is public (`iri3987.host.public`).

Expected values are those of the RFCs that the IANA registries cite, and of the URL Standard.
"""

from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Network, ip_address
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRI, IRIError
from iri3987.host.ip import format_ip, parse_host_ip
from iri3987.host.public import check_public, is_public, why_not_public
from iri3987.values import load

#: The IANA IPv4 and IPv6 Special-Purpose Address Registries of 2026: each block that is not
#: globally reachable, or of which they do not say ("N/A"); and what the address space registries
#: have as multicast, reserved, deprecated or outside of what is allocated.
NOT_PUBLIC = [
    *("0.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
    *("172.16.0.0/12", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.170/32", "192.0.0.171/32"),
    *("192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"),
    *("203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32", "192.0.0.0/24"),
    *("::1/128", "::/128", "::/97", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/32"),
    *("2001:2::/48", "2001:10::/28", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16"),
    *("fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "4000::/3", "8000::/1", "3ffe::/16"),
    *("::ffff:0:0:0/96", "2001::/23"),
    "168.63.129.16/32",  # Azure's own
]
#: The blocks beside these: the ends of what is not public are where they are said to be.
PUBLIC = [
    *("1.0.0.0/8", "9.0.0.0/8", "11.0.0.0/8", "100.0.0.0/10", "100.128.0.0/9", "126.0.0.0/8"),
    *("128.0.0.0/16", "169.253.0.0/16", "169.255.0.0/16", "172.0.0.0/12", "172.32.0.0/11"),
    *("192.0.1.0/24", "192.0.3.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.98.0/24"),
    *("192.88.100.0/24", "192.167.0.0/16", "192.169.0.0/16", "192.175.48.0/24", "198.17.0.0/16"),
    *("198.20.0.0/16", "198.51.99.0/24", "198.51.101.0/24", "203.0.112.0/24", "203.0.114.0/24"),
    *("223.0.0.0/8", "2000::/16", "2001:200::/23", "2001:db7::/32", "2001:db9::/32", "2003::/16"),
    *("2620:4f:8000::/48", "2a00::/12", "3ffd::/16", "3fff:1000::/20"),
]


def network(text):
    """Return the network of a text."""
    return (IPv6Network if ":" in text else IPv4Network)(text)


@pytest.mark.parametrize("text", NOT_PUBLIC)
def test_special_blocks_are_not_public(text):
    """The first address of a block, the last, and those between, are not public."""
    block = network(text)
    middle = block[block.num_addresses // 2]
    assert [False] * 3 == [is_public(each) for each in (block[0], middle, block[-1])]


@pytest.mark.parametrize("text", PUBLIC)
def test_blocks_beside_these_are_public(text):
    """The first address of a block that is allocated, and the last, are public."""
    assert [True] * 2 == [is_public(each) for each in (network(text)[0], network(text)[-1])]


#: What these registries, and RFC 4291 section 2.4, call a block: the RFC is theirs.
REASONS = [
    ("0.0.0.0/8", "unspecified"),  # RFC 791: "This network"
    ("10.0.0.0/8", "private"),  # RFC 1918: "Private-Use"
    ("100.64.0.0/10", "shared"),  # RFC 6598: "Shared Address Space"
    ("127.0.0.0/8", "loopback"),
    ("168.63.129.16/32", "platform"),  # Azure, "What is IP address 168.63.129.16?"
    ("169.254.0.0/16", "link-local"),
    ("172.16.0.0/12", "private"),
    ("192.0.0.0/24", "protocol"),  # "IETF Protocol Assignments"
    ("192.0.2.0/24", "documentation"),
    ("192.88.99.0/24", "tunnel"),  # RFC 7526: "Deprecated (6to4 Relay Anycast)"
    ("192.168.0.0/16", "private"),
    ("198.18.0.0/15", "benchmarking"),
    ("198.51.100.0/24", "documentation"),
    ("203.0.113.0/24", "documentation"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved"),
    ("::/128", "unspecified"),
    ("::1/128", "loopback"),
    ("::ffff:127.0.0.1/128", "loopback"),
    ("::ffff:10.0.0.0/104", "private"),
    ("64:ff9b::a00:0/104", "private"),
    ("64:ff9b:1::/48", "private"),  # RFC 8215: "IPv4-IPv6 Translat.", for local use
    ("100::/64", "reserved"),  # RFC 6666: "Discard-Only Address Block"
    ("2001::/32", "tunnel"),  # RFC 4380: "TEREDO"
    ("2001:2::/48", "benchmarking"),  # RFC 5180
    ("2001:10::/28", "protocol"),  # RFC 4843: "Deprecated (previously ORCHID)"
    ("2001:100::/24", "protocol"),  # RFC 2928: "IETF Protocol Assignments"
    ("2001:db8::/32", "documentation"),
    ("2002::/16", "tunnel"),  # RFC 3056: "6to4"
    ("3ffe::/16", "reserved"),  # RFC 3701: the former 6bone
    ("3fff::/20", "documentation"),
    ("5f00::/16", "reserved"),  # RFC 9602: "Segment Routing (SRv6) SIDs"
    ("fc00::/7", "private"),  # RFC 4193: "Unique-Local"
    ("fe80::/10", "link-local"),
    ("fec0::/10", "private"),  # RFC 3879: site local, deprecated
    ("ff00::/8", "multicast"),
    ("4000::/3", "reserved"),
]


@pytest.mark.parametrize(("text", "reason"), REASONS)
def test_why_a_block_is_not_public(text, reason):
    """The reason is what the registries call the block, at both of its ends."""
    block = network(text)
    assert [reason] * 2 == [why_not_public(each) for each in (block[0], block[-1])]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8.8.8.8", None),
        ("2620:fe::fe", None),
        ("::ffff:8.8.8.8", None),
        ("2620:fe::fe%eth0", "scoped"),
        ("::ffff:8.8.8.8%1", "scoped"),
        ("fe80::1%1", "link-local"),
    ],
)
def test_no_reason_and_scopes(text, reason):
    """A public address has none; one that means something on one link alone is scoped."""
    assert reason == why_not_public(ip_address(text))
    assert (reason is None) == is_public(ip_address(text))


#: Where `ipaddress` of one Python or another says yes: multicast, relays of 6to4, the old 6bone,
#: Segment Routing and documentation that came later, and a few addresses for protocols.
STRICTER = (
    *("192.88.99.0/24", "192.0.0.0/24", "224.0.0.0/4", "2001::/23", "3ffe::/16"),
    *("2002::/16", "3fff::/20", "::ffff:0:0/96"),
    "168.63.129.16/32",  # the metadata of a cloud
)


@pytest.mark.slow
@given(
    st.one_of(
        st.ip_addresses(v=4),
        st.ip_addresses(v=6),
        st.sampled_from(NOT_PUBLIC + PUBLIC).flatmap(lambda block: st.ip_addresses(network=block)),
        st.integers(0, 2**125 - 1).map(lambda low: IPv6Address((1 << 125) + low)),
    )
)
def test_never_more_public_than_python(address):
    """An address that `ipaddress` calls not global is not public; nearly all others are."""
    if not address.is_global and not (address.version == 6 and address.ipv4_mapped):
        is_nat64 = address.version == 6 and int(address) >> 32 == 0x64FF9B << 64
        assert is_nat64 or not is_public(address)
    elif address.version == 4 or int(address) >> 125 == 1:
        known = any(address in network(text) for text in STRICTER)
        assert known or is_public(address)


@pytest.mark.parametrize("prefix", ["::ffff:", "64:ff9b::"])
@given(address=st.ip_addresses(v=4))
def test_ipv4_inside(prefix, address):
    """An IPv4-mapped or translated address is as public as the IPv4 address in it."""
    assert is_public(address) == is_public(IPv6Address(f"{prefix}{address}"))


@pytest.mark.parametrize("prefix", ["2002:{:x}:{:x}::1", "2001:0:{:x}:{:x}::1"])
@pytest.mark.parametrize("inside", ["8.8.8.8", "127.0.0.1", "169.254.169.254"])
def test_tunnels(prefix, inside):
    """6to4 and Teredo lead to any IPv4 address, and no public host has one of theirs any more."""
    value = int(IPv4Address(inside))
    assert not is_public(IPv6Address(prefix.format(value >> 16, value & 0xFFFF)))


def test_an_interface_is_an_address():
    """A subclass of an address is judged as one; its network tells nothing."""
    assert is_public(IPv4Interface("8.8.8.8/8"))
    assert not is_public(IPv4Interface("10.0.0.1/0"))


@pytest.mark.parametrize("value", ["8.8.8.8", 134744072, None, SimpleNamespace(version=4)])
def test_no_address(value):
    """A text that is not an address raises: an answer would be a guess."""
    with pytest.raises(TypeError, match="expected an address of ipaddress, not "):
        is_public(value)
    with pytest.raises(TypeError, match="expected an address of ipaddress, not "):
        why_not_public(value)


# What a client connects to


@given(st.text(st.characters(exclude_categories=[])))
def test_address_of_never_raises(host):
    """Whatever the text: an address or none."""
    address = parse_host_ip(host)
    assert address is None or address == ip_address(format_ip(address))


@given(st.ip_addresses())
def test_one_spelling(address):
    """The spelling is that address again, and the shortest (RFC 5952 section 4)."""
    text = format_ip(address)
    assert address == parse_host_ip(text) == ip_address(text)
    assert str(address) == text or (address.version == 6 and "." in str(address))


# The host of a value


def test_ascii_host_and_uri():
    """A host that `uri` maps has the same `ascii_host`; text that is not an IRI has none."""
    iri = IRI("https://Faß.例え.テスト./straße")
    assert iri.ascii_host == IRI(iri.uri).host
    old = load("http://a b/", IRI)
    assert (None, None) == (old.ascii_host, old.ip_address)


# The public internet


def test_the_place_of_a_host_that_is_not_public():
    """The host is looked at where it stands in a text, and the error is about that place."""
    assert check_public("http://例え.jp/", 7, 12) is None
    with pytest.raises(IRIError) as caught:
        check_public("http://10.0.0.1/", 7, 15)
    error = caught.value
    assert ("host-not-public", "ihost", 7) == (error.code, error.component, error.position)
