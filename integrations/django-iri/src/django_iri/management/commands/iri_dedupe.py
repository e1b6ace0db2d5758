"""``manage.py iri_dedupe links.Link``."""

# ruff: noqa: SLF001 - _meta is a name that Django documents

from collections.abc import Iterator
from typing import Any

from django_iri.fields.keys import IRIKeyField
from django_iri.management.base import RowsCommand, field_of, named, own_fields
from django_iri.rows import KeyedModelTable
from iri3987.rows.commands import Place, UsageError


class Command(RowsCommand):
    """Report the rows whose addresses are equivalent, or merge them."""

    name = "dedupe"
    label = "app.Model"

    def places(self, label: str, options: dict[str, Any]) -> Iterator[Place]:
        """Yield the rows, in groups that the constraints of the model allow."""
        model, name = named(label)
        keys = [field for field in own_fields(model) if isinstance(field, IRIKeyField)]
        key = keys[0] if len(keys) == 1 and not name else field_of(model, name, keys, "a key")
        if (names := options["by"]) is None:
            by = _beside(key)
        else:
            others = [field for field in own_fields(model) if field != key]
            by = tuple(field_of(model, each, others, "a column of its own").name for each in names)
        name = f"{model._meta.label}.{key.name}"
        also = f", and the same {', '.join(by)}" if by else ""
        self.say(f"{name}: rows of a group have equivalent addresses{also}")
        yield Place(KeyedModelTable(key, by, options["database"]), name)


def _beside(key: Any) -> tuple[str, ...]:
    """Return the other fields of the constraint with *key*. Raises `UsageError` for several."""
    if key.is_unique:
        return ()
    meta = key.model._meta
    constraints = [each.fields for each in meta.constraints if hasattr(each, "fields")]
    found = [each for each in (*constraints, *meta.unique_together) if key.name in each]
    others = {tuple(name for name in each if name != key.name): None for each in found}
    if len(others) > 1:
        raise UsageError(f"{meta.label} has several constraints with {key.name}: say --by")
    return next(iter(others), ())
