"""The rows of a model, for the jobs of `iri3987.rows`: audit, rekey, convert, dedupe.

Batches are read without instances, and written by SQL of our own, which spares most of the time
that ``bulk_update`` takes. Derived columns are always written with their source here, so
`DerivedField` need not watch.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import models
from django.db.models import Count, QuerySet, Window
from django.db.models.functions import DenseRank, RowNumber

from django_iri.fields.derived import raw
from django_iri.fields.keys import IRIKeyField
from django_iri.rows.tables import ERRORS, ModelTable, own_fields, without
from iri3987.rows import jobs
from iri3987.rows.duplicates import Group, KeyedTable
from iri3987.rows.jobs import Plan, Report
from iri3987.rows.tables import Row

__all__ = ["KeyedModelTable", "ModelTable", "rekey"]


class KeyedModelTable(ModelTable, KeyedTable):
    """The rows of a model that have equal keys: a `KeyedTable` of *key_field*, an `IRIKeyField`.

    Rows are in one group if they have the same values in the fields *by*, too, and none of these
    values is NULL. `Row.derived` has these values here.
    """

    merge_errors: tuple[type[Exception], ...] = ERRORS

    def __init__(
        self, key_field: IRIKeyField, by: Sequence[str] = (), using: str | None = None
    ) -> None:
        super().__init__(key_field.source_field, using)
        self.key_field = key_field
        self.key_of = key_field.compute
        self.by: tuple[str, ...] = tuple(by)
        #: Whether the field is for IRI references.
        self.is_reference: bool = key_field.source_field.allow_relative

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
    plan: Plan = Plan(),
    missing: bool = False,
    check: bool = False,
) -> Report:
    """Write the keys and hosts of *model* that are missing or stale.

    *source* names the `IRIField`; it may be left out if the model has only one with a key or a
    host. *plan*, *missing* and *check* are those of `iri3987.rows.jobs.rekey`. Each batch is a
    transaction of its own. So this raises `OuterTransactionError` inside a transaction, and a
    migration that calls it has ``atomic = False``.

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
