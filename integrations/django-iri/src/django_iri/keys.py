"""The key column: one row for each resource, however its address is written.

What is equal in a database is a matter of its collation, and none knows that
``HTTP://Faß.de:80`` and ``http://xn--fa-hia.de/`` are one address (RFC 3987 section 5). So beside
the exact text there is a digest of its `comparison_key`, which any database can compare and index.
"""

# ruff: noqa: SLF001 - _meta, _state and _base_manager are names that Django documents

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar

from django.core import checks
from django.core.exceptions import FieldDoesNotExist, FieldError, ValidationError
from django.db import models, router, transaction
from django.db.models.expressions import Case, DatabaseDefault, Value, When
from django.db.models.functions import Cast
from django.db.models.query_utils import DeferredAttribute
from django.db.models.sql.subqueries import InsertQuery, UpdateQuery
from django.utils.translation import gettext_lazy as _

from iri3987 import display
from iri3987.bidi import isolate
from iri3987.comparison import Level, key_digest

if TYPE_CHECKING:
    # Of what may be set, and what is got.
    _CharField = models.CharField[str | None, str | None]
else:
    _CharField = models.CharField

#: The length of what `key_digest` gives.
_LENGTH = 66
#: The rungs of the ladder of section 5.3 that have a key.
_LEVELS = ("syntax", "scheme")


class KeyDescriptor(DeferredAttribute):
    """The attribute: the key of what the source holds now, whatever was assigned or loaded.

    So it cannot be out of step with the instance, in fixtures neither. Where the source is
    deferred, it is what the database holds.
    """

    field: "IRIKeyField"

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        """Return the key, or the descriptor where a class is asked."""
        if instance is None:
            return self
        source = self.field.source_field.attname
        if source in instance.__dict__:
            return self.field.digest(instance.__dict__[source])
        return super().__get__(instance, cls)

    def __set__(self, instance: Any, value: Any) -> None:
        # That there is something tells Django that the field is not deferred.
        instance.__dict__[self.field.attname] = value


