"""Tests of the operations of migrations on a table that has rows, on every database."""

import threading
import time

import pytest
from django.core.management.base import CommandError
from django.db import (
    IntegrityError,
    NotSupportedError,
    connections,
    migrations,
    models,
    transaction,
)
from django.db.migrations import AlterField, CreateModel, RemoveField, RenameModel
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.graph import MigrationGraph
from django.db.migrations.state import ProjectState
from django.db.migrations.writer import OperationWriter

from django_iri.fields import IRIField, IRIHostField, IRIKeyField
from django_iri.operations import AddKey, MakeKeyUnique
from test_django_iri.databases import on_each_database
from test_django_iri.test_readme import blocks

LABEL = "operated"
TABLE = "operated_bookmark"
TEXTS = ["", None, "", "no address", "http://faß.de/", "HTTP://xn--fa-hia.de:80/", "http://a.de/"]

add_key = AddKey("bookmark", "key", IRIKeyField(source="homepage", unique=False))
make_unique = MakeKeyUnique("bookmark", "key", IRIKeyField(source="homepage"))


class Table:
    """A table, and the state of the migrations that made it."""

    def __init__(self, alias, pk=None, label=LABEL):
        self.alias = alias
        self.label = label
        self.states = [ProjectState()]
        self.done = []
        fields = [
            ("id", pk or models.BigAutoField(primary_key=True)),
            ("homepage", IRIField(profile="any", null=True, blank=True)),
        ]
        self.apply(CreateModel("Bookmark", fields))

    @property
    def rows(self):
        """The rows, as a migration sees them."""
        return self.states[-1].apps.get_model(self.label, "bookmark").objects.using(self.alias)

    def apply(self, operation, *, atomic=False):
        """Apply it, as ``migrate`` does."""
        after = self.states[-1].clone()
        operation.state_forwards(self.label, after)
        with connections[self.alias].schema_editor(atomic=atomic) as editor:
            operation.database_forwards(self.label, editor, self.states[-1], after)
        self.states.append(after)
        self.done.append(operation)

    def undo(self, *, atomic=False):
        """Undo what was done last."""
        *_, before, after = self.states
        with connections[self.alias].schema_editor(atomic=atomic) as editor:
            self.done[-1].database_backwards(self.label, editor, after, before)
        self.states.pop()
        self.done.pop()

    def sql(self, operation):
        """Return what ``sqlmigrate`` prints."""
        after = self.states[-1].clone()
        operation.state_forwards(self.label, after)
        with connections[self.alias].schema_editor(atomic=False, collect_sql=True) as editor:
            operation.database_forwards(self.label, editor, self.states[-1], after)
        return editor.collected_sql

    def add(self, *texts):
        """Write rows, with keys if there is a column for them."""
        for text in texts:
            self.rows.create(homepage=text)

    def run(self, statement):
        """Run SQL."""
        with connections[self.alias].cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else None

    def indexes(self, column="key", table=TABLE):
        """Tell for each index of the column, by its name, whether it is unique."""
        with connections[self.alias].cursor() as cursor:
            found = connections[self.alias].introspection.get_constraints(cursor, table)
        return {name: c["unique"] for name, c in found.items() if c["columns"] == [column]}


@pytest.fixture
def table(database):
    """A table with rows, and no key yet."""
    table = Table(database)
    table.add(*TEXTS)
    yield table
    table.run(f"DROP TABLE IF EXISTS {TABLE}")


on_each = on_each_database(transaction=True)
on_postgresql = on_each_database(engines=("postgresql",), transaction=True)
on_servers = on_each_database(engines=("postgresql", "mysql"), transaction=True)


def ready(table):
    """Add the column, give each row its key, and leave one row of two that are equivalent."""
    table.apply(add_key)
    for row in table.rows.all():
        row.save()
    table.rows.filter(homepage=TEXTS[5]).delete()


