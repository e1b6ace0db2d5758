"""``manage.py iri_rekey links.Link``."""

from collections.abc import Iterator
from typing import Any

from django_iri.management.base import RowsCommand, column, field_of, named
from django_iri.rows import source_fields
from iri3987.rows.commands import Place, UsageError


class Command(RowsCommand):
    """Write the keys and hosts of addresses that are missing or stale."""

    name = "rekey"
    label = "app.Model"

    def places(self, label: str, options: dict[str, Any]) -> Iterator[Place]:
        """Yield each column that has a key or a host, or the one that is named."""
        model, name = named(label)
        fields = source_fields(model)
        if name or not fields:
            fields = [field_of(model, name, fields, "a key or a host")]
        for option in ("ledger", "after"):
            if len(fields) > 1 and options[option] is not None:
                names = " or ".join(f"{label}.{field.name}" for field in fields)
                raise UsageError(f"--{option} is for one field: name {names}")
        for field in fields:
            yield column(field, options)
