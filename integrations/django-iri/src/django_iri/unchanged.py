"""Values that a form, an admin page or an API sends back as they were stored.

An address may have been stored before its field refused it. People must still be able to change the
rest of its row, so text that comes back unchanged is accepted. ``full_clean()`` alone reports it.

This module also keeps the notes that a form makes for its model, so that no value is judged twice.
"""

import re
from dataclasses import replace
from typing import Any, Final, Literal

from django.db import models

from iri3987 import IRIReference, Profile
from iri3987.values import is_stored

#: The characters that `Profile.clean` trims at the two ends: the ASCII white space of HTML.
WHITE_SPACE: Final = " \t\r\n\f"

#: Characters that a form cannot send back: an input has one line, and a page holds neither U+0000
#: nor lone surrogates.
_LINE_ENDS: Final = re.compile("[\r\n]+")
_NOT_IN_PAGES: Final = re.compile("[\0\ud800-\udfff]")


def is_unchanged(sent: Any, stored: Any, /) -> bool:
    r"""Return whether *sent* is the text of *stored*, a value that the database gave.

    An IRI that somebody made, of a request perhaps, is not such a value. Empty text is not such a
    value either: the options of the field decide about it.

    >>> from iri3987.values import load
    >>> stored = load("http://a b/ \n", IRIReference, from_database=True)
    >>> made = load("http://a b/", IRIReference)
    >>> is_unchanged("http://a b/", stored), is_unchanged("http://a b/", made)
    (True, False)
    """
    return (
        is_stored(stored) and isinstance(sent, str) and as_sent(sent) == as_sent(str(stored)) != ""
    )


def is_row(instance: Any, /) -> bool:
    """Return whether *instance* is a row of the database: not a new one, nor many."""
    return isinstance(instance, models.Model) and not instance._state.adding  # noqa: SLF001


def as_sent(text: str, /) -> str:
    """Return *text* as it comes back from a page that shows it in an input."""
    return _NOT_IN_PAGES.sub("\ufffd", _LINE_ENDS.sub("", text)).strip(WHITE_SPACE)


# Notes of a model form about a value. The validation of its model reads them.


def note_unchanged(instance: models.Model, name: str, text: Any, /) -> None:
    """Note that the form of *instance* leaves the field *name* as it was stored, at *text*."""
    _notes(instance)[name] = text, None


def note_accepted(instance: models.Model, name: str, value: Any, profile: Profile, /) -> None:
    """Note that *profile* has accepted *value* for the field *name* of *instance*, in a form."""
    if isinstance(value, IRIReference):
        _notes(instance)[name] = value, _verdict(profile)


def take_note(
    instance: Any, name: str, value: Any, profile: Profile, /
) -> Literal["unchanged", "accepted"] | None:
    """Return a form's note about *value*: it is unchanged, or *profile* has accepted it.

    None if the form has no note, or a note about another value. A note counts once.
    """
    state = getattr(instance, "_state", None)
    text, accepted_by = getattr(state, "iri_notes", {}).pop(name, (None, None))
    if text is None or text != value:
        return None
    if accepted_by is None:
        return "unchanged"
    return "accepted" if accepted_by == _verdict(profile) else None


def _notes(instance: models.Model) -> dict[str, tuple[Any, Profile | None]]:
    notes: dict[str, Any] = vars(instance._state).setdefault("iri_notes", {})  # noqa: SLF001
    return notes


def _verdict(profile: Profile) -> Profile:
    """Return *profile* without what makes no difference to a verdict about an exact text."""
    return replace(profile, assume_scheme=None, repair=False)
