"""Sentences for people about an address, in the language of the form.

The sentences are those of `iri3987.messages`, and so are the names that a sentence may use.
Sentences of the application come first, in this order:

1. ``message=`` of the validator, or ``invalid_value_message=`` of the field, exactly as given;
2. ``app.config["IRI_MESSAGES"]``: by code, and under "invalid" for all other errors;
3. translations of the form, whose msgid is the English sentence.

Then come the catalogues of `iri3987.messages`. The language of a form is that of its
``Meta.locales``, or that of Flask-Babel if Flask-WTF or Flask-Admin uses it, or that of the
application's own translations.
"""

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from flask import current_app, has_app_context

from iri3987 import IRIError, Profile, messages

if TYPE_CHECKING:
    from iri3987.inspection import Finding

__all__ = ["tell"]

# Where gettext looks for the languages of the process.
_ENVIRONMENT = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

Translate = Callable[[str], str]


def tell(
    about: "IRIError | Finding",
    text: object,
    profile: Profile | None = None,
    /,
    *,
    translate: Translate = str,
) -> str:
    """Return the finished sentence about *text*, which *profile* refused.

    >>> from iri3987 import WEB
    >>> tell(IRIError("", code="bad-character", component="ipath", position=1), "a b", WEB)
    'An address cannot contain a space: write %20 instead at position 2.'
    """
    sentence = messages.message(about, text, profile, own=_own())
    known = messages.params(about, text, profile, translate=translate)
    return messages.fill(translate(str(sentence)), known)


def refusal(
    field: Any, value: Any, error: IRIError, profile: Profile, message: str | None, /
) -> messages.Refusal:
    """Return the error of *field* about *value*: *message*, or a sentence in its language."""
    text = message or tell(error, value, profile, translate=translator(field))
    return messages.Refusal(text, error.code, error.position)


def translator(field: Any, /) -> Translate:
    """Return a function that translates a sentence for *field*, into the language of its form."""
    languages = _languages(field)

    def translate(sentence: str) -> str:
        theirs = str(field.gettext(sentence))
        return _in_first(languages, sentence) if theirs == sentence else theirs

    return translate


def _in_first(languages: list[str], sentence: str) -> str:
    """Return *sentence* in the first of *languages* that has a translation of it."""
    for language in languages:
        ours = messages.translate(sentence, language)
        if ours != sentence or language[:2].lower() == "en":
            return ours
    return sentence


def _own() -> Mapping[str, str]:
    return (has_app_context() and current_app.config.get("IRI_MESSAGES")) or {}


def _languages(field: Any) -> list[str]:
    """Return the languages of the form of *field*, best first."""
    from wtforms.i18n import DummyTranslations

    if isinstance(field._translations, DummyTranslations):  # noqa: SLF001 - it has no other name
        return []
    locales = field.meta.locales
    if locales is None:
        named = (os.environ.get(name) for name in _ENVIRONMENT)
        return next(filter(None, named), "").split(":")
    if locales is not False:
        return list(locales)
    try:
        from flask_babel import get_locale  # type: ignore[import-untyped]
    except ImportError:
        return []
    locale = get_locale() if has_app_context() and "babel" in current_app.extensions else None
    return [str(locale)] if locale else []
