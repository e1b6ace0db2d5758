"""Sentences for people about an address, in the language of a form of WTForms.

The sentences are those of `iri3987.messages`, and so are the names that a sentence may use. The
first of these counts:

1. ``message=`` of the validator, or ``invalid_value_message=`` of the field, exactly as given;
2. a sentence of the application (`Sentences.own`), translated by the form;
3. a translation of the form, whose msgid is the English sentence;
4. a catalogue of `iri3987.messages`, in a language of the form (`Sentences.languages`).
"""

import os
from collections.abc import Callable, Mapping
from typing import Any

from iri3987 import messages
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding
from iri3987.profile import Profile


class Sentences:
    """Make the sentences of a form. A framework overrides `own` and `languages`.

    `IRIField.sentences` and `IRIValidator.sentences` are an object of this class.
    """

    def own(self) -> Mapping[str, str]:
        """Return the application's sentences by code, and under "invalid" for other errors."""
        return {}

    def languages(self, field: Any, /) -> list[str]:
        """Return the languages of the form of *field*, best first: those of ``Meta.locales``.

        As in WTForms, None stands for those of the process, and False for none: that is English.
        """
        locales = field.meta.locales
        if locales is None:
            # Where gettext looks for the languages of the process.
            named = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
            return next(filter(None, named), "").split(":")
        return list(locales or ())

    def translator(self, field: Any, /) -> Callable[[str], str]:
        """Return a function that translates a sentence into the language of the form of *field*."""
        languages = self.languages(field)

        def translate(sentence: str) -> str:
            theirs = str(field.gettext(sentence))
            if theirs != sentence:
                return theirs
            for language in languages:
                ours = messages.translate(sentence, language)
                if ours != sentence or language[:2].lower() == "en":
                    return ours
            return sentence

        return translate

    def describe(
        self, field: Any, about: IRIError | Finding, text: object, profile: Profile | None = None, /
    ) -> str:
        """Return the finished sentence about *text*, which *profile* refused in *field*."""
        language = self.translator(field)
        return messages.describe(about, text, profile, language=language, own=self.own())

    def refusal(
        self,
        field: Any,
        text: object,
        error: IRIError,
        profile: Profile | None,
        message: str | None = None,
        /,
    ) -> messages.MessageText:
        """Return the error of *field* about *text*: *message*, or a sentence in its language."""
        told = message or self.describe(field, error, text, profile)
        return messages.MessageText(told, error.code, error.position)
