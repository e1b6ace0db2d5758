"""Joiners and variation selectors (RFC 3987 section 6.1): one rule in all places."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import display, inspect, to_iri, to_uri
from iri3987.comparison import normalize_percent_encoding
from iri3987.text import find

#: As many marks as are looked past.
MARKS = "\u064e" * 30

#: What has a meaning, and the specification that says so.
IN_PLACE = {
    "A.1-persian": "می\u200cخواهم",
    "A.1-kurdish": "ئه\u200cمه",
    "A.1-transparent": "ب\u064e\u0651\u200c\u064eب",
    "A.1-virama": "न\u094d\u200cन",
    "A.1-nukta": "ड\u093c\u094d\u200cन",
    "A.1-many-marks": f"ب{MARKS}\u200c{MARKS}ب",
    "A.2-sinhala": "ශ\u0dca\u200dරී",
    "A.2-devanagari": "क\u094d\u200dष",
    "A.2-chillu": "ന\u0d4d\u200d",
    "TUS-12.2-bengali": "র\u200d\u09cdয",
    "TUS-12.8-kannada": "ರ\u200d\u0ccdಕ",
    "TUS-13.2-sinhala": "ක\u200d\u0dcaව",
    "ED-16-family": "👨\u200d👩\u200d👧",
    "ED-16-skin": "👩🏽\u200d💻",
    "ED-16-selector": "🏳\ufe0f\u200d🌈",
    "ED-16-heart": "❤\ufe0f\u200d🔥",
    "selector-emoji": "❤\ufe0fb",
    "selector-ideograph": "葛\ufe00b",
    "selector-mongolian": "ᠠ\u180b",
    "selector-keycap": "1\ufe0f\u20e3",
    "tifinagh": "ⵜ\u2d7fⵜ",
}
#: What has none: the character that is out of place is the last one.
OUT_OF_PLACE = {
    "latin": "a\u200c",
    "A.1-right-joining": "ر\u200c",
    "A.1-at-the-end": "ب\u200c",
    "A.1-at-the-start": "\u200c",
    "A.2-arabic": "ب\u200d",
    "A.2-no-letter": "/\u094d\u200d",
    "A.2-mark-without-letter": "/\u093c\u094d\u200d",
    "TUS-12.2-other-letter": "ক\u200d",
    "ED-16-cut": "👨\u200d",
    "ED-16-start": "/\u200d",
    "ED-16-non-joiner": "👨\u200c",
    "selector-latin": "a\ufe0f",
    "selector-keycap-cut": "1\ufe0f",
    "selector-of-an-octet": "%23\ufe0f",
    "tifinagh": "b\u2d7f",
}
CONTEXTUAL = "\u180b\u180d\u180f\u200c\u200d\u2d7f\ufe00\ufe0f"
PIECES = st.sampled_from(
    [
        *CONTEXTUAL,
        *"ab1*/?#.%ирبمردאकনرরක葛ᠠⵜ👨👩🏽❤‼🔥🌈",
        *("\u0301", "\u064e", "\u093c", "\u094d", "\u09cd", "\u0dca", "\u20e3", "\u200b", "\u034f"),
        *("%E2%80%8C", "%e2%80%8d", "%EF%B8%8F", "%FF", "%D9%85", "%23", "%F0%9F%91%A9", "%E2%80"),
    ]
)
TEXTS = (
    st.lists(PIECES, max_size=12)
    .map("".join)
    .map(lambda text: re.sub("%(?![0-9A-Fa-f]{2})", "", text))
    .filter(lambda text: text.count("#") < 2)
)


def is_invisible(text, at):
    """Return whether `inspect` finds fault with the character at *at*."""
    hits = inspect(text)
    return any(each.code == "invisible-character" and each.start <= at < each.end for each in hits)


@pytest.mark.parametrize("text", IN_PLACE.values(), ids=IN_PLACE)
@pytest.mark.parametrize("before", ["/", "?q=", "#"])
def test_in_place(text, before):
    """It is found, shown and no fault, in path, query and fragment."""
    iri = f"http://a.example{before}{text}"
    assert iri == to_iri(to_uri(iri)) == display(to_uri(iri)) == display(iri)
    assert [iri] == [each.iri for each in find(f"x {iri}. y")]
    assert "invisible-character" not in [each.code for each in inspect(iri)]


@pytest.mark.parametrize("text", OUT_OF_PLACE.values(), ids=OUT_OF_PLACE)
def test_out_of_place(text):
    """It stays percent-encoded, ends the address in running text, and is a finding."""
    iri = f"http://a.example/{text}"
    encoded = iri[:-1] + to_uri(f"/{text[-1]}").removeprefix("/")
    assert encoded == to_iri(to_uri(iri)) == display(iri)
    assert [iri[:-1]] == [each.iri for each in find(f"x {iri} y")] or not text[:-1].strip("/")
    assert is_invisible(iri, len(iri) - 1)


@pytest.mark.parametrize(
    "uri",
    [
        "http://%D9%86%D8%A7%D9%85%D9%87%E2%80%8C%D8%A7%DB%8C.example/",
        "http://%D9%86%D9%87%E2%80%8C%D8%A7@a.example/",
        "//%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9/",
    ],
)
def test_authority(uri):
    """In an authority, it stays percent-encoded: UTS #46 decides about hosts."""
    assert {"%E2%80%8C", "%E2%80%8D"} & set(re.findall("%E2%80%8.", to_iri(uri)))


