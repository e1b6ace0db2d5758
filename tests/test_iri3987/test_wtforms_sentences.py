"""`iri3987.adapters.wtforms.sentences`: what people are told, and in which language."""

import pytest
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from iri3987 import messages
from iri3987.adapters.wtforms import IRIField, IRIValidator, Sentences

PERCENT = messages.MESSAGES["bad-percent"]
KNOWN = {"place": 1, "instead": "%25"}
ENGLISH = PERCENT % KNOWN


def error(meta):
    """Return what a form with this ``Meta`` says of a percent sign alone."""
    form = type("OwnForm", (Form,), {"link": IRIField(profile="any"), "Meta": meta})
    bound = form(MultiDict({"link": "%"}))
    assert not bound.validate()
    return bound.link.errors[0]


def told(*languages):
    """Return what a form says whose ``Meta.locales`` are these languages."""
    return error(type("Meta", (), {"locales": languages}))


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_locales_of_the_form(language):
    """``Meta.locales`` gives the language."""
    # Among letters from the right, what is part of an address is isolated.
    shown = told(language, "en").translate(dict.fromkeys(map(ord, "\u2066\u2069")))
    assert messages.translate(PERCENT, language) % KNOWN == shown


def test_the_first_language_that_is_there():
    """Languages are tried in their order; English is one of them, and the last."""
    german = messages.translate(PERCENT, "de") % KNOWN
    assert (german, german) == (told("fi", "de"), told("de_AT"))
    assert [ENGLISH] * 3 == [told("en_GB", "de"), told("fi"), error(type("Meta", (), {}))]


def test_locales_of_the_environment(monkeypatch):
    """``locales = None`` is the language of the process, as for WTForms."""
    meta = type("Meta", (), {"locales": None})
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert messages.translate(PERCENT, "fr") % KNOWN == error(meta)
    monkeypatch.setenv("LANGUAGE", "fi:de")
    assert messages.translate(PERCENT, "de") % KNOWN == error(meta)


class OwnSentences(Sentences):
    """Sentences and languages of an application."""

    def own(self):
        """Return a sentence for one code."""
        return {"bad-percent": "At %(place)s."}

    def languages(self, field):
        """Return the language of the application, if the form has none."""
        return super().languages(field) or ["de"]


def test_sentences_of_an_application():
    """A framework sets other sentences for its field and its validator."""

    class OwnField(IRIField):
        sentences = OwnSentences()

    class OwnValidator(IRIValidator):
        sentences = OwnSentences()

    class OwnForm(Form):
        field = OwnField(profile="any")
        text = StringField(validators=[OwnValidator()])

    def errors(text, **meta):
        form = OwnForm(MultiDict({"field": text, "text": text}), meta=meta)
        form.validate()
        assert form.field.errors == form.text.errors
        return form.field.errors

    german = messages.translate(messages.MESSAGES["not-absolute"], "de")
    assert [["At 1."], [german]] == [errors("%"), errors("x")]
    assert [messages.MESSAGES["not-absolute"]] == errors("x", locales=["en"])
