"""One segment of a path, as the converters of both plug-ins take it."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRIError, is_iri_reference
from iri3987._unicode import version14
from iri3987.http.segment import segment
from iri3987.syntax.percent import encode


def code(text):
    """Return the code with which a text is refused, None if it is not."""
    try:
        segment(text)
    except IRIError as error:
        return error.code
    return None


@pytest.mark.parametrize(
    "text",
    ["a", "日本語", "été", "...", "a b", "100%", "a%2Fb", "?#[]@;=", '<>"{}|\\^`', "😀", " "],
)
def test_accepted(text):
    """A name is accepted, and is as it was: what has a meaning in a path is text here."""
    assert text == segment(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "segment-empty"),
        (".", "segment-dots"),
        ("..", "segment-dots"),
        ("a/b", "segment-character"),
        ("/", "segment-character"),
        ("\0", "segment-character"),
        ("a\n", "segment-character"),
        ("\x7f", "segment-character"),
        ("\x85", "segment-character"),
        (chr(0xD800), "segment-character"),
        ("\ufffd", "segment-character"),
        ("\ufffe", "segment-character"),
        ("\ufdd0", "segment-character"),
        ("\U0010ffff", "segment-character"),
        ("\ue000", "segment-character"),
        ("\U000e0001", "segment-character"),
        ("a\u202eb", "bidi-formatting"),
        ("\u2066", "bidi-formatting"),
        ("\u061c", "bidi-formatting"),
        ("a" * 2049, "too-long"),
        ("\u202e" * 1_000_000, "too-long"),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_refused(text, expected):
    """A text that is not an isegment-nz (RFC 3987 sections 2.2, 4.1), or not a name, has a code."""
    assert expected == code(text)


def test_position():
    """An error tells where the character at fault is in the text as it was given."""
    with pytest.raises(IRIError) as caught:
        segment("e\u0301\u202e")
    assert (2, "isegment-nz", "4.1") == (
        caught.value.position,
        caught.value.component,
        caught.value.section,
    )


def test_nfc_and_length():
    """Two spellings are one name (RFC 3987 section 7.2); the cap holds before NFC and after."""
    assert "\u00e9" == segment("e\u0301") == segment("\u00e9")
    assert 2048 == len(segment("e\u0301" * 1024)) * 2 == len(segment("a" * 2048))


@pytest.mark.parametrize(("text", "length"), [("é" * 2049, 2049), ("\ufb2c" * 700, 2100)])
def test_too_long_says_the_limit_and_the_length(text, length):
    """The error says how many characters there are, and how many may be."""
    with pytest.raises(IRIError) as caught:
        segment(text)
    assert {"limit": 2048, "length": length, "unit": "characters"} == caught.value.params
    assert f"expected at most 2048 characters, found {length}" == caught.value.reason


@given(st.text())
def test_laws(text):
    """A name is in NFC, is its own name, and is one segment of a path when it is encoded."""
    try:
        name = segment(text)
    except IRIError:
        return
    assert version14.is_normalized("NFC", name)
    assert name == segment(name)
    encoded = encode(name).translate({ord(c): f"%{ord(c):02X}" for c in '%?#[]<>" {}|\\^`'})
    assert is_iri_reference(f"/{encoded}/")


@pytest.mark.slow
def test_normalising_makes_nothing_that_is_refused():
    """No character that is accepted becomes one in NFC that is not."""
    wrong = [
        ascii(text)
        for text in map(chr, range(sys.maxunicode + 1))
        if text != "." and code(text) is None and code(version14.normalize("NFC", text))
    ]
    assert [] == wrong
