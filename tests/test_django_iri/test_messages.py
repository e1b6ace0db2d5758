"""Whose words come first, and in which language."""

import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy, override

from django_iri.fields import IRIField as IRIModelField
from django_iri.forms import IRIField
from django_iri.messages import describe
from iri3987 import WEB, messages
from iri3987.inspection import inspect

PERCENT = messages.MESSAGES["bad-percent"]
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2069"))
LEADS = "This address leads to example.org. The part before the @ sign is only a user name."
KNOWN = {"place": 21, "instead": "%25"}
#: A form repairs nothing by it, so that there is something to say.
EXACT = replace(WEB, repair=False)
ENGLISH = PERCENT % KNOWN


def error(text="https://example.org/%", field=None):
    """Return the error that a field has for a text."""
    with pytest.raises(ValidationError) as caught:
        (field or IRIField(profile=EXACT)).clean(text)
    return caught.value


@pytest.fixture
def translated(tmp_path, settings):
    """Return a function that gives the project a sentence of its own in a language."""

    def translate(language, sentence, own):
        catalogue = Catalog(language)
        catalogue.add(sentence, own)
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        with (folder / "django.mo").open("wb") as file:
            write_mo(file, catalogue)
        settings.LOCALE_PATHS = [str(tmp_path)]

    return translate


# The language


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_the_language_of_the_page(language):
    """An error is translated when it is shown: one that was made before is right on each page."""
    early = pickle.loads(pickle.dumps(error()))
    with override(language.replace("_", "-").lower()):
        (told,) = early.messages
    # Among letters from the right, what is part of an address is isolated.
    assert messages.translate(PERCENT, language) % KNOWN == told.translate(ISOLATES)
    assert [ENGLISH] == early.messages


def test_without_internationalization(settings):
    """`USE_I18N = False` is English, whatever the language: so it is for Django's own words."""
    settings.USE_I18N = False
    with override("de"):
        assert [ENGLISH] == error().messages


def test_a_language_without_a_catalogue(settings, translated):
    """It is the language of the project, as for Django's own words, and not for English pages."""
    settings.LANGUAGE_CODE = "de"
    settings.LOCALE_PATHS = []
    with override("fi"):
        assert [messages.translate(PERCENT, "de") % KNOWN] == error().messages
    with override("en-gb"):
        assert [ENGLISH] == error().messages


# The words of a project


@pytest.mark.parametrize("code", ["en-us", "de"])
def test_translations_of_the_project(settings, translated, code):
    """The project's translation of a sentence comes before ours, in its language alone.

    That is so in a German project, too, whose words are those of languages without a catalogue.
    """
    settings.LANGUAGE_CODE = code
    translated("de", PERCENT, "Prozent an %(place)s!")
    for language, expected in {
        "de": "Prozent an 21!",
        "de-at": "Prozent an 21!",
        "fr": messages.translate(PERCENT, "fr") % KNOWN,
        "fi": "Prozent an 21!" if code == "de" else ENGLISH,
        "en": ENGLISH,
    }.items():
        with override(language):
            assert [expected] == error().messages


def test_words_for_the_whole_project(settings):
    """`IRI_MESSAGES` has words for codes, and for all the others, at every field."""
    settings.IRI_MESSAGES = {"invalid": "Enter a valid URL.", "bad-percent": "At %(place)s."}
    assert ["At 21."] == error().messages
    assert ["Enter a valid URL."] == error("/example.org").messages
    assert "not-absolute" == error("/example.org").code
    assert ["Enter a valid URL."] == error("http://me@a.b/", IRIField(reject=["userinfo"])).messages
    with pytest.raises(ValidationError) as caught:
        IRIModelField().clean("/example.org", None)
    assert ["Enter a valid URL."] == caught.value.messages
    # Django's words are in Django's catalogues; others may be lazy.
    settings.IRI_MESSAGES |= {"bad-percent": gettext_lazy("This field is required.")}
    with override("de"):
        assert ["Bitte eine gültige Adresse eingeben."] == error("/example.org").messages
        assert ["Dieses Feld ist zwingend erforderlich."] == error().messages


def test_words_for_all_errors_are_not_for_warnings(settings):
    """A warning refuses nothing: it has its own words, or those of the project under its code."""
    form = type("LinkForm", (forms.Form,), {"link": IRIField()})({"link": "http://me@example.org/"})
    settings.IRI_MESSAGES = {"invalid": "Enter a valid URL."}
    assert [LEADS] == [each.message for each in form["link"].warnings]
    settings.IRI_MESSAGES = {"userinfo": "Who is that?"}
    (finding,) = inspect("http://me@example.org/")
    assert "Who is that?" == describe(finding, "http://me@example.org/")


def test_without_a_project():
    """Where there are no settings, a validator refuses all the same."""
    program = """
from django.core.exceptions import ValidationError
from django_iri.validators import IRIFieldValidator
try:
    IRIFieldValidator()("%")
except ValidationError as error:
    print(error.code, error.params["place"])
"""
    told = subprocess.check_output([sys.executable, "-I", "-c", program], text=True)
    assert "bad-percent 1\n" == told