@on_each
def test_from_no_key_to_a_unique_one(table):
    """The column gets an index, then a constraint, and each step refuses rows that are not ready.

    Rows without an address are never in the way.
    """
    table.apply(add_key)
    assert [False] == list(table.indexes().values())
    assert 0 == table.rows.exclude(key=None).count()
    with pytest.raises(CommandError, match="rows have text in homepage and no key") as refused:
        table.apply(make_unique)
    option = "" if table.alias == "default" else f" --database {table.alias}"
    assert f"{refused.value}".endswith(f"Run: manage.py iri_rekey operated.Bookmark{option}")
    for row in table.rows.all():
        row.save()
    with pytest.raises(CommandError) as refused:
        table.apply(make_unique)
    first, line, last = f"{refused.value}".splitlines()
    same = [row.pk for row in table.rows.order_by("pk").filter(homepage__in=TEXTS[4:6])]
    assert "key of operated.Bookmark cannot be unique yet: rows have equivalent addresses." == first
    assert f"  {same[0]}: http://faß.de/, {same[1]}: HTTP://faß.de:80/" == line
    assert f"Run: manage.py iri_dedupe operated.Bookmark{option}" == last
    assert [False] == list(table.indexes().values())
    table.rows.get(homepage=TEXTS[5]).delete()
    table.apply(make_unique)
    assert [True] == list(table.indexes().values())
    with pytest.raises(IntegrityError):
        table.add(TEXTS[5])
    table.add(None, "")


@on_each
def test_backwards(table):
    """Both are reversible, and can be applied again."""
    ready(table)
    before = table.indexes()
    table.apply(make_unique)
    after = table.indexes()
    table.undo()
    assert [False] == list(table.indexes().values())
    assert set(before) == set(table.indexes())
    table.add(TEXTS[5])
    table.rows.get(homepage=TEXTS[5]).delete()
    table.apply(make_unique)
    assert after == table.indexes()
    table.undo()
    table.undo()
    assert {} == table.indexes()
    assert len(TEXTS) - 1 == table.rows.count()


@on_each
def test_operations_of_django_afterwards(table):
    """Django finds what these operations made: it alters the field back, and removes it."""
    ready(table)
    table.apply(make_unique)
    table.apply(AlterField("bookmark", "key", add_key.field))
    assert [False] == list(table.indexes().values())
    table.apply(AlterField("bookmark", "key", make_unique.field))
    assert [True] == list(table.indexes().values())
    table.undo()
    table.undo()
    table.apply(RemoveField("bookmark", "key"))
    assert {} == table.indexes()
    assert len(TEXTS) - 1 == table.rows.count()


@on_each
def test_a_table_that_was_renamed(table):
    """The index that is not unique is dropped, although it has the name of the old table."""
    ready(table)
    table.apply(RenameModel("Bookmark", "Link"))
    operation = MakeKeyUnique("link", "key", make_unique.field)
    try:
        table.apply(operation)
        assert [True] == list(table.indexes(table="operated_link").values())
    finally:
        table.run("DROP TABLE operated_link")


@on_servers
def test_applied_again(table):
    """An operation interrupted before it was recorded can be applied again, and changes nothing."""
    ready(table)
    table.apply(make_unique)
    after = table.indexes()
    del table.states[-1]
    table.apply(make_unique)
    assert after == table.indexes()


@on_servers
def test_a_row_that_comes_in_between(table, database):
    """An equivalent row that is committed while the index is made is reported by its address."""
    ready(table)
    table.rows.count()
    is_there = threading.Event()

    def write():
        with transaction.atomic(using=database):
            table.add(TEXTS[5])
            is_there.set()
            time.sleep(0.3)
        connections[database].close()

    thread = threading.Thread(target=write)
    thread.start()
    assert is_there.wait(60)
    with pytest.raises(CommandError, match="iri_dedupe") as refused:
        table.apply(make_unique)
    thread.join()
    assert "http://faß.de/" in f"{refused.value}"
    assert [False] == list(table.indexes().values())


