"""SQLAlchemy: what databases do differently when stored rows are worked through.

The statements are written so that each batch costs little Python: no object is made for a row, and
no statement is compiled for each batch. They name plain columns, not those of the project's tables:
types with validation, defaults such as ``onupdate``, and the guard of `sqlalchemy_iri.keys` have no
part in them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import (
    ARRAY,
    Column,
    ColumnElement,
    Connection,
    Enum,
    String,
    Text,
    and_,
    bindparam,
    cast,
    column,
    func,
    select,
    table,
    text,
    update,
)
from sqlalchemy.engine import Engine

#: The seconds that a statement waits for a lock before its batch is tried again.
_WAIT: Final = 1
#: Deadlock, lock time-out, serialization: SQLSTATE on PostgreSQL, numbers on MariaDB and MySQL.
_PASSING: Final = {"40P01", "55P03", "40001", 1205, 1213}
#: SQLITE_BUSY and SQLITE_LOCKED, in the low byte of an extended code.
_SQLITE_PASSING: Final = {5, 6}


def is_mariadb(bind: Any, /) -> bool:
    """Return whether *bind*, which has a dialect, is MariaDB or MySQL."""
    return bind.dialect.name in {"mysql", "mariadb"}


def as_compared(key: Column[Any], /) -> ColumnElement[Any]:
    """Return *key* of MariaDB for ORDER BY: an ENUM is ordered by number, but compared as text.

    The rows after a key would be others than those that were not read yet.
    """
    if isinstance(key.type, Enum) and key.type.native_enum:
        return cast(key, String)
    return key


@contextmanager
def transaction(engine: Engine, /) -> Iterator[Connection]:
    """Begin a transaction that waits a second for a lock at most; commit it at the end."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            with connection.begin():
                _begin_to_write(connection)
                yield connection
            return
        # Also if the project has another level: MariaDB locks no gaps, in which the site inserts,
        # and no database fails because another transaction has written the row before.
        connection.execution_options(isolation_level="READ COMMITTED")
        with _waiting(connection), connection.begin():
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_WAIT}s'")
            yield connection


def _begin_to_write(connection: Connection) -> None:
    """Let SQLite take the lock for writing before it reads.

    A transaction that reads first, and writes then, fails at once if another one has written in
    between.
    """
    driver: Any = connection.connection.dbapi_connection
    if driver.in_transaction:  # because the project has an event for it, or autocommit=False
        connection.exec_driver_sql("ROLLBACK")
    connection.exec_driver_sql("BEGIN IMMEDIATE")


@contextmanager
def _waiting(connection: Connection) -> Iterator[None]:
    """Set the seconds that MariaDB waits for a lock: of the session, so they are given back."""
    if not is_mariadb(connection):
        yield
        return
    name = "innodb_lock_wait_timeout"
    before = connection.exec_driver_sql(f"SELECT @@{name}").scalar_one()
    connection.exec_driver_sql(f"SET {name} = {_WAIT}")
    connection.rollback()  # the transaction that SQLAlchemy has begun for these
    try:
        yield
    finally:
        if not connection.invalidated:
            connection.exec_driver_sql(f"SET {name} = {before:d}")


def write(
    connection: Connection,
    keys: Sequence[Column[Any]],
    columns: Sequence[Column[Any]],
    rows: Sequence[Sequence[Any]],
    /,
) -> None:
    """Set *columns*, which hold text, in *rows*: each has values for *keys*, then for *columns*."""
    if connection.dialect.name == "postgresql":
        _update_from_arrays(connection, keys, columns, rows)
        return
    bound = _bound(connection, keys, rows)
    if connection.dialect.name == "sqlite":
        _update_each(connection, keys, columns, bound)
    else:
        _update_by_case(connection, keys, columns, bound)


def _plain(columns: Sequence[Column[Any]]) -> Any:
    """Return the table of *columns* with these columns alone, without their types."""
    whole: Any = columns[0].table
    return table(whole.name, *(column(each.name) for each in columns), schema=whole.schema)


def _update_from_arrays(
    connection: Connection,
    keys: Sequence[Column[Any]],
    columns: Sequence[Column[Any]],
    rows: Sequence[Sequence[Any]],
) -> None:
    plain = _plain([*keys, *columns])
    types = [*(key.type for key in keys), *(Text() for _ in columns)]
    names = [f"c{number}" for number in range(len(types))]
    arrays = (bindparam(name, type_=ARRAY(type_)) for name, type_ in zip(names, types, strict=True))
    new = func.unnest(*arrays).table_valued(*map(column, names), name="new").render_derived().c
    count = len(keys)
    pairs = zip(keys, names[:count], strict=True)
    statement = (
        update(plain)
        .where(and_(*(plain.c[key.name] == new[name] for key, name in pairs)))
        .values({each.name: new[n] for each, n in zip(columns, names[count:], strict=True)})
    )
    values = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    connection.execute(statement, values)


