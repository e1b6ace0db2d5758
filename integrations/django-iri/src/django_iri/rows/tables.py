"""The database under `django_iri.rows`: transactions, locks, exceptions, and how to read."""

# ruff: noqa: SLF001 - _meta is a name that Django documents

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import (
    DataError,
    Error,
    IntegrityError,
    InternalError,
    OperationalError,
    connections,
    models,
    router,
    transaction,
)
from django.db.models import F, Func, Q, QuerySet
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThan, IsNull

from django_iri.fields.derived import raw
from iri3987.rows.sql import SHORT_WAITS, Statement, short_waits
from iri3987.rows.tables import OuterTransactionError


def own_fields(model: Any, /) -> list[Any]:
    """Return the fields whose columns are in the table of *model*."""
    return list(model._meta.concrete_model._meta.local_concrete_fields)


class Rows:
    """The rows of the table of a model, and their transactions."""

    # Text that has no octets, such as a lone surrogate, is refused by the driver.
    errors: tuple[type[Exception], ...] = (
        *(DataError, IntegrityError, InternalError, OperationalError),
        UnicodeError,
    )
    refusals: tuple[type[Exception], ...] = (DataError, IntegrityError, ValueError)
    # A number that is too large for SQLite overflows in its driver.
    failures: tuple[type[Exception], ...] = (Error, UnicodeError, OverflowError)

    def __init__(self, model: type[models.Model], using: str | None) -> None:
        self.model = model
        self.using: str = using or router.db_for_write(model)
        meta: Any = model._meta
        self.pk_fields: list[Any] = meta.pk_fields
        self.pk_names: Sequence[str] = [each.attname for each in self.pk_fields]

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
            self.begin(connection)
            yield

    def begin(self, connection: Any) -> None:
        """Prepare a transaction that has begun."""
        if connection.vendor in SHORT_WAITS:
            self.run(SHORT_WAITS[connection.vendor])
        elif connection.vendor == "sqlite":
            # This takes the lock for writing before anything is read. Taken later, it would fail
            # at once if another process has written since.
            table = connection.ops.quote_name(self.model._meta.db_table)
            self.run(Statement(f"DELETE FROM {table} WHERE 1 = 0"))  # noqa: S608 - a quoted name

    def run(self, statement: Statement, /) -> Any:
        """Run *statement*, and return the first value that it finds, or None."""
        with self.connection.cursor() as cursor:
            execute = cursor.executemany if statement.is_many else cursor.execute
            execute(statement.sql, statement.parameters or None)
            found = cursor.fetchone() if cursor.description else None
        return found and found[0]


class _Scanned(Func):
    """A column whose index SQLite shall not use.

    It would look for NULL there, and then sort all that it has found, for each batch.
    """

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
