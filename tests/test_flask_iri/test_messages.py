"""Tests of what people are told, and in which language."""

import sys

import pytest
from flask import Flask
from flask_babel import Babel, force_locale
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from flask_iri.wtforms import IRIField, IRIValidator
from iri3987 import messages

PERCENT = messages.MESSAGES["bad-percent"]
LEADS = "This address leads to example.org. The part before the @ sign is only a user name."
KNOWN = {"place": 1, "instead": "%25"}
ENGLISH = PERCENT % KNOWN


# The language of a form


class Own:
    """Translations of an application: of one message."""

    def gettext(self, text):
        """Translate one text."""
        return text.replace("Enter text.", "Bitte Text!")

    def ngettext(self, singular, plural, n):
        """Translate nothing."""
        return singular if n == 1 else plural


class OwnMeta:
    """The form of such an application."""

    def get_translations(self, _form):
        """Return the application's translations."""
        return Own()


def own_errors():
    """Return what its form says of a number, of which it has a message, and of a percent sign."""
    form = type(
        "OwnForm", (Form,), {"one": IRIField(), "two": IRIField(profile="any"), "Meta": OwnMeta}
    )
    bound = form(MultiDict({"one": 5, "two": "%"}))
    bound.validate()
    return bound.one.errors + bound.two.errors


def test_translations_of_the_application(monkeypatch):
    """Its own translations come first; what they lack is in the language of Flask-Babel."""
    app = Flask(__name__)
    with app.test_request_context():
        assert ["Bitte Text!", ENGLISH] == own_errors()
    Babel(app)
    portuguese = messages.translate(PERCENT, "pt_BR") % KNOWN
    with app.test_request_context(), force_locale("pt_BR"):
        assert ["Bitte Text!", portuguese] == own_errors()
    # Without Flask-Babel, and outside of an application, it is English.
    assert ENGLISH == own_errors()[1]
    monkeypatch.setitem(sys.modules, "flask_babel", None)
    assert ENGLISH == own_errors()[1]


# The words of an application


@pytest.fixture
def app():
    """Return an application with words of its own."""
    app = Flask(__name__)
    app.config["IRI_MESSAGES"] = {"invalid": "Enter a valid URL.", "bad-percent": "At %(place)s."}
    with app.app_context():
        yield app


class LinkForm(Form):
    """A form with both kinds of fields."""

    field = IRIField(profile="any", reject=["userinfo"])
    text = StringField(validators=[IRIValidator()])
    said = IRIField(profile="any", invalid_value_message="No 100% address")


def errors(text):
    """Return the errors of the form, each field with this text."""
    form = LinkForm(MultiDict(dict.fromkeys(("field", "text", "said"), text)))
    form.validate()
    return form.errors


def test_words_for_the_whole_application(app):
    """They are for codes, and for all the others, at every field that has no words of its own."""
    expected = {"field": ["At 2."], "text": ["At 2."], "said": ["No 100% address"]}
    assert expected == errors("x%")
    assert ["Enter a valid URL."] == errors("x")["text"]
    assert "not-absolute" == errors("x")["text"][0].code
    assert ["Enter a valid URL."] == errors("http://me@example.org/")["field"]


def test_words_for_all_errors_are_not_for_warnings(app):
    """A warning refuses nothing: it has its own words, or those of the project under its code."""
    form = LinkForm(MultiDict({"said": "http://me@example.org/"}))
    assert [LEADS] == [each.message for each in form.said.warnings]
    app.config["IRI_MESSAGES"] = {"userinfo": "Who is that?"}
    assert ["Who is that?"] == [each.message for each in form.said.warnings]
