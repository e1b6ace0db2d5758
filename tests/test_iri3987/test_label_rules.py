"""`iri3987._unicode`: the rules by which a label is shown in Unicode (UTS #39, and browsers)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import display, host_to_unicode
from iri3987._unicode import confusables, identifiers, marks, safe_labels, scripts
from linear import seconds
from vector_rows import rows

ROOT = Path(__file__).parents[2]
ROWS = rows("display_hosts")


# --- Section 3.1: Identifier_Status and Identifier_Type -------------------------------------


@pytest.mark.parametrize(
    ("character", "types", "allowed"),
    [
        pytest.param("a", {"Recommended"}, True, id="recommended"),
        pytest.param("\u05f3", {"Inclusion"}, True, id="inclusion"),
        pytest.param("ɑ", {"Technical"}, False, id="technical"),
        pytest.param("ﬀ", {"Not_NFKC"}, False, id="not-nfkc"),
        pytest.param("ĸ", {"Obsolete"}, False, id="obsolete"),
        pytest.param("Ꭰ", {"Limited_Use"}, False, id="limited-use"),
        pytest.param("ᛁ", {"Exclusion"}, False, id="exclusion"),
        pytest.param("\u200d", {"Default_Ignorable"}, False, id="joiner"),
        pytest.param("\ud800", {"Not_Character"}, False, id="surrogate"),
        pytest.param("\u05f2", {"Uncommon_Use"}, True, id="choice-yiddish"),
        pytest.param("ẅ", {"Uncommon_Use"}, True, id="choice-welsh"),
        pytest.param("\u02bc", {"Inclusion"}, False, id="choice-quotation-mark"),
        pytest.param("ǒ", {"Recommended"}, False, id="choice-pinyin"),
        pytest.param("ᾠ", {"Recommended"}, False, id="choice-polytonic"),
        pytest.param("\u3099", {"Uncommon_Use"}, False, id="uncommon-use"),
    ],
)
def test_identifier_characters(character: str, types: set[str], allowed: bool) -> None:
    """Status and type are the data's, with the exceptions that the module states."""
    assert types == identifiers.identifier_types(character)
    assert allowed == identifiers.is_allowed(character)


# --- Labels, in ".com" unless they name another top-level domain --------------------------------

#: Labels that are shown: each is near one that is not. The rules that they pass: sections 4, 5.1
#: to 5.4 of UTS #39, and those of browsers about characters that look like others in some places.
SHOWN = [
    *("аррӏе.рф", "рус.рус", "горы.ua", "мама.bg", "੧੯੬੭.ਭਾਰਤ", "ਸਾਲ੧੯੬੭", "москва", "собор"),
    *("όριο", "e\u0331bay", "gıthub.tr", "ışık", "þing.is", "cœur", "café", "føðing.fo"),
    *(
        "azərbaycan.az",
        "paral·lel.cat",
        "éa",
        "१२",
        "१०",
        "з-60",
        "é",
        "ドメイン中",
        "中a",
        "한a字",
    ),
    *("১২৩", "éx", "e\u0331e\u0331", "ก่้", "हिन्दी", "ノート", "ピアノlab", "ジョンソン", "工業"),
    *(
        "webエンジニア",
        "ニ",
        "一",
        "ラーメン",
        "らーーめん",
        "いすゞ",
        "ア・ア",
        "ヘア",
        "へや",
        "部屋へ",
        "e\u0331x",
    ),
]
#: Labels that look like others, mix scripts or digits, or have odd marks.
ENCODED = [
    *("аррӏе", "аррӏе.", "аррӏе.ru", "аррӏе.сом", "сом.сом", "горы", "горы.gr", "мама", "੧੯੬੭"),
    *("а\u0301ррӏе", "०", "g〇〇gle", "gıthub", "sarı", "þing", "əbay", "ǝbay.az", "paral·lel"),
    *("з60", "二0", "२२", "३०", "คa", "खa", "жa", "λa", "한テ", "ɡ", "中é", "1२", "٤۴", "二1"),
    *("xé\u0301", "xe\u0331\u0331", "xe\u0331\u0303\u0304", "ệ\u0303"),
    *("ہ\u064b\u064c\u064d\u064e\u064f", "xि", "か\u0301", "1\u0301", "中\u031b", "\u0301"),
    *(
        "comノpath",
        "comノ例",
        "ノ",
        "b丶c",
        "工nstagram",
        "google一",
        "エnstagram",
        "aーb",
        "ーア",
        "例ヽ",
    ),
    *("アゝ", "a・ア", "・ア", "へア", "すヘて", "i\u0307x", "į\u0307x", "ı\u0301x"),
]


