"""What people are told, and in which language."""

import ast
import gettext
import re
import sys

import pytest
from flask import Flask
from flask_babel import Babel, force_locale
from werkzeug.datastructures import MultiDict
from wtforms import Form

from flask_iri import messages
from flask_iri.wtforms import IRIField
from iri3987.codes import FINDINGS

LANGUAGES = ["ar", "de", "es", "fr", "he", "hi", "ja", "ko", "pt_BR", "ru", "th", "zh"]
each_language = pytest.mark.parametrize("language", LANGUAGES)

TEXTS = {
    messages.DEFAULT,
    messages.SPACE,
    *messages.MESSAGES.values(),
    *messages.TOO_LONG.values(),
    *messages.FINDINGS.values(),
}

#: What reorders or hides text has no place in a catalogue, where nobody would see it.
HIDDEN = re.compile("[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


def source(language):
    """Return what the source of a catalogue says, without its header."""
    file = messages.LOCALE / language / "LC_MESSAGES" / f"{messages.DOMAIN}.po"
    entries = re.findall(r'^msgid (".+")\nmsgstr (".+")$', file.read_text("utf-8"), re.MULTILINE)
    return {ast.literal_eval(key): ast.literal_eval(value) for key, value in entries}


def test_there_is_a_catalogue_for_each_language():
    """No folder is without a catalogue, and no language without a folder."""
    assert set(LANGUAGES) == {path.name for path in messages.LOCALE.iterdir()}


@each_language
def test_every_text_is_translated(language):
    """A catalogue has all texts, and nothing else; nothing hidden is in it."""
    texts = source(language)
    assert TEXTS == set(texts)
    assert [] == [text for text in texts.values() if not text.strip() or HIDDEN.search(text)]


@each_language
def test_placeholders(language):
    """A translation fills in what the text does, once each."""
    for text, translation in source(language).items():
        found = [sorted(re.findall(r"%\(\w+\)[sd]", each)) for each in (text, translation)]
        assert found[0] == found[1]
        filled = {"character": "x", "position": 1, "schemes": "https:", "length": 9, "limit": 8}
        assert translation % filled


@each_language
def test_compiled(language):
    """The compiled catalogue is that of the source."""
    compiled = gettext.translation(messages.DOMAIN, messages.LOCALE, [language])
    for text, translation in source(language).items():
        assert translation == compiled.gettext(text)


def test_codes_of_findings():
    """There is a message for each finding that does not make the text no IRI, and no other."""
    assert messages.FINDINGS.keys() <= FINDINGS.keys()


# The language of a form


def error(meta):
    """Return what a form with this ``Meta`` says of a percent sign alone."""
    form = type("OwnForm", (Form,), {"link": IRIField(), "Meta": meta})
    bound = form(MultiDict({"link": "%"}))
    assert not bound.validate()
    return bound.link.errors[0]


@each_language
def test_locales_of_the_form(language):
    """``Meta.locales`` gives the language."""
    expected = source(language)[messages.MESSAGES["bad-percent"]]
    assert expected % {"position": 1} == error(type("Meta", (), {"locales": [language, "en"]}))


def test_locales_of_the_environment(monkeypatch):
    """``locales = None`` is the language of the process, as for WTForms."""
    monkeypatch.setenv("LANGUAGE", "de")
    assert "Prozentzeichen" in error(type("Meta", (), {"locales": None}))


def test_language_without_a_catalogue():
    """A language that is not there is English."""
    assert "After the percent sign" in error(type("Meta", (), {"locales": ["fi"]}))


def test_no_language():
    """A form that has none speaks English."""
    assert "After the percent sign" in error(type("Meta", (), {}))


class Own:
    """Translations of an application: of one message."""

    def gettext(self, text):
        """Translate one text."""
        return text.replace("Enter a valid address.", "Bitte eine Adresse!")

    def ngettext(self, singular, plural, n):
        """Translate nothing."""
        return singular if n == 1 else plural


class OwnMeta:
    """What a form of such an application has."""

    def get_translations(self, _form):
        """Return the application's translations."""
        return Own()


def own_errors():
    """Return what its form says of a number, of which it has a message, and of a percent sign."""
    form = type("OwnForm", (Form,), {"one": IRIField(), "two": IRIField(), "Meta": OwnMeta})
    bound = form(MultiDict({"one": 5, "two": "%"}))
    bound.validate()
    return bound.one.errors + bound.two.errors


def test_translations_of_the_application():
    """Its own translations come first; what they lack is in the language of Flask-Babel."""
    app = Flask(__name__)
    with app.test_request_context():
        first, second = own_errors()
        assert first == "Bitte eine Adresse!"
        assert "After the percent sign" in second
    Babel(app)
    with app.test_request_context(), force_locale("pt_BR"):
        first, second = own_errors()
        assert first == "Bitte eine Adresse!"
        assert source("pt_BR")[messages.MESSAGES["bad-percent"]] % {"position": 1} == second


def test_translations_of_the_application_without_flask_babel(monkeypatch):
    """Without Flask-Babel, and outside of an application, it is English."""
    assert "After the percent sign" in own_errors()[1]
    monkeypatch.setitem(sys.modules, "flask_babel", None)
    assert "After the percent sign" in own_errors()[1]
