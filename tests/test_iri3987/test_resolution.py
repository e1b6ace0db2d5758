"""`iri3987.syntax.resolution`: RFC 3987 section 6.5, which is RFC 3986 section 5."""

import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from iri3987 import (
    IRIReference,
    is_iri,
    is_iri_reference,
    relativize,
    resolve,
)
from iri3987.syntax.resolution import remove_dot_segments
from test_iri3987 import strategies as iris

# References whose paths are mostly dots and empty segments

_segments = st.sampled_from(["a", "b", ".", "..", "", "é", "a:b", "...", "%2e", ";", "..a"])
paths = st.lists(_segments, max_size=7).map("/".join)
dotted = st.tuples(
    st.sampled_from(["", "x:", "http:", "HTTP:"]),
    st.sampled_from(["", "//", "//h", "//H:80", "//u@é:"]),
    paths,
    st.sampled_from(["", "?", "?q", "?/../q"]),
    st.sampled_from(["", "#", "#/../f"]),
)
references = dotted.map("".join).filter(is_iri_reference) | iris.reference
bases = dotted.map("".join).filter(is_iri) | iris.iri | iris.web_iri


# 5.2.4. Remove Dot Segments


def literal(path):
    """Do as RFC 3986 section 5.2.4 says, rule by rule."""
    output = ""
    while path:
        if path.startswith("../"):  # A
            path = path[3:]
        elif path.startswith(("./", "/./")):  # A, B
            path = path[2:]
        elif path == "/.":
            path = "/"
        elif path.startswith("/../") or path == "/..":  # C
            path = f"/{path[4:]}"
            output = output[: max(output.rfind("/"), 0)]
        elif path in {".", ".."}:  # D
            path = ""
        else:  # E
            end = path.find("/", 1)
            end = len(path) if end < 0 else end
            output, path = output + path[:end], path[end:]
    return output


@given(paths | st.text("./a", max_size=12))
def test_5_2_4_is_the_algorithm(path):
    """The result is that of the five rules, read literally."""
    assert literal(path) == remove_dot_segments(path)


# Laws


@given(references, references)
def test_law_the_authority_is_the_base_s(base, reference):
    """The authority is the base's unless the reference has an authority or a scheme."""
    given_ = IRIReference(reference)
    has_own = given_.authority is not None or given_.scheme is not None
    expected = given_ if has_own else IRIReference(base)
    assert expected.authority == IRIReference(resolve(base, reference)).authority


@given(bases, references, references)
def test_law_associativity(base, middle, last):
    """Two steps are one, if the path in the middle is absolute and does not end in dots.

    A relative path could lose a ".." on the way, and dots at its end would be taken for a name.
    """
    parts = IRIReference(middle)
    assume(parts.authority is not None or parts.path.startswith("/"))
    assume(not parts.path.endswith(("/.", "/..")))
    assert resolve(resolve(base, middle), last) == resolve(base, resolve(middle, last))


# Relativize


def shorter(base):
    """Yield targets for which there is a shorter reference than `relativize` gives."""
    best = {}
    for length in range(5):
        for text in map("".join, itertools.product("ab/.?:", repeat=length)):
            if is_iri_reference(text):
                best.setdefault(resolve(base, text), text)
    for target, reference in best.items():
        if target == resolve(target, target) and len(relativize(base, target)) > len(reference):
            yield target


@pytest.mark.slow
@pytest.mark.parametrize(
    "base", ["http://a/", "http://a/b", "http://a/b/a?b", "x:", "x:a/b", "x:/a/b", "x:?a#b"]
)
def test_relativize_is_the_shortest(base):
    """No reference of up to four characters beats the result."""
    assert [] == list(shorter(base))
