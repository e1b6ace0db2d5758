"""``manage.py iri_rekey links.Link``."""

from collections.abc import Iterator
from typing import Any

from django_iri.management.base import RowsCommand, column
from django_iri.management.labels import sources
from iri3987.rows.commands import Place, UsageError


class Command(RowsCommand):
    """Write the keys and hosts of addresses that are missing or stale."""

    name = "rekey"
    label = "app.Model"

    def places(self, label: str, options: dict[str, Any]) -> Iterator[Place]:
        """Yield each column that has a key or a host."""
        fields = sources(label)
        if len(fields) > 1:
            for name in ("ledger", "after"):
                if options[name] is not None:
                    names = " or ".join(f"{label}.{field.name}" for field in fields)
                    raise UsageError(f"--{name} is for one field: name {names}")
        for field in fields:
            yield column(field, options)
