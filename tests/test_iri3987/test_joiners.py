"""Joiners and variation selectors (RFC 3987 section 6.1): one rule in all places."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import display, inspect, to_iri, to_uri
from iri3987.text import find

#: As many marks as are looked past.
MARKS = "\u064e" * 30

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
