"""The two plug-ins tell people the same, in the same languages."""

from pathlib import Path

from django.utils.translation import override

import django_iri.messages
import flask_iri.messages


def test_texts():
    """Each code has the same message in both."""
    with override("en"):
        for name in ("MESSAGES", "FINDINGS"):
            django, flask = (getattr(package.messages, name) for package in (django_iri, flask_iri))
            assert {code: str(text) for code, text in django.items()} == flask
        assert str(django_iri.messages.DEFAULT) == flask_iri.messages.DEFAULT


def test_languages():
    """Both have a catalogue for each language; Django calls the Chinese one by its script."""
    django, flask = (
        {path.name for path in (Path(package.__file__).parent / "locale").iterdir()}
        for package in (django_iri, flask_iri)
    )
    assert django == {"zh_Hans" if name == "zh" else name for name in flask}
