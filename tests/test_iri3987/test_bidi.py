"""`iri3987.appearance.bidi`: what RFC 3987 section 4 forbids, restricts, and wants to be shown."""

import itertools
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import inspect, to_uri
from iri3987._unicode import version14
from iri3987._unicode.invisible import FORMATTING
from iri3987.appearance.bidi import (
    isolate,
    right_to_left_runs,
    violations,
    visual_order,
    without_violations,
)
from test_iri3987.strategies import BIDI_FORMATTING
from vector_rows import rows

ROWS = rows("rfc3987_bidi")
LRI, PDI = "\u2066", "\u2069"

EVERY_CHARACTER = "".join(map(chr, range(0x110000)))
#: As UnicodeData.txt has them: the RFC's seven, then those that Unicode 6.3 added.
NAMES = (
    *("LEFT-TO-RIGHT MARK", "RIGHT-TO-LEFT MARK"),
    *("LEFT-TO-RIGHT EMBEDDING", "RIGHT-TO-LEFT EMBEDDING", "POP DIRECTIONAL FORMATTING"),
    *("LEFT-TO-RIGHT OVERRIDE", "RIGHT-TO-LEFT OVERRIDE"),
    *("ARABIC LETTER MARK", "LEFT-TO-RIGHT ISOLATE", "RIGHT-TO-LEFT ISOLATE"),
    *("FIRST STRONG ISOLATE", "POP DIRECTIONAL ISOLATE"),
)


def test_4_1_the_characters():
    """The set is LRM, RLM, LRE, RLE, LRO, RLO and PDF, and ALM, LRI, RLI, FSI and PDI."""
    expected = {unicodedata.lookup(name) for name in NAMES}
    assert expected == set(re.findall(f"[{FORMATTING}]", EVERY_CHARACTER))
    assert expected == set(BIDI_FORMATTING)


# 4.1: isolation


@pytest.mark.slow
def test_4_1_isolate_covers_all_that_ends_a_paragraph():
    """Every character of the classes that UAX #9 ends an isolate at is encoded, and no other."""
    ends = {c for c in EVERY_CHARACTER if unicodedata.bidirectional(c) == "B"}
    changed = {c for c in EVERY_CHARACTER if isolate(c) != f"{LRI}{c}{PDI}"}
    assert ends | set(BIDI_FORMATTING) == changed


def test_4_1_isolated_in_right_to_left_text():
    """In a paragraph from right to left, an isolated IRI shows as in one from left to right."""
    bidi = pytest.importorskip("bidi", reason="python-bidi shows the order")
    text = "http://ab.\u05d0\u05d1/\u05d2\u05d3/ef"
    alone = bidi.get_display(text, base_dir="L")
    around = "\u05d4 {} \u05d5"
    assert alone in bidi.get_display(around.format(isolate(text)), base_dir="R")
    assert alone not in bidi.get_display(around.format(text), base_dir="R")


# 4.2: components


@pytest.mark.slow
def test_4_2_every_right_to_left_letter_counts():
    """No letter of class R or AL escapes the look at the blocks that comes first."""
    letters = [c for c in EVERY_CHARACTER if version14.bidirectional(c) in {"R", "AL"}]
    assert len(letters) > 2000
    # U+200F is formatting, and cannot stand in a component.
    assert [] == [c for c in letters if not list(violations(f"{c}a{c}"))]


def test_4_2_without_right_to_left_letters():
    """Nothing is mapped where no letter is from right to left."""
    text = "http://faß.example/é1.%41?例=#b"
    assert text == without_violations(text)


COMPONENTS = st.text("אבa1é-.٣ج%=&", max_size=6).map(lambda text: text.replace("%", "%41"))


@given(COMPONENTS, COMPONENTS, COMPONENTS, st.sampled_from(["אב.גד", "אב1.example", "a"]))
def test_4_2_law_without_violations(path, query, fragment, host):
    """Nothing breaks the restrictions, the URI is the same, and what broke none stays."""
    iris = (f"{before}/{path}" for before in ("", f"http://{host}", f"foo://{query}@{host}"))
    for start in (*iris, f"mailto:{path}/a@{query}.{host},b", f"XMPP:{path}@{host}"):
        iri = f"{start}?{query}#{fragment}"
        found = without_violations(iri)
        assert to_uri(iri) == to_uri(found)
        assert not breaks_4_2(found)
        assert (found == iri) is not breaks_4_2(iri)