def _update_by_case(
    connection: Connection,
    keys: Sequence[Column[Any]],
    columns: Sequence[Column[Any]],
    rows: Sequence[Sequence[Any]],
) -> None:
    dialect = connection.dialect
    quote = dialect.identifier_preparer.quote
    mark = "?" if dialect.paramstyle == "qmark" else "%s"
    count = len(keys)
    # With one column: CASE id WHEN 1 THEN ...; with several: CASE WHEN a = 1 AND b = 2 THEN ...
    is_one = count == 1
    head = f"CASE {quote(keys[0].name)}" if is_one else "CASE"
    when = mark if is_one else " AND ".join(f"{quote(key.name)} = {mark}" for key in keys)
    cases = f" WHEN {when} THEN {mark}" * len(rows)
    settings, parameters = [], []
    for number, each in enumerate(columns, count):
        name = quote(each.name)
        settings.append(f"{name} = {head}{cases} ELSE {name} END")
        for row in rows:
            parameters += [*row[:count], row[number]]
    one = mark if is_one else f"({', '.join([mark] * count)})"
    which = ", ".join(quote(key.name) for key in keys)
    for row in rows:
        parameters += row[:count]
    connection.exec_driver_sql(
        f"UPDATE {_name(connection, keys[0].table)} SET {', '.join(settings)} "  # noqa: S608
        f"WHERE {which if is_one else f'({which})'} IN ({', '.join([one] * len(rows))})",
        tuple(parameters),
    )


def _update_each(
    connection: Connection,
    keys: Sequence[Column[Any]],
    columns: Sequence[Column[Any]],
    rows: Sequence[Sequence[Any]],
) -> None:
    quote = connection.dialect.identifier_preparer.quote
    settings = ", ".join(f"{quote(each.name)} = ?" for each in columns)
    which = " AND ".join(f"{quote(key.name)} = ?" for key in keys)
    count = len(keys)
    connection.exec_driver_sql(
        f"UPDATE {_name(connection, keys[0].table)} SET {settings} WHERE {which}",  # noqa: S608
        [(*row[count:], *row[:count]) for row in rows],
    )


def _bound(
    connection: Connection, keys: Sequence[Column[Any]], rows: Sequence[Sequence[Any]]
) -> Sequence[Sequence[Any]]:
    """Return *rows* with their values for *keys* as the driver takes them."""
    dialect = connection.dialect
    processors = [key.type.dialect_impl(dialect).bind_processor(dialect) for key in keys]
    if not any(processors):
        return rows
    count = len(keys)
    return [
        (
            *(
                value if process is None else process(value)
                for process, value in zip(processors, row[:count], strict=True)
            ),
            *row[count:],
        )
        for row in rows
    ]


def _name(connection: Connection, whole: Any) -> str:
    """Return the name of a table for a statement that is text."""
    quote = connection.dialect.identifier_preparer.quote
    schemas = connection.get_execution_options().get("schema_translate_map") or {}
    schema = schemas.get(whole.schema, whole.schema)
    name: str = quote(whole.name)
    return name if schema is None else f"{quote(schema)}.{name}"


def estimate(connection: Connection, whole: Any, /) -> int | None:
    """Return about how many rows the table *whole* has, None if the database does not know."""
    name = _name(connection, whole)
    if connection.dialect.name == "postgresql":
        statement = text("SELECT reltuples FROM pg_class WHERE oid = to_regclass(:name)")
        found = connection.scalar(statement, {"name": name})
    elif is_mariadb(connection):
        statement = text(
            "SELECT table_rows FROM information_schema.tables "
            "WHERE table_name = :name AND table_schema = coalesce(:schema, database())"
        )
        found = connection.scalar(statement, {"name": whole.name, "schema": whole.schema})
    else:
        found = connection.scalar(select(func.count()).select_from(whole))
    return None if found is None or found < 0 else int(found)


def is_passing(error: BaseException, /) -> bool:
    """Return whether *error* may be gone at the next try: a deadlock, a lock that timed out."""
    driver: Any = getattr(error, "orig", None)
    if (code := getattr(driver, "sqlite_errorcode", None)) is not None:
        return code & 0xFF in _SQLITE_PASSING
    names = ("sqlstate", "pgcode", "errno")
    codes = [getattr(driver, name, None) for name in names] + list(getattr(driver, "args", ()))[:1]
    return any(isinstance(code, str | int) and code in _PASSING for code in codes)


def tell(error: BaseException, /) -> str:
    """Return the first line of what the database says, without the statement and its values."""
    driver = getattr(error, "orig", None) or error
    # The arguments of PyMySQL's and MySQLdb's errors are a number and a sentence.
    arguments: tuple[Any, ...] = getattr(driver, "args", ())
    said = arguments[1] if len(arguments) == 2 and isinstance(arguments[0], int) else driver
    lines = str(said).strip().splitlines()
    return lines[0] if lines else type(driver).__name__
