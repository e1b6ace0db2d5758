"""One segment of a path, as the converters of both plug-ins take it."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRIError, IRIReference, inspect, is_iri_reference, segment
from iri3987._unicode import version14
from iri3987.messages import describe
from iri3987.syntax.percent import encode


def code(text):
    """Return the code with which a text is refused, None if it is not."""
    try:
        segment.clean(text)
    except IRIError as error:
        return error.code
    return None


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
    characters = map(chr, range(sys.maxunicode + 1))
    changed = {
        text: form for text in characters if (form := version14.normalize("NFC", text)) != text
    }
    assert len(changed) > 1000
    assert {} == {text: form for text, form in changed.items() if not code(text) and code(form)}


@pytest.mark.parametrize("text", ["a\u202eb", "a\u202eb\u202ec"])
def test_sentence_about_an_invisible_character(text: str) -> None:
    """A name is not an address: the sentence says which character to remove."""
    with pytest.raises(IRIError) as caught:
        segment.clean(text)
    assert describe(caught.value, text) == "This cannot contain U+202E: remove it (character 2)."
