"""``manage.py iri_audit links.Link.homepage``."""

from collections.abc import Iterator
from typing import Any

from django_iri.management.base import RowsCommand, text_column
from iri3987.rows.commands import Place


class Command(RowsCommand):
    """Report the addresses in a column that would be refused."""

    name = "audit"

    def places(self, label: str, options: dict[str, Any]) -> Iterator[Place]:
        """Yield the column."""
        yield text_column(label, options)
