"""The SQL that writes a batch, and what the errors of a database mean: the same for each plug-in.

Nothing here knows a driver or runs a statement. Names are given as SQL has them, quoted.
"""

# ruff: noqa: S608 - the names in the SQL are quoted, and values are parameters

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

__family__ = ["SHORT_WAITS", "Column", "Statement", "Target", "is_mysql", "short_waits"]

#: How many rows a statement of MySQL has: for each row it looks through the list of all of them.
_MOST_CASES: Final = 1000
#: A deadlock, a lock that is not available, a serialization failure: as SQLSTATE, and as numbers
#: of MySQL and MariaDB.
_PASSING: Final = {"40P01", "55P03", "40001", 1205, 1213}
#: SQLITE_BUSY and SQLITE_LOCKED, in the low byte of an extended code; a driver may lack the code.
_PASSING_SQLITE: Final = {5, 6}
_LOCKED_SQLITE: Final = ("database is locked", "database table is locked")


class Statement(NamedTuple):
    """A statement of SQL."""

    #: The SQL, with a mark for each parameter.
    sql: str
    #: The parameters; if `is_many`, those of each time that the statement is executed.
    parameters: Sequence[Any] = ()
    #: Whether it is for ``executemany``.
    is_many: bool = False


class Column(NamedTuple):
    """A column of a table."""

    #: Its name, quoted.
    name: str
    #: Its type in PostgreSQL.
    type: str = "text"
    #: The function from a value to what the driver takes, if they differ.
    prepare: Callable[[Any], Any] | None = None


@dataclass(frozen=True)
class Target:
    """The table that is written, and its columns."""

    #: "postgresql", "mysql", "mariadb", "sqlite" or another.
    database: str
    #: Its name, quoted, after that of its schema if it has one.
    table: str
    #: The columns of the primary key.
    keys: Sequence[Column]
    #: The columns that get values.
    columns: Sequence[Column]
    #: What stands for a parameter: "%s", "?", or "$" before its number.
    mark: str = "%s"


def is_mysql(database: str, /) -> bool:
    """Return whether *database* is MySQL or MariaDB."""
    return database in {"mysql", "mariadb"}


def updates(target: Target, rows: Sequence[Sequence[Any]], /) -> Iterator[Statement]:
    """Yield the statements that write *rows*: each has values for the keys, then for the columns.

    PostgreSQL takes one statement, MySQL and MariaDB one for a thousand rows, and another database
    a short one that is executed for each row.
    """
    pairs = zip((*target.keys, *target.columns), zip(*rows, strict=True), strict=True)
    values = [
        list(given if column.prepare is None else map(column.prepare, given))
        for column, given in pairs
    ]
    keys, columns = values[: len(target.keys)], values[len(target.keys) :]
    if target.database == "postgresql":
        yield _from_arrays(target, values)
    elif is_mysql(target.database):
        for first in range(0, len(rows), _MOST_CASES):
            some = slice(first, first + _MOST_CASES)
            these = list(zip(*(each[some] for each in keys), strict=True))
            yield _by_cases(target, these, [each[some] for each in columns])
    else:
        sets = ", ".join(f"{each.name} = {target.mark}" for each in target.columns)
        where = " AND ".join(f"{key.name} = {target.mark}" for key in target.keys)
        sql = f"UPDATE {target.table} SET {sets} WHERE {where}"
        yield Statement(sql, list(zip(*columns, *keys, strict=True)), is_many=True)


def _from_arrays(target: Target, values: Sequence[list[Any]]) -> Statement:
    # A value is cast to text, not to varchar(66): that would cut it. A key is cast to the type of
    # its column, whose index is used then.
    types = [*(key.type for key in target.keys), *("text" for _ in target.columns)]
    names = [f"c{number}" for number in range(len(types))]
    marks = [f"${n}" if target.mark == "$" else target.mark for n in range(1, len(types) + 1)]
    arrays = [f"{mark}::{type_}[]" for mark, type_ in zip(marks, types, strict=True)]
    pairs = list(zip((*target.keys, *target.columns), names, strict=True))
    sets = [f"{column.name} = new.{name}" for column, name in pairs[len(target.keys) :]]
    where = [f"old.{key.name} = new.{name}" for key, name in pairs[: len(target.keys)]]
    sql = (
        f"UPDATE {target.table} AS old SET {', '.join(sets)} "
        f"FROM unnest({', '.join(arrays)}) AS new ({', '.join(names)}) "
        f"WHERE {' AND '.join(where)}"
    )
    return Statement(sql, tuple(values))


def _by_cases(
    target: Target, keys: Sequence[tuple[Any, ...]], columns: Sequence[Sequence[Any]]
) -> Statement:
    mark, names = target.mark, [key.name for key in target.keys]
    when = " AND ".join(f"{name} = {mark}" for name in names)
    cases = f"CASE{f' WHEN {when} THEN {mark}' * len(keys)} ELSE"
    sets = [f"{each.name} = {cases} {each.name} END" for each in target.columns]
    parameters: list[Any] = []
    for column in columns:
        for key, value in zip(keys, column, strict=True):
            parameters += (*key, value)
    for key in keys:
        parameters += key
    some = ", ".join([f"({', '.join([mark] * len(names))})"] * len(keys))
    sql = f"UPDATE {target.table} SET {', '.join(sets)} WHERE ({', '.join(names)}) IN ({some})"
    return Statement(sql, tuple(parameters))


#: What lets the statements of a transaction wait a second for a lock of another, by the database.
#: The rows before it are locked for as long, and the site waits for them.
SHORT_WAITS: Final = {"postgresql": Statement("SET LOCAL lock_timeout = '1s'")}


@contextmanager
def short_waits(database: str, run: Callable[[Statement], Any], /) -> Iterator[None]:
    """Let MySQL and MariaDB wait a second for a lock, until the end of the block."""
    if not is_mysql(database):
        yield
        return
    before = run(Statement("SELECT @@innodb_lock_wait_timeout"))
    run(Statement("SET innodb_lock_wait_timeout = 1"))
    try:
        yield
    finally:
        run(Statement(f"SET innodb_lock_wait_timeout = {before:d}"))


def _driver_error(error: BaseException) -> BaseException:
    """Return the error of the driver, which SQLAlchemy's has as `orig` and Django's as a cause."""
    return getattr(error, "orig", None) or error.__cause__ or error


def is_passing(error: BaseException, /) -> bool:
    """Return whether *error* may be gone at the next try: a deadlock, a lock that timed out."""
    driver = _driver_error(error)
    if (code := getattr(driver, "sqlite_errorcode", None)) is not None:
        return code & 0xFF in _PASSING_SQLITE
    codes = {getattr(driver, name, None) for name in ("sqlstate", "pgcode", "errno")}
    codes |= {each for each in driver.args[:1] if isinstance(each, int)}
    return not _PASSING.isdisjoint(codes) or str(driver).startswith(_LOCKED_SQLITE)


def tell(error: BaseException, /) -> str:
    """Return the first line of what the database says, without the statement and its values."""
    driver = _driver_error(error)
    # The arguments of PyMySQL's and MySQLdb's errors are a number and a sentence.
    arguments = driver.args
    said = arguments[1] if len(arguments) == 2 and isinstance(arguments[0], int) else driver
    lines = str(said).strip().splitlines()
    return lines[0] if lines else type(driver).__name__
