"""Lists of hosts: `Profile.deny_hosts` counts first, then `allow_hosts`, then `public`."""

import pickle
from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import quote

import pytest
from django.utils.http import is_same_domain
from hypothesis import assume, example, given
from hypothesis import strategies as st

from iri3987 import PUBLIC, WEB, IRIError, Profile, host_to_ascii
from iri3987.host.public import is_public, why_not_public
from iri3987.messages import describe
from test_iri3987.strategies import domain_name

#: What a server may fetch that also fetches from machines of its own network.
OWN = replace(
    PUBLIC,
    allow_hosts=["db", "localhost", "db.internal", ".corp.example", "10.20.0.0/16", "fd00::/8"],
    deny_hosts=["secret.corp.example", ".evil.org", "10.20.0.1", "8.8.8.0/24", "fd00::53"],
)


def code(profile, host, scheme="http"):
    """Return the code with which *profile* refuses an address with *host*, None if it accepts."""
    try:
        profile.check(f"{scheme}://{host}/")
    except IRIError as error:
        return error.code
    return None


def test_the_error():
    """It has a place in the text that was typed, and a sentence that tells nothing of the list."""
    with pytest.raises(IRIError) as caught:
        OWN.clean(" http://me@evil.org:80/a b")
    error = caught.value
    assert ("host-not-allowed", 11, "8") == (error.code, error.position, error.section)
    assert "Addresses of this site are not accepted here." == describe(error, "", OWN)


# Laws


def spellings(host):
    """Return spellings of the name *host*, which is in lower case."""
    ascii_only = {ord(each): each.upper() for each in "abcdefghijklmnopqrstuvwxyz"}
    encoded = quote(host, safe="")
    return [
        host,
        f"{host}.",
        host.translate(ascii_only),
        host.replace(".", "。"),
        host_to_ascii(host),
        host_to_ascii(host).upper(),
        encoded,
        encoded.lower(),
        f"user@{host}",
        f"{host}:80",
    ]


@given(domain_name)
@example("faß.de")
@example("βόλος.com")
@example("localhost")
def test_each_spelling_of_a_name_is_denied(host):
    """However a host is written, in the list and in the text, it is denied, and not allowed."""
    try:
        written = spellings(host)
    except IRIError:
        assume(False)
    for entry in (*written[:-2], f".{host}"):
        deny = Profile(deny_hosts=[entry])
        assert {"host-not-allowed"} == {code(deny, each) for each in written}
    both = replace(PUBLIC, allow_hosts=[host], deny_hosts=[host])
    assert None not in {code(both, each) for each in written}


@given(st.ip_addresses(v=4))
def test_each_spelling_of_an_address_is_denied(address):
    """An IPv4 address is one in each notation, and inside IPv6."""
    number = int(address)
    carried = [f"[{IPv6Address(prefix << 32 | number).exploded}]" for prefix in (0xFFFF, NAT64)]
    numbers = [str(number), hex(number), f"{number:#o}".replace("o", "")]
    for entry in (str(address), *carried, carried[0][1:-1], f"{address}/32"):
        assert (str(address),) == Profile(deny_hosts=[entry]).deny_hosts
    deny = Profile(deny_hosts=[str(address)])
    assert {"host-not-allowed"} == {code(deny, each) for each in (str(address), *carried)}
    assert None not in {code(deny, each) for each in numbers}


NAT64 = int(IPv6Address("64:ff9b::")) >> 32
_NAMES = st.lists(st.sampled_from(["a", "b", "ab"]), min_size=1, max_size=4).map(".".join)


@given(_NAMES, _NAMES, st.sampled_from(["", "."]))
def test_domains_are_those_of_django(host, name, dot):
    """An entry means what it means in Django's ALLOWED_HOSTS."""
    is_denied = code(Profile(deny_hosts=[dot + name]), host) == "host-not-allowed"
    assert is_same_domain(host, dot + name) == is_denied


@given(st.data(), st.sampled_from([4, 6]))
def test_networks_are_those_of_ipaddress(data, version):
    """An address is denied if it is in the network, and so is the resolver's answer."""
    near = ip_address("10.20.30.40" if version == 4 else "fd00:1:2::3")
    bits = near.max_prefixlen
    network = ip_network((near, data.draw(st.integers(8, bits))), strict=False)
    address = type(near)(int(near) ^ 1 << data.draw(st.integers(0, bits - 1)))
    profile = replace(PUBLIC, allow_hosts=[str(network)])
    host = f"[{address}]" if version == 6 else address
    assert (address in network) == (code(Profile(deny_hosts=[str(network)]), host) is not None)
    assert (address in network or is_public(address)) == (code(profile, host) is None)
    assert (code(profile, host) is None) == is_public(address, profile)


# The resolver's answers


def test_answers_without_lists():
    """A profile without lists changes nothing, whether or not it asks for public hosts."""
    for profile in (PUBLIC, WEB, None):
        assert ("private", None) == tuple(
            why_not_public(IPv4Address(each), profile) for each in ("10.0.0.1", "9.9.9.9")
        )


# The options


def test_one_form():
    """Profiles whose lists mean the same are equal, have one hash, and survive pickling."""
    entries, again = ["B.example.", "::1/128", "b.EXAMPLE"], ("::1", "b.example")
    profile = replace(PUBLIC, allow_hosts=entries, deny_hosts=entries)
    other = replace(PUBLIC, allow_hosts=again, deny_hosts=[*again])
    assert (other, hash(other)) == (profile, hash(profile))
    assert profile == pickle.loads(pickle.dumps(profile)) == eval(repr(profile))  # noqa: S307


@pytest.mark.parametrize("entry", ["a..b", b"db", IPv4Address("10.0.0.1"), "10.0.0.0/33"])
@pytest.mark.parametrize("option", ["allow_hosts", "deny_hosts"])
def test_wrong_entries(option, entry):
    """A wrong entry is refused at once, with its option and the entry."""
    with pytest.raises((TypeError, ValueError), match=option) as caught:
        replace(PUBLIC, **{option: ["example.org", entry]})
    assert repr(entry) in str(caught.value)


@pytest.mark.parametrize("value", ["db.internal", b"db", None, 5])
def test_not_a_list(value):
    """One host is not a list of hosts."""
    with pytest.raises(TypeError, match=r"deny_hosts must be a collection of hosts such as \['db"):
        Profile(deny_hosts=value)