@pytest.mark.parametrize(
    ("label", "is_shown"),
    [*((label, True) for label in SHOWN), *((label, False) for label in ENCODED)],
    ids=ascii,
)
def test_labels(label: str, is_shown: bool) -> None:
    """A label that a reader can trust is shown in Unicode, and any other is not."""
    host = (label if "." in label else f"{label}.com").rstrip(".")
    assert is_shown == (f"http://{host}/" == display(f"http://{host}/"))


# --- Sections 5.1 and 5.2: mixed scripts ----------------------------------------------------


@pytest.mark.parametrize(
    ("characters", "expected"),
    [
        pytest.param("ねこ", {"Hira", "Jpan"}, id="single"),
        pytest.param("Сirсlе", set(), id="mixed"),
        pytest.param("〆切", {"Hani", "Hanb", "Jpan", "Kore"}, id="augmented"),
        pytest.param("ねガ", {"Jpan"}, id="jpan"),
        pytest.param("1-2", {"Zyyy"}, id="all-common"),
        pytest.param("", {"Zyyy"}, id="empty"),
    ],
)
def test_resolved_scripts(characters: str, expected: set[str]) -> None:
    """The resolved script set is the intersection of the augmented sets."""
    assert expected == scripts.resolved_scripts(characters)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        pytest.param("a-1", "ASCII-Only", id="ascii"),
        pytest.param("é", "Single Script", id="latin"),
        pytest.param("ドメイン中", "Single Script", id="japanese"),
        pytest.param("中a", "Highly Restrictive", id="han-latin"),
        pytest.param("한a字", "Highly Restrictive", id="korean-latin"),
        pytest.param("คa", "Moderately Restrictive", id="thai-latin"),
        pytest.param("खa", "Moderately Restrictive", id="devanagari-latin"),
        pytest.param("жa", "Minimally Restrictive", id="cyrillic-latin"),
        pytest.param("λa", "Minimally Restrictive", id="greek-latin"),
        pytest.param("한テ", "Minimally Restrictive", id="korean-japanese"),
        pytest.param("ɡ", "Unrestricted", id="restricted-character"),
    ],
)
def test_restriction_level(label: str, expected: str) -> None:
    """The level is the first in the order of section 5.2 whose definition fits."""
    assert expected == scripts.restriction_level(label)


@pytest.mark.slow
def test_marks_take_linear_time() -> None:
    """Marks that take half a minute to normalize are judged by their beginning."""
    text = "a" + "\u0301\u0323" * 10**5
    assert (1, 1) == (marks.repeated_mark(text), marks.excessive_marks(text))
    assert seconds(marks.repeated_mark, text) + seconds(marks.excessive_marks, text) < 10


@given(st.text(max_size=63), st.sampled_from(["", "com", "рф", "is", "сом"]))
def test_rules_never_raise(label: str, top: str) -> None:
    """Every rule answers for any text."""
    assert isinstance(safe_labels.is_safe(label, top), bool)
    assert isinstance(scripts.restriction_level(label), str)
    for rule in (marks.repeated_mark, marks.excessive_marks, marks.foreign_mark):
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
