"""The sentences that tell people about an address, in the language of the page.

The first that has a sentence counts, when it is shown: ``error_messages`` of a field, by code, and
"invalid" for all codes that it does not have; the setting ``IRI_MESSAGES``, in the same form;
translations of the project, whose msgid is the English sentence; those of `iri3987.messages`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.functional import Promise, lazy
from django.utils.translation import get_language, gettext, override

from iri3987 import Finding, IRIError, Profile, messages

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

__all__ = ["describe"]


#: The length of a column and of what a form or serializer takes, in characters, unless given.
MAX_LENGTH: Final = 2048

#: The words that a field has of its own, by code.
Own = Mapping[str, "str | StrPromise"]

#: The code of the error that asks whether to save an address that can mislead.
CONFIRM: Final = "confirm-warnings"

#: The words of a field that has none.
NO_WORDS: Final[Mapping[str, Any]] = MappingProxyType({})


def _parts(
    about: IRIError | Finding, value: object, profile: Profile | None, own: Own, /
) -> tuple["StrPromise", dict[str, object]]:
    """Return the sentence about *value*, and the names that it may use, "value" among them."""
    is_said = about.code in own or (isinstance(about, IRIError) and messages.ANY_ERROR in own)
    # A validator works without a project, as Django's do.
    if not is_said:
        own = getattr(settings, "IRI_MESSAGES", NO_WORDS) if settings.configured else NO_WORDS
    # A lazy translation passes for text.
    words = cast("Mapping[str, str]", own)
    sentence, known = messages.parts(about, value, profile, words, translated_later)
    return cast("StrPromise", translated_later(sentence)), {**known, "value": value}


def describe(
    about: IRIError | Finding, value: object, profile: Profile | None = None, /, own: Own = NO_WORDS
) -> str:
    """Return the finished sentence about *value*, in the language that is active now.

    *own* is the ``error_messages`` of a field.

    >>> from iri3987.inspection import inspect
    >>> address = "http://me@example.org/"
    >>> with override("de"):
    ...     [describe(finding, address) for finding in inspect(address)]
    ['Diese Adresse führt zu example.org. Der Teil vor dem @-Zeichen ist nur ein Benutzername.']
    """
    sentence, known = _parts(about, value, profile, own)
    return messages.fill(str(sentence), known)


def warnings(value: Any, profile: Profile, /, own: Own = NO_WORDS) -> list[Finding]:
    """Return `Profile.warnings` of *value*, in the language that is active now."""
    found = profile.warnings(value)
    return [each._replace(message=describe(each, value, profile, own)) for each in found]


def validation_error(
    error: IRIError, value: object, profile: Profile | None = None, /, own: Own = NO_WORDS
) -> ValidationError:
    """Return Django's form of *error*, which *profile* raised for *value*: code and sentence."""
    sentence, known = _parts(error, value, profile, own)
    return ValidationError(sentence, code=error.code, params=known)


def own_words(field: object, base: type, given: Own | None = None, /) -> dict[str, Any]:
    """Return the ``error_messages`` that the classes of *field* have beyond those of *base*."""
    classes = type(field).__mro__
    own: dict[str, Any] = {}
    for each in reversed(classes[: classes.index(base)]):
        own |= vars(each).get("default_error_messages") or {}
    return own | dict(given or {})


def about_addresses(error_messages: Own, /) -> dict[str, Any]:
    """Return those of *error_messages* that are about an address: refusals, and the question."""
    codes = {*messages.MESSAGES, messages.ANY_ERROR, CONFIRM}
    return {code: words for code, words in error_messages.items() if code in codes}


def check_own_words(error_messages: Own, /) -> None:
    """Raise `ValueError` for a sentence in *error_messages* that cannot be filled in."""
    own = about_addresses(error_messages)
    question = own.pop(CONFIRM, None)
    if own:
        messages.check_messages(own, "value")
    # A lazy translation is not read.
    rest = question if isinstance(question, str) else ""
    if "%" in rest.replace("%%", "").replace("%(warnings)s", ""):
        raise ValueError(f'in the sentence for {CONFIRM!r}, write "%%" for "%", or %(warnings)s')


def _translated(sentence: str) -> str:
    """Return *sentence* in the language that is active, by the project's catalogue or by ours."""
    sentence = str(sentence)
    language, theirs = get_language(), gettext(sentence)
    if not (language and settings.USE_I18N):
        return theirs
    # Our translation for the language of the page comes before one of Django for LANGUAGE_CODE.
    ours = messages.translate(sentence, language)
    if theirs != sentence and (ours == sentence or not _is_default(sentence, theirs, language)):
        return theirs
    if ours == sentence and _main(language) != "en":
        return messages.translate(sentence, settings.LANGUAGE_CODE)
    return ours


def _is_default(sentence: str, translation: str, language: str) -> bool:
    """Return whether *translation* is that of LANGUAGE_CODE, which is another language."""
    if _main(language) == _main(settings.LANGUAGE_CODE):
        return False
    with override(settings.LANGUAGE_CODE):
        return gettext(sentence) == translation


def _main(language: str) -> str:
    return language.partition("-")[0]


#: Translate a sentence of `iri3987.messages` when it is shown.
translated_later = lazy(_translated, str)


def read_lazy(value: Any, /) -> Any:
    """Return lazy text as text, and anything else as it is."""
    return str(value) if isinstance(value, Promise) else value
