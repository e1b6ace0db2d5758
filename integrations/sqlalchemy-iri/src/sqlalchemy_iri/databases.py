"""SQLAlchemy: what databases do differently when stored rows are worked through.

The statements that write are text, so types with validation, defaults such as ``onupdate``, and
`sqlalchemy_iri.guard` have no part in them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Connection, Enum, String, Table, cast, null
from sqlalchemy.engine import Engine

from iri3987.rows import sql
from iri3987.rows.sql import SHORT_WAITS, Statement, Target, short_waits

#: What stands for a parameter, where it is not "%s".
_MARKS: Final = {"qmark": "?", "numeric_dollar": "$"}


def as_compared(key: Column[Any], /) -> ColumnElement[Any]:
    """Return *key* of MariaDB for ORDER BY: an ENUM is ordered by number, but compared as text."""
    if isinstance(key.type, Enum) and key.type.native_enum:
        return cast(key, String)
    return key


@contextmanager
def transaction(engine: Engine, /) -> Iterator[Connection]:
    """Begin a transaction that waits a second for a lock at most; commit it at the end."""
    with engine.connect() as connection:
        database = connection.dialect.name
        if database == "sqlite":
            with connection.begin():
                # Lock before anything is read: later, another writer may have made it fail.
                driver: Any = connection.connection.dbapi_connection
                if driver.in_transaction:  # because of an event of the project, or autocommit=False
                    connection.exec_driver_sql("ROLLBACK")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
            return
        # Also if the project has another level: MariaDB locks no gaps, in which the site inserts,
        # and no database fails because another transaction has written the row before.
        connection.execution_options(isolation_level="READ COMMITTED")
        with short_waits(database, partial(_run_alone, connection)), connection.begin():
            if database in SHORT_WAITS:
                run(connection, SHORT_WAITS[database])
            yield connection


def _run_alone(connection: Connection, statement: Statement) -> Any:
    """Run *statement* outside of a transaction, unless the connection is lost."""
    if connection.invalidated:
        return None
    found = run(connection, statement)
    connection.rollback()  # the transaction that SQLAlchemy has begun for it
    return found


def run(connection: Connection, statement: Statement, /) -> Any:
    """Run *statement*, and return the first value that it finds, or None."""
    parameters: Any = statement.parameters
    result = connection.exec_driver_sql(statement.sql, parameters or None)
    return result.scalar() if result.returns_rows else None


def target(
    connection: Connection, table: Table, keys: Sequence[Column[Any]], columns: Sequence[Any], /
) -> Target:
    """Return *table* with its primary key and with *columns*, as statements name them."""
    dialect = connection.dialect
    quote = dialect.identifier_preparer.quote
    schemas = connection.get_execution_options().get("schema_translate_map") or {}
    schema = schemas.get(table.schema, table.schema)

    def column(key: Column[Any]) -> sql.Column:
        prepare = key.type.dialect_impl(dialect).bind_processor(dialect)
        return sql.Column(quote(key.name), _type_in_postgresql(connection, key), prepare)

    return Target(
        dialect.name,
        quote(table.name) if schema is None else f"{quote(schema)}.{quote(table.name)}",
        [column(key) for key in keys],
        [sql.Column(quote(each.name)) for each in columns],
        _MARKS.get(dialect.paramstyle, "%s"),
    )


def _type_in_postgresql(connection: Connection, key: Column[Any]) -> str:
    """Return the type of *key* as PostgreSQL casts to it: it has its schema, and no collation."""
    if connection.dialect.name != "postgresql":
        return ""
    schemas = connection.get_execution_options().get("schema_translate_map")
    typed = cast(null(), key.type).compile(
        connection, schema_translate_map=schemas, render_schema_translate=bool(schemas)
    )
    cast_to, _, collation = str(typed).partition(" COLLATE ")
    # SQLAlchemy 2.0.0 has the collation inside the parentheses.
    name = cast_to if collation.endswith(")") else cast_to.removesuffix(")")
    return name.removeprefix("CAST(NULL AS ")
