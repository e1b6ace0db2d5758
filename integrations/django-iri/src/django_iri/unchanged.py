"""Values that a form, an admin page or an API sends back as they were stored.

An address may have been stored before its field refused it. People must still be able to change the
rest of its row, so text that comes back unchanged is accepted. ``full_clean()`` alone reports it.
"""

from typing import Any

from django.db import models

from iri3987.html.inputs import as_sent
from iri3987.values import is_stored


def is_unchanged(sent: Any, stored: Any, /) -> bool:
    r"""Return whether *sent* is the text of *stored*, a value that the database gave.

    An IRI that somebody made, of a request perhaps, is not such a value. Empty text is not such a
    value either: the options of the field decide about it.

    >>> from iri3987.values import IRIReference, load
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


# The note of a model form for the validation of its model, which does not see the form.


def note_unchanged(instance: models.Model, name: str, text: Any, /) -> None:
    """Note that the form of *instance* leaves the field *name* as it was stored, at *text*."""
    vars(instance._state).setdefault("iri_unchanged", {})[name] = text  # noqa: SLF001


def is_noted(instance: Any, name: str, value: Any, /) -> bool:
    """Return whether a form has noted that *value* is unchanged. A note counts once."""
    notes = getattr(getattr(instance, "_state", None), "iri_unchanged", {})
    return name in notes and bool(notes.pop(name) == value)
