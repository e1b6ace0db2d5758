"""``manage.py iri_dedupe links.Link``."""

from typing import Any

from django_iri.fields.keys import IRIKeyField
from django_iri.management.base import RowsCommand, field_of
from django_iri.rows import KeyedModelTable
from django_iri.rows.tables import own_fields
from iri3987.rows.commands import Place, UsageError


class Command(RowsCommand):
    """Report the rows whose addresses are equivalent, or merge them."""

    name = "dedupe"
    label = "app.Model"
    what = "a key"
    most_unnamed = 1

    def takes(self, field: Any, /) -> bool:
        """Return whether *field* is a key."""
        return isinstance(field, IRIKeyField)

    def place(self, field: Any, options: dict[str, Any]) -> Place:
        """Return the rows, in groups that the constraints of the model allow."""
        if (names := options["by"]) is None:
            by = _beside(field)
        else:
            others = [each for each in own_fields(field.model) if each != field]
            what = "a column of its own"
            by = tuple(field_of(field.model, each, others, what).name for each in names)
        also = f", and the same {', '.join(by)}" if by else ""
        self.say(f"{field}: rows of a group have equivalent addresses{also}")
        return Place(KeyedModelTable(field, by, options["database"]), str(field))


def _beside(key: Any) -> tuple[str, ...]:
    """Return the other fields of the constraint with *key*. Raises `UsageError` for several."""
    if key.is_unique:
        return ()
    found = [each.fields for each in key.constraints if each.fields]
    others = {tuple(name for name in each if name != key.name): None for each in found}
    if len(others) > 1:
        label = key.model._meta.label
        raise UsageError(f"{label} has several constraints with {key.name}: say --by")
    return next(iter(others), ())
