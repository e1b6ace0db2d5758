"""``manage.py iri_dedupe links.Link``."""

from collections.abc import Iterator
from typing import Any

from django_iri.management.base import RowsCommand
from django_iri.management.labels import beside_key, key_field
from django_iri.rows import KeyedModelTable
from iri3987.rows.commands import Place


class Command(RowsCommand):
    """Report the rows whose addresses are equivalent, or merge them."""

    name = "dedupe"
    label = "app.Model"

    def places(self, label: str, options: dict[str, Any]) -> Iterator[Place]:
        """Yield the rows, in groups that the constraints of the model allow."""
        key = key_field(label)
        by = beside_key(key, options["by"])
        name = f"{key.model._meta.label}.{key.name}"  # noqa: SLF001 - a name that Django documents
        also = f", and the same {', '.join(by)}" if by else ""
        self.say(f"{name}: rows of a group have equivalent addresses{also}")
        yield Place(KeyedModelTable(key, by, options["database"]), name)
