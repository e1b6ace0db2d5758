"""`iri3987._unicode`: the rules by which a label is shown in Unicode (UTS #39, and browsers)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import host_to_unicode
from iri3987._unicode import confusables, safe_labels, scripts
from linear import seconds
from vector_rows import rows

ROOT = Path(__file__).parents[2]
ROWS = rows("display_hosts")


@pytest.mark.slow
def test_marks_take_linear_time() -> None:
    """Marks that take half a minute to normalize are judged by their beginning."""
    text = "a" + "\u0301\u0323" * 10**5
    assert (1, 1) == (scripts.repeated_mark(text), scripts.excessive_marks(text))
    assert seconds(scripts.repeated_mark, text) + seconds(scripts.excessive_marks, text) < 10


@given(st.text(max_size=63), st.sampled_from(["", "com", "рф", "is", "сом"]))
def test_rules_never_raise(label: str, top: str) -> None:
    """Every rule answers for any text."""
    assert isinstance(safe_labels.is_safe(label, top), bool)
    assert isinstance(scripts.restriction_level(label), str)
    for rule in (scripts.repeated_mark, scripts.excessive_marks, scripts.foreign_mark):
        assert rule(label) is None or 0 <= (rule(label) or 0) < len(label)
    assert isinstance(safe_labels.is_misleading(label), bool)
    assert isinstance(confusables.looks_like_ascii(label, top), bool)


# --- The labelled hosts, and other judges -----------------------------------------------------


def labels_of(kind: str) -> list[tuple[str, str, bool]]:
    """Return the row's id, each non-ASCII label decoded, and whether it is shown."""
    return [
        (row["id"], host_to_unicode(shown), not shown.isascii())
        for row in ROWS
        if row["id"].startswith(kind)
        for shown in row["expected"].split(".")
        if not shown.isascii() or shown.startswith("xn--")
    ]


def test_enough_hosts_are_labelled() -> None:
    """There are 150 hosts of each kind, no host twice; of the honest, 98 in 100 are shown."""
    honest = [row for row in ROWS if row["id"].startswith("honest-")]
    deceptive = [row for row in ROWS if row["id"].startswith("deceptive-")]
    assert len(ROWS) == len(honest) + len(deceptive) == len({row["input"] for row in ROWS})
    assert min(len(honest), len(deceptive)) >= 150
    assert len([row for row in honest if row["input"] == row["expected"]]) >= 0.98 * len(honest)
    assert [] == [row["id"] for row in deceptive if row["input"] == row["expected"]]
    assert all(row["why"] and row["source"] for row in ROWS)


#: Labels that we show and ICU does not, and why.
SHOWN_IN_SPITE_OF_ICU = {
    "בײַשפּיל": "Yiddish points and digraphs, which UTS #39 calls Uncommon_Use: a choice of ours",
}


def test_beside_icu() -> None:
    """A label that ICU's SpoofChecker refuses is not shown, with the exceptions above.

    It is asked as Chromium asks it: Highly Restrictive, characters allowed by UTS #39, invisible
    marks and mixed numbers. It passes more, as it compares a label with no other: what the rules
    on confusables and those of browsers add is the difference, which docs/explanation/display.md
    tells.
    """
    icu = pytest.importorskip("icu", reason="PyICU is not there: pip install pyicu-binary")
    checker, checks = icu.SpoofChecker(), icu.USpoofChecks
    allowed = icu.UnicodeSet()
    allowed.addAll(checker.getRecommendedUnicodeSet())
    allowed.addAll(checker.getInclusionUnicodeSet())
    checker.setAllowedUnicodeSet(allowed)
    checker.setRestrictionLevel(icu.URestrictionLevel.HIGHLY_RESTRICTIVE)
    checker.setChecks(
        checks.RESTRICTION_LEVEL | checks.INVISIBLE | checks.MIXED_NUMBERS | checks.CHAR_LIMIT
    )
    page = (ROOT / "docs" / "explanation" / "display.md").read_text(encoding="utf-8")
    odd = set()
    for kind in ("honest", "deceptive"):
        judged = [(shown, not checker.check(label), label) for _, label, shown in labels_of(kind)]
        odd |= {label for shown, passed, label in judged if shown and not passed}
        counts = [sum(shown for shown, *_ in judged), sum(passed for _, passed, _ in judged)]
        assert f"| {kind} | {len(judged)} | {counts[0]} | {counts[1]} |" in page
    assert set(SHOWN_IN_SPITE_OF_ICU) == odd
