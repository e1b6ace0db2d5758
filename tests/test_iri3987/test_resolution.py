"""`iri3987.syntax.resolution`: RFC 3987 section 6.5, which is RFC 3986 section 5."""

import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from iri3987 import (
    IRIError,
    IRIReference,
    is_iri,
    is_iri_reference,
    normalize,
    relativize,
    resolve,
    to_uri,
)
from iri3987.syntax.resolution import remove_dot_segments
from test_iri3987 import strategies as iris
from test_iri3987.test_conformance import normative

BASE = "http://a/b/c/d;p?q"

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


# Rows of the conformance data

#: The id of each row whose result is another on purpose, and why.
DIFFERENCES = {
    "wpt_urltestdata-0174": "section 4.1: an IRI has no bidirectional formatting characters",
}


def rows():
    """Return the rows about resolution: those that say so, and addresses mapped after it."""
    return [
        row for row in normative() if row["op"] == "resolve" or "then" in row.get("options", {})
    ]


def result(row):
    """Resolve; if the row says so, map the result, or its normal form, to a URI."""
    options = row.get("options", {})
    try:
        iri = resolve(
            row.get("base") or row["input"], row["input"], strict=options.get("strict", True)
        )
        if "then" not in options:
            return iri
        return to_uri(
            normalize(iri, level="scheme") if "scheme-normalize" in row["agree_why"] else iri
        )
    except IRIError:
        return None


def test_5_conformance_rows():
    """Every normative row holds, except for the listed differences, and these are differences."""
    found = {row["id"]: (row["expected"], result(row)) for row in rows()}
    assert len(found) > 40
    differing = {name for name, (expected, given_) in found.items() if expected != given_}
    assert DIFFERENCES.keys() & found.keys() == differing


# 5.1, 5.2.1. The base


@pytest.mark.parametrize(
    ("base", "reference"),
    [("http://a b", ""), ("", "a b"), (BASE, "%"), ("%zz", "http://a/"), (BASE, "1:b"), ("\n", "")],
    ids=ascii,
)
def test_5_2_1_both_are_validated(base, reference):
    """A text that is not an IRI reference is refused, even if the result does not show it."""
    with pytest.raises(IRIError):
        resolve(base, reference)


@pytest.mark.parametrize(
    ("base", "reference", "expected"),
    [
        ("/a/b", "../c", "/c"),
        ("a/b", "c", "a/c"),
        ("a/b", "../../c", "/c"),
        ("//h", "c", "//h/c"),
        ("//h/a", "?q", "//h/a?q"),
        ("", "a", "a"),
        ("?q", "#f", "?q#f"),
        ("#f", "", ""),
        ("./a:b", "#f", "./a:b#f"),
        # A first segment with a ":" would be a scheme (RFC 3986 section 4.2).
        ("a/b", "../c:d", "/c:d"),
        ("", "./c:d", "./c:d"),
    ],
)
def test_5_1_relative_base(base, reference, expected):
    """A base without a scheme gives a reference without one."""
    assert expected == resolve(base, reference)


# 5.2.2. Transform References


@pytest.mark.parametrize(
    ("base", "reference", "expected"),
    [
        ("http://ex/a/é/", "../ü", "http://ex/a/ü"),
        ("urn:a", "b", "urn:b"),
        ("x://h/a/b", "..", "x://h/"),
        ("mailto:a@b", "?s=é", "mailto:a@b?s=é"),
        ("http://a/b//c/d", "../e", "http://a/b//e"),
        ("http://a/b/c", "?", "http://a/b/c?"),
        ("http://a/b/c", "#", "http://a/b/c#"),
        ("http://a/b?q", "#", "http://a/b?q#"),
        ("http://a/b#f", "", "http://a/b"),
        ("http://a/b?", "#f", "http://a/b?#f"),
        ("http://a/b", "//", "http://"),
        ("http://a/b", "//@:", "http://@:"),
        # A base's path is taken as it is where the reference has none.
        ("http://a/b/../c", "?q", "http://a/b/../c?q"),
        # Dots in triplets are dots to the normalizer (6.2.2.3), not to this algorithm.
        ("http://a/b/c/", "%2e%2e/d", "http://a/b/c/%2e%2e/d"),
        # Dots in a query or fragment are not path segments.
        ("http://a/b", "c?/../d#/../e", "http://a/c?/../d#/../e"),
    ],
)
def test_5_2_2_transform(base, reference, expected):
    """The pseudocode holds beyond the RFC's examples."""
    assert expected == resolve(base, reference)


def test_5_2_2_non_strict():
    """A scheme that is the base's own is ignored on demand, and no other is."""
    assert "http://a/b/c/g" == resolve(BASE, "http:g", strict=False)
    assert "http://a/b/c/g" == resolve(BASE, "HTTP:g", strict=False)
    assert "http:g" == resolve(BASE, "http:g")
    assert "https:g" == resolve(BASE, "https:g", strict=False)
    assert "g" == resolve("b", "g", strict=False)


