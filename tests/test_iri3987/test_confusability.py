"""`iri3987.appearance.confusability`: hosts that look like others (UTS #39 section 4)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import confusable, host_to_unicode, skeleton
from iri3987._unicode import confusables, version14
from linear import seconds
from outside import outside

FILES = outside("IRI3987_UNICODE", "unicode/18.0.0")

ALIKE = [
    ("whole-script", "аррӏе.com", "apple.com"),
    ("a-label", "xn--80ak6aa92e.com", "apple.com"),
    ("a-label-upper-case", "XN--80AK6AA92E.COM", "apple.com"),
    ("both-a-labels", "xn--80ak6aa92e.com", "xn--pple-43d.com"),
    ("one-letter", "раypal.com", "paypal.com"),
    ("greek", "gοοgle.com", "google.com"),
    ("greek-and-cyrillic", "ορ.com", "ор.com"),
    ("armenian", "gօօgle.com", "google.com"),
    ("dotless-i", "gıthub.com", "github.com"),
    ("digit-and-letter", "paypa1.com", "paypal.com"),
    ("two-letters-for-one", "rnicrosoft.com", "microsoft.com"),
    ("latin-alpha", "ɑmazon.com", "amazon.com"),
    ("han-zero", "g〇〇d.com", "g00d.com"),
    ("full-width", "ａｐｐｌｅ．com", "аррӏе.com"),
    ("percent-encoded", "%D0%B0ррӏе.com", "apple.com"),
    ("root", "apple.com.", "аррӏе.com"),
    ("top-level-label", "google.сom", "google.com"),
    ("mark", "e\u0301.com", "é.com"),
    ("itself", "apple.com", "apple.com"),
    ("itself-in-other-case", "Apple.com", "apple.COM"),
    ("itself-as-an-a-label", "münchen.de", "xn--mnchen-3ya.de"),
    ("no-hosts", "аррӏе com", "apple com"),
    ("no-host-default-ignorable", "ap\u2060ple com", "apple com"),
    ("han", "日本.jp", "曰本.jp"),
    ("arabic-zero-for-a-dot", "مثال٠", "مثال۰"),
]
UNLIKE = [
    ("accent", "googlé.com", "google.com"),
    ("cyrillic-ve", "вank.com", "bank.com"),
    ("letter", "paypal.com", "paypol.com"),
    ("longer", "apple.com", "apple.com.evil.example"),
    ("label-boundary", "a.bc", "ab.c"),
    ("deviation", "faß.de", "fass.de"),
    ("empty", "", "a"),
]


#: Pairs that ICU can take as they are: it maps no host. ICU 72 has Unicode 15, by which "曰"
#: is like nothing, and the palochka like "i".
FOR_ICU = [
    pytest.param(*case, id=name)
    for name, *case in (*ALIKE, *UNLIKE)
    if not re.search("[A-Z%．\u2060曰ӏ]|[.]$", "\n".join(map(host_to_unicode, case)), re.MULTILINE)
]


@pytest.mark.parametrize(("a", "b"), FOR_ICU)
def test_as_icu_has_it(a: str, b: str) -> None:
    """The skeletons of ICU tell the same."""
    icu = pytest.importorskip("icu", reason="PyICU is not there: pip install pyicu-binary")
    checker = icu.SpoofChecker()
    one, other = (checker.getSkeleton(0, host_to_unicode(host)) for host in (a, b))
    assert (one == other) == confusable(a, b)


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


def test_a_host_that_is_none_is_taken_as_it_is() -> None:
    """Text that is not a host has a skeleton too, without any mapping."""
    assert ["Я!", "a b"] == [skeleton("Я!"), skeleton("а b")]


def test_root_does_not_count() -> None:
    """A host with the root's dot looks like the one without, which it is."""
    assert "a.org" == skeleton("a.org.") == skeleton("a.org")


@pytest.mark.parametrize("unit", ["e\u0301\u0323", "a.", "\u0430", "xn--", "\ud800"])
def test_megabyte(unit: str) -> None:
    """Text that is longer than any host is its own skeleton, at once."""
    text = unit * 10**6
    assert text == skeleton(text)
    assert seconds(skeleton, text, runs=2) < 1


@given(st.text(st.characters(exclude_categories=["Cn"])))
def test_skeleton_of_a_skeleton(text: str) -> None:
    """No prototype is mapped further (UTS #39 section 4): a skeleton is its own."""
    once = confusables.label_skeleton(text)
    assert once == confusables.label_skeleton(once)
    assert once == version14.normalize("NFD", once)
