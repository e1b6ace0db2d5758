"""Tests of what the system checks say of an index on addresses."""

from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connections, models
from django.db.models.functions import Lower
from django.test.utils import isolate_apps

from django_iri.checks import check_columns
from django_iri.fields import IRIField, IRIKeyField, columns
from django_iri.fields.columns import problems_of
from test_django_iri.databases import Nowhere, on_each_database
from test_django_iri.testapp.models import Local

#: Options, and the ids for each database.
CASES: list[tuple[dict[str, Any], dict[str, list[str]]]] = [
    ({}, {}),
    ({"db_index": True}, {"MySQL": ["W002"], "PostgreSQL": ["W002"]}),
    ({"db_index": True, "max_length": 768}, {"PostgreSQL": ["W002"]}),
    # PostgreSQL 15 refuses 674 characters of four octets: "index row size 2712 exceeds ... 2704".
    ({"db_index": True, "max_length": 674}, {"PostgreSQL": ["W002"]}),
    ({"db_index": True, "max_length": 673}, {}),
    ({"unique": True, "max_length": 200}, {"MariaDB": ["W001"], "MySQL": ["W001"]}),
    ({"unique": True, "max_length": 200, "db_collation": "utf8mb4_bin"}, {}),
    (
        {"unique": True},
        {"MariaDB": ["W001"], "MySQL": ["W001", "W002"], "PostgreSQL": ["W002"]},
    ),
    (
        {"unique": True, "max_length": None, "db_collation": "utf8mb4_bin"},
        {"MySQL": ["W002"], "PostgreSQL": ["W002"]},
    ),
    (
        {"primary_key": True},
        {"MariaDB": ["W001", "W002"], "MySQL": ["W001", "W002"], "PostgreSQL": ["W002"]},
    ),
]
each_case = pytest.mark.parametrize(("options", "expected"), CASES)


def make_field(**options):
    """Return a field of *options*, beside its key."""

    class Model(Local):
        address = IRIField(**options)
        key = IRIKeyField(source="address")

    return Model._meta.get_field("address")


def found(model, *databases):
    """Return what the check finds for *model*."""
    return check_columns(app_configs=[model._meta.apps], databases=databases)


def ids(problems):
    """Return our ids, without what they share."""
    found = [problem.id for problem in problems if problem.id.startswith("django_iri.")]
    return [id_.removeprefix("django_iri.") for id_ in found]


@on_each_database
@each_case
@isolate_apps("test_django_iri.testapp")
def test_indexes(database, options, expected):
    """A value that an index cannot hold, or takes for another one, is a warning."""
    expected = expected.get(connections[database].display_name, [])
    assert expected == ids(problems_of(make_field(**options), connections[database]))


class Server:
    """A connection as the check sees it, for servers that are not here."""

    def __init__(self, name, *, answers=True):
        self.display_name = name
        self.vendor = "mysql" if name == "MariaDB" else name.lower()
        self.mysql_is_mariadb = name == "MariaDB"
        self.answers = answers

    @contextmanager
    def cursor(self):
        """Open nothing."""
        if not self.answers:
            raise OperationalError
        yield self

    def execute(self, sql):
        """Do nothing."""
        assert "SELECT @@collation_database" == sql

    def fetchone(self):
        """Return the default of many servers."""
        return ("utf8mb4_general_ci",)


@pytest.mark.parametrize("name", ["MariaDB", "MySQL", "PostgreSQL", "Oracle"])
@each_case
@isolate_apps("test_django_iri.testapp")
def test_indexes_of_other_servers(name, options, expected, monkeypatch):
    """The same holds for servers that are not here."""
    monkeypatch.setattr(columns, "_problems_of_column", lambda *_: ())
    field = make_field(**options)
    assert expected.get(name, []) == ids(problems_of(field, Server(name)))
    # A server that does not answer does not make the other checks fail.
    silent = ids(problems_of(field, Server("MariaDB", answers=False)))
    assert "W001" not in silent


@pytest.mark.django_db
@isolate_apps("test_django_iri.testapp")
def test_part_of_another_field():
    """The output field of a generated column has no column of its own to look at."""

    class Model(Local):
        address = IRIField(max_length=500)
        lower = models.GeneratedField(
            expression=Lower("address"),
            output_field=IRIField(max_length=200, unique=True),
            db_persist=True,
        )

    assert [] == Model.check()
    assert [] == found(Model, "default")


@pytest.mark.django_db
@isolate_apps("test_django_iri.testapp")
def test_a_column_of_an_unknown_type():
    """Nothing is said about the length of a column whose type Django does not know."""

    class Model(Local):
        address = IRIField()

        class Meta(Local.Meta):
            db_table = "testapp_typed"

    with connections["default"].cursor() as cursor:
        # PostgreSQL would need an extension for citext.
        kind = "varchar(9)[]" if cursor.db.vendor == "postgresql" else "point"
        cursor.execute(f"CREATE TABLE testapp_typed (id integer, address {kind})")
        try:
            field = Model._meta.get_field("address")
            assert [] == problems_of(field, connections["default"])
        finally:
            cursor.execute("DROP TABLE testapp_typed")


@isolate_apps("test_django_iri.testapp")
def test_databases_of_other_models(settings):
    """A database that does not get the table is not looked at, and none unless asked to."""
    model = make_field(unique=True).model
    assert [] == found(model)
    settings.DATABASE_ROUTERS = [Nowhere()]
    assert [] == found(model, *settings.DATABASES)
