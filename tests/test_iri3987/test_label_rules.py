"""`iri3987._unicode`: the rules by which a label is shown in Unicode (UTS #39, and browsers)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import host_to_unicode
from iri3987._unicode import confusables, identifiers, marks, safe_labels, scripts
from linear import seconds

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors" / "display_hosts.jsonl"
ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()
]


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


def test_unassigned_in_python_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A character that the tables know and an older Python does not is not shown."""
    identifiers.is_allowed.cache_clear()
    monkeypatch.setattr(identifiers, "category", {"é": "Cn"}.__getitem__)
    assert not identifiers.is_allowed("é")
    identifiers.is_allowed.cache_clear()


# --- Section 4: whole-script confusables ----------------------------------------------------


@pytest.mark.parametrize(
    ("label", "top", "expected"),
    [
        pytest.param("аррӏе", "com", True, id="data"),
        pytest.param("аррӏе", "", True, id="lone-label"),
        pytest.param("аррӏе", "ru", True, id="data-country"),
        pytest.param("аррӏе", "рф", False, id="data-same-script"),
        pytest.param("аррӏе", "сом", True, id="top-deceives-too"),
        pytest.param("сом", "сом", True, id="top-itself"),
        pytest.param("рус", "рус", False, id="top-known"),
        pytest.param("горы", "com", True, id="browsers"),
        pytest.param("горы", "ua", False, id="browsers-country"),
        pytest.param("горы", "gr", True, id="browsers-other-country"),
        pytest.param("мама", "com", True, id="browsers-em"),
        pytest.param("мама", "bg", False, id="browsers-em-country"),
        pytest.param("੧੯੬੭", "com", True, id="uncommon-alone"),
        pytest.param("੧੯੬੭", "ਭਾਰਤ", False, id="uncommon-same-script"),
        pytest.param("ਸਾਲ੧੯੬੭", "com", False, id="uncommon-in-a-word"),
        pytest.param("москва", "com", False, id="letters-that-differ"),
        pytest.param("собор", "com", False, id="letter-like-a-digit"),
        pytest.param("а\u0301ррӏе", "com", True, id="loose-accent"),
        pytest.param("όριο", "com", False, id="accent-of-the-spelling"),
        pytest.param("e\u0331bay", "com", False, id="loose-accent-on-ascii"),
        pytest.param("०", "com", True, id="zero"),
        pytest.param("g〇〇gle", "com", True, id="mixed"),
        pytest.param("gıthub", "com", True, id="dotless-i"),
        pytest.param("gıthub", "tr", False, id="dotless-i-at-home"),
        pytest.param("sarı", "com", True, id="dotless-i-in-turkish"),
        pytest.param("ışık", "com", False, id="dotless-i-in-words-plainly-turkish"),
        pytest.param("þing", "is", False, id="thorn-at-home"),
        pytest.param("þing", "com", True, id="thorn-elsewhere"),
        pytest.param("cœur", "com", False, id="ligature"),
        pytest.param("café", "com", False, id="accent"),
        pytest.param("paypal", "com", False, id="ascii"),
    ],
)
def test_looks_like_ascii(label: str, top: str, expected: bool) -> None:
    """A label that can be read as ASCII does, unless its top-level domain says otherwise."""
    assert expected == confusables.looks_like_ascii(label, top)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        pytest.param("з60", True, id="cyrillic"),
        pytest.param("二0", False, id="han"),
        pytest.param("२२", True, id="devanagari-twos"),
        pytest.param("१२", False, id="devanagari-number"),
        pytest.param("360", False, id="ascii"),
        pytest.param("३०", True, id="zero-beside-a-look-alike"),
        pytest.param("१०", False, id="zero-in-a-devanagari-number"),
        pytest.param("з-60", False, id="more-than-digits"),
    ],
)
def test_looks_like_a_number(label: str, expected: bool) -> None:
    """Digits and look-alikes of digits make a number, those of ASCII alone are one."""
    assert expected == confusables.looks_like_a_number(label)


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
    restrictive = {"ASCII-Only", "Single Script", "Highly Restrictive"}
    if expected != "Unrestricted":
        assert (expected in restrictive) == scripts.is_highly_restrictive(label)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        pytest.param("中a", True, id="ascii"),
        pytest.param("中é", False, id="accent"),
        pytest.param("é", True, id="alone"),
    ],
)
def test_latin_in_a_mix_is_ascii(label: str, expected: bool) -> None:
    """Latin beside another script is of ASCII."""
    assert expected == safe_labels.mixes_in_ascii_only(label)


