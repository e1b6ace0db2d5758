"""``manage.py iri_convert links.Link.homepage --using iri3987.rows.stored_urls.repair``."""

from collections.abc import Iterator
from typing import Any

from django_iri.management.base import RowsCommand, column
from django_iri.management.labels import text_field
from iri3987.rows.commands import Place


class Command(RowsCommand):
    """Replace addresses by what a function makes of them."""

    name = "convert"
    label = "app.Model.field"

    def places(self, label: str, options: dict[str, Any]) -> Iterator[Place]:
        """Yield the column."""
        yield column(text_field(label), options)
