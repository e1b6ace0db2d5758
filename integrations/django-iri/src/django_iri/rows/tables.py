"""The table of a model: how it is read and locked, and what its database raises."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, Final

from django import db
from django.core.exceptions import ValidationError
from django.db import connections, models, router, transaction
from django.db.models import F, Func, Q, QuerySet
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThan, IsNull

from django_iri.fields.derived import raw
from django_iri.fields.keys import IRIKeyField
from iri3987.rows.sql import SHORT_WAITS, Column, Statement, Target, short_waits
from iri3987.rows.tables import LostKeyError, OuterTransactionError, Row, Table

#: What a database raises about a statement, and its driver about text that has no octets.
ERRORS: Final = (
    *(db.DataError, db.IntegrityError, db.InternalError, db.OperationalError),
    UnicodeError,
)


def own_fields(model: Any, /) -> list[Any]:
    """Return the fields whose columns are in the table of *model*."""
    return list(model._meta.concrete_model._meta.local_concrete_fields)


class ModelTable(Table):
    """The rows of a model in the database *using*: a `Table` of the text of *field*.

    *field* is any model field that holds text, an `IRIField` or not. The text is read as it is
    stored: no value of the field is made. The derived values are those of the columns that
    are derived from an `IRIField`. Without *using*, the router chooses the database.
    """

    errors: tuple[type[Exception], ...] = (*ERRORS, ValueError)  # psycopg2, for U+0000
    refusals: tuple[type[Exception], ...] = (db.DataError, db.IntegrityError, ValueError)
    # A number that is too large for SQLite overflows in its driver.
    failures: tuple[type[Exception], ...] = (db.Error, ValueError, OverflowError)

    def __init__(self, field: Any, using: str | None = None) -> None:
        self.field = field
        self.model: type[models.Model] = field.model
        meta: Any = self.model._meta
        self.using: str = using or router.db_for_write(self.model)
        self.label: str = meta.label
        self.pk_fields: list[Any] = meta.pk_fields
        self.pk_names: Sequence[str] = [each.attname for each in self.pk_fields]
        derived = getattr(field, "derived", ())
        self.derivations = [each.compute for each in derived]
        self._columns: list[Any] = [field, *derived]
        #: The fields of the primary key that may write other text than they have read. A foreign
        #: key has the values of a field of another model.
        self._mapped = [
            each
            for each in self.pk_fields
            if hasattr(getattr(each, "target_field", each), "from_db_value")
        ]

    @property
    def connection(self) -> Any:
        """The connection of this thread."""
        return connections[self.using]

    @property
    def rows(self) -> QuerySet[Any]:
        """All rows: a manager may leave some out."""
        return QuerySet(self.model, using=self.using)

    def beyond(self, rows: QuerySet[Any], after: Any) -> QuerySet[Any]:
        """Return those of *rows* that come after the primary key *after*."""
        rows = rows.filter(pk__gt=after)
        if len(self.pk_names) > 1:
            # MariaDB finds no beginning in an index by (a, b) > (1, 2) alone.
            rows = rows.filter(**{f"{self.pk_names[0]}__gte": after[0]})
        return rows

    def locked(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return *rows*, to be locked as they are read."""
        no_key = self.connection.features.has_select_for_no_key_update
        return rows.select_for_update(no_key=no_key)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Begin a transaction that is committed at the end of the block.

        It waits a second for the locks of others; SQLite waits as its option "timeout" says.
        Raises `OuterTransactionError` inside another transaction, except that of a test case.
        """
        connection = self.connection
        with ExitStack() as stack:
            stack.enter_context(short_waits(connection.vendor, self.run))
            try:
                # With autocommit switched off, Django would never commit this block.
                if not connection.in_atomic_block and not connection.get_autocommit():
                    raise RuntimeError
                stack.enter_context(transaction.atomic(using=self.using, durable=True))
            except RuntimeError:
                raise OuterTransactionError(
                    f"the rows of {self.model._meta.label} would be locked until the transaction "
                    "around this ends: work outside of it. In a migration, set atomic = False."
                ) from None
            self._begin(connection)
            yield

    def _begin(self, connection: Any) -> None:
        if connection.vendor in SHORT_WAITS:
            self.run(SHORT_WAITS[connection.vendor])
        elif connection.vendor == "sqlite":
            # This takes the lock for writing before anything is read. Taken later, it would fail
            # at once if another process has written since.
            table = connection.ops.quote_name(self.model._meta.db_table)
            self.run(Statement(f"DELETE FROM {table} WHERE 1 = 0"))  # noqa: S608 - a quoted name
        if self.is_missing and connection.vendor == "postgresql":
            # PostgreSQL does not know how many keys are missing while they are filled. It must not
            # find them all, and sort them, for each batch.
            self.run(Statement("SET LOCAL enable_sort = off"))

    def run(self, statement: Statement, /) -> Any:
        """Run *statement*, and return the first value that it finds, or None."""
        with self.connection.cursor() as cursor:
            execute = cursor.executemany if statement.is_many else cursor.execute
            execute(statement.sql, statement.parameters or None)
            found = cursor.fetchone() if cursor.description else None
        return found and found[0]

    @property
    def target(self) -> Target:
        """The table: its columns are that of the address, and those of the derived values."""
        connection = self.connection

        def quoted(name: str) -> str:
            return str(connection.ops.quote_name(name)).replace("%", "%%")

        def column(field: Any, type_: str, prepare: Any) -> Column:
            return Column(quoted(field.column), type_, partial(prepare, connection=connection))

        return Target(
            connection.vendor,
            quoted(self.model._meta.db_table),
            [column(key, key.db_type(connection), key.get_db_prep_value) for key in self.pk_fields],
            [column(each, "text", each.get_db_prep_save) for each in self._columns],
        )

    def read(self, after: Any, until: Any, limit: int, *, lock: bool) -> list[Row]:
        """Return at most *limit* rows after the key *after*, up to and with *until*."""
        rows = self.rows.order_by("pk")
        if after is not None:
            rows = self.beyond(rows, after)
        if until is not None:
            rows = rows.filter(pk__lte=until)
        if self.chosen is not None:
            rows = rows.filter(pk__in=self.chosen)
        if self.is_missing:
            derived = self._columns[1:]
            keys = [each for each in derived if isinstance(each, IRIKeyField)]
            rows = rows.filter(without(self.field.name, [each.name for each in keys or derived]))
        if not self.connection.force_debug_cursor:
            self.connection.queries_log.clear()  # with DEBUG, Django keeps every statement
        found = (self.locked(rows) if lock else rows)[:limit]
        names = [each.name for each in (*self._columns, *self._mapped)]
        end = len(self._columns)
        made = []
        for pk, text, *values in found.values_list("pk", *map(raw, names)):
            if self._mapped:
                self._require_found(pk, values[end - 1 :])
            made.append(Row(pk, text, tuple(values[: end - 1])))
        return made

    def _require_found(self, pk: Any, stored: Sequence[Any]) -> None:
        """Raise `LostKeyError` if the database does not find what is *stored* by the key *pk*."""
        values = dict(zip(self.pk_fields, pk if len(self.pk_fields) > 1 else [pk], strict=True))
        for field, text in zip(self._mapped, stored, strict=True):
            asked = field.get_db_prep_value(values[field], self.connection)
            if isinstance(text, str) and asked != text:
                # A collation may find it nevertheless.
                same = self.rows.filter(**{field.name: values[field]}).values_list(raw(field.name))
                if [(text,)] != [*same.distinct()]:
                    raise LostKeyError(text, asked)

    def key_part(self, number: int, value: Any, /) -> Any:
        """Return the value of a field of the primary key that *value* stands for."""
        try:
            return self.pk_fields[number].to_python(value)
        except ValidationError:
            return None

    def holder(self, row: Row, /) -> Any:
        """Return the key of another row that has a unique key of *row*, or None."""
        for key, value in zip(self._columns[1:], row.derived, strict=True):
            if value is not None and getattr(key, "is_unique", False):
                others = self.rows.filter(**{key.name: value}).exclude(pk=row.pk)
                return others.order_by("pk").values_list("pk", flat=True).first()
        return None

    def count(self) -> int:
        """Return how many rows there are."""
        return self.rows.count()

    def key_at(self, place: int, /) -> Any:
        """Return the key of the row that has *place* others before it, None if there is none."""
        keys = self.rows.order_by("pk").values_list("pk", flat=True)
        return next(iter(keys[place : place + 1]), None)


class _Scanned(Func):
    """A column whose index SQLite shall not use: it would sort all NULLs for each batch."""

    template = "%(expressions)s"

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="+%(expressions)s", **context)


def without(source: str, columns: Iterable[str]) -> Q:
    """Return the condition for rows that have text in *source*, and NULL in one of *columns*."""
    # Not `source <> ""`: in some collations, spaces are equal to nothing.
    condition = Q()
    for column in columns:
        condition |= Q(IsNull(_Scanned(F(column)), rhs=True))
    return Q(GreaterThan(Length(raw(source)), 0)) & condition