# --- Section 5.3: mixed numbers -------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        pytest.param("1२", False, id="ascii-and-devanagari"),
        pytest.param("٤۴", False, id="arabic-and-persian"),
        pytest.param("১২৩", True, id="bengali"),
        pytest.param("a1", True, id="ascii"),
        pytest.param("二1", True, id="no-decimal-digit"),
    ],
)
def test_one_digit_system(label: str, expected: bool) -> None:
    """The decimal digits of a label have one zero."""
    assert expected == scripts.has_one_digit_system(label)


# --- Section 5.4: marks ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "repeated", "excessive", "foreign"),
    [
        pytest.param("éx", None, None, None, id="precomposed"),
        pytest.param("xé\u0301", 2, None, None, id="repeats-what-is-composed"),
        pytest.param("xe\u0331\u0331", 2, None, None, id="repeated"),
        pytest.param("e\u0331e\u0331", None, None, None, id="on-two-letters"),
        pytest.param("xe\u0331\u0303\u0304", None, 2, None, id="three-on-latin"),
        pytest.param("ệ\u0303", None, 1, None, id="three-with-two-composed"),
        pytest.param("ก่้", None, None, None, id="two-on-thai"),
        pytest.param("ہًٌٍَُ", None, 1, None, id="five-on-arabic"),
        pytest.param("हिन्दी", None, None, None, id="spacing-and-nonspacing"),
        pytest.param("xि", None, None, 1, id="spacing-mark"),
        pytest.param("か\u0301", None, None, 1, id="latin-mark-on-kana"),
        pytest.param("1\u0301", None, None, 1, id="on-a-digit"),
        pytest.param("ợu\u031b", None, None, None, id="horn-on-latin"),
        pytest.param("中\u031b", None, None, 1, id="horn-on-han"),
        pytest.param("\u0301", None, None, 0, id="on-nothing"),
    ],
)
def test_marks(
    label: str, repeated: int | None, excessive: int | None, foreign: int | None
) -> None:
    """Marks that repeat, that are too many or that are of another script are found."""
    assert repeated == marks.repeated_mark(label)
    assert excessive == marks.excessive_marks(label)
    assert foreign == marks.foreign_mark(label)
    assert safe_labels.has_odd_marks(label) == any(
        position is not None for position in (repeated, excessive, foreign)
    )


@pytest.mark.slow
def test_marks_take_linear_time() -> None:
    """Marks that take half a minute to normalize are judged by their beginning."""
    text = "a" + "\u0301\u0323" * 10**5
    assert (1, 1) == (marks.repeated_mark(text), marks.excessive_marks(text))
    assert seconds(marks.repeated_mark, text) + seconds(marks.excessive_marks, text) < 10


