"""docs/how-to/one-row.md: a project in which each model that is defined gets its table."""

from typing import Any

from documents import django_project

NEEDS = ("sqlalchemy",)
MODULE = "links.models"

django_project.configure(USE_I18N=False)

from django.db import connection  # noqa: E402 - Django is configured now
from django.db.models.signals import class_prepared  # noqa: E402


def _make_table(sender: Any, **_: Any) -> None:
    with connection.schema_editor() as editor:
        editor.create_model(sender)


class_prepared.connect(_make_table)
