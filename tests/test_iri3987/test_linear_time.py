"""Time grows no faster than the text, whatever the text, for resolution, comparison and LEIRIs."""

import pytest

from iri3987 import (
    IRIReference,
    comparison_key,
    equivalent,
    from_leiri,
    normalize,
    normalize_characters,
    relativize,
    remove_dot_segments,
    resolve,
)
from linear import LIMIT, growth, shape

#: Parts that are repeated to a text of a given length, and what stands before them.
HOSTILE = {
    "dots": ("http://a/", "../"),
    "dots-up": ("http://a/", "a/../"),
    "dots-alone": ("http://a/", "."),
    "slashes": ("http://a/", "/"),
    "relative": ("", "./"),
    "percent": ("http://a/", "%41"),
    "percent-dots": ("http://a/", "%2e%2E/"),
    "percent-octets": ("http://a/", "%FF%C3%A9"),
    "percent-bidi": ("http://a/?", "%E2%80%AE"),
    "marks": ("http://a/a", "\u0301\u0323"),
    "marks-in-one": ("http://a/a", "\u0f73\u1e69"),
    "labels": ("http://", "a."),
    "u-labels": ("http://", "é."),
    "a-labels": ("http://", "xn--."),
    "percent-host": ("http://", "%C3%A9"),
    "port": ("http://a:", "0"),
    "userinfo": ("http://", ":"),
    "not-an-iri": ("", " "),
    "not-an-iri-at-the-end": ("http://[", ":"),
}
CALLS = {
    "remove_dot_segments": remove_dot_segments,
    "resolve": lambda text: resolve("http://a/b/c", text),
    "relativize": lambda text: relativize("http://a/b/c", text),
    "relativize-base": lambda text: relativize(text, "http://a/b/c"),
    "normalize": lambda text: normalize(text, level="scheme"),
    "comparison_key": comparison_key,
    "equivalent": lambda text: equivalent("http://a/", text, level="scheme"),
    "normalize_characters": normalize_characters,
    "from_leiri": from_leiri,
    "replace": lambda text: IRIReference(text).replace(fragment="a"),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("hostile", HOSTILE)
def test_time_is_linear(name, hostile):
    """A megabyte takes less than 6 * 6 times as long as a sixteenth of it."""
    assert growth(CALLS[name], shape(*HOSTILE[hostile])) < LIMIT
