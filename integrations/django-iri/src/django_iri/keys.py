"""The key column: one row for each resource, however its address is written.

A database compares text by a collation, and no collation knows that ``HTTP://Faß.de:80`` and
``http://xn--fa-hia.de/`` are one address (RFC 3987 section 5). So a digest of the `comparison_key`
is stored beside the exact text. Any database can compare and index it.
"""

# ruff: noqa: SLF001 - _meta, _state and _base_manager are names that Django documents

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar, Final

from django.core import checks
from django.core.exceptions import ValidationError
from django.db import models, router
from django.utils.translation import gettext_lazy as _

from django_iri.companions import CompanionField
from iri3987 import display
from iri3987.bidi import isolate
from iri3987.comparison import Level, key_digest

#: The rungs of the ladder of section 5.3 that have a key.
_LEVELS: Final = ("syntax", "scheme")


class IRIKeyField(CompanionField):
    """A column for the key of the `IRIField` called *source*: equal for equivalent addresses.

    *level* is that of `iri3987.equivalent`, "scheme" or "syntax". With *unique* (the default), two
    rows cannot have equivalent addresses. `validate_unique` reports that at the source field, and
    names the address that is there; so a model form shows it, too. The same holds for a constraint
    such as ``UniqueConstraint(fields=["owner", "homepage_key"])`` beside ``unique=False``. Each row
    is compared only with the database. So a form set does not see that two of its new rows are
    equivalent to each other, and `save` raises `IntegrityError` for the second.

    Every statement that writes the source writes the key as well: `save` (with ``update_fields``,
    too), `bulk_create`, `bulk_update`, `update`, fixtures. A value that is assigned to the key
    itself is ignored. A statement that would write the key without the source raises `FieldError`.
    So does an expression that only the database can compute: ``update(homepage=F("other"))``.

    Null and empty text have no key (NULL), so they are never equivalent to anything. Text that is
    not an IRI reference has a key of its own. The lookup ``homepage__equivalent`` of the source
    uses this column.

    Checks: django_iri.E003 and E004, those of every `CompanionField`; E005, *level* is unknown.
    """

    description = _("Key of an IRI")
    default_error_messages: ClassVar = {
        "unique": _("This address is already there, as %(address)s.")
    }
    # The column is the same for every level.
    non_db_attrs = (*CompanionField.non_db_attrs, "level")
    # The length of a digest of `key_digest`.
    length = 66

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
        super().__init__(verbose_name, name, source=source, unique=unique, **kwargs)
        self.level = level

    def compute(self, text: str, /) -> str:
        """Return the key of *text*."""
        return key_digest(text, level=self.level)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the options for a migration: those that differ from their defaults."""
        name, _path, args, kwargs = super().deconstruct()
        kwargs.pop("unique", None)
        if self.level != "scheme":
            kwargs["level"] = self.level
        if not self.unique:
            kwargs["unique"] = False
        return name, "django_iri.fields.IRIKeyField", args, kwargs

    def contribute_to_class(self, cls: Any, name: str, private_only: bool = False) -> None:  # noqa: FBT001, FBT002
        """Add the field to its model, which then reports errors about it at its source."""
        super().contribute_to_class(cls, name, private_only=private_only)
        if not cls._meta.abstract:
            cls.validate_unique = _at_source(self, cls.validate_unique)
            cls.validate_constraints = _at_source(self, cls.validate_constraints)

    def check(self, **kwargs: Any) -> list[checks.CheckMessage]:
        """Report bad options."""
        problems = super().check(**kwargs)
        if self.level not in _LEVELS:
            text = f"level must be {' or '.join(map(repr, _LEVELS))}, not {self.level!r}."
            problems.append(checks.Error(text, obj=self, id="django_iri.E005"))
        return problems

    @property
    def is_unique(self) -> bool:
        """Whether no other row may have the same key, whatever its other fields hold."""
        constraints = self.model._meta.total_unique_constraints
        return bool(self.unique) or any(each.fields == (self.name,) for each in constraints)

    def other_address(self, key: Any, *rows: models.Model) -> str | None:
        """Return the address of a row with *key* that is not one of *rows*, or None."""
        model = self.model
        hints = {"instance": rows[0]} if rows else {}
        others = model._base_manager.using(router.db_for_read(model, **hints))
        others = others.filter(**{self.name: key})
        saved = [getattr(row, model._meta.pk.attname) for row in rows if not row._state.adding]
        if saved:
            others = others.exclude(pk__in=saved)
        return others.values_list(self.source, flat=True).first()

    def name_address(self, error: ValidationError, instance: models.Model, /) -> ValidationError:
        """Return *error*. If the key is not unique, add the address that is there."""
        if error.code != "unique":
            return error
        address = self.other_address(getattr(instance, self.attname), instance)
        if address is None:
            return error
        return self.unique_error(address, error.params)

    def unique_error(self, address: str, params: Any = None, /) -> ValidationError:
        """Return the error that says that *address*, which is equivalent, is already there."""
        params = {**(params or {}), "address": isolate(display(address))}
        return ValidationError(self.error_messages["unique"], code="unique", params=params)


def _at_source(key: IRIKeyField, validate: Callable[..., None]) -> Any:
    """Wrap *validate*, a method of a model, so that errors about *key* are at the source field.

    A form does not validate fields that it does not show, and people write the source.
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
            found = [key.name_address(error, self) for error in errors.pop(key.name, ())]
            if found:
                errors.setdefault(key.source, []).extend(found)
            raise ValidationError(errors) from None

    return validate_at_source
