"""The rows of a model, for the jobs of `iri3987.rows`: audit, rekey, convert, dedupe.

Batches are read by a query that makes neither instances nor values of a field, and are written by
SQL of our own. That spares most of the time that ``bulk_update`` takes. The columns that are
derived from an `IRIField` are always written with it here, so `DerivedField` need not watch.
"""

# ruff: noqa: SLF001 - _meta is a name that Django documents

import json
from collections.abc import Sequence
from copy import copy
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Self

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import CompositePrimaryKey, Count, QuerySet, Window
from django.db.models.functions import DenseRank

from django_iri.fields.derived import raw
from django_iri.fields.keys import IRIKeyField
from django_iri.rows.tables import Rows, execute, without
from django_iri.rows.writing import update
from iri3987.rows import jobs
from iri3987.rows.batches import Row
from iri3987.rows.duplicates import Group
from iri3987.rows.jobs import Plan, Report

__all__ = ["KeyedModelTable", "ModelTable", "rekey", "source_fields"]

_ESTIMATES: Final = {
    "postgresql": "SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(%s)",
    "mysql": """
        SELECT table_rows FROM information_schema.tables
        WHERE table_schema = database() AND table_name = %s
    """,
}


class ModelTable(Rows):
    """The rows of a model in the database *using*: a `Table` of the text of *field*.

    *field* is any model field that holds text, an `IRIField` or not. The text is read as it is
    stored: no value of the field is made. The derived values are those of the columns that
    are derived from an `IRIField`. Without *using*, the router chooses the database.
    """

    errors: tuple[type[Exception], ...] = (
        *Rows.errors,
        ValueError,
    )  # psycopg2 raises it for U+0000
    failures: tuple[type[Exception], ...] = (*Rows.failures, ValueError)

    def __init__(self, field: Any, using: str | None = None) -> None:
        super().__init__(field.model, using)
        self.field = field
        self._derived: list[Any] = list(getattr(field, "derived", ()))
        self._is_composite = isinstance(self.model._meta.pk, CompositePrimaryKey)
        self._is_missing = False
        #: The texts of the rows that were read last.
        self._texts: dict[Any, str | None] = {}

    def read(self, after: Any, until: Any, limit: int, *, lock: bool) -> list[Row]:
        """Return at most *limit* rows after the key *after*, up to and with *until*."""
        rows = self._columns(self._between(after, until)[:limit], lock=lock)
        self._texts = {row.pk: row.text for row in rows}
        return rows

    def _between(self, after: Any, until: Any) -> QuerySet[Any]:
        rows = self.rows.order_by("pk")
        if after is not None:
            rows = rows.filter(pk__gt=after)
            if self._is_composite:
                # MariaDB finds no beginning in an index by (a, b) > (1, 2) alone.
                rows = rows.filter(**{f"{self.model._meta.pk_fields[0].attname}__gte": after[0]})
        if until is not None:
            rows = rows.filter(pk__lte=until)
        if self._is_missing:
            keys = [each for each in self._derived if isinstance(each, IRIKeyField)]
            names = [each.name for each in keys or self._derived]
            rows = rows.filter(without(self.field.name, names))
        return rows

    def pick(self, keys: Sequence[Any], *, lock: bool) -> list[Row]:
        """Return the rows that have one of *keys*."""
        # Some databases limit the number of parameters.
        size = self.connection.ops.bulk_batch_size(self.model._meta.pk_fields, keys)
        found: list[Row] = []
        for first in range(0, len(keys), size):
            rows = self.rows.filter(pk__in=keys[first : first + size]).order_by("pk")
            found += self._columns(rows, lock=lock)
        self._texts = {row.pk: row.text for row in found}
        return found

    def _columns(self, rows: QuerySet[Any], *, lock: bool) -> list[Row]:
        connection = self.connection
        if not connection.force_debug_cursor:
            connection.queries_log.clear()  # with DEBUG, Django keeps every statement
        names = [self.field.name, *(each.name for each in self._derived)]
        found = (self.locked(rows) if lock else rows).values_list("pk", *map(raw, names))
        return [Row(pk, text, tuple(derived)) for pk, text, *derived in found]

    def write(self, rows: Sequence[Row]) -> None:
        """Write the derived values of *rows*, and their texts if one is not what was read."""
        is_changed = any(self._texts.get(row.pk) != row.text for row in rows)
        fields = [*([self.field] if is_changed else []), *self._derived]
        values = [row.derived for row in rows]
        if is_changed:
            values = [(row.text, *row.derived) for row in rows]
        update(self.connection, self.model, fields, [row.pk for row in rows], values)

    def derive(self, text: str | None) -> tuple[str | None, ...]:
        """Return the values of the columns that are derived from the address *text*."""
        return tuple([each.compute(text) if text else None for each in self._derived])

    def key(self, value: object) -> Any:
        """Return the primary key that *value*, of a ledger or a command line, stands for.

        A key of several columns is a list, or text that is a list in JSON. Raises `ValueError`.
        """
        pk: Any = self.model._meta.pk
        try:
            if not self._is_composite:
                key = pk.to_python(value)
            else:
                parts: Any = json.loads(value) if isinstance(value, str) else value
                pairs = zip(self.model._meta.pk_fields, parts, strict=True)
                key = tuple(field.to_python(part) for field, part in pairs)
        except (TypeError, ValueError, ValidationError):
            key = None
        if key is None:
            raise ValueError(f"{value!r} is not a primary key of {self.model._meta.label}")
        return key

    def missing(self) -> Self:
        """Return the table of those rows alone that have an address, and no key.

        Without a column for the key, those that have no host.
        """
        table = copy(self)
        table._is_missing = True
        return table

    def begin(self, connection: Any) -> None:
        """Prepare a transaction that has begun."""
        super().begin(connection)
        if self._is_missing and connection.vendor == "postgresql":
            # PostgreSQL does not know how many keys are missing while they are filled. It must not
            # find them all, and sort them, for each batch.
            execute(connection, "SET LOCAL enable_sort = off")

    def part(self, number: int, parts: int) -> tuple[Any, Any]:
        """Return the bounds (after, until) of one of *parts* that have the same number of rows."""
        rows = self.rows.order_by("pk")
        count = rows.count()

        def last(number: int) -> Any:
            if number in {0, parts}:
                return None
            # If there are more parts than rows, the first row is in the first part.
            place = max(1, count * number // parts)
            return rows.values_list("pk", flat=True)[place - 1 : place].first()

        return last(number - 1), last(number)

    def estimate(self) -> int | None:
        """Return about how many rows there are; None if the database does not know."""
        connection, name = self.connection, self.model._meta.db_table
        if connection.vendor == "sqlite":
            return self.rows.count()
        if connection.vendor not in _ESTIMATES:
            return None
        if connection.vendor == "postgresql":
            name = connection.ops.quote_name(name)  # may have a schema
        with connection.cursor() as cursor:
            cursor.execute(_ESTIMATES[connection.vendor], [name])
            (count,) = cursor.fetchone() or (None,)
        # PostgreSQL says -1 before it has counted.
        return None if count is None or count < 0 else int(count)


class KeyedModelTable(Rows):
    """The rows of a model that have equal keys: a `KeyedTable` of *key_field*, an `IRIKeyField`.

    Rows are in one group if they have the same values in the fields *by*, too, and none of these
    values is NULL. `Row.derived` has these values here.
    """

    def __init__(
        self, key_field: IRIKeyField, by: Sequence[str] = (), using: str | None = None
    ) -> None:
        super().__init__(key_field.model, using)
        self.key_field = key_field
        self.by: tuple[str, ...] = tuple(by)
        #: Whether the field is for IRI references.
        self.is_reference: bool = key_field.source_field.reference

    def groups(self, after: str | None, limit: int) -> list[Group]:
        """Return the groups of the next keys after the key *after*, of at most *limit* keys.

        A row whose key is not that of its address is in no group: `rekey` has to write it first.
        """
        while keys := self._repeated(after, limit):
            groups = self._groups(keys)
            if groups:
                return groups
            after = keys[-1]  # all of them are stale, or have changed meanwhile
        return []

    @property
    def _keyed(self) -> QuerySet[Any]:
        names = (self.key_field.name, *self.by)
        return self.rows.filter(**{f"{name}__isnull": False for name in names})

    def _repeated(self, after: str | None, limit: int) -> list[str]:
        key = self.key_field.name
        rows = self._keyed if after is None else self._keyed.filter(**{f"{key}__gt": after})
        rows = rows.values(key, *self.by).annotate(count=Count("pk")).filter(count__gt=1)
        return [row[key] for row in rows.order_by(key)[:limit]]

    def _groups(self, keys: Sequence[str]) -> list[Group]:
        names = (self.key_field.name, *self.by)
        # The database says which values are the same: a collation may ignore case.
        number = Window(DenseRank(), order_by=names)
        found = (
            self._keyed.filter(**{f"{names[0]}__in": set(keys)})
            .order_by(*names, "pk")
            .values_list(names[0], number, "pk", raw(self.key_field.source), *self.by)
        )
        groups = []
        for (key, _), each in groupby(found, itemgetter(0, 1)):
            rows = [
                Row(pk, text, tuple(by))
                for _, _, pk, text, *by in each
                if text and self.key_field.compute(text) == key
            ]
            if len(rows) > 1:
                groups.append(Group(key, rows))
        return groups

    def objects(self, group: Group) -> list[models.Model]:
        """Return the instances of those rows of *group* that still belong to it, and lock them."""
        same = dict(zip(self.by, group.rows[0].derived, strict=True))
        rows = self.rows.filter(**{self.key_field.name: group.key}, **same)
        rows = rows.filter(pk__in=[row.pk for row in group.rows]).order_by("pk")
        # The attribute of a key is computed from the address.
        key = self.key_field.attname
        return [each for each in self.locked(rows) if getattr(each, key) == group.key]

    def unkeyed(self) -> int:
        """Return how many rows have an address and no key."""
        key = self.key_field
        return self.rows.filter(without(key.source, [key.name])).count()


def source_fields(model: type[models.Model]) -> list[Any]:
    """Return the fields of the table of *model* that have a key or a host."""
    fields = model._meta.concrete_model._meta.local_concrete_fields  # type: ignore[union-attr]
    return [field for field in fields if getattr(field, "derived", ())]


def rekey(
    model: type[models.Model],
    source: str | None = None,
    *,
    using: str | None = None,
    plan: Plan = Plan(),  # noqa: B008 - it never changes
    missing: bool = False,
    check: bool = False,
) -> Report:
    """Write the keys and hosts of *model* that are missing or stale.

    *source* names the `IRIField`; it may be left out if the model has only one with a key or a
    host. *plan*, *missing* and *check* are those of `iri3987.rows.jobs.rekey`. Each batch is a
    transaction of its own. So this raises `OuterTransactionError` inside a transaction, and a
    migration that calls it is not atomic::

        class Migration(migrations.Migration):
            atomic = False
            operations = [migrations.RunPython(fill_keys, migrations.RunPython.noop)]

        def fill_keys(apps, schema_editor):
            rekey(apps.get_model("links", "Link"), using=schema_editor.connection.alias)

    Raises `ValueError` if it is not clear which field is meant.
    """
    fields = source_fields(model)
    found = [field for field in fields if source in {None, field.name}]
    if len(found) != 1:
        names = " or ".join(field.name for field in fields)
        raise ValueError(
            f"source must be {names}, not {source!r}"
            if names
            else f"{model.__name__} has neither an IRIKeyField nor an IRIHostField"
        )
    return jobs.rekey(ModelTable(found[0], using), plan, missing=missing, check=check)
