"""Time is linear in the length of a text, for each pattern and by each way in.

Functions that the others call are given up to a megabyte, the others up to a quarter of it: what is
quadratic is seen as soon as that takes 15 milliseconds.
"""

import re
from importlib.util import find_spec

import pytest

import iri3987
from linear import LONGEST, shape, steep
from test_patterns.entries import ENTRIES
from test_patterns.found import PACKAGES
from test_patterns.hostile import shapes
from vector_rows import rows

ROWS = rows("slow_texts")
#: The functions that the others call, and the one that reads texts of any length.
_TO_A_MEGABYTE = {
    *("IRIReference", "is_*", "to_uri", "to_iri", "display", "inspect", "normalize"),
    *("comparison_key", "resolve", "host_to_ascii", "WEB.check", "text.find"),
}


def slow_texts(kinds):
    """Return the texts of some kinds, by what they are made of."""
    return {
        ascii((row["before"], part, row["after"])): shape(row["before"], part, row["after"])
        for row in ROWS
        if row["for"] in kinds.split()
        for part in row["repeated"]
    }


def test_every_function_is_tried():
    """Each public function of the core that takes a text is one of the ways in."""
    functions = {name for name in iri3987.__all__ if name[0].islower() and name[:3] != "is_"}
    assert functions | _TO_A_MEGABYTE <= ENTRIES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES)
def test_time_is_linear_by_each_way_in(entry, silence, monkeypatch):
    """Sixteen times the text takes less than 6 * 6 times as long, whatever the text."""
    # Without the cap, which would hide how the patterns grow.
    monkeypatch.setattr("iri3987.http.headers._MAX_CHARACTERS", 2**30)
    kinds, call = ENTRIES[entry]
    longest = LONGEST if entry in _TO_A_MEGABYTE else LONGEST // 4
    assert {} == steep(call, slow_texts(kinds), longest=longest)


@pytest.mark.slow
@pytest.mark.parametrize("package", [each for each in PACKAGES if find_spec(each)])
def test_time_is_linear_for_each_pattern(package, patterns):
    """No pattern goes back over what it has matched, for texts that are made from it."""
    found = {}
    for module, pattern, flags in patterns:
        if module.partition(".")[0] == package:
            made = shapes(pattern, flags)
            found |= {
                (module, pattern): made
                and steep(re.compile(pattern, flags).match, made, longest=2**16)
            }
    assert {} == {name: slow for name, slow in found.items() if slow}
