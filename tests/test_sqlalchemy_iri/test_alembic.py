"""The migrations of docs/how-to/sqlalchemy/rows.md run on each database."""

import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Column, Integer, MetaData, String, Table, text
from sqlalchemy.exc import DBAPIError

from sqlalchemy_iri import IRIKey
from sqlalchemy_iri.rows import rekey

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "sqlalchemy" / "rows.md"
ADD_KEY, INDEX_KEY = re.findall(r"```python\n(# migr.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)


def model(**options):
    """Return the table as the model has it, without a key or with one."""
    columns = [Column("id", Integer, primary_key=True), Column("url", String(200))]
    if options:
        columns.append(IRIKey("url", name="url_key", **options).column)
    return Table("link", MetaData(), *columns)


@pytest.fixture
def engine(server):
    """Give the table as it was before, with rows."""
    whole = model()
    whole.create(server)
    with server.begin() as connection:
        texts = ["http://a.example/", "HTTP://A.example", "", None]
        rows = [{"id": n, "url": each} for n, each in enumerate(texts, 1)]
        connection.execute(whole.insert(), rows)
    yield server
    whole.drop(server)


def migrate(engine, source, step="upgrade", **options):
    """Run a step of a migration of the guide."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        with context.begin_transaction(), Operations.context(context):
            names: dict[str, object] = {}
            exec(source, names)  # noqa: S102 - our own text
            names[step](**options)


def difference(engine, **options):
    """Return what autogenerate would do, so that the database is as the model."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, model(**options).metadata)


def test_there_and_back(engine):
    """After each step, and after each step back, autogenerate finds nothing to do."""
    migrate(engine, ADD_KEY)
    migrate(engine, INDEX_KEY)
    assert [] == difference(engine, unique=False)
    assert 2 == rekey(engine, model(unique=False).c.url).changed
    with pytest.raises(DBAPIError):
        migrate(engine, INDEX_KEY, unique=True)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM link WHERE id = 2"))
    for _ in range(2):  # after the failure, and again
        migrate(engine, INDEX_KEY, unique=True)
    assert [] == difference(engine, unique=True)
    migrate(engine, INDEX_KEY)
    assert [] == difference(engine, unique=False)
    migrate(engine, INDEX_KEY, "downgrade")
    migrate(engine, ADD_KEY, "downgrade")
    assert [] == difference(engine)
