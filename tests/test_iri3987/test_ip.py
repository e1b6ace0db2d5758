"""What a host connects to (`iri3987.host.ip`), and what is public (`iri3987.host.public`).

Expected values are those of the RFCs that the IANA registries cite, and of the URL Standard.
"""

from ipaddress import IPv4Interface, IPv4Network, IPv6Address, IPv6Network, ip_address
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRI, IRIError
from iri3987.host.ip import format_ip, parse_host_ip
from iri3987.host.public import check_public, is_public, why_not_public
from iri3987.values import load
from vector_rows import rows

#: Blocks that are public, and those that are not.
BLOCKS = [row["input"] for row in rows("functions/hosts") if row["op"] == "is_block_public"]


def network(text):
    """Return the network of a text."""
    return (IPv6Network if ":" in text else IPv4Network)(text)


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
        st.sampled_from(BLOCKS).flatmap(lambda block: st.ip_addresses(network=block)),
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
