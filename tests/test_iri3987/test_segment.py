"""One segment of a path, as the converters of both plug-ins take it."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRIError, IRIReference, inspect, is_iri_reference, segment
from iri3987._unicode import version14
from iri3987.messages import describe
from iri3987.syntax.percent import encode
from test_iri3987 import strategies as iris


def code(text):
    """Return the code with which a text is refused, None if it is not."""
    try:
        segment.clean(text)
    except IRIError as error:
        return error.code
    return None


@pytest.mark.parametrize(
    "text",
    ["a", "日本語", "été", "...", "a b", "100%", "a%2Fb", "?#[]@;=", '<>"{}|\\^`', "😀", " "],
)
def test_accepted(text):
    """A name is accepted, and is as it was: what has a meaning in a path is text here."""
    assert text == segment.clean(text)


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
        segment.clean("e\u0301\u202e")
    assert (2, "isegment-nz", "4.1") == (
        caught.value.position,
        caught.value.component,
        caught.value.section,
    )


def test_nfc_and_length():
    """Two spellings are one name (RFC 3987 section 7.2); the cap holds before NFC and after."""
    assert "\u00e9" == segment.clean("e\u0301") == segment.clean("\u00e9")
    assert 2048 == len(segment.clean("e\u0301" * 1024)) * 2 == len(segment.clean("a" * 2048))


@pytest.mark.parametrize(("text", "length"), [("é" * 2049, 2049), ("\ufb2c" * 700, 2100)])
def test_too_long_says_the_limit_and_the_length(text, length):
    """The error says how many characters there are, and how many may be."""
    with pytest.raises(IRIError) as caught:
        segment.clean(text)
    assert {"limit": 2048, "length": length, "unit": "characters"} == caught.value.params
    assert f"expected at most 2048 characters, found {length}" == caught.value.reason


@given(st.text())
def test_laws(text):
    """A name is in NFC, is its own name, and is one segment of a path when it is encoded."""
    try:
        name = segment.clean(text)
    except IRIError:
        return
    assert version14.is_normalized("NFC", name)
    assert name == segment.clean(name)
    encoded = encode(name).translate({ord(c): f"%{ord(c):02X}" for c in '%?#[]<>" {}|\\^`'})
    assert is_iri_reference(f"/{encoded}/")


# 7.5: a name for a title


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Straße", "Straße"),
        ("  Hello,\tWorld!\n", "Hello-World"),
        ("a - b -- c", "a-b-c"),
        ("AC/DC", "AC-DC"),
        ("L'été", "L-été"),
        ("snake_case_", "snake_case"),
        ("Python 3.11.", "Python-3.11"),
        ("..", None),
        ("...a", "a"),
        ("100 %", "100"),
        ("100%25", "100-25"),
        ("½ ① ﬁ", "1-2-1-fi"),
        ("e\u0301te\u0301", "été"),
        ("ジャン＝ポール・サルトル", "ジャン-ポール・サルトル"),
        ("阿凡达：水之道", "阿凡达-水之道"),
        ("ﾃｽﾄ　ﾀﾞ", "テスト-ダ"),
        ("col·lecció", "col·lecció"),
        ("צה״ל", "צה״ל"),
        ("བཀྲ་ཤིས་", "བཀྲ་ཤིས"),
        ("हिन्दी में", "हिन्दी-में"),
        ("क्\u200dष", "क्\u200dष"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("می\u200c", "می"),
        ("a\u200cb\u00adc\u200bd", "abcd"),
        ("خانه\u200c\u200cها", "خانهها"),
        ("د\u200cد", "دد"),
        ("0\u0300\u200c\u094d", "0\u094d\u0300"),
        ("a\u202eb\ufe0f", "ab"),
        ("👨\u200d👩\u200d👧 family", "family"),
        ("\u0301a +\u0301", "a"),
        ("a\ud800b\ue000c\ufdd0d\0", "a-b-c-d"),
        ("\u3164\uffa0", None),
        ("?!", None),
        ("", None),
    ],
    ids=ascii,
)
def test_slug(title, expected):
    """A title becomes words of its own script, or has no name."""
    error = iris.fault(segment.slug, title)
    assert expected == (None if error else segment.slug(title))
    assert (expected is None) == (error is not None and error.code == "segment-empty")


@pytest.mark.parametrize(
    ("title", "limit", "expected"),
    [
        ("日本語", 8, "日本"),
        ("abc def", 4, "abc"),
        ("abc def", 5, "abc-d"),
        ("q\u0323\u0307a", 4, "q\u0323"),
        ("aq\u0323\u0307", 4, "a"),
        ("a" * 300, 255, "a" * 255),
        ("é" * 1_000_000, 5, "éé"),
        ("!" * 1_000_000, 4, None),
        ("!" * 5000 + "abc", 255, None),
        ("🅐𐀀", 4, "𐀀"),
        ("a" * 5000, 2048, "a" * 2048),
    ],
    ids=lambda value: ascii(value)[:12],
)
def test_slug_shortened(title, limit, expected):
    """A long name ends behind a whole character, unless the marks of one letter do not fit."""
    error = iris.fault(lambda text: segment.slug(text, max_octets=limit), title)
    assert expected == (None if error else segment.slug(title, max_octets=limit))


def test_slug_beyond_what_is_read():
    """The message does not say that there is no letter, but where none is."""
    with pytest.raises(IRIError, match="a letter or a digit among its first 4080 characters"):
        segment.slug("!" * 5000 + "abc")


@pytest.mark.parametrize("limit", [-1, 0, 3, 2049, "3", None, True])
def test_slug_wrong_limit(limit):
    """The limit is a number from what a letter takes to what a segment may have."""
    with pytest.raises((TypeError, ValueError), match="max_octets must be a number"):
        segment.slug("a", max_octets=limit)


@given(
    st.text() | st.text("ab-._ ½éー゛ｶﾞ\u0301\u200c\u200dकष्ن\u0640ﷺ／％", max_size=20),
    st.integers(4, 40),
)
def test_slug_laws(title, limit):
    """A name is a segment, stays, fits, is in NFKC, and stands in a path as it is."""
    try:
        name = segment.slug(title, max_octets=limit)
    except IRIError:
        return
    assert name == segment.clean(name) == segment.slug(name, max_octets=limit)
    assert len(name.encode()) <= limit
    assert version14.is_normalized("NFKC", name)
    assert name == IRIReference(f"/{name}").path[1:]
    assert not {each.code for each in inspect(f"/{name}")} & {"not-nfkc", "invisible-character"}


@pytest.mark.slow
def test_normalising_makes_nothing_that_is_refused():
    """No character that is accepted becomes one in NFC that is not."""
    wrong = [
        ascii(text)
        for text in map(chr, range(sys.maxunicode + 1))
        if text != "." and code(text) is None and code(version14.normalize("NFC", text))
    ]
    assert [] == wrong


@pytest.mark.parametrize("text", ["a\u202eb", "a\u202eb\u202ec"])
def test_sentence_about_an_invisible_character(text: str) -> None:
    """A name is not an address: the sentence says which character to remove."""
    with pytest.raises(IRIError) as caught:
        segment.clean(text)
    assert describe(caught.value, text) == "This cannot contain U+202E: remove it (character 2)."
