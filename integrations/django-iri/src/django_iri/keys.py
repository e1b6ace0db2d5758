"""The key column: one row for each resource, however its address is written.

A database compares text by a collation, and no collation knows that ``HTTP://Faß.de:80`` and
``http://xn--fa-hia.de/`` are one address (RFC 3987 section 5). So a digest of the `comparison_key`
is stored beside the exact text. Any database can compare and index it.
"""

# ruff: noqa: SLF001 - _meta, _state and _base_manager are names that Django documents

from collections.abc import Callable
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.core import checks
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models, router
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThan
from django.utils.translation import gettext_lazy as _

from django_iri.companions import CompanionField
from django_iri.messages import translated_later
from django_iri.tables import raw
from iri3987 import display
from iri3987.appearance.bidi import isolate
from iri3987.comparison import Level
from iri3987.comparison.policy import Policy, keyed, policy_of
from iri3987.messages import TEXTS, already_there

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: The rungs of the ladder of section 5.3 that have a key.
_LEVELS: Final = ("syntax", "scheme")


class IRIKeyField(CompanionField):
    """A column for the key of the `IRIField` called *source*: equal for equivalent addresses.

    *level* is that of `iri3987.equivalent`, "scheme" or "syntax". *key* is a policy of the project:
    a function from text to text, or the dotted path to one, such as those of
    `iri3987.comparison.policy`. Addresses for which it returns equivalent text have one key. Where
    it raises `IRIError`, the key is that of the normal form alone; any other exception goes up. The
    keys that are stored do not change with *level* or *key*: ``manage.py iri_rekey`` writes them
    anew.

    With *unique* (the default), two rows cannot have equivalent addresses. `validate_unique`
    reports that at the source field, so a model form shows it, too. The error names the address
    that is there if it is equivalent to what was sent (`iri3987.messages.already_there`): what a
    policy leaves out is somebody else's. `validate_constraints` does the same for a constraint such
    as ``UniqueConstraint(fields=["owner", "homepage_key"])`` beside ``unique=False``, unless the
    constraint has a condition or words of its own. A form set also compares its rows with each
    other (`django_iri.formsets`).

    Every statement that writes the source writes the key as well: `save` (with ``update_fields``,
    too), `bulk_create`, `bulk_update`, `update`, fixtures. A value that is assigned to the key
    itself is ignored. A statement that would write the key without the source raises `FieldError`.
    So does an expression that only the database can compute, ``update(homepage=F("other"))``, and
    the saving of a source whose class has a `pre_save` of its own.

    Null and empty text have no key (NULL), so they are never equivalent to anything. Text that
    lacks only percent-encoding has the key of what `iri3987.repair` makes of it. Other text that is
    not an IRI reference has a key of its own. The lookup ``homepage__equivalent`` of the source
    uses this column, so it has an index even if it is not unique, unless *db_index* is False.

    Checks: django_iri.E003 and E004, those of every `CompanionField`; E005, *level* is unknown;
    E006, *key* is not a function.
    """

    description: "StrOrPromise" = _("Key of an IRI")
    default_error_messages: ClassVar[dict[str, "StrOrPromise"]] = {
        "unique": translated_later(TEXTS["unique"])
    }
    # The column is the same for every level and every policy.
    non_db_attrs: tuple[str, ...] = (*CompanionField.non_db_attrs, "level", "key")
    # The length of a digest of `key_digest`.
    length = 66

    def __init__(
        self,
        verbose_name: Any = None,
        name: str | None = None,
        *,
        source: str,
        level: Level = "scheme",
        key: str | Policy | None = None,
        unique: bool = True,
        db_index: bool = True,
        **kwargs: Any,
    ) -> None:
        # Django makes no second index for a column that is unique.
        kwargs |= {"unique": unique, "db_index": db_index}
        super().__init__(verbose_name, name, source=source, **kwargs)
        self.level = level
        self.key = key

    @cached_property
    def policy(self) -> Policy | None:
        """The function that *key* means.

        Raises `ValueError` or `TypeError` for a wrong one, which `check` reports. It is found when
        it is first needed, because its module may import this model.
        """
        return policy_of(self.key)

    def compute(self, text: str, /) -> str:
        """Return the key of *text*."""
        return keyed(text, key=self.policy, level=self.level)

    def db_type(self, connection: Any) -> str | None:
        """Return the type of the column.

        A digest is compared as a whole, so the index for LIKE that Django makes on PostgreSQL, as
        large as the other one, is never used. Django looks for "varchar" in the type, and this is
        PostgreSQL's own name for it. The type char(66) would be worse: it takes trailing spaces for
        nothing, and its index is not used for a parameter of type text.
        """
        if connection.vendor == "postgresql":
            return f"character varying({self.length})"
        return super().db_type(connection)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the options for a migration: those that differ from their defaults."""
        name, _path, args, kwargs = super().deconstruct()
        kwargs.pop("unique", None)
        is_indexed = kwargs.pop("db_index", False)
        if self.level != "scheme":
            kwargs["level"] = self.level
        if self.key is not None:
            kwargs["key"] = self.key
        if not self.unique:
            kwargs["unique"] = False
        if not is_indexed:
            kwargs["db_index"] = False
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
        try:
            policy_of(self.key)
        except (TypeError, ValueError) as error:
            problems.append(checks.Error(f"{error}.", obj=self, id="django_iri.E006"))
        return problems

    @property
    def is_unique(self) -> bool:
        """Whether no other row may have the same key, whatever its other fields hold."""
        constraints = self.model._meta.total_unique_constraints
        return bool(self.unique) or any(each.fields == (self.name,) for each in constraints)

    def rows_without(self, using: str, /) -> models.QuerySet[Any]:
        """Return the rows that have an address and no key yet, in the database *using*."""
        rows = self.model._base_manager.using(using).filter(**{self.name: None})
        # Not `source <> ""`: in some collations, spaces are equal to nothing.
        return rows.filter(GreaterThan(Length(raw(self.source)), 0))

    def other_address(
        self, key: Any, *rows: models.Model, where: models.Q | None = None
    ) -> str | None:
        """Return the address of a row with *key*, not one of *rows*, for which *where* is true.

        None if there is none, and "" if the default manager hides the row: it is in the way, and
        not to be seen.
        """
        model = self.model
        hints = {"instance": rows[0]} if rows else {}
        using = router.db_for_read(model, **hints)
        others = model._base_manager.using(using).filter(where or models.Q(), **{self.name: key})
        # Not in the query, because *rows* may be many.
        own = {getattr(row, model._meta.pk.attname) for row in rows if not row._state.adding}
        found = others.order_by("pk").values_list("pk", self.source)[: len(own) + 1]
        for pk, address in found:
            if pk not in own:
                is_seen = model._default_manager.using(using).filter(pk=pk).exists()
                return str(address) if is_seen else ""
        return None

    def name_address(self, error: ValidationError, instance: models.Model, /) -> ValidationError:
        """Return *error*. If it says that this key is there already, name the address there.

        Other fields may have to be the same, as in ``UniqueConstraint(fields=["owner", "key"])``.
        """
        if not self.is_in(error):
            return error
        params: Any = error.params
        fields: Any = map(instance._meta.get_field, params["unique_check"])
        # The database computes the value of a generated field.
        known = {
            each.name: getattr(instance, each.attname) for each in fields if not each.generated
        }
        stored = self.other_address(known[self.name], instance, where=models.Q(**known))
        return self.unique_error(getattr(instance, self.source), stored, params)

    def is_in(self, error: ValidationError, /) -> bool:
        """Tell whether *error* is Django's, about fields that are not unique together with this."""
        return self.name in (error.params or {}).get("unique_check", ())

    def unique_error(self, sent: str, stored: str | None, params: Any = None, /) -> ValidationError:
        """Return the error that says that *sent* is already there, as *stored*.

        *stored* is "" for a row that is not to be seen, and None for one that is gone by now.
        """
        sentence, address = already_there(sent, stored or None)
        words = self.error_messages["unique"]
        if words is IRIKeyField.default_error_messages["unique"]:
            words = translated_later(sentence)
        params = {**(params or {}), "address": isolate(display(address))}
        return ValidationError(words, code="unique", params=params)


def is_about(constraint: models.UniqueConstraint, row: models.Model, using: str, /) -> bool:
    """Tell whether *constraint* is about *row*: it has no condition, or the row fulfils it.

    False if it has fields whose values the database computes.
    """
    fields = [each for each in type(row)._meta.concrete_fields if not each.generated]
    values = {each.name: models.Value(getattr(row, each.attname), each) for each in fields}
    condition = constraint.condition
    if condition is None:
        return values.keys() >= {*constraint.fields}
    is_known = values.keys() >= {*constraint.fields, *condition.referenced_base_fields}
    return is_known and bool(condition.check(values, using))


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
            general = errors.pop(NON_FIELD_ERRORS, [])
            about_key = [*errors.pop(key.name, []), *filter(key.is_in, general)]
            placed = {
                key.source: [key.name_address(each, self) for each in about_key],
                NON_FIELD_ERRORS: [each for each in general if not key.is_in(each)],
            }
            for name, found in placed.items():
                if found:
                    errors.setdefault(name, []).extend(found)
            raise ValidationError(errors) from None

    return validate_at_source
