"""Tests of the translations that django-iri alone has: names of fields, and of keys."""

import gettext
import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import django_iri
from iri3987.messages import LANGUAGES

LOCALE = Path(django_iri.__file__).parent / "locale"
#: A catalogue has no characters that reorder or hide text: they could not be seen there.
HIDDEN = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
FIELD = re.compile(r"%\(\w+\)[sd]")


def test_there_is_a_catalogue_for_each_language():
    """No folder is without a catalogue, and no language without a folder."""
    assert set(LANGUAGES) == {path.name for path in LOCALE.iterdir()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue(language):
    """It is compiled as it is written, fills in what the English text does, and hides nothing."""
    source = (LOCALE / language / "LC_MESSAGES" / "django.po").read_text("utf-8")
    assert not HIDDEN.search(source)
    with (LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    assert language == compiled.info()["language"]
    messages = [each for each in read_po(io.StringIO(source)) if each.id]
    assert messages
    for message in messages:
        own = message.string or message.id  # what a language lacks is shown in English
        assert own == compiled.gettext(message.id)
        assert sorted(FIELD.findall(message.id)) == sorted(FIELD.findall(own)), own
        assert "%" not in FIELD.sub("", own.replace("%%", "")), own
        assert "%" in message.id or "%" not in own, own