@on_servers
def test_a_row_that_goes_at_once(table, monkeypatch):
    """If the equivalent row has gone when it is looked for, the error of the database is shown."""
    ready(table)
    table.add(TEXTS[5])
    monkeypatch.setattr("django_iri.operations._refuse_rows", lambda *_: None)
    with pytest.raises(IntegrityError):
        table.apply(make_unique)
    assert [False] == list(table.indexes().values())


@on_postgresql
def test_an_index_that_is_not_valid(table):
    """An index that an interrupted CREATE INDEX CONCURRENTLY has left is made anew."""
    invalidate = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = '{}'::regclass"
    is_valid = (
        "SELECT indisvalid FROM pg_index WHERE indrelid = '{}'::regclass AND NOT indisprimary"
    )
    ready(table)
    (name,) = table.indexes()
    table.run(invalidate.format(name))
    # The column is there: the operation was interrupted after that.
    del table.states[-1]
    table.apply(add_key)
    assert [(True,)] == table.run(is_valid.format(TABLE))
    statements = table.sql(make_unique)
    unique = statements[0].split()[4].strip('"')
    table.run(statements[0])
    table.run(invalidate.format(unique))
    table.apply(make_unique)
    assert [(True,)] == table.run(is_valid.format(TABLE))
    assert {unique: True} == table.indexes()


@on_postgresql
def test_an_index_without_its_constraint(table):
    """A unique index that was made before the interruption is taken for the constraint."""
    ready(table)
    table.run(table.sql(make_unique)[0])
    (_, name) = table.indexes()
    oid = f"SELECT '{name}'::regclass::oid"
    before = table.run(oid)
    table.apply(make_unique)
    assert {name: True} == table.indexes()
    assert before == table.run(oid)
    # It is a constraint: an index alone could not be dropped in this way.
    table.run(f"ALTER TABLE {TABLE} DROP CONSTRAINT {name}")


@on_postgresql
def test_in_a_transaction(table):
    """PostgreSQL makes no index concurrently in a transaction: the error says what to set."""
    for operation in add_key, make_unique:
        name = type(operation).__name__
        with pytest.raises(NotSupportedError, match=rf"{name} .*\(set atomic = False on"):
            table.apply(operation, atomic=True)
        if operation is add_key:
            ready(table)
    table.apply(make_unique)
    with pytest.raises(NotSupportedError, match="MakeKeyUnique"):
        table.undo(atomic=True)


@on_postgresql
def test_sqlmigrate(table):
    """``sqlmigrate`` prints the statements, whatever is there."""
    column, index = table.sql(add_key)
    assert column.startswith(f'ALTER TABLE "{TABLE}" ADD COLUMN "key" character varying(66)')
    assert index.startswith("CREATE INDEX CONCURRENTLY")
    after = table.states[-1].clone()
    add_key.state_forwards(LABEL, after)
    table.states.append(after)
    planned = table.sql(make_unique)
    unique, constraint, drop = planned
    assert unique.startswith("CREATE UNIQUE INDEX CONCURRENTLY ")
    assert constraint.startswith(f'ALTER TABLE "{TABLE}" ADD CONSTRAINT ')
    assert drop.startswith("DROP INDEX CONCURRENTLY IF EXISTS ")
    del table.states[-1]
    ready(table)
    assert planned == table.sql(make_unique)


@on_postgresql
def test_constraint_of_the_guide(database):
    """The guide's way to add a `UniqueConstraint` leads to one that Django knows."""
    *_, block = blocks("rows.md")
    names = {"migrations": migrations, "models": models}
    exec(block, names)  # noqa: S102 - the guide's own code
    (operation,) = names["Migration"].operations
    table = Table(database, label="links")
    try:
        user = models.ForeignKey("Bookmark", models.CASCADE, null=True)
        table.apply(migrations.AddField("bookmark", "user", user))
        table.apply(AddKey("bookmark", "homepage_key", add_key.field))
        table.apply(operation)
        user = table.rows.create()
        table.rows.create(user_id=user.pk, homepage=TEXTS[4])
        with pytest.raises(IntegrityError):
            table.rows.create(user_id=user.pk, homepage=TEXTS[5])
        table.rows.create(homepage=TEXTS[5])
        table.undo()
        table.apply(operation)
        table.apply(migrations.RemoveConstraint("bookmark", "one_for_each_user"))
        table.rows.create(user_id=user.pk, homepage=TEXTS[5])
    finally:
        table.run("DROP TABLE links_bookmark")


