"""`iri3987.mapping.leiri`: 3987bis section 6, Legacy Extended IRIs."""

import pytest

from iri3987 import is_iri_reference
from iri3987.mapping.leiri import from_leiri
from test_iri3987 import strategies as iris


def encoded(character):
    """Percent-encode a character, step by step (RFC 3987 section 3.1, step 2)."""
    return "".join(f"%{octet:02X}" for octet in character.encode())


#: The groups of characters that a LEIRI may hold and no IRI may, anywhere.
GROUPS = {
    "space": " ",
    "delimiters": '<>"',
    "unwise": "{}|\\^`",
    "C0": "".join(map(chr, range(0x20))),
    "DEL-C1": "".join(map(chr, range(0x7F, 0xA0))),
    "bidi": iris.BIDI_FORMATTING,
    "specials": "".join(map(chr, range(0xFFF0, 0xFFFE))),
    "noncharacters": "".join(map(chr, range(0xFDD0, 0xFDF0)))
    + "".join(chr(plane * 0x10000 + last) for plane in range(1, 17) for last in (0xFFFE, 0xFFFF)),
    "tags": "\U000e0000\U000e0001\U000e0020\U000e007f\U000e0100\U000e0fff",
}
PLACES = {
    "ipath": "/a{}b",
    "isegment-nz-nc": "a{}b",
    "iquery": "?a{}b",
    "ifragment": "#a{}b",
    "ireg-name": "//a{}b/",
    "iuserinfo": "//a{}b@c/",
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS)
def test_6_3_groups(group, place):
    """Each character of the group is percent-encoded as UTF-8, wherever it stands."""
    for character in group:
        assert not is_iri_reference(place.format(character))
        assert place.format(encoded(character)) == from_leiri(place.format(character))


@pytest.mark.parametrize("character", "\ue000\uf8ff\U000f0000\U000ffffd\U00100000\U0010fffd")
def test_6_3_private_use(character):
    """A private-use character stays in a query, and is percent-encoded elsewhere."""
    leiri = "//a{0}@b{0}/c{0}?d{0}?e{0}#f{0}?g{0}"
    escaped = encoded(character)
    expected = f"//a{escaped}@b{escaped}/c{escaped}?d{character}?e{character}#f{escaped}?g{escaped}"
    assert expected == from_leiri(leiri.format(character))
