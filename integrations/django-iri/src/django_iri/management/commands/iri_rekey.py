"""``manage.py iri_rekey links.Link``."""

import sys
from typing import Any

from django_iri.management.base import RowsCommand


class Command(RowsCommand):
    """Write the keys and hosts of addresses that are missing or stale."""

    name = "rekey"
    label = "app.Model"
    what = "a key or a host"
    most_unnamed = sys.maxsize

    def takes(self, field: Any, /) -> bool:
        """Return whether *field* has a key or a host."""
        return bool(getattr(field, "derived", ()))
