"""`sqlalchemy_iri.alembic`: a key is added and made unique while a site runs, on each database."""

from io import StringIO

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.util import CommandError
from sqlalchemy import Column, Integer, MetaData, String, Table, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from sqlalchemy_iri import IRIKey
from sqlalchemy_iri.alembic import add_key, drop_key, make_key_repeatable, make_key_unique
from sqlalchemy_iri.rows import rekey
from test_sqlalchemy_iri.link_models import DATABASES, database

POLICY = "iri3987.policy.without_fragment"


def model(*keys):
    """Return the table as the model has it, with those keys."""
    columns = [Column("id", Integer, primary_key=True), Column("url", String(200)), *keys]
    return Table("saved", MetaData(), *columns)


def key(*, unique):
    """Return a key column."""
    return IRIKey("url", name="url_key", key=POLICY, unique=unique).column


@pytest.fixture(scope="module", params=DATABASES)
def server(request, tmp_path_factory):
    """Give each database."""
    with database(request.param, tmp_path_factory.mktemp("database")) as engine:
        yield engine


@pytest.fixture
def engine(server):
    """Give the table as it was before, with rows."""
    whole = model()
    whole.create(server)
    with server.begin() as connection:
        texts = ["http://a.example/", "http://b.example/", "", None, None]
        rows = [{"id": n, "url": each} for n, each in enumerate(texts, 1)]
        connection.execute(whole.insert(), rows)
    yield server
    whole.drop(server)


def migrate(engine, work, *arguments, **options):
    """Run a step of a migration."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        with context.begin_transaction():
            work(Operations(context), "saved", "url_key", *arguments, **options)


def difference(engine, *keys):
    """Return what autogenerate would do, so that the database is as the model."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, model(*keys).metadata)


def test_there_and_back(engine):
    """After each step, and after each step back, autogenerate finds nothing to do."""
    migrate(engine, add_key, source="url", policy=POLICY)
    assert [] == difference(engine, key(unique=False))
    assert 2 == rekey(engine, model(key(unique=False)).c.url).changed
    migrate(engine, make_key_unique, source="url")
    assert [] == difference(engine, key(unique=True))
    with pytest.raises(DBAPIError), engine.begin() as connection:
        connection.execute(text("UPDATE saved SET url_key = 'x' WHERE id < 3"))
    migrate(engine, make_key_repeatable)
    assert [] == difference(engine, key(unique=False))
    migrate(engine, drop_key)
    assert [] == difference(engine)


def test_again(engine):
    """A step that was interrupted after its work can be run again."""
    for _ in range(2):
        migrate(engine, add_key, source="url", policy=POLICY)
    rekey(engine, model(key(unique=False)).c.url)
    for _ in range(2):
        migrate(engine, make_key_unique, source="url")
    assert [] == difference(engine, key(unique=True))


def test_rows_without_a_key(engine):
    """Nothing is done as long as rows have an address and no key."""
    migrate(engine, add_key, source="url")
    with pytest.raises(CommandError, match="2 rows of 'saved' have an address and no key: run "):
        migrate(engine, make_key_unique, source="url")


@pytest.mark.parametrize(("count", "shown"), [(2, 3), (30, 22)])
def test_equivalent_rows(engine, count, shown):
    """Nothing is done as long as rows are equivalent; at most 20 addresses are shown safely."""
    whole = model(key(unique=False))
    migrate(engine, add_key, source="url", policy=POLICY)
    with engine.begin() as connection:
        texts = [f"http://me:secret@{n}.example/#{m}" for n in range(count) for m in (1, 2)]
        rows = [{"id": n, "url": each} for n, each in enumerate(texts, 10)]
        connection.execute(model().insert(), rows)
    rekey(engine, whole.c.url)
    with pytest.raises(CommandError) as raised:
        migrate(engine, make_key_unique, source="url")
    lines = str(raised.value).splitlines()
    assert "rows of 'saved' have equivalent addresses, run flask iri dedupe:" == lines[0]
    assert lines[1].endswith("(2 rows)")
    assert shown == len(lines)
    assert "secret" not in str(raised.value)
    assert [] == difference(engine, key(unique=False))


@pytest.mark.parametrize("server", ["postgresql"], indirect=True)
def test_index_that_was_not_built(engine):
    """An index of a build that failed is found, and built anew."""
    migrate(engine, add_key, source="url", policy=POLICY)
    alone = engine.execution_options(isolation_level="AUTOCOMMIT")
    with alone.connect() as connection:
        connection.execute(text("UPDATE saved SET url_key = 'x' WHERE url > ''"))
        build = "CREATE UNIQUE INDEX CONCURRENTLY ix_saved_url_key_unique ON saved (url_key)"
        with pytest.raises(DBAPIError):
            connection.execute(text(build))
    rekey(engine, model(key(unique=False)).c.url)
    migrate(engine, make_key_unique, source="url")
    assert [] == difference(engine, key(unique=True))


@pytest.mark.parametrize("server", ["postgresql"], indirect=True)
def test_schema(engine):
    """The table may be in a schema."""
    with engine.begin() as connection:
        connection.execute(text('CREATE SCHEMA "my own"'))
        connection.execute(text('CREATE TABLE "my own".saved (id integer, url text)'))
    options = {"schema": "my own"}
    migrate(engine, add_key, source="url", **options)
    for _ in range(2):
        migrate(engine, make_key_unique, source="url", **options)
    [index] = inspect(engine).get_indexes("saved", "my own")
    assert ("ix_my own_saved_url_key", True) == (index["name"], index["unique"])
    migrate(engine, make_key_repeatable, **options)
    migrate(engine, drop_key, **options)
    assert [] == inspect(engine).get_indexes("saved", "my own")


@pytest.mark.parametrize("url", ["postgresql+psycopg://", "sqlite://", "mysql+pymysql://"])
def test_offline(url):
    """Without a database, the statements are written and nothing is asked."""
    written = StringIO()
    naming = {"ix": "own_%(column_0_name)s"}
    context = MigrationContext.configure(
        dialect=create_engine(url).dialect,
        opts={
            "as_sql": True,
            "output_buffer": written,
            "target_metadata": MetaData(naming_convention=naming),
        },
    )
    op = Operations(context)
    with context.begin_transaction():
        add_key(op, "saved", "url_key", source="url")
        make_key_unique(op, "saved", "url_key", source="url")
    assert "own_url_key" in written.getvalue()
    assert ("CONCURRENTLY" in written.getvalue()) == ("postgres" in url)
    assert "SELECT" not in written.getvalue()
