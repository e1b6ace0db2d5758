"""Every boundary tells people the same, in the same languages, and has no words of its own."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.core.exceptions import ValidationError
from django.utils.translation import override
from rest_framework import serializers
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

import django_iri.fields
import django_iri.forms
import django_iri.messages
import django_iri.rest_framework
import django_iri.validators
import flask_iri.messages
import flask_iri.wtforms
import translations
from iri3987 import WEB, IRIError, messages
from iri3987.messages.sentences import DEFAULT, MORE
from iri3987.messages.told import NAMES

ROOT = Path(__file__).parent.parent.parent


def by_django(call):
    """Return a function that tells what Django says of a text."""

    def told(text, language):
        language = language.replace("_", "-").lower()
        with override(language), pytest.raises(ValidationError) as caught:
            call(text)
        with override(language):
            return caught.value.messages

    return told


def by_rest_framework(text, language):
    """Return what a serializer says of a text."""
    refused = pytest.raises(serializers.ValidationError)
    with override(language.replace("_", "-").lower()), refused as caught:
        django_iri.rest_framework.IRIField().run_validation(text)
    return list(map(str, caught.value.detail))


def by_wtforms(make):
    """Return a function that tells what a form says of a text."""

    def told(text, language):
        meta = type("Meta", (), {"locales": [language, "en"]})
        form = type("LinkForm", (Form,), {"link": make(), "Meta": meta})(MultiDict({"link": text}))
        assert not form.validate()
        return form.link.errors

    return told


BOUNDARIES = {
    "django-form": by_django(django_iri.forms.IRIField().clean),
    "django-model": by_django(lambda text: django_iri.fields.IRIField().clean(text, None)),
    "django-validator": by_django(
        django_iri.validators.IRIFieldValidator(replace(WEB, max_length=2048))
    ),
    "rest-framework": by_rest_framework,
    "wtforms-field": by_wtforms(flask_iri.wtforms.IRIField),
    "wtforms-validator": by_wtforms(
        lambda: StringField(validators=[flask_iri.wtforms.IRIValidator()])
    ),
}
each_boundary = pytest.mark.parametrize("boundary", BOUNDARIES.values(), ids=BOUNDARIES)


@each_boundary
def test_what_and_where(boundary):
    """Everywhere people are told what is wrong, where, and what to write instead."""
    for text, expected in {
        "http:\\\\example.org/": "Use / instead of “\\”.",
        "http://ex%61mple.org/": "In the site name, write “a” instead of %61.",
        "ftp://example.org/": "The address must begin with http:// or https://.",
        "http://example.org/".ljust(2049, "a"): (
            "This address is too long: it has 2049 characters, and at most 2048 are accepted."
        ),
        # Text that is short enough can be too long as it is sent.
        "http://example.org/" + 2029 * "例": (
            f"This address is too long: it takes {19 + 9 * 2029} bytes to send, and at most 8000"
            " are accepted."
        ),
    }.items():
        assert [expected] == boundary(text, "en")


@each_boundary
@pytest.mark.parametrize("language", ["de", "pt_BR", "zh_Hans"])
def test_language(boundary, language):
    """Everywhere people are told so in their language."""
    expected = messages.translate(messages.MESSAGES["port-out-of-range"], language)
    assert [expected % {"low": 0, "high": 65535}] == boundary("http://a.example:70000/", language)


@pytest.mark.parametrize("language", ["en", *messages.LANGUAGES])
@pytest.mark.parametrize(
    ("code", "text"),
    [("host-too-long", f"http://{'a.' * 130}example/"), ("not-nfc", "http://example.org/e\u0301")],
)
def test_rejected_for_a_finding(code, text, language):
    """Findings that `reject` names are told in the language of the reader, also as an error."""
    options = {"profile": "any", "reject": [code]}
    django = by_django(django_iri.forms.IRIField(**options).clean)
    flask = by_wtforms(lambda: flask_iri.wtforms.IRIField(**options))
    sentence = messages.translate(messages.MESSAGES[code], language)
    expected = sentence % {"limit": 253, "place": 20}
    assert [expected, expected] == django(text, language) + flask(text, language)


# No second copy


def test_each_sentence_stands_once():
    """No file but the one of the sentences has a sentence, and no catalogue but the core's."""
    sentences = {DEFAULT, *messages.MESSAGES.values()}
    sentences |= {each for more in MORE.values() for each in more.values()}
    folders = [ROOT / "src", *(ROOT / "integrations").glob("*/src")]
    found = []
    for path in (path for folder in folders for path in folder.rglob("*.p[yo]")):
        # The parts of a text that goes on in the next line are put together.
        text = re.sub(r'"\s*\n\s*"', "", path.read_text("utf-8"))
        found += [(path.name, each) for each in sentences if f'"{each}"' in text]
    assert {"sentences.py", "iri3987.po"} == {name for name, _ in found}
    once = [each for name, each in found if name == "sentences.py"]
    assert sorted(sentences) == sorted(once)


@pytest.mark.parametrize(
    ("code", "expected"),
    [("too-long", "This address is too long."), ("of-ones-own", "Enter a valid address.")],
)
def test_an_error_that_says_less(code, expected):
    """An error of one's own, without numbers or with an unknown code, has a plain sentence."""
    error = IRIError("text", code, reason="as a developer sees it")
    assert [expected] == django_iri.messages.validation_error(error, "text").messages
    assert expected == flask_iri.messages.describe(error, "text")


def test_names_that_are_documented():
    """The guide names what a sentence may use, all of it."""
    names = {"value", *NAMES}
    page = (ROOT / "docs" / "how-to" / "messages.md").read_text("utf-8")
    assert names == set(re.findall(r"`%\((\w+)\)s`", page))


# A language that lacks a sentence


@pytest.fixture
def german(tmp_path, monkeypatch):
    """Make a German catalogue that lacks the sentence about ports, and use it."""
    source = Path(messages.__file__).parent / "locale" / "de" / "LC_MESSAGES" / "iri3987.po"
    with source.open("rb") as file:
        catalogue = read_po(file)
    catalogue.delete(messages.MESSAGES["port-out-of-range"])
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "iri3987.mo").open("wb") as file:
        write_mo(file, catalogue)
    messages._load.cache_clear()  # noqa: SLF001 - a process keeps a catalogue
    monkeypatch.setattr("importlib.resources.files", {"iri3987.messages": tmp_path}.get)
    yield folder / "iri3987.mo"
    messages._load.cache_clear()  # noqa: SLF001 - as above


def test_a_missing_sentence_is_english(german):
    """What a language lacks is shown in English, filled in; other sentences are in the language."""
    told = []
    for text in ("http://a.example:70000/", "http://example.org/a%"):
        with pytest.raises(IRIError) as caught:
            WEB.check(text)
        told.append(messages.describe(caught.value, text, WEB, language="de"))
    assert [
        "The port must be a number from 0 to 65535.",
        "Schreiben Sie %25 für das Prozentzeichen (Zeichen 21).",
    ] == told


@each_boundary
def test_a_missing_sentence_is_english_in_forms(boundary, german):
    """No form fails for a sentence that a language lacks."""
    expected = "The port must be a number from 0 to 65535."
    assert [expected] == boundary("http://a.example:70000/", "de")


def test_what_a_language_lacks(german):
    """`make messages` names the sentence, and no other."""
    expected = {messages.MESSAGES["port-out-of-range"]}
    texts = translations.of_core()
    stored = translations.CORE / "locale" / "de" / "LC_MESSAGES" / "iri3987.mo"
    known = texts - set(translations.lacking(stored, texts))
    assert expected == set(translations.lacking(german, known))