def breaks_4_2(text):
    """Return whether a component breaks the restrictions."""
    return any(each.code in {"bidi-mixed", "bidi-edge"} for each in inspect(text))


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row["op"] == "bidi_check"], ids=lambda row: row["id"]
)
def test_4_2_findings(row):
    """`inspect` finds the violations of the vectors, by component and restriction.

    The vectors take a query for one component; "it is convenient to treat each name and each value
    as a component", and so do we: what is found then is inside of what they have.
    """
    text, rules = row["input"], {"bidi-mixed": 1, "bidi-edge": 2}
    found = {
        (each.component, rules[each.code], each.start)
        for each in inspect(text)
        if each.code in rules
    }
    names = {"isegment": "ipath"}
    expected = {
        (names.get(each["component"], each["component"]), each["rule"], each["value"])
        for each in row["expected"]
    }
    assert {each[:2] for each in expected} == {each[:2] for each in found}
    for component, _, value in expected:
        start = text.index(value)
        assert any(c == component and start <= p < start + len(value) for c, _, p in found)


# 4.4: examples

EXAMPLES = [row for row in ROWS if row["op"] == "bidi_visual"]


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row["id"])
@pytest.mark.parametrize("isolated", [False, True])
def test_4_4_visual_order(row, isolated):
    """In a left-to-right isolate, UAX #9 gives each example the order that the RFC prints.

    Except for Example 9: UAX #9 does not give the orders that are printed, "%31HG/LK/JI%32"
    (Hebrew) and "31%HG/%LK/JI32" (Arabic); it gives "LK/JI%32/%31HG" and "LK/JI32%/%31HG".
    """
    bidi = pytest.importorskip("bidi", reason="python-bidi shows the order")
    text = isolate(row["input"]) if isolated else row["input"]
    shown = bidi.get_display(text, base_dir="L").strip(f"{LRI}{PDI}")
    is_misprint = row["options"].get("as_printed", False)
    assert (row["expected"] != shown) is is_misprint


def test_4_4_ten_examples_in_two_scripts():
    """All ten examples are there, in Hebrew and in Arabic letters."""
    right = [row for row in EXAMPLES if not row["options"].get("as_printed")]
    found = {
        (re.search(r"Example \d+", row["source"])[0], row["options"]["script"]) for row in right
    }
    numbers = [f"Example {number}" for number in range(1, 11)]
    assert {(number, script) for number in numbers for script in ("hebrew", "arabic")} == found


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row["id"])
def test_4_4_allowed(row):
    """`inspect` has nothing against the examples' structure, except for those "not allowed"."""
    codes = {each.code for each in inspect(row["input"])}
    is_allowed = codes.isdisjoint({"bidi-mixed", "bidi-edge"})
    assert (row["options"]["bidi_structure_ok"] is not False) == is_allowed


# Letters of both directions, digits of three kinds, and a sign of each class that an IRI may hold.
MIXED = st.text("abאב\u0627\u0628123\u0661\u06f1-+,:/.#%$?=&_~@()!\u0301\u0378\u05ff\u200b")


def shown(text):
    """Return *text* in visual order, as python-bidi has it; brackets are not mirrored."""
    bidi = pytest.importorskip("bidi", reason="python-bidi shows the order")
    return bidi.get_display(f"{LRI}{text}{PDI}", base_dir="L").strip(f"{LRI}{PDI}")


@given(MIXED.map(lambda text: re.sub("[\u200b\u0378\u05ff]", "", text)))
def test_4_4_runs_are_shown_in_their_place(text):
    """The characters of a run are shown where the run is; all else is shown where it stands."""
    visual = shown(text)
    at = 0
    for start, end, _ in right_to_left_runs(text):
        assert text[at:start] == visual[at:start]
        assert sorted(text[start:end]) == sorted(visual[start:end])
        at = end
    assert text[at:] == visual[at:]


@given(MIXED.map(lambda text: re.sub("[\u0301\u200b\u0378\u05ff]", "", text)))
def test_4_4_order(text):
    """The order is that of python-bidi, which leaves the marks of a letter behind it."""
    order = visual_order(text, right_to_left_runs(text))
    assert "".join(text[index] for index in order) == shown(text)


@given(MIXED)
def test_4_4_runs_are_in_the_text(text):
    """Runs are in the text, not empty, in order, and do not touch each other."""
    edges = [edge for run in right_to_left_runs(text) for edge in run[:2]]
    assert edges == sorted(set(edges))
    assert all(0 <= edge <= len(text) for edge in edges)


@pytest.mark.parametrize("before", ["http://example.org/", "http://אב.קום/", "http://a.קום:80/"])
@pytest.mark.parametrize("delimiter", ["/", "?", "."])
def test_4_4_what_looks_the_same_has_a_finding(before, delimiter):
    """Where several addresses look the same, all but one have a finding that says why."""
    pytest.importorskip("bidi", reason="python-bidi shows the order")
    codes = {"bidi-order", "bidi-other-host", "bidi-edge", "host-bidi"}
    clean = set()
    parts = ["א", "ב", "1", "2b", "-", "\u0661"]
    for length in (1, 2, 3):
        for components in itertools.product(parts, repeat=length):
            text = f"{before}{delimiter.join(components)}"
            if codes.isdisjoint(each.code for each in inspect(text)):
                assert shown(text) not in clean, text
                clean.add(shown(text))
