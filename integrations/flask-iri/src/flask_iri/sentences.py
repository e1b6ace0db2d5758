"""The sentences of a form in Flask. `flask_iri.wtforms` uses them; the module needs WTForms."""

from collections.abc import Mapping
from typing import Any

from flask import current_app, has_app_context
from wtforms.i18n import DummyTranslations

from flask_iri import messages
from iri3987.adapters.wtforms import sentences


class Sentences(sentences.Sentences):
    """Make the sentences of a form in the language of a Flask application.

    That is the language of its ``Meta.locales``, or that of Flask-Babel if Flask-WTF or Flask-Admin
    uses it, or that of the application's own translations.
    """

    def own(self) -> Mapping[str, str]:
        """Return ``IRI_MESSAGES`` of the application."""
        return messages.own()

    def languages(self, field: Any, /) -> list[str]:
        """Return the languages of the form of *field*, best first."""
        # WTForms has no public name for the translations of *field*. These are none.
        if isinstance(field._translations, DummyTranslations):  # noqa: SLF001
            return []
        return _of_flask_babel() if field.meta.locales is False else super().languages(field)


def _of_flask_babel() -> list[str]:
    try:
        from flask_babel import get_locale  # type: ignore[import-untyped]
    except ImportError:
        return []
    locale = get_locale() if has_app_context() and "babel" in current_app.extensions else None
    return [str(locale)] if locale else []