class IRIKeyField(_CharField):
    """A column for the key of the `IRIField` called *source*: equal for equivalent addresses.

    *level* is that of `iri3987.equivalent`, "scheme" or "syntax". With *unique* (the default), two
    rows cannot have equivalent addresses, and `validate_unique` says so at the source, with the
    address that is there: also in a model form, which does not show this field. So do constraints,
    as ``UniqueConstraint(fields=["owner", "homepage_key"])`` beside ``unique=False``. Each row is
    compared with the database: a form set does not see that two rows which it adds are equivalent
    to each other, and `save` raises `IntegrityError` for the second.

    Each way of writing the source writes the key in the same statement: `save` (with
    ``update_fields`` as well), `bulk_create`, `bulk_update`, `update`, fixtures. What only the
    database can compute, ``update(homepage=F("other"))``, raises `FieldError`.

    Null and empty text have no key (NULL), and so are never equivalent to anything. Text that is
    no IRI reference has a key of its own. The lookup ``homepage__equivalent`` of the source
    uses this column.

    Checks: django_iri.E003, *source* is no field of this table; E004, *source* is no `IRIField`;
    E005, *level* is unknown.
    """

    description = _("Key of an IRI")
    default_error_messages: ClassVar = {
        "unique": _("This address is already there, as %(address)s.")
    }
    descriptor_class = KeyDescriptor
    # The column is the same for every source and level; `fill` writes it anew.
    non_db_attrs = (*models.CharField.non_db_attrs, "source", "level")

    def __init__(
        self,
        verbose_name: Any = None,
        name: str | None = None,
        *,
        source: str,
        level: Level = "scheme",
        unique: bool = True,
        **kwargs: Any,
    ) -> None:
        fixed = {"max_length": _LENGTH, "null": True, "blank": True, "editable": False}
        super().__init__(verbose_name, name, unique=unique, **kwargs | fixed)
        self.source = source
        self.level = level

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return what a migration writes: the options, but for those that have their default."""
        name, _path, args, kwargs = super().deconstruct()
        for key in ("max_length", "null", "blank", "editable", "unique"):
            kwargs.pop(key, None)
        kwargs["source"] = self.source
        if self.level != "scheme":
            kwargs["level"] = self.level
        if not self.unique:
            kwargs["unique"] = False
        return name, "django_iri.fields.IRIKeyField", list(args), kwargs

    def contribute_to_class(self, cls: Any, name: str, private_only: bool = False) -> None:  # noqa: FBT001, FBT002
        """Add the field to its model, which then validates it together with its source."""
        super().contribute_to_class(cls, name, private_only=private_only)
        if not cls._meta.abstract:
            cls.validate_unique = _at_source(self, cls.validate_unique)
            cls.validate_constraints = _at_source(self, cls.validate_constraints)

    def check(self, **kwargs: Any) -> list[checks.CheckMessage]:
        """Report bad options."""
        problems = [*super().check(**kwargs)]
        if self.level not in _LEVELS:
            text = f"level must be {' or '.join(map(repr, _LEVELS))}, not {self.level!r}."
            problems.append(checks.Error(text, obj=self, id="django_iri.E005"))
        try:
            source = self.source_field
        except FieldDoesNotExist:
            source = None
        if source not in self.model._meta.local_concrete_fields:
            text = f"source names {self.source!r}, which is no field of the same table."
            problems.append(checks.Error(text, obj=self, id="django_iri.E003"))
        elif not hasattr(source, "keys"):
            text = f"source names {self.source!r}, which is no IRIField."
            problems.append(checks.Error(text, obj=self, id="django_iri.E004"))
        return problems

    @property
    def source_field(self) -> Any:
        """The field whose key this is."""
        return self.model._meta.get_field(self.source)

    def digest(self, value: Any, /) -> str | None:
        """Return the key of *value*, a value of the source; None where it has none.

        Raises `FieldError` for what only the database can compute.
        """
        if isinstance(value, DatabaseDefault):
            (value,) = value.get_source_expressions()
        if isinstance(value, Value):
            value = value.value
        if hasattr(value, "resolve_expression"):
            raise FieldError(
                f"{self.name} cannot follow an expression for {self.source}: assign text, one row "
                "at a time or by bulk_update()."
            )
        # Of bytes the source says that they are no text.
        text = None if isinstance(value, bytes) else self.source_field.get_prep_value(value)
        return key_digest(text, level=self.level) if text else None

    def is_stale(self, instance: models.Model, /) -> bool:
        """Tell whether *instance* was loaded with another key than its address has."""
        return bool(instance.__dict__[self.attname] != getattr(instance, self.attname))

    def follow(self, query: Any, /) -> None:
        """Have *query*, which is about to write the source, write the key as well."""
        source = self.source_field
        is_update, is_insert = isinstance(query, UpdateQuery), isinstance(query, InsertQuery)
        if is_update:
            values = {field: (model, value) for field, model, value in query.values}
            if source in values and self not in values:
                model, value = values[source]
                # Its compiler, which has come to the source, will come to what is added here.
                query.values.append((self, model, self._follow(value)))
        elif is_insert and source in query.update_fields and self not in query.update_fields:
            # ON CONFLICT DO UPDATE
            query.update_fields = [*query.update_fields, self]

    def _follow(self, value: Any) -> Any:
        """Return the key of *value*, which may be what `bulk_update` makes of many texts."""
        if not isinstance(value, Case | When | Cast):
            return Value(self.digest(value), output_field=self)
        expressions = value.get_source_expressions()
        kept = 1 if isinstance(value, When) else 0  # its condition
        texts = map(self._follow, expressions[kept:])
        key = value.copy()
        key.set_source_expressions([*expressions[:kept], *texts])
        key.output_field = self
        return key

    @property
    def is_unique(self) -> bool:
        """Whether no other row may have the same key, whatever else is in it."""
        constraints = self.model._meta.total_unique_constraints
        return bool(self.unique) or any(each.fields == (self.name,) for each in constraints)

    def taken(self, key: Any, row: models.Model | None, /) -> str | None:
        """Return the address of a row with *key* that is another than *row*, if there is one."""
        model = self.model
        hints = {} if row is None else {"instance": row}
        rows = model._base_manager.using(router.db_for_read(model, **hints))
        rows = rows.filter(**{self.name: key})
        if row is not None and not row._state.adding:
            rows = rows.exclude(pk=getattr(row, model._meta.pk.attname))
        return rows.values_list(self.source, flat=True).first()

    def named(self, error: ValidationError, instance: models.Model, /) -> ValidationError:
        """Return *error*, or if it is that the key is not unique, one that names the address."""
        if error.code != "unique":
            return error
        address = self.taken(getattr(instance, self.attname), instance)
        if address is None:
            return error
        return self.refusal(address, error.params)

    def refusal(self, address: str, params: Any = None, /) -> ValidationError:
        """Return the error that there is *address*, which is equivalent, already."""
        params = {**(params or {}), "address": isolate(display(address))}
        return ValidationError(self.error_messages["unique"], code="unique", params=params)


def _at_source(key: IRIKeyField, validate: Callable[..., None]) -> Any:
    """Return *validate*, a method of a model, which says of the source what it finds of *key*.

    A form leaves out what it does not show, but it is the source that people write.
    """

    @wraps(validate)
    def validate_at_source(self: models.Model, exclude: Any = None) -> None:
        exclude = {*(exclude or ())} - {key.name}
        if key.source in exclude:
            exclude.add(key.name)
        try:
            validate(self, exclude=exclude)
        except ValidationError as error:
            errors = error.update_error_dict({})
            found = [key.named(error, self) for error in errors.pop(key.name, ())]
            if found:
                errors.setdefault(key.source, []).extend(found)
            raise ValidationError(errors) from None

    return validate_at_source


def fill(model: type[models.Model], *, using: str | None = None, size: int = 1000) -> int:
    """Write the keys of all rows of *model* that have another, or none; return how many had.

    For a table that gets an `IRIKeyField`, or when *level* or the version of keys changed. Rows
    are locked and written *size* at a time, so it can be stopped and started again. In a migration,
    between adding the field with ``unique=False`` and altering it to be unique::

        def fill_keys(apps, schema_editor):
            fill(apps.get_model("links", "Link"), using=schema_editor.connection.alias)
    """
    keys = [field for field in model._meta.local_concrete_fields if isinstance(field, IRIKeyField)]
    if not keys:
        raise ValueError(f"{model.__name__} has no IRIKeyField")
    rows = model._base_manager.using(using).order_by("pk")
    rows = rows.only(*(name for key in keys for name in (key.name, key.source)))
    written = 0
    batch: list[models.Model] = []
    while True:
        with transaction.atomic(using=rows.db):
            after = rows.filter(pk__gt=batch[-1].pk) if batch else rows
            batch = list(after.select_for_update()[:size])
            stale = [row for row in batch if any(key.is_stale(row) for key in keys)]
            written += rows.bulk_update(stale, [key.name for key in keys])
        if not batch:
            return written
