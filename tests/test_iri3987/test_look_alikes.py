"""`iri3987.segment.look_alike_key`: names in a path that look like others (RFC 3987 8)."""

import re
from collections import defaultdict
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987._unicode import confusables, invisible, version14
from iri3987._unicode._tables import prototypes
from iri3987.segment import look_alike_key
from linear import seconds
from test_iri3987.test_confusability import FILES, listed_pairs


@pytest.mark.slow
@pytest.mark.skipif(
    not (FILES / "confusables.txt").exists(), reason="no Unicode data: run make data"
)
def test_every_listed_pair() -> None:
    """Each row of confusables.txt has one key on its two sides, in a word as well."""
    different = [
        (source, target)
        for source, target in listed_pairs("confusables.txt")
        if look_alike_key(source) != look_alike_key(target)
        or look_alike_key(f"a{source}b") != look_alike_key(f"a{target}b")
    ]
    assert [] == different


#: A language for each of 24 scripts.
LANGUAGES = "am ar bn bo chr de el gu he hi hy ja ka km ko lo ml my pa ru si ta te zh"
#: Names that do look alike by confusables.txt. Two letters of Cherokee look like "W" (Bhutan and
#: Fula), and "գ" is like "զ" (Gambia and Zambia).
ALIKE = {"chr": [{"ᏊᎳᏂ", "ᏊᏔᏂ"}], "hy": [{"գամբիա", "զամբիա"}]}


def shown(name: str) -> str:
    """Return *name* without case and without what cannot be seen."""
    hidden = f"[{invisible.NEVER_SEEN}{invisible.UNSEEN}\u200c-\u200f]"
    return re.sub(hidden, "", version14.casefold(name))


@pytest.mark.parametrize("language", LANGUAGES.split())
def test_ordinary_names(language: str) -> None:
    """The names of countries and languages (CLDR) have a key each, in every script."""
    babel = pytest.importorskip("babel", reason="Babel is not installed")
    locale = babel.Locale.parse(language)
    names = {*locale.territories.values(), *locale.languages.values()}
    assert len(names) > 100
    alike = defaultdict(set)
    for name in names:
        alike[look_alike_key(name)].add(shown(name))
    assert ALIKE.get(language, []) == [names for names in alike.values() if len(names) > 1]


TEXT = st.text(st.one_of(st.characters(), st.sampled_from("аеорсхуіοΝаВıl1I|0Oomrn \u0301\u200d")))


@given(TEXT)
def test_never_raises(text: str) -> None:
    """Any text has a key, of 66 ASCII characters."""
    assert re.fullmatch("1:[0-9a-f]{64}", look_alike_key(text))


@given(TEXT)
def test_the_skeleton_has_the_key_of_the_text(text: str) -> None:
    """Texts with one skeleton (UTS #39 section 4) have one key."""
    assert look_alike_key(confusables.label_skeleton(text)) == look_alike_key(text)


@given(st.text("abcdefghjkmnopqrstuvwxyz0123456789-_. "))
def test_case_does_not_matter_in_ascii(text: str) -> None:
    """Capital letters of ASCII are those of the small ones, but for "I", which looks like "l"."""
    key = look_alike_key(text)
    assert key == look_alike_key(text.upper()) == look_alike_key(text.title())


@given(TEXT, st.sampled_from("\u200b\u200c\u200d\u2060\ufe0e\ufe0f\U000e0100\xad\u180b"))
def test_what_cannot_be_seen_does_not_matter(text: str, hidden: str) -> None:
    """A name with an invisible character at its ends has the key of the name without it."""
    assert look_alike_key(f"{hidden}{text}{hidden}") == look_alike_key(text)


@pytest.mark.parametrize("unit", ["e\u0301\u0323", "a\u0323\u0301", "\ufdfa", "I ", "\ud800"])
def test_megabyte(unit: str) -> None:
    """Text that is longer than any segment looks like itself alone, which is known at once."""
    text = unit * 10**6
    assert look_alike_key(text) != look_alike_key(text.swapcase() + " ")
    assert seconds(look_alike_key, text, runs=2) < 1


def test_the_version_changes_with_the_tables() -> None:
    """Stored keys say by their version which tables made them: raise it when the tables change."""
    tables = {"1": "dc19c36231b18219"}
    pairs = (f"{point:X};{text}\n" for point, text in sorted(prototypes().items()))
    digest = sha256("".join(pairs).encode()).hexdigest()[:16]
    assert tables[look_alike_key("").partition(":")[0]] == digest
