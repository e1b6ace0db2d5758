"""Test of the migrations that docs/how-to/django/rows.md shows, for a table that has rows."""

import pytest
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import IntegrityError, connections, migrations, models
from django.db.migrations.state import ProjectState

from django_iri.fields import IRIField, IRIHostField, IRIKeyField
from django_iri.rows import rekey
from test_django_iri.databases import on_each_database

INDEX = models.Index(fields=["homepage_key"], name="a_key")
UNIQUE = models.UniqueConstraint(fields=["homepage_key"], name="one_address")
KEY = IRIKeyField(source="homepage", unique=False, db_index=False)
HOST = IRIHostField(source="homepage", db_index=False)
#: The operations for PostgreSQL instead of `AddConstraint`.
CONCURRENTLY = [
    migrations.RunSQL("CREATE UNIQUE INDEX CONCURRENTLY one_address ON addresses (homepage_key)"),
    migrations.RunSQL(
        "ALTER TABLE addresses ADD CONSTRAINT one_address UNIQUE USING INDEX one_address"
    ),
]


def apply(database, state, *operations):
    """Apply *operations* to a database, and return the state after them."""
    connection = connections[database]
    editor = connection.schema_editor(atomic=connection.vendor == "sqlite")
    with editor:
        for operation in operations:
            before, state = state, state.clone()
            operation.state_forwards("links", state)
            operation.database_forwards("links", editor, before, state)
    return state


@on_each_database(transaction=True)
def test_a_key_for_a_table_that_has_rows(database):
    """The columns are added and filled, and the key becomes unique, as the guide says."""
    is_postgresql = connections[database].vendor == "postgresql"
    add, remove = migrations.AddIndex, migrations.RemoveIndex
    unique = [migrations.AddConstraint("link", UNIQUE)]
    if is_postgresql:
        add, remove = AddIndexConcurrently, RemoveIndexConcurrently
        unique = [migrations.SeparateDatabaseAndState(CONCURRENTLY, unique)]
    fields = [("id", models.BigAutoField(primary_key=True)), ("homepage", IRIField())]
    first = migrations.CreateModel("Link", fields, {"db_table": "addresses"})
    state = apply(database, ProjectState(), first)
    try:
        rows = state.apps.get_model("links", "Link").objects.using(database)
        for text in ["http://faß.de/", "HTTP://xn--fa-hia.de", "http://a.example/"]:
            rows.create(homepage=text)
        state = apply(
            database,
            state,
            migrations.AddField("link", "homepage_key", KEY),
            migrations.AddField("link", "homepage_host", HOST),
            add("link", INDEX),
        )
        model = state.apps.get_model("links", "Link")
        assert 3 == rekey(model, using=database).changed
        with pytest.raises(IntegrityError):
            apply(database, state, *unique)
        model.objects.using(database).filter(homepage="HTTP://xn--fa-hia.de").delete()
        if is_postgresql:
            apply(database, state, migrations.RunSQL("DROP INDEX CONCURRENTLY one_address"))
        state = apply(database, state, *unique, remove("link", "a_key"))
        rows = state.apps.get_model("links", "Link").objects.using(database)
        with pytest.raises(IntegrityError):
            rows.create(homepage="http://faß.de:80")
        assert {"faß.de", "a.example"} == {row.homepage.host for row in rows.all()}
    finally:
        with connections[database].cursor() as cursor:
            cursor.execute("DROP TABLE addresses")