# --- Browsers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        pytest.param("comノpath", True, id="slash-between"),
        pytest.param("comノ例", True, id="slash-after-latin"),
        pytest.param("ノ", True, id="slash-alone"),
        pytest.param("ノート", False, id="slash-in-a-word"),
        pytest.param("ピアノlab", False, id="slash-at-the-end-of-a-word"),
        pytest.param("ジョンソン", False, id="slashes-in-a-word"),
        pytest.param("b丶c", True, id="backslash"),
        pytest.param("工nstagram", True, id="letter-before-latin"),
        pytest.param("google一", True, id="hyphen-after-latin"),
        pytest.param("工業", False, id="letter-in-a-word"),
        pytest.param("エnstagram", True, id="katakana-like-a-letter"),
        pytest.param("webエンジニア", False, id="katakana-like-a-letter-in-a-word"),
        pytest.param("ニ", False, id="katakana-like-a-letter-alone"),
        pytest.param("一", False, id="letter-alone"),
        pytest.param("aーb", True, id="prolonged-sound-mark-after-latin"),
        pytest.param("ーア", True, id="prolonged-sound-mark-first"),
        pytest.param("ラーメン", False, id="prolonged-sound-mark"),
        pytest.param("らーーめん", False, id="prolonged-sound-mark-twice"),
        pytest.param("例ヽ", True, id="iteration-mark-after-han"),
        pytest.param("アゝ", True, id="iteration-mark-of-hiragana-after-katakana"),
        pytest.param("いすゞ", False, id="iteration-mark"),
        pytest.param("a・ア", True, id="middle-dot-after-latin"),
        pytest.param("ア・ア", False, id="middle-dot"),
        pytest.param("・ア", True, id="middle-dot-first"),
        pytest.param("へア", True, id="hiragana-he-in-katakana"),
        pytest.param("すヘて", True, id="katakana-he-in-hiragana"),
        pytest.param("ヘア", False, id="katakana-he"),
        pytest.param("へや", False, id="hiragana-he"),
        pytest.param("部屋へ", False, id="hiragana-he-beside-han"),
        pytest.param("i\u0307x", True, id="dot-on-i"),
        pytest.param("į\u0307x", True, id="dot-on-i-with-ogonek"),
        pytest.param("ı\u0301x", True, id="accent-on-dotless-i"),
        pytest.param("e\u0331x", False, id="mark-on-another-letter"),
    ],
)
def test_misleading(label: str, expected: bool) -> None:
    """A character that looks like another where it stands is misleading, and elsewhere not."""
    assert expected == safe_labels.is_misleading(label)


@pytest.mark.parametrize(
    ("label", "top", "expected"),
    [
        pytest.param("þing", "is", True, id="thorn"),
        pytest.param("þing", "com", False, id="thorn-elsewhere"),
        pytest.param("føðing", "fo", True, id="eth"),
        pytest.param("azərbaycan", "az", True, id="schwa"),
        pytest.param("əbay", "com", False, id="schwa-elsewhere"),
        pytest.param("ǝbay", "az", False, id="turned-e"),
        pytest.param("paral·lel", "cat", True, id="middle-dot"),
        pytest.param("paral·lel", "com", False, id="middle-dot-elsewhere"),
        pytest.param("éa", "com", True, id="others"),
    ],
)
def test_at_home(label: str, top: str, expected: bool) -> None:
    """Letters that only their own readers know stand under their own top-level domains."""
    assert expected == safe_labels.is_at_home(label, top)


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
        for shown in row["shown"].split(".")
        if not shown.isascii() or shown.startswith("xn--")
    ]


def test_enough_hosts_are_labelled() -> None:
    """There are 150 hosts of each kind, no host twice; of the honest, 98 in 100 are shown."""
    honest = [row for row in ROWS if row["id"].startswith("honest-")]
    deceptive = [row for row in ROWS if row["id"].startswith("deceptive-")]
    assert len(ROWS) == len(honest) + len(deceptive) == len({row["host"] for row in ROWS})
    assert min(len(honest), len(deceptive)) >= 150
    assert len([row for row in honest if row["host"] == row["shown"]]) >= 0.98 * len(honest)
    assert [] == [row["id"] for row in deceptive if row["host"] == row["shown"]]
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


def test_the_page_counts_the_hosts() -> None:
    """The page on display tells how many hosts are labelled and how many are shown."""
    page = (ROOT / "docs" / "explanation" / "display.md").read_text(encoding="utf-8")
    for kind in ("honest", "deceptive"):
        rows = [row for row in ROWS if row["id"].startswith(kind)]
        shown = sum(row["host"] == row["shown"] for row in rows)
        assert re.search(rf"\| {kind} hosts \| {len(rows)} \| {shown} \|", page)
