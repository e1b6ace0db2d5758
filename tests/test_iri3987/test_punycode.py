"""RFC 3492: Punycode, beside the examples of its section 7.1 and Python's codec."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987.host.punycode import decode, encode


@given(st.text(st.characters(codec="utf-8"), max_size=80))
@example("a\u0301" * 40)
@example("\U0010ffff" * 70)
def test_labels_are_encoded_as_the_codec_does(label):
    """And decoded again."""
    assert encode(label) == label.encode("punycode").decode()
    assert decode(encode(label)) == label


def of_codec(encoded):
    """Return what the codec makes of it, or None."""
    try:
        return encoded.encode().decode("punycode")
    except ValueError:
        return None


def of_ours(encoded):
    """Return what `decode` makes of it, or None."""
    try:
        return decode(encoded)
    except ValueError:
        return None


@pytest.mark.parametrize("encoded", ["a-" + "9" * 1000, "99999a", "9" * 6, "é-a", "a!", "a-b9"])
def test_what_is_not_punycode(encoded):
    """A number goes on beyond its digits, or beyond Unicode; a character is not a digit."""
    assert of_codec(encoded) is None
    with pytest.raises(ValueError, match="expected"):
        decode(encoded)


@given(st.text("abcdefghijklmnopqrstuvwxyz0123456789-", max_size=70))
def test_what_is_not_punycode_is_refused_as_by_the_codec(encoded):
    """The digits of a number can be missing, wrong, or too many."""
    assert of_ours(encoded) == of_codec(encoded)


@given(st.text(st.characters(max_codepoint=0xFFFF), min_size=1, max_size=9))
@example("\uffff\x80\x81\u8000\u0800" + "\uffff" * 4)
def test_a_short_label_has_63_octets_or_less(label):
    """A label of L characters up to U+FFFF has at most 7 L + 4, with its "xn--"."""
    encoded = f"xn--{label.encode('punycode', 'surrogatepass').decode()}"
    assert len(encoded) <= min(7 * len(label) + 4, 63)
