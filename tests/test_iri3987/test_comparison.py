"""`iri3987.comparison`: RFC 3987 section 5, normalization and comparison."""

import ipaddress
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import (
    IRIReference,
    comparison_key,
    equivalent,
)
from iri3987._unicode import version14
from iri3987.comparison import (
    key_digest,
    normalize_characters,
    normalize_path_segments,
    normalize_scheme,
)
from test_iri3987 import strategies as iris

# Each rung alone


@given(iris.ipv6address, iris.ipv6address)
def test_law_ipv6(first, second):
    """Two addresses are equivalent just when they are the same number."""
    same = ipaddress.IPv6Address(first) == ipaddress.IPv6Address(second)
    assert same is equivalent(f"http://[{first}]/", f"http://[{second}]/", level="scheme")
    shortened = IRIReference(normalize_scheme(f"http://[{first}]/")).host
    assert ipaddress.IPv6Address(first) == ipaddress.IPv6Address(shortened[1:-1])
    assert f"http://{shortened}/" == normalize_scheme(f"http://{shortened}/")


@given(iris.iri)
def test_law_path_segments(text):
    """The path has no dot-segments left, and nothing else has changed."""
    before, after = IRIReference(text), IRIReference(normalize_path_segments(text))
    assert not {".", ".."} & set(after.path.removeprefix("/.//").split("/"))
    for name in ("scheme", "authority", "query", "fragment"):
        assert getattr(before, name) == getattr(after, name)
    assert after == normalize_path_segments(after)


# 5.3.2.2. Character Normalization


#: Marks of many classes, some that are two in one, and one that lets none pass.
MARKS = (
    "\u0300\u0301\u0323\u031b\u0327\u0344\u0345\u0340\u034f\u05b0\u05bc\u064b\u0651\u093c\u0f71\u0f72\u0f73"
    "\u0f74\u0f75\u0f81\u3099\u302a\U0001d165\U0001d16d"
)


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@given(text=iris.reference)
def test_law_characters(form, text):
    """Each component is in the form, as if it had been alone; none comes, none goes."""
    error = iris.fault(lambda each: normalize_characters(each, form=form), text)
    if error:
        assert "not-normalizable" == error.code
        return
    before, after = IRIReference(text), IRIReference(normalize_characters(text, form=form))
    assert after == normalize_characters(after, form=form)
    for name in ("scheme", "userinfo", "host", "port", "path", "query", "fragment"):
        old, new = getattr(before, name), getattr(after, name)
        assert (None if old is None else version14.normalize(form, old)) == new


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@given(text=st.text("ae가ㅎ\u00e9\u1e69\u1100\u1161\u11a8\u0bc6\u0bbe\ufb1f" + MARKS, max_size=9))
def test_law_marks(form, text):
    """However many marks stand in a row, the result is that of the Unicode Standard."""
    assert unicodedata.normalize(form, f"?{text}") == normalize_characters(f"?{text}", form=form)


# Arguments


@pytest.mark.parametrize("function", [comparison_key, key_digest])
def test_unknown_levels(function):
    """The error names those that there are."""
    with pytest.raises(ValueError, match="level must be 'syntax' or 'scheme', not 'string'"):
        function("a", level="string")
