"""``manage.py iri_audit links.Link.homepage``."""

from typing import Any

from django.db import models

from django_iri.fields.derived import DerivedField
from django_iri.management.base import RowsCommand


class Command(RowsCommand):
    """Report the addresses in a column that would be refused."""

    name = "audit"
    label = "app.Model.field"
    what = "text of its own"

    def takes(self, field: Any, /) -> bool:
        """Return whether *field* holds text."""
        is_text = isinstance(field, models.CharField | models.TextField)
        is_text = is_text or field.get_internal_type() in {"CharField", "TextField"}
        return is_text and not isinstance(field, DerivedField)
