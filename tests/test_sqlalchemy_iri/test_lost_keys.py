"""`sqlalchemy_iri.rows` with primary keys whose type reads other text than it writes."""

import enum

import pytest
from sqlalchemy import Column, Enum, Integer, MetaData, String, Table, TypeDecorator, insert

from iri3987 import WEB
from iri3987.rows.jobs import audit, undo
from iri3987.rows.ledger import entries
from sqlalchemy_iri.rows import MappedTable
from test_sqlalchemy_iri.link_models import database
from test_sqlalchemy_iri.row_models import converted

A = "http://a.example/"


class Swapped(enum.StrEnum):
    """SQLAlchemy stores each name, reads it as that member, and writes the name of the other."""

    A = "B"
    B = "A"


class Trimmed(TypeDecorator):
    """A type of the project that reads other text than it writes."""

    impl = String(20)
    cache_ok = True

    def process_result_value(self, value, _dialect):
        """Return the text without spaces."""
        return value.strip()


class Lowered(TypeDecorator):
    """A type of the project whose text the collation of the column finds."""

    impl = String(20, collation="NOCASE")
    cache_ok = True

    def process_result_value(self, value, _dialect):
        """Return the text in lower case."""
        return value.lower()


@pytest.mark.parametrize(
    ("type_", "keys", "message"),
    [
        (Enum(Swapped), ["A", "B"], "'A' is read as a value that is written as 'B'"),
        (Trimmed(), ["a", " a"], "' a' is read as a value that is written as 'a'"),
    ],
)
@pytest.mark.parametrize("more", [[], [Integer()]])
def test_a_key_by_which_no_row_is_found(tmp_path, type_, keys, message, more):
    """Nothing is read or written by it: the row of another key would get its address."""
    with database("sqlite", tmp_path) as engine:
        columns = [Column(f"k{n}", each, primary_key=True) for n, each in enumerate([type_, *more])]
        whole = Table("t", MetaData(), *columns, Column("url", String(200)))
        whole.metadata.create_all(engine)
        with engine.begin() as connection:
            for key in keys:
                connection.exec_driver_sql(
                    "INSERT INTO t VALUES (?, ?, ?)" if more else "INSERT INTO t VALUES (?, ?)",
                    (key, *[1 for _ in more], f"http://{key.strip()}.example/"),
                )
        before = stored_rows(engine)
        table = MappedTable(engine, whole.c.url)
        with pytest.raises(ValueError, match=message):
            audit(table, WEB)
        with pytest.raises(ValueError, match=message):
            converted(table, tmp_path / "undo.jsonl")
        assert before == stored_rows(engine)


def stored_rows(engine):
    """Return the rows of the table "t" as the database has them."""
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT * FROM t ORDER BY 1").all()


def test_a_key_that_a_collation_finds(tmp_path):
    """Its rows are read and written, each once."""
    with database("sqlite", tmp_path) as engine:
        columns = [Column("name", Lowered(), primary_key=True), Column("url", String(200))]
        whole = Table("t", MetaData(), *columns)
        whole.create(engine)
        with engine.begin() as connection:
            connection.execute(insert(whole), [{"name": each, "url": A} for each in ("Z", "a")])
        table = MappedTable(engine, whole.c.url)
        assert 2 == converted(table, tmp_path / "undo.jsonl").changed
        assert [("a", f"{A}x"), ("Z", f"{A}x")] == stored_rows(engine)
        assert 2 == undo(table, entries(tmp_path / "undo.jsonl"), write=True).changed
        assert [("a", A), ("Z", A)] == stored_rows(engine)
