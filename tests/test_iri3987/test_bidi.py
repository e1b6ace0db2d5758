"""`iri3987.bidi`: what RFC 3987 section 4.1 forbids."""

import re
import unicodedata

import pytest

from iri3987 import grammar, is_iri_reference
from iri3987.bidi import FORMATTING, without_formatting
from test_iri3987.strategies import BIDI_FORMATTING

EVERY_CHARACTER = "".join(map(chr, range(0x110000)))
#: As UnicodeData.txt has them: the RFC's seven, then those that Unicode 6.3 added.
NAMES = (
    *("LEFT-TO-RIGHT MARK", "RIGHT-TO-LEFT MARK"),
    *("LEFT-TO-RIGHT EMBEDDING", "RIGHT-TO-LEFT EMBEDDING", "POP DIRECTIONAL FORMATTING"),
    *("LEFT-TO-RIGHT OVERRIDE", "RIGHT-TO-LEFT OVERRIDE"),
    *("ARABIC LETTER MARK", "LEFT-TO-RIGHT ISOLATE", "RIGHT-TO-LEFT ISOLATE"),
    *("FIRST STRONG ISOLATE", "POP DIRECTIONAL ISOLATE"),
)


def test_4_1_the_characters():
    """The set is LRM, RLM, LRE, RLE, LRO, RLO and PDF, and ALM, LRI, RLI, FSI and PDI."""
    expected = {unicodedata.lookup(name) for name in NAMES}
    assert expected == set(re.findall(f"[{FORMATTING}]", EVERY_CHARACTER))
    assert expected == set(BIDI_FORMATTING)


def test_4_1_nothing_else_is_taken_out():
    """Without formatting, ucschar is what it was but for these characters."""
    ucschar = set(re.findall(f"[{grammar.UCSCHAR}]", EVERY_CHARACTER))
    rest = set(re.findall(f"[{without_formatting(grammar.UCSCHAR)}]", EVERY_CHARACTER))
    assert ucschar - set(BIDI_FORMATTING) == rest


@pytest.mark.parametrize("name", ["SCHEME", "PORT", "IP_LITERAL", "RESERVED"])
def test_4_1_ascii_rules_stay(name):
    """A rule without ucschar is left as it is."""
    rule = getattr(grammar, name)
    assert rule == without_formatting(rule)


@pytest.mark.parametrize("character", BIDI_FORMATTING, ids=ascii)
@pytest.mark.parametrize(
    "template", ["http://{}@a/", "http://a{}/", "/a{}", "{}", "?{}", "#{}", "a:{}"]
)
def test_4_1_forbidden_in_every_component(character, template):
    """No component takes a bidirectional formatting character."""
    assert is_iri_reference(template.format("a"))
    assert not is_iri_reference(template.format(character))


@pytest.mark.parametrize("character", ["\u200c", "\u200d", "\u200b", "\u2060", "א", "ا"], ids=ascii)
def test_4_1_what_is_not_formatting_stays(character):
    """Right-to-left letters, joiners and other invisible characters are ucschar."""
    assert is_iri_reference(character)
