"""Values that a form, an admin page or an API sends back as they are stored.

An address may have been stored before its field refused it. People must still be able to change the
rest of its row. ``full_clean()`` alone reports it.
"""

from typing import Any

from django.db import models

from iri3987.html.inputs import as_sent
from iri3987.values import InvalidIRI, IRIReference


def is_row(instance: Any, /) -> bool:
    """Return whether *instance* is a row of the database: not a new one, nor many."""
    return isinstance(instance, models.Model) and not instance._state.adding


def unchanged(row: Any, name: str, sent: Any, accepted: Any = None, /) -> Any:
    """Return the address in the column *name* of *row*, if *sent* is its text; None if it is not.

    It is None as well if it is the value that the rule has *accepted*, and for empty text. The row
    must have it now, too: what an instance alone holds may be of a request or of another row.
    """
    if not is_row(row) or not isinstance(sent, str) or not as_sent(sent):
        return None
    if name not in {field.name for field in row._meta.concrete_fields}:
        return None
    held = getattr(row, name)
    is_address = isinstance(held, IRIReference | InvalidIRI)
    if not is_address or held == accepted or as_sent(held) != as_sent(sent):
        return None
    rows = type(row)._base_manager.using(row._state.db).filter(pk=row.pk)
    stored = rows.values_list(name, flat=True).first()
    is_same = stored is not None and as_sent(stored) == as_sent(sent)
    return stored if is_same else None
