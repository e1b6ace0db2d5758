"""Hosts in hostile spellings, judged by Node's ``new URL``: an implementation of the URL Standard.

IRI3987_HOSTS says how many are tried. Node 20 has the rules of before July 2026, when a name in
ASCII could fail.
"""

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest

from iri3987 import PUBLIC, WEB, IRIError, IRIReference
from iri3987.host.ip import format_ip, parse_host_ip
from iri3987.host.public import is_public

NODE = shutil.which("node")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NODE is None, reason="needs Node: apt-get install nodejs"),
]
COUNT = int(os.environ.get("IRI3987_HOSTS") or 6000)

_SCRIPT = """
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
const host = (text) => {
  try { return new URL(`http://${text}/`).hostname; } catch { return null; }
};
process.stdout.write(JSON.stringify(texts.map(host)));
"""

_ADDRESSES = (
    *("127.0.0.1", "0.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.0.1", "100.64.0.1"),
    *("8.8.8.8", "1.1.1.1", "255.255.255.255", "224.0.0.1", "172.16.0.1", "192.0.2.1"),
)
_NAMES = (
    *("localhost", "a.localhost", "printer.local", "metadata.google.internal", "router.home.arpa"),
    *("example.org", "faß.de", "a_b.example.org", "例え.jp", "xn--fa-hia.de", "a.b"),
    *("-a.example.org",),
    *("xn--8i7caa.famitei.net", "a..b", "1.2.3.4.5", "256.1.1.1", "08.1.1.1", "a.0x", "1.2.3"),
    *("0x",),
)
_PREFIXES = ("::ffff:", "::", "64:ff9b::", "64:ff9b:1::", "::ffff:0:", "2001:db8::")
_DIGITS = ("０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "⓪①②③④⑤⑥⑦⑧⑨", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LETTERS = ("ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ", "ⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩ")


def hosts(count: int) -> Iterator[str]:
    """Yield hosts in as many spellings, the same ones in every run."""
    chance = random.Random(3987)  # noqa: S311 - not a secret
    for _ in range(count):
        kind = chance.random()
        if kind < 0.2:
            yield in_brackets(chance)
        elif kind < 0.7:
            yield disguised(in_numbers(chance), chance)
        else:
            yield disguised(chance.choice(_NAMES), chance)


def in_numbers(chance: random.Random) -> str:
    """Return an address in one number to four, each in some base, or nearly one."""
    octets = [int(part) for part in chance.choice(_ADDRESSES).split(".")]
    first = chance.choice([0, 1, 2, 3, 3, 3])
    parts = [*octets[:first], int.from_bytes(bytes(octets[first:]), "big")]
    if chance.random() < 0.1:
        parts[-1] = chance.choice([2**32 - 1, 2**32, 256, 2**24, 65535])
    formats = ("{}", "{}", "0x{:x}", "0X{:X}", "0{:o}", "000{:o}", "0x00{:x}", "0{}", "{:x}")
    return ".".join(chance.choice(formats).format(part) for part in parts)


def in_brackets(chance: random.Random) -> str:
    """Return an IPv6 address, often one with an IPv4 address inside."""
    inside = chance.choice(_ADDRESSES)
    if chance.random() < 0.4:
        inside = f"{int(IPv4Address(inside)) >> 16:X}:{int(IPv4Address(inside)) & 0xFFFF:x}"
    address = chance.choice(_PREFIXES) + inside
    if chance.random() < 0.3:
        address = IPv6Address(chance.getrandbits(128) & chance.getrandbits(128)).exploded
    return f"[{address}{chance.choice(['', '', '', '%25eth0', ':', '.'])}]"


def disguised(host: str, chance: random.Random) -> str:
    """Return *host* with some of it in another spelling."""
    for _ in range(chance.choice([0, 0, 1, 1, 2, 3])):
        at = chance.randrange(len(host) + 1)
        character = host[at : at + 1]
        other = {
            0: "".join(f"%{octet:02x}" for octet in character.encode()),
            1: character.upper(),
            2: chance.choice("。．｡") if character == "." else character,
            3: f"\u00ad{character}",
            4: f"{character}\u200b" if chance.random() < 0.5 else f"\u2060{character}",
        }.get(chance.randrange(7), character)
        if character.isascii() and character.isdigit() and other == character:
            other = chance.choice(_DIGITS)[int(character)]
        elif "a" <= character <= "z" and other == character:
            other = chance.choice(_LETTERS)[ord(character) - ord("a")]
        host = host[:at] + other + host[at + 1 :]
    return host + chance.choice(["", "", "", ".", "。", "..", "%2e"])


@pytest.fixture(scope="module")
def judged() -> list[tuple[str, str | None]]:
    """The hosts, with what Node reads, None where it refuses them."""
    texts = [host for host in dict.fromkeys(hosts(COUNT)) if "[" in host or ":" not in host]
    done = subprocess.run(
        [str(NODE), "-e", _SCRIPT],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    return list(zip(texts, json.loads(done.stdout), strict=True))


def ours(host: str) -> str | None:
    """Return our reading of *host*, None where there is none, as Node writes it."""
    try:
        found = IRIReference(f"http://{host}/").ascii_host
    except IRIError:
        return None
    return f"[{found}]" if found is not None and ":" in found else found


def address_in(hostname: str | None) -> IPv4Address | IPv6Address | None:
    """Return the address that Node has written out, None for a name."""
    try:
        return ip_address((hostname or "").strip("[]"))
    except ValueError:
        return None


def accepts(profile, host: str) -> bool:
    """Return whether *profile* accepts *host*."""
    try:
        profile.check(f"http://{host}/")
    except IRIError:
        return False
    return True


def test_the_address_is_that_of_browsers(judged):
    """A text that a browser takes for an address has that address, and no other host has one."""
    wrong = [
        (host, expected, parse_host_ip(host))
        for host, expected in judged
        if address_in(expected) != parse_host_ip(host)
    ]
    assert [] == wrong


def test_the_host_is_that_of_browsers(judged):
    """Where a browser reads a host, it is `ascii_host`, or one that `uri` has no name for."""
    wrong = [
        (host, expected, ours(host))
        for host, expected in judged
        if expected is not None and ours(host) != expected
        if ours(host) is not None or (host.isascii() and ".." not in expected)
    ]
    assert [] == wrong


def test_web_accepts_what_browsers_open(judged):
    """A browser opens what WEB accepts, as the host that we read, with the exceptions of 2026."""
    wrong = [
        (host, expected)
        for host, expected in judged
        if accepts(WEB, host) and expected != ours(host)
        if expected is not None or "xn--" not in host.lower()
    ]
    assert [] == wrong


def test_public_accepts_what_leads_outside(judged):
    """An accepted text that a browser reads as an address is public; no other spelling passes."""
    passed = [(host, expected) for host, expected in judged if accepts(PUBLIC, host)]
    for host, expected in passed:
        address = address_in(expected)
        assert address is None or is_public(address)
        assert not isinstance(address, IPv4Address) or host.removesuffix(".") == str(address)
    inside = ("localhost", "local", "internal", "arpa")
    names = [(expected or "").removesuffix(".") for _, expected in passed]
    assert [] == [name for name in names if name.rpartition(".")[2] in inside]


def test_there_is_something_to_judge(judged):
    """The spellings are neither all refused nor all accepted, and many are of addresses."""
    found = [expected for _, expected in judged if expected is not None]
    addresses = {expected for _, expected in judged if address_in(expected) is not None}
    assert len(judged) * 0.2 < len(found) < len(judged) * 0.95
    assert {f"[{format_ip(IPv6Address('::ffff:127.0.0.1'))}]", *_ADDRESSES} <= addresses
