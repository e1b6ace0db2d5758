"""`iri3987.appearance.confusability`: hosts that look like others (UTS #39 section 4)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import confusable, host_to_unicode
from iri3987._unicode import confusables, version14
from outside import outside
from vector_rows import rows

FILES = outside("IRI3987_UNICODE", "unicode/18.0.0")


#: ICU maps no host, so that these pairs are not for it. ICU 72 has Unicode 15, by which "曰" is
#: like nothing, and the palochka like "i".
NOT_FOR_ICU = re.compile("[A-Z%．\u2060曰ӏ]|[.]$", re.MULTILINE)


def test_as_icu_has_it() -> None:
    """The skeletons of ICU tell what the rows tell."""
    icu = pytest.importorskip("icu", reason="PyICU is not there: pip install pyicu-binary")
    checker = icu.SpoofChecker()
    pairs = [row["input"] for row in rows("functions/display") if row["op"] == "confusable"]
    shown = [list(map(host_to_unicode, pair)) for pair in pairs]
    asked = [pair for pair in shown if not NOT_FOR_ICU.search("\n".join(pair))]
    assert len(asked) > 20
    for a, b in asked:
        one, other = checker.getSkeleton(0, a), checker.getSkeleton(0, b)
        assert (one == other) == confusable(a, b), (a, b)


def listed_pairs(name: str) -> list[tuple[str, str]]:
    """Return the sources and targets that a file of the Unicode Consortium lists."""
    text = (FILES / name).read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\ufeff?([0-9A-F]+)\s*;\s*([0-9A-F ]+?)\s*(?:;|#)", text)
    return [
        (chr(int(source, 16)), "".join(chr(int(code, 16)) for code in target.split()))
        for source, target in rows
    ]


LISTS = ("confusables.txt", "intentional.txt")


@pytest.mark.skipif(
    not all((FILES / name).exists() for name in LISTS), reason="no Unicode data: run make data"
)
@pytest.mark.parametrize("name", LISTS)
def test_every_listed_pair(name: str) -> None:
    """Each row of confusables.txt and of intentional.txt has one skeleton on its two sides."""
    pairs = listed_pairs(name)
    assert len(pairs) > 90
    different = [
        (source, target)
        for source, target in pairs
        if confusables.label_skeleton(source) != confusables.label_skeleton(target)
    ]
    assert [] == different


@given(st.text(st.characters(exclude_categories=["Cn"])))
def test_skeleton_of_a_skeleton(text: str) -> None:
    """No prototype is mapped further (UTS #39 section 4): a skeleton is its own."""
    once = confusables.label_skeleton(text)
    assert once == confusables.label_skeleton(once)
    assert once == version14.normalize("NFD", once)
