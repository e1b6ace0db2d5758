"""Tests of the translations that django-iri alone has: names of fields, and of keys."""

import ast
import gettext
import re
from pathlib import Path

import pytest

import django_iri
from iri3987.messages import LANGUAGES

PACKAGE = Path(django_iri.__file__).parent
each_language = pytest.mark.parametrize("language", LANGUAGES)

#: A catalogue has no characters that reorder or hide text: they could not be seen there.
HIDDEN = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


def catalogue(language: str, suffix: str) -> Path:
    """Return the file of a language."""
    return PACKAGE / "locale" / language / "LC_MESSAGES" / f"django.{suffix}"


def source(language: str) -> dict[str, str]:
    """Return what the source of a catalogue says, without its header."""
    text = catalogue(language, "po").read_text("utf-8")
    entries = re.findall(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)', text, re.MULTILINE)
    return {
        ast.literal_eval(f"({key})"): ast.literal_eval(f"({value})")
        for key, value in entries
        if key != '""\n'
    }


def test_there_is_a_catalogue_for_each_language():
    """No folder is without a catalogue, and no language without a folder."""
    assert set(LANGUAGES) == {path.name for path in (PACKAGE / "locale").iterdir()}


@each_language
def test_translations_have_the_same_parameters(language):
    """A translation has the same placeholders, and every other "%" is doubled."""
    for key, value in source(language).items():
        if not value:
            continue  # shown in English
        names = re.findall(r"%\(\w+\)[sd]", key)
        assert sorted(names) == sorted(re.findall(r"%\(\w+\)[sd]", value)), key
        rest = re.sub(r"%\(\w+\)[sd]|%%", "", value)
        assert "%" not in rest, key
        assert "%" in key or "%" not in value, key


@each_language
def test_translations_hide_nothing(language):
    """No character that cannot be seen is in a catalogue."""
    assert not HIDDEN.search(catalogue(language, "po").read_text("utf-8"))


@each_language
def test_compiled_catalogue_is_that_of_the_source(language):
    """Django reads what the source says: the catalogues are compiled."""
    with catalogue(language, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for key, value in source(language).items():
        assert (value or key) == compiled.gettext(key)
    assert compiled.info()["language"] == language
