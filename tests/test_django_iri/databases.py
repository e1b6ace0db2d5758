"""What tests need that run on every database that can be reached."""

from contextlib import contextmanager
from functools import partial

import pytest
from django.conf import settings
from django.db import connections

from test_django_iri.settings import MISSING

EVERY = ("sqlite3", "postgresql", "mysql")


def on_each_database(test=None, *, engines=EVERY, **options):
    """Run *test* once for each database of *engines*, whose name is its argument ``database``."""
    if test is None:
        return partial(on_each_database, engines=engines, **options)
    reached = [
        pytest.param(name, marks=pytest.mark.django_db(databases=[name], **options))
        for name, database in settings.DATABASES.items()
        if database["ENGINE"].endswith(engines)
    ]
    missing = [
        pytest.param(name, marks=pytest.mark.skip(reason=why)) for name, why in MISSING.items()
    ]
    each = pytest.mark.parametrize("database", reached + missing)
    return pytest.mark.each_database(each(test))


@contextmanager
def table_of(model, database="default"):
    """Make the table of *model*, and drop it at the end."""
    with connections[database].schema_editor() as editor:
        editor.create_model(model)
    try:
        yield
    finally:
        with connections[database].schema_editor() as editor:
            editor.delete_model(model)


class Nowhere:
    """A router that keeps every model from every database."""

    def allow_migrate(self, *_, **__):
        """Say no."""
        return False