@pytest.mark.parametrize(
    ("text", "iri"),
    [
        ("/می%E2%80%8Cخواهم", "/می\u200cخواهم"),
        ("/%D9%85%DB%8C\u200cخواهم", "/می\u200cخواهم"),
        ("/👨%E2%80%8D%F0%9F%91%A9", "/👨\u200d👩"),
        ("/❤%EF%B8%8F%E2%80%8D🔥", "/❤\ufe0f\u200d🔥"),
        (f"/{'%D8%A8' * 511}%D8%A8%E2%80%8C%D8%A8", f"/{'ب' * 512}\u200cب"),
    ],
    ids=["encoded-alone", "letters-encoded", "emoji", "two", "at-the-end-of-a-run"],
)
def test_what_is_beside_counts_encoded_or_not(text, iri):
    """The neighbours of an encoded character may be characters already, or far in another run."""
    assert iri == to_iri(text) == normalize_percent_encoding(text) == display(text)


@given(TEXTS)
@example("a\u2d7f\u200c")
@example("1\ufe0f\u20e3%EF%B8%8F\u20e3")
@example("👨\ufe0f%E2%80%8D👩")
def test_laws(text):
    """`to_iri` and `display` are idempotent, and the URI stays; they agree with `inspect`."""
    text = f"/x/{text}"
    uri = to_uri(text)
    iri = to_iri(uri)
    assert to_uri(iri).upper() == uri.upper()
    assert iri == to_iri(iri) == display(iri) == display(text)
    shown = [at for at, each in enumerate(iri) if each in CONTEXTUAL]
    assert [] == [at for at in shown if is_invisible(iri, at)]
    if to_uri(text) == uri and "%" not in text:
        hidden = [at for at, each in enumerate(text) if each in CONTEXTUAL]
        assert len(shown) == len([at for at in hidden if not is_invisible(text, at)])


@given(TEXTS)
@example("👨\ufe0f\u200d👩")
@example("%E2%80%8C\u094d\u200c")
def test_what_is_found_is_shown(text):
    """An address in running text has no joiner or selector that `display` would encode."""
    for found in find(f"http://a.example/{text}"):
        assert set(CONTEXTUAL) & set(found.iri) <= set(display(found.iri))


def test_many_joiners():
    """A run of 10,000 is encoded and found, each for itself."""
    run = "\u200c" * 10_000
    iri = f"http://a.example/ب{run}ب"
    assert to_uri(iri).replace("%D8%A8", "ب") == to_iri(to_uri(iri)) == display(iri)
    assert is_invisible(iri, 20)
    assert [] == list(find(iri))


def test_too_many_marks():
    """More than 30 marks are not looked past."""
    iri = f"/ب{MARKS}\u064e\u200cب"
    assert is_invisible(iri, iri.index("\u200c"))
