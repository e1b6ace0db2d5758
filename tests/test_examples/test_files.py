"""The three projects have the same files, except where the frameworks differ."""

import json
import unicodedata

import pytest

from iri3987.comparison import key_digest
from test_examples.conftest import EXAMPLES

SEED = json.loads(
    (EXAMPLES / "django_links/django_links/seed.json").read_text(encoding="utf-8"),
)
#: A script, by the first word of the names of its letters.
SCRIPTS = {
    *("LATIN", "CYRILLIC", "GREEK", "ARABIC", "HEBREW", "THAANA", "DEVANAGARI", "BENGALI"),
    *("TAMIL", "TELUGU", "THAI", "KHMER", "MYANMAR", "GEORGIAN", "ARMENIAN", "ETHIOPIC"),
    *("GURMUKHI", "MALAYALAM", "SINHALA", "CJK", "HIRAGANA", "KATAKANA", "HANGUL"),
}


@pytest.mark.parametrize(
    "name",
    [
        "seed.json",
        "words.json",
        "paste.json",
        "old.json",
        "languages.json",
        "static/style.css",
        "static/icon.svg",
    ],
)
def test_shared_files_are_the_same(name):
    """Each project is complete in itself, and shows and holds the same as the others."""
    django, flask, starlette = (
        EXAMPLES / f"{each}_links/{each}_links" / name for each in ("django", "flask", "starlette")
    )
    assert django.read_bytes() == flask.read_bytes() == starlette.read_bytes()


def test_seed_addresses_are_in_all_these_scripts():
    """At least 26 addresses, no two of them equivalent, and some in each of these 23 scripts."""
    characters = "".join(link["iri"] for link in SEED)
    first_words = {unicodedata.name(character).split()[0] for character in characters}
    assert set() == SCRIPTS - first_words
    assert len({key_digest(link["iri"]) for link in SEED}) == len(SEED) >= 26


@pytest.mark.parametrize(
    ("name", "most"), [("django", 940), ("flask", 860), ("starlette", 1100)], ids=str
)
def test_project_is_short(name, most):
    """The Python of a project is read in ten minutes, comments and all; an API is a page more."""
    files = (EXAMPLES / f"{name}_links" / f"{name}_links").rglob("*.py")
    lines = [line for each in files for line in each.read_text(encoding="utf-8").splitlines()]
    assert len([line for line in lines if line.strip()]) <= most
