"""SQLAlchemy: work through the stored addresses of a table of any size.

`MappedTable` and `KeyedMappedTable` are what `iri3987.rows.jobs` and `iri3987.rows.duplicates` work
on. ``flask iri`` has the same as commands; Flask is not needed.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Column, ColumnElement, Connection, Table, func, select, type_coerce
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, StatementError
from sqlalchemy.orm import Session

from iri3987.rows import jobs, tables
from iri3987.rows.duplicates import Group, KeyedTable
from iri3987.rows.jobs import Plan, Report
from iri3987.rows.sql import Statement, Target, is_mysql
from iri3987.rows.tables import LostKeyError, OuterTransactionError, Row
from sqlalchemy_iri import IRIType, databases
from sqlalchemy_iri.columns import beside, is_text, key_value
from sqlalchemy_iri.keys import IRIKeyType, column_of, keys_of

__all__ = ["KeyedMappedTable", "MappedTable", "rekey"]

_STORED: Final = {str, type(None)}


def rekey(
    bind: Engine | Connection,
    column: Any,
    *,
    plan: Plan = Plan(),
    missing: bool = False,
    check: bool = False,
) -> Report:
    """Write the keys of *column*, such as ``Link.url``, that are missing or stale.

    *plan*, *missing* and *check* are those of `iri3987.rows.jobs.rekey`. It goes on where it was
    stopped, if it is called again. A row whose policy raises is counted in `Report.codes`, and
    keeps its key.

    Raises `ValueError` if *column* has no `IRIKey`, and what `MappedTable` raises.
    """
    table = MappedTable(bind, column)
    if not table.derivations:
        raise ValueError(f"there is no IRIKey({table.column.key!r}) beside {table.column}")
    return jobs.rekey(table, plan, missing=missing, check=check)


class MappedTable(tables.Table):
    """The rows of a table that have an address in *column*: an `iri3987.rows.tables.Table`.

    *column* is a mapped attribute, such as ``Link.url``, or a column of a `Table`; it holds text of
    any type, `IRIType` or not. *bind* is an engine; of a connection, the engine is used.

    Raises `TypeError` for any other *bind* or *column*, and `ValueError` for a table without a
    primary key.
    """

    errors: tuple[type[Exception], ...] = (DBAPIError, ValueError)  # drivers raise it for U+0000
    refusals: tuple[type[Exception], ...] = (DataError, IntegrityError, ValueError)
    # A number that is too large for SQLite overflows in its driver.
    failures: tuple[type[Exception], ...] = (DBAPIError, ValueError, OverflowError)

    def __init__(self, bind: Engine | Connection, column: Any) -> None:
        #: The column of the addresses.
        self.column: Column[Any] = column_of(column)
        if not is_text(self.column.type):
            raise TypeError(f"{self.column} does not hold text: it is {self.column.type!r}")
        if isinstance(self.column.type, IRIKeyType):
            raise TypeError(f"{self.column} is a key: name the address, {self.column.type.source}")
        if not isinstance(bind, Engine | Connection):
            raise TypeError(f"expected an Engine or a Connection, not {type(bind).__name__}")
        self.table: Table = self.column.table
        self.label: str = self.table.name
        #: The columns of the primary key.
        self.pk: tuple[Column[Any], ...] = tuple(self.table.primary_key.columns)
        if not self.pk:
            raise ValueError(f"the table {self.label!r} has no primary key")
        self.pk_names = [each.name for each in self.pk]
        self._keys = keys_of(self.column)
        self.derivations = [key.type.key_digest for key in self._keys]
        #: The exact text of the addresses, whatever the type of their column makes of it.
        self._text = type_coerce(self.column, sa.Text())
        #: The columns of the primary key whose type may write other text than it has read.
        types = enumerate(each.type for each in self.pk)
        kinds: Any = sa.TypeDecorator | sa.Enum
        self._mapped = [n for n, each in types if is_text(each) and isinstance(each, kinds)]
        self._given = bind
        self._engine: Engine = bind.engine
        if isinstance(bind, Connection):
            self._engine = bind.engine.execution_options(**bind.get_execution_options())
        #: The connection of the transaction that is under way.
        self._connection: Connection | None = None
        #: The columns by which the rows are ordered.
        self.order: tuple[ColumnElement[Any], ...] = self.pk
        if is_mysql(self._engine.dialect.name):
            self.order = tuple(map(databases.as_compared, self.pk))

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        """Begin a transaction on a connection of its own; commit it at the end of the block.

        Raises `OuterTransactionError` if the `Connection` that was given is in a transaction.
        """
        if isinstance(self._given, Connection) and self._given.in_transaction():
            raise OuterTransactionError(
                "the connection is in a transaction, which would lock every row until it ends: "
                "commit it before, or give the engine"
            )
        with databases.transaction(self._engine) as connection:
            self._connection = connection
            try:
                yield
            finally:
                self._connection = None

    def _reading(self) -> AbstractContextManager[Connection]:
        known = self._connection
        return self._engine.connect() if known is None else nullcontext(known)

    def _found(self, statement: Any) -> Sequence[Any]:
        with self._reading() as connection:
            return connection.execute(statement).all()

    def _key_of(self, row: Sequence[Any]) -> Any:
        """Return the primary key, with which *row* begins: a tuple if it has several columns."""
        return row[0] if len(self.pk) == 1 else tuple(row[: len(self.pk)])

    def _row(self, row: Sequence[Any]) -> Row:
        """Return the row whose key, address and derived values are *row*."""
        n = len(self.pk)
        return Row(self._key_of(row), row[n], tuple(row[n + 1 :]))

    def _among(self, keys: Sequence[Any]) -> ColumnElement[bool]:
        """Return the condition that a row has one of the primary keys *keys*."""
        return (self.pk[0] if len(self.pk) == 1 else sa.tuple_(*self.pk)).in_(keys)

    def _is_beyond(self, key: Any) -> ColumnElement[bool]:
        """Return the condition that a row comes after *key*."""
        values = [key] if len(self.pk) == 1 else key
        bound = [sa.literal(value, each.type) for each, value in zip(self.pk, values, strict=True)]
        if len(bound) > 1 and not is_mysql(self._engine.dialect.name):
            return sa.tuple_(*self.pk) > sa.tuple_(*bound)
        # MariaDB finds the place in the index for this, but not for a comparison of tuples.
        alternatives = []
        for number, (each, value) in enumerate(zip(self.order, bound, strict=True)):
            equal = (a == b for a, b in zip(self.order[:number], bound[:number], strict=True))
            alternatives.append(sa.and_(*equal, each > value))
        return sa.or_(*alternatives)

    def read(self, after: Any, until: Any, limit: int, *, lock: bool) -> list[Row]:
        """Return at most *limit* rows after the key *after*, up to and with *until*."""
        mapped = (self.pk[n] for n in self._mapped)
        raw = (type_coerce(each, sa.Text()) for each in (self.column, *self._keys, *mapped))
        statement = select(*self.pk, *raw).order_by(*self.order).limit(limit)
        if after is not None:
            statement = statement.where(self._is_beyond(after))
        if until is not None:
            statement = statement.where(~self._is_beyond(until))
        if self.chosen is not None:
            statement = statement.where(self._among(self.chosen))
        if self.is_missing:
            lacks_key = sa.or_(*(key.is_(None) for key in self._keys))
            statement = statement.where(func.length(self._text) > 0, lacks_key)
        if lock:
            statement = statement.with_for_update(key_share=True)
        found = self._found(statement)
        if self._mapped:
            found = [self._with_its_key(row) for row in found]
        if len(self.pk) == 1:  # without a call for each row
            rows = [Row(row[0], row[1], row[2:]) for row in found]
        else:
            rows = [*map(self._row, found)]
        if not all(type(row[1]) in _STORED for row in rows):  # SQLite stores numbers and bytes, too
            rows = [row if row.text is None else row._replace(text=str(row.text)) for row in rows]
        return rows

    def _with_its_key(self, row: Sequence[Any]) -> Sequence[Any]:
        """Return *row* without the text of its key, by which the database must find it again."""
        dialect = self._engine.dialect
        end = len(row) - len(self._mapped)
        for n, stored in zip(self._mapped, row[end:], strict=True):
            key = self.pk[n]
            prepare = key.type.dialect_impl(dialect).bind_processor(dialect)
            asked = row[n] if prepare is None else prepare(row[n])
            if asked != stored:
                # A collation may find it nevertheless.
                same = select(type_coerce(key, sa.Text())).where(key == row[n]).distinct()
                if [*self._found(same)] != [(stored,)]:
                    raise LostKeyError(stored, asked)
        return row[:end]

    @property
    def target(self) -> Target:
        """The table: its columns are that of the address, and those of its keys."""
        with self._reading() as connection:
            return databases.target(connection, self.table, self.pk, [self.column, *self._keys])

    def run(self, statement: Statement, /) -> Any:
        """Run *statement*, and return the first value that it finds, or None."""
        with self._reading() as connection:
            return databases.run(connection, statement)

    def key_part(self, number: int, value: Any, /) -> Any:
        """Return the value of a column of the primary key that *value* stands for."""
        return key_value(self.pk[number], value)

    def holder(self, row: Row, /) -> Any:
        """Return the key of another row that has a unique key of *row*, or None."""
        for key, value in zip(self._keys, row.derived, strict=True):
            if value is not None and _is_unique(key):
                same = type_coerce(key, sa.String()) == value
                statement = select(*self.pk).where(same, ~self._among([row.pk]))
                return next(map(self._key_of, self._found(statement.limit(1))), None)
        return None

    def count(self) -> int:
        """Return how many rows there are."""
        [(rows,)] = self._found(select(func.count()).select_from(self.table))
        return int(rows)

    def key_at(self, place: int, /) -> Any:
        """Return the key of the row that has *place* others before it, None if there is none."""
        statement = select(*self.pk).order_by(*self.order).limit(1).offset(place)
        return next(map(self._key_of, self._found(statement)), None)


def _is_unique(key: Column[Any]) -> bool:
    """Return whether no two rows may have the same value in the column *key*."""
    found: list[Any] = [each for each in key.table.indexes if each.unique]
    found += [each for each in key.table.constraints if isinstance(each, sa.UniqueConstraint)]
    return any([*each.columns] == [key] for each in found)


class KeyedMappedTable(MappedTable, KeyedTable):
    """The rows of a mapped class that have keys: an `iri3987.rows.duplicates.KeyedTable`.

    *attribute* is that of an `IRIKey`, or that of the address if it has one key. With *by*, which
    holds attributes or their names, only rows that have the same values there are a group, and none
    of these values is NULL.

    Raises `TypeError` if *attribute* is not mapped, and `ValueError` if it has no key, or several.
    """

    merge_errors: tuple[type[Exception], ...] = (StatementError,)

    def __init__(self, bind: Engine | Connection, attribute: Any, by: Sequence[Any] = ()) -> None:
        column = column_of(attribute)
        mapper = getattr(attribute, "parent", None)
        if mapper is None:
            raise TypeError(f"expected an attribute of a mapped class, not the column {column}")
        keys: list[Any] = [column] if isinstance(column.type, IRIKeyType) else keys_of(column)
        if len(keys) != 1:
            names = ", ".join(key.key for key in keys) or "none"
            raise ValueError(f"expected one IRIKey for {column}, found {names}")
        self._key = keys[0]
        self._digest = type_coerce(self._key, sa.String())
        super().__init__(bind, column.table.columns[self._key.type.source])
        self.key_of = self._key.type.key_digest
        type_ = self.column.type
        #: Whether the column says that it is for IRI references.
        self.is_reference: bool = isinstance(type_, IRIType) and type_.profile.allow_relative
        self._class = mapper.class_
        self._by = [beside(mapper, each) for each in by]

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Begin a transaction with a session, whose objects are written at the end of the block."""
        with super().transaction():
            mode: Any = "rollback_only"  # a commit by the project's function is that of the block
            with Session(self._connection, join_transaction_mode=mode) as session:
                self._session = session
                yield session
                session.commit()

    def repeated(self, after: str | None, limit: int, /) -> Sequence[str]:
        """Return the next *limit* keys after the key *after* that several rows have."""
        key = self._digest
        statement = select(key).where(key.is_not(None) if after is None else key > after)
        statement = statement.where(*self._has_by)
        statement = statement.group_by(key, *self._by).having(func.count() > 1)
        found = self._found(statement.distinct().order_by(key).limit(limit))
        return [each for (each,) in found]

    def alike(self, keys: Sequence[str], limit: int, /) -> Iterator[tuple[int, str, Row]]:
        """Return the rows that have one of *keys*: the number of the group, its key, the row."""
        key = self._digest
        group = func.rank().over(order_by=[key, *self._by]).label("iri_group")
        place: Any = func.row_number().over(partition_by=[key, *self._by], order_by=self.order)
        place = place.label("iri_place")
        statement = select(place, group, key, *self.pk, self._text, *self._by)
        inner = statement.where(key.in_(keys), *self._has_by).subquery()
        statement = select(inner).where(inner.c.iri_place <= limit)
        ordered = statement.order_by(inner.c.iri_group, inner.c.iri_place)
        for _, number, text, *row in self._found(ordered):
            yield number, text, self._row(row)

    def some(self, group: Group | None, after: Any, limit: int, /) -> list[Row]:
        """Return at most *limit* rows of *group*, or rows that lack a key."""
        if group is None:
            where = [func.length(self._text) > 0, self._key.is_(None), *self._has_by]
        else:
            where = [self._digest == group.key, *self._same(group)]
        if after is not None:
            where.append(self._is_beyond(after))
        statement = select(*self.pk, self._text, *self._by).where(*where)
        return [*map(self._row, self._found(statement.order_by(*self.order).limit(limit)))]

    def objects(self, group: Group) -> Sequence[Any]:
        """Return the objects of those rows of *group* that still belong to it, and lock them."""
        session = self._session
        session.flush()
        is_in_group = self._among([row.pk for row in group.rows])
        statement = select(*self.pk, self._text).where(is_in_group, *self._same(group))
        # The rows alone are locked first: the class may be loaded with rows of other tables.
        found = session.execute(statement.order_by(*self.order).with_for_update()).all()
        rows = map(self._row, found)
        keys = [row.pk for row in rows if self.belongs(group.key, row.text)]
        objects = select(self._class).where(self._among(keys)).order_by(*self.order)
        return session.scalars(objects.execution_options(populate_existing=True)).unique().all()

    @property
    def _has_by(self) -> list[ColumnElement[bool]]:
        return [each.is_not(None) for each in self._by]

    def _same(self, group: Group) -> list[ColumnElement[bool]]:
        return [a == b for a, b in zip(self._by, group.by, strict=True)]

    def emptied(self, texts: Sequence[str], /) -> str:
        """Return the statement, for people, that empties the rows that have one of *texts*."""
        name = self._class.__name__
        attribute = self._class.__mapper__.get_property_by_column(self.column).key
        nothing = None if self.column.nullable else ""
        return (
            f"update({name}).where({name}.{attribute}.in_({[*texts]!r}))"
            f".values(**with_key({name}, {attribute}={nothing!r}))"
        )
