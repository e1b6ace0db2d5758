"""docs/explanation/reached-hosts.md: the host that a client opens is the one that we name."""

import re

import pytest
from benchmarks import clients, hosts
from benchmarks.clients import CLIENTS, MissingError, compare, place

from iri3987 import PUBLIC, WEB, IRIError

PAGE = clients.PAGE.read_text("utf-8")
PINS = (clients.ROOT / "requirements" / "constraints.txt").read_text("utf-8")
#: Those that are packages, and work in this environment.
PACKAGES = ("httpx", "httpx2", "requests", "urllib3", "aiohttp")
IN_PROCESS = [client for client in CLIENTS if client.name in {*PACKAGES, "urllib"}]


def title(client):
    """Return the name and the version of a client, or skip the test."""
    try:
        return client.title
    except (MissingError, ImportError) as error:
        pytest.skip(str(error))


VECTORS = [host for host in hosts.of_vectors() if host.is_clear]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_vectors(client):
    """A client opens the host that a mapped address names, or refuses it."""
    title(client)
    answers = compare(client, VECTORS, mapped=True)
    assert [] == answers.others
    assert answers.same > 300


@pytest.fixture(scope="module")
def asked():
    """Return the hosts of the table."""
    return hosts.generated(10_000)


@pytest.mark.slow
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_table(asked, client):
    """So it does for 10,000 generated hosts; the page has the numbers."""
    row = clients.row(client, asked) if title(client) else ""
    assert "0" == row.split(" | ")[3]
    if f", under Python {clients.python()}:" not in PAGE or f"| {client.title} |" not in PAGE:
        pytest.skip(f"the page is about another version of {client.name} or Python")
    assert row in PAGE


@pytest.mark.slow
def test_hosts_of_every_kind(asked):
    """The page counts them: scripts, full width, joiners, sigma, ß, emoji, dots, capitals, ends."""
    assert f"{clients.FIRST} {len(asked):,} hosts, under Python" in PAGE
    kinds = ("ｅ", "\u200c", "\u200d", "ς", "ß", "ẞ", "👍", "。", "．", "｡", "Ａ", "·", "xn--", "A")
    assert [] == [kind for kind in kinds if sum(kind in host.name for host in asked) < 5]
    assert sum(host.name.endswith(".") for host in asked) > 100


def test_every_client_is_in_the_table():
    """Each has a row, also one that is not here."""
    rows = re.findall(r"^\| (\S+) \d\S* \| [\d,]+ \|", PAGE, re.MULTILINE)
    assert [client.name for client in CLIENTS] == rows


@pytest.mark.parametrize("package", [*PACKAGES, "niquests"])
def test_versions(package):
    """The page names the versions that the project pins."""
    pinned = re.search(rf"^{package}==(.+)$", PINS, re.MULTILINE)
    assert f"| {package} {pinned[1]} |" in PAGE


UNCLEAR = [host for host in hosts.of_vectors() if not host.is_clear]


@pytest.mark.parametrize("client", IN_PROCESS, ids=lambda client: client.name)
def test_numbers_with_a_final_dot(client):
    """A client looks such a number up as a name, if it does not take it for the address."""
    title(client)
    numbers = [host for host in UNCLEAR if "%" not in host.name]
    assert numbers
    for host, opened in compare(client, numbers, mapped=True).others:
        assert f"{host.ascii_host}." == opened


def test_percent_encoding_is_refused():
    """No profile for the web takes a host that clients read in different ways."""
    encoded = [host.text for host in UNCLEAR if "%" in host.name]
    assert encoded
    for profile in (WEB, PUBLIC):
        for text in encoded:
            with pytest.raises(IRIError) as caught:
                profile.check(text)
            assert "host-percent-encoded" == caught.value.code


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("0x7f.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("[::FFFF]", "::ffff"),
        ("127.0.0.1.", "127.0.0.1."),
        ("EXAMPLE.org", "example.org"),
    ],
)
def test_place(host, expected):
    """A host is compared as what looks it up reads it."""
    assert expected == place(host)