@pytest.mark.parametrize(
    ("base", "reference", "expected"),
    [
        ("foo:/a/b", "..//c", "foo:/.//c"),
        ("foo:a/b", "..//c", "foo:/.//c"),
        ("foo:/", ".//c", "foo:/.//c"),
        ("foo:/a", "/.//c", "foo:/.//c"),
        ("foo:/.//a", "b", "foo:/.//b"),
        ("/a/b", "..//c", "/.//c"),
        ("foo://h/a/b", "..//c", "foo://h//c"),
        ("foo:///a", "/.//c", "foo:////c"),
    ],
)
def test_4_2_a_path_does_not_become_an_authority(base, reference, expected):
    """Where "//" would begin the path and there is no authority, "/." goes before it."""
    assert expected == resolve(base, reference)


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


@given(paths | iris.ipath_abempty)
def test_5_2_4_leaves_no_dots(path):
    """No segment of the result is "." or "..", so doing it again changes nothing."""
    result_ = remove_dot_segments(path)
    assert not {".", ".."} & set(result_.split("/"))
    assert result_ == remove_dot_segments(result_)


# Laws


@given(references, references)
def test_law_the_result_is_a_reference(base, reference):
    """The result is a reference, an IRI if either was one; no path becomes an authority."""
    found = IRIReference(resolve(base, reference))
    assert is_iri(found) is (is_iri(base) or is_iri(reference))
    assert found.authority is not None or not found.path.startswith("//")


@given(references, references)
def test_law_the_authority_is_the_base_s(base, reference):
    """The authority is the base's unless the reference has an authority or a scheme."""
    given_ = IRIReference(reference)
    has_own = given_.authority is not None or given_.scheme is not None
    expected = given_ if has_own else IRIReference(base)
    assert expected.authority == IRIReference(resolve(base, reference)).authority


@given(references)
def test_law_the_empty_reference(base):
    """The empty reference means the base without its fragment."""
    assert base.partition("#")[0] == resolve(base, "")


@given(bases, references)
def test_law_resolved_once_is_resolved(base, reference):
    """A result resolves to itself, if the base's path has no dot-segments to copy."""
    base = resolve(base, base)
    found = resolve(base, reference)
    assert found == resolve(base, found)


@given(bases, bases)
def test_law_the_base_is_nothing_to_an_iri(base, iri):
    """An IRI resolves to itself without dot-segments, whatever the base."""
    assert resolve("", iri) == resolve(base, iri)
    assert "/." in iri or ":." in iri or iri == resolve(base, iri)


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


@pytest.mark.parametrize(
    ("base", "target", "expected"),
    [
        ("http://a/b/c/d", "http://a/b/é?q", "../é?q"),
        ("http://a/b", "http://a/b", ""),
        ("http://a/b?q", "http://a/b?q", ""),
        ("http://a/b?q", "http://a/b", "b"),
        ("http://a/?q", "http://a/", "."),
        ("http://a/b#f", "http://a/b#g", "#g"),
        ("http://a/b?q", "http://a/b?r", "?r"),
        ("http://a/b/", "http://a/b/c", "c"),
        ("http://a/b/c", "http://a/b/", "."),
        ("http://a/b/c/d", "http://a/b/", ".."),
        ("http://a/b/c", "http://a/b/d:e", "./d:e"),
        ("http://a/b/c", "http://a/b//d", ".//d"),
        ("http://a/b/c/d/e", "http://a/f", "/f"),
        ("http://a/b", "http://c/b", "//c/b"),
        ("http://a/b", "https://a/b", "https://a/b"),
        ("http://a/b", "HTTP://a/b", "HTTP://a/b"),
        ("http://a/b", "http://a", "//a"),
        ("x:a", "x:b", "b"),
        ("x:/a", "x:/.//b", ".//b"),
        ("x:a", "x:", "."),
        # Odd bases and targets.
        ("http://a", "http://a/x", "x"),
        ("http://a/b/../c/./d", "http://a/c/x", "x"),
        ("http://example.org/b/c/d/e/f", "http://example.org//x", "/.//x"),
    ],
)
def test_relativize(base, target, expected):
    """The shortest reference that works is found."""
    assert target == resolve(base, expected)
    assert expected == relativize(base, target)


@given(bases, references)
def test_law_relativize(base, reference):
    """Resolving the result gives the target, exactly, and the target itself is not shorter."""
    target = resolve(base, reference)
    target = resolve(target, target)
    found = relativize(base, target)
    assert target == resolve(base, found)
    assert len(found) <= len(target)


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


@pytest.mark.parametrize("target", ["http://a/./b", "http://a/b/..", "x:../a", "x:a/.", "x:.."])
def test_relativize_cannot_give_dots(target):
    """A target with dot-segments is what no reference means."""
    with pytest.raises(IRIError) as caught:
        relativize(BASE, target)
    assert ("not-relativizable", "ipath", "6.5") == (
        caught.value.code,
        caught.value.component,
        caught.value.section,
    )


@pytest.mark.parametrize(("base", "target"), [("a", BASE), (BASE, "a"), ("%", BASE), (BASE, "%")])
def test_relativize_is_for_iris(base, target):
    """Both are IRIs, with a scheme."""
    with pytest.raises(IRIError):
        relativize(base, target)
