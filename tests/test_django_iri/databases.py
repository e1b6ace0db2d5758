"""The mark for tests that run on every database that can be reached."""

from functools import partial

import pytest
from django.conf import settings

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
