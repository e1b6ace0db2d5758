"""The rows of a model, for the jobs of `iri3987.rows`: audit, rekey, convert, dedupe.

Batches are read by a query that makes neither instances nor values of a field, and are written by
SQL of our own. That spares most of the time that ``bulk_update`` takes. The columns that are
derived from an `IRIField` are always written with it here, so `DerivedField` need not watch.
"""

# ruff: noqa: SLF001 - _meta is a name that Django documents

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Count, QuerySet, Window
from django.db.models.functions import DenseRank, RowNumber

from django_iri.fields.derived import raw
from django_iri.fields.keys import IRIKeyField
from django_iri.rows.tables import Rows, own_fields, without
from iri3987.rows import jobs
from iri3987.rows.duplicates import Group, KeyedTable
from iri3987.rows.jobs import Plan, Report
from iri3987.rows.sql import Column, Statement, Target
from iri3987.rows.tables import LostKeyError, Row, Table

__all__ = ["KeyedModelTable", "ModelTable", "rekey"]


class ModelTable(Rows, Table):
    """The rows of a model in the database *using*: a `Table` of the text of *field*.

    *field* is any model field that holds text, an `IRIField` or not. The text is read as it is
    stored: no value of the field is made. The derived values are those of the columns that
    are derived from an `IRIField`. Without *using*, the router chooses the database.
    """

    errors: tuple[type[Exception], ...] = (*Rows.errors, ValueError)  # psycopg2, for U+0000
    failures: tuple[type[Exception], ...] = (*Rows.failures, ValueError)

    def __init__(self, field: Any, using: str | None = None) -> None:
        super().__init__(field.model, using)
        self.field = field
        self.label: str = self.model._meta.label
        derived = getattr(field, "derived", ())
        self.derivations = [each.compute for each in derived]
        self._columns: list[Any] = [field, *derived]
        #: The fields of the primary key that may write other text than they have read.
        self._mapped = [each for each in self.pk_fields if hasattr(_target(each), "from_db_value")]

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

    def begin(self, connection: Any) -> None:
        """Prepare a transaction that has begun."""
        super().begin(connection)
        if self.is_missing and connection.vendor == "postgresql":
            # PostgreSQL does not know how many keys are missing while they are filled. It must not
            # find them all, and sort them, for each batch.
            self.run(Statement("SET LOCAL enable_sort = off"))

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


def _target(field: Any) -> Any:
    """Return the field whose values *field* has: a foreign key has those of another model."""
    return getattr(field, "target_field", field)


class KeyedModelTable(Rows, KeyedTable):
    """The rows of a model that have equal keys: a `KeyedTable` of *key_field*, an `IRIKeyField`.

    Rows are in one group if they have the same values in the fields *by*, too, and none of these
    values is NULL. `Row.derived` has these values here.
    """

    def __init__(
        self, key_field: IRIKeyField, by: Sequence[str] = (), using: str | None = None
    ) -> None:
        super().__init__(key_field.model, using)
        self.key_field = key_field
        self.key_of = key_field.compute
        self.by: tuple[str, ...] = tuple(by)
        #: Whether the field is for IRI references.
        self.is_reference: bool = key_field.source_field.reference

    @property
    def _keyed(self) -> QuerySet[Any]:
        names = (self.key_field.name, *self.by)
        return self.rows.filter(**{f"{name}__isnull": False for name in names})

    def repeated(self, after: str | None, limit: int, /) -> list[str]:
        """Return the next *limit* keys after the key *after* that several rows have."""
        key = self.key_field.name
        rows = self._keyed if after is None else self._keyed.filter(**{f"{key}__gt": after})
        rows = rows.values(key, *self.by).annotate(count=Count("pk")).filter(count__gt=1)
        return [row[key] for row in rows.order_by(key)[:limit]]

    def alike(self, keys: Sequence[str], limit: int, /) -> Iterator[tuple[int, str, Row]]:
        """Return the rows that have one of *keys*: the number of the group, its key, the row."""
        names = (self.key_field.name, *self.by)
        place = Window(RowNumber(), partition_by=names, order_by=self.pk_names)
        found = (
            self._keyed.filter(**{f"{names[0]}__in": set(keys)})
            .alias(place=place)
            .filter(place__lte=limit)
            .order_by(*names, *self.pk_names)
            .values_list(
                *(Window(DenseRank(), order_by=names), names[0], raw(self.key_field.source)),
                *(*self.pk_names, *self.by),
            )
        )
        n = len(self.pk_names)
        for number, key, text, *values in found:
            pk = values[0] if n == 1 else tuple(values[:n])
            yield number, key, Row(pk, text, tuple(values[n:]))

    def some(self, group: Group | None, after: Any, limit: int, /) -> list[Row]:
        """Return at most *limit* rows of *group*, or rows that lack a key."""
        key = self.key_field
        if group is None:
            rows = self.rows.filter(without(key.source, [key.name]))
            rows = rows.filter(**{f"{name}__isnull": False for name in self.by})
        else:
            rows = self.rows.filter(**{key.name: group.key}, **self._same(group))
        if after is not None:
            rows = self.beyond(rows, after)
        found = rows.order_by("pk").values_list("pk", raw(key.source), *self.by)
        return [Row(pk, text, tuple(by)) for pk, text, *by in found[:limit]]

    def objects(self, group: Group) -> list[models.Model]:
        """Return the instances of those rows of *group* that still belong to it, and lock them."""
        pks = [row.pk for row in group.rows]
        rows = self.rows.filter(pk__in=pks, **self._same(group)).order_by("pk")
        # The attribute of a key is computed from the address.
        key = self.key_field.attname
        return [each for each in self.locked(rows) if getattr(each, key) == group.key]

    def _same(self, group: Group) -> dict[str, Any]:
        return dict(zip(self.by, group.by, strict=True))

    @property
    def addresses(self) -> ModelTable:
        """The table of the addresses."""
        return ModelTable(self.key_field.source_field, self.using)

    def emptied(self, texts: Sequence[str], /) -> str:
        """Return the statement, for people, that empties the rows that have one of *texts*."""
        model, name = self.model.__name__, self.key_field.source
        nothing = None if self.key_field.source_field.null else ""
        return (
            f"{model}.objects.filter({name}__in={[*texts]!r})"
            f".update(**with_key({model}, {name}={nothing!r}))"
        )


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
    fields = [field for field in own_fields(model) if getattr(field, "derived", ())]
    found = [field for field in fields if source in {None, field.name}]
    if len(found) != 1:
        names = " or ".join(field.name for field in fields)
        raise ValueError(
            f"source must be {names}, not {source!r}"
            if names
            else f"{model.__name__} has neither an IRIKeyField nor an IRIHostField"
        )
    return jobs.rekey(ModelTable(found[0], using), plan, missing=missing, check=check)