@on_each
def test_host(table):
    """The column of the host is added in the same way."""
    table.apply(AddKey("bookmark", "host", IRIHostField(source="homepage")))
    assert {False} == set(table.indexes("host").values())
    for row in table.rows.all():
        row.save()
    assert 2 == table.rows.filter(homepage__host="faß.de").count()


class Elsewhere:
    """A router that lets no table into any database."""

    def allow_migrate(self, *_, **__):
        """Say no."""
        return False


@on_each
def test_routers(table, settings):
    """A database that does not get the table is left alone."""
    settings.DATABASE_ROUTERS = [Elsewhere()]
    table.apply(add_key)
    table.apply(make_unique)
    table.undo()
    table.undo()
    assert {} == table.indexes()


@pytest.fixture
def other(database):
    """An empty table whose primary key is text, with a key."""
    table = Table(database, models.CharField(max_length=20, primary_key=True))
    table.apply(add_key)
    yield table
    table.run(f"DROP TABLE {TABLE}")


def refusal(table):
    """Return the lines about rows that are equivalent."""
    with pytest.raises(CommandError) as refused:
        table.apply(make_unique)
    return f"{refused.value}".splitlines()[1:-1]


@on_each
def test_many_rows(other):
    """The message stays short, however many rows there are."""
    for number in range(21):
        for pk in "ab":
            other.rows.create(pk=f"{number}{pk}", homepage=f"http://{number}.example/")
    *lines, last = refusal(other)
    assert 20 == len(lines)
    assert "  and more" == last


@on_each
def test_rows_of_every_kind(other):
    """A line is short and harmless, too, and names a row whose address an old process removed."""
    long = f"http://a.example/{'x' * 200}"
    for pk in ["a\n", "b", "c", "d", "e", "f"]:
        other.rows.create(pk=pk, homepage=long)
    other.rows.filter(pk="b").update(homepage=None)
    key = other.rows.get(pk="c").key
    quote = connections[other.alias].ops.quote_name
    other.run(f"UPDATE {TABLE} SET {quote('key')} = '{key}'")  # noqa: S608 - both are ours
    shown = f"{long[:100]}..."
    assert [f"  'a\\n': {shown}, 'b': , 'c': {shown}, 'd': {shown}, and 2 more"] == refusal(other)


# What migrations know of them


def test_states():
    """Afterwards ``makemigrations`` finds no change."""
    state, goal = ProjectState(), ProjectState()
    start = [("id", models.BigAutoField(primary_key=True)), ("homepage", IRIField())]
    for operation in CreateModel("Bookmark", start), add_key, make_unique:
        operation.state_forwards(LABEL, state)
    whole = CreateModel("Bookmark", [*start, ("key", IRIKeyField(source="homepage"))])
    whole.state_forwards(LABEL, goal)
    assert {} == MigrationAutodetector(state, goal).changes(MigrationGraph())


def test_written():
    """A squashed migration can hold them."""
    text, imports = OperationWriter(add_key, indentation=0).serialize()
    assert {"import django_iri.operations", "import django_iri.fields"} == imports
    assert text.startswith("django_iri.operations.AddKey(\n    model_name='bookmark',\n")
    assert "Add key to bookmark, and its index concurrently" == add_key.describe()
    assert "Make key of bookmark unique concurrently" == make_unique.describe()


def test_mistakes():
    """A field that does not fit is refused, with what would."""
    with pytest.raises(ValueError, match="write unique=False for key, and use MakeKeyUnique"):
        AddKey("bookmark", "key", make_unique.field)
    for field in add_key.field, models.CharField(max_length=66, unique=True):
        with pytest.raises(ValueError, match="the IRIKeyField that key is afterwards"):
            MakeKeyUnique("bookmark", "key", field)
