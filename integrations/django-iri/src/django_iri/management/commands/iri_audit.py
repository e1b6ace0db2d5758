"""``manage.py iri_audit links.Link.homepage``."""

from collections.abc import Iterator
from typing import Any

from django_iri.management.base import RowsCommand, column
from django_iri.management.labels import text_field
from iri3987.rows.commands import Place


class Command(RowsCommand):
    """Report the addresses in a column that would be refused."""

    name = "audit"
    label = "app.Model.field"

    def places(self, label: str, options: dict[str, Any]) -> Iterator[Place]:
        """Yield the column."""
        yield column(text_field(label), options)
