"""What people are told about an address, in the language of the page.

The sentences are those of `iri3987.words`, and so are the names that a sentence may use: see
`iri3987.words.params`. ``%(position)s`` counts from 0, ``%(place)s`` from 1. The words of a project
come first:

1. ``error_messages`` of a field: by code, and "invalid" for all codes that it does not have;
2. the setting ``IRI_MESSAGES``, in the same form, for every field;
3. translations of the project, where Django finds them: the msgid is the English sentence.

Then come the catalogues of `iri3987.words`. Words are looked up when they are shown.
"""

from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.utils.functional import lazy
from django.utils.translation import get_language, gettext, override

from iri3987 import IRIError, Profile, words

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from iri3987.inspection import Finding


def message(
    about: "IRIError | Finding", value: object, profile: Profile | None = None, /
) -> "StrPromise":
    """Return the sentence about *value*, which *profile* refused, with `params` to be filled in."""
    own = getattr(settings, "IRI_MESSAGES", {})
    sentence = words.message(about, value, profile, own=own)
    return cast("StrPromise", _translated_later(sentence))


def params(
    about: "IRIError | Finding", value: object, profile: Profile | None = None, /
) -> dict[str, object]:
    """Return what sentences may use: `iri3987.words.params`, and "value"."""
    known = words.params(about, value, profile, translate=_translated_later)
    return {**known, "value": value}


def tell(about: "IRIError | Finding", value: object, profile: Profile | None = None, /) -> str:
    """Return the finished sentence about *value*, in the language that is active now.

    >>> from iri3987.inspection import inspect
    >>> address = "http://me@example.org/"
    >>> with override("de"):
    ...     [tell(finding, address) for finding in inspect(address)]
    ['Der Benutzername vor dem @-Zeichen kann mit dem Host verwechselt werden.']
    """
    return str(message(about, value, profile)) % params(about, value, profile)


def _translated(sentence: str) -> str:
    """Return *sentence* in the language that is active: in the project's words, or in ours.

    Django gives words in the language of LANGUAGE_CODE where there are none in that of the page.
    Ours in the language of the page are better.
    """
    sentence = str(sentence)
    language, theirs = get_language(), gettext(sentence)
    if not (language and settings.USE_I18N):
        return theirs
    ours = words.translate(sentence, language)
    if theirs != sentence and (ours == sentence or not _is_default(sentence, theirs, language)):
        return theirs
    if ours == sentence and _main(language) != "en":
        return words.translate(sentence, settings.LANGUAGE_CODE)
    return ours


def _is_default(sentence: str, translation: str, language: str) -> bool:
    """Tell whether *translation* is that of LANGUAGE_CODE, which is another language."""
    if _main(language) == _main(settings.LANGUAGE_CODE):
        return False
    with override(settings.LANGUAGE_CODE):
        return gettext(sentence) == translation


def _main(language: str) -> str:
    return language.partition("-")[0]


_translated_later = lazy(_translated, str)
