"""`iri3987.host`: ireg-name as a domain name (RFC 3987 sections 3.1 and 5.3.3, UTS #46)."""

from contextlib import suppress

import idna
import pytest

from iri3987 import IRIError, host_to_ascii
from iri3987.host import domain_name
from iri3987.host import label as one_label
from test_iri3987.strategies import fault


def test_cache_is_bounded():
    """The memory of hosts has a limit, in number and in length."""
    modules = [vars(one_label), vars(domain_name)]
    caches = [each for names in modules for each in names.values() if hasattr(each, "cache_info")]
    assert caches
    for number in range(3000):
        host_to_ascii(f"é{number}")
    before = [cache.cache_info() for cache in caches]
    for each in before:
        assert each.maxsize is not None
        assert each.currsize <= each.maxsize <= 10_000
    assert "host-too-long" == fault(host_to_ascii, "é" * 1025).code
    assert before == [cache.cache_info() for cache in caches]


@pytest.mark.slow
def test_idna2008_takes_the_characters_of_idna():
    """Each character that the profile accepts in the middle of a label, ``idna`` does."""
    accepted = []
    for character in map(chr, [*range(0x80, 0xD800), *range(0xE000, 0x20000)]):
        with suppress(IRIError):
            name = host_to_ascii(f"a{character}a.org", profile="idna2008")
            assert name == idna.encode(f"a{character}a.org", uts46=True).decode(), ascii(character)
            accepted.append(character)
    assert len(accepted) > 60_000
