"""The key column: one row for each resource, however its address is written.

No collation knows which addresses are equivalent (RFC 3987 section 5). So a digest of the
`comparison_key`, which any database can compare and index, is stored beside the exact text.
"""

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.core import checks
from django.core.exceptions import ValidationError
from django.db import models, router
from django.db.models.functions import Length
from django.db.models.lookups import GreaterThan
from django.utils.hashable import make_hashable
from django.utils.translation import gettext_lazy as _

from django_iri.fields.derived import DerivedField, GuardedField, raw
from django_iri.messages import translated_later
from iri3987 import display
from iri3987.appearance.bidi import isolate
from iri3987.comparison import Level, key_digest
from iri3987.comparison.policy import Policy, policy_of
from iri3987.messages import TEXTS, already_there


class SourceField(GuardedField):
    """A field of text from which columns are derived."""

    model: type[models.Model]
    name: str

    @cached_property
    def derived(self) -> list[DerivedField]:
        """The columns that are derived from this one."""
        fields = self.model._meta.local_concrete_fields
        return [f for f in fields if isinstance(f, DerivedField) and f.source == self.name]

    @property
    def guarded(self) -> list[Any]:
        """The same: a statement that writes the text must write them, too."""
        return self.derived

    @property
    def keys(self) -> "list[IRIKeyField]":
        """Those that are keys."""
        return [each for each in self.derived if isinstance(each, IRIKeyField)]

    def refuse_taken(self, row: models.Model | None, /) -> None:
        """Raise `ValidationError` if the keys of *row* tell that its text is there already."""
        model: Any = getattr(self, "model", ())
        if isinstance(row, model):
            errors = [each.refusal(row) for each in self.keys]
            if found := [error for error in errors if error is not None]:
                raise ValidationError(found)


class IRIKeyField(DerivedField):
    """A column for the key of the `IRIField` called *source*: equal for equivalent addresses.

    *level* and *policy* are those of `iri3987.comparison.key_digest`; *policy* may be the dotted
    path to a function. The keys that are stored do not change with them: ``manage.py iri_rekey``
    writes them anew.

    With *unique* (the default), two rows cannot have equivalent addresses. The source reports that
    when it is cleaned, and names the address that is there if it is equivalent to what was sent:
    what a policy leaves out is somebody else's. It does the same for a constraint on the key and
    other fields beside ``unique=False``, unless the constraint has words of its own.

    `save`, `bulk_create` and fixtures write the key with the source. A statement that would leave a
    stale key raises `FieldError`, which says what to write, and so does a source whose class has
    its own `pre_save` or `get_db_prep_save`.

    Null and empty text have no key (NULL). The lookup ``homepage__equivalent`` of the source uses
    this column, so it has an index even if it is not unique, unless *db_index* is False.
    """

    description: Any = _("Key of an IRI")
    default_error_messages: ClassVar[dict[str, Any]] = {"unique": translated_later(TEXTS["unique"])}
    length = 66  # that of a digest
    # The column is the same for every level and every policy.
    non_db_attrs: tuple[str, ...] = (*DerivedField.non_db_attrs, "level", "policy")

    def __init__(
        self,
        verbose_name: Any = None,
        name: str | None = None,
        *,
        source: str,
        level: Level = "scheme",
        policy: str | Policy | None = None,
        unique: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(verbose_name, name, source=source, unique=unique, **kwargs)
        self.level = level
        self.policy = policy

    @cached_property
    def policy_function(self) -> Policy | None:
        """The function of *policy*, found when first needed: its module may import this model."""
        return policy_of(self.policy)

    def compute(self, text: str, /) -> str:
        """Return the key of *text*."""
        return key_digest(text, level=self.level, policy=self.policy_function)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the options for a migration: those that differ from their defaults."""
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop("unique", None)
        defaults = {"level": "scheme", "policy": None, "unique": True}
        given = {key: getattr(self, key) for key in defaults}
        kwargs |= {key: value for key, value in given.items() if value != defaults[key]}
        return name, path, args, kwargs

    def check(self, **kwargs: Any) -> list[checks.CheckMessage]:
        """Report bad options."""
        problems = super().check(**kwargs)
        if self.level not in {"syntax", "scheme"}:  # the rungs of section 5.3 that have a key
            text = f"level must be 'syntax' or 'scheme', not {self.level!r}."
            problems.append(checks.Error(text, obj=self, id="django_iri.E005"))
        try:
            policy_of(self.policy)
        except (TypeError, ValueError) as error:
            problems.append(checks.Error(f"{error}.", obj=self, id="django_iri.E006"))
        return problems

    def db_type(self, connection: Any) -> str | None:
        """Return the type of the column."""
        # Django makes an index for LIKE on PostgreSQL, as large as the other one, if it finds
        # "varchar" in the type. A digest is compared as a whole, and char(66) would be worse: its
        # index is not used for a parameter of type text.
        if connection.vendor == "postgresql":
            return f"character varying({self.length})"
        return super().db_type(connection)

    @property
    def is_unique(self) -> bool:
        """Whether no other row may have the same key, whatever its other fields hold."""
        return any(map(self._is_alone, self.constraints))

    @property
    def constraints(self) -> list[models.UniqueConstraint]:
        """The constraints of the model in which the key takes part; the first is for *unique*."""
        meta = self.model._meta
        fields: list[tuple[str, ...]] = [(self.name,)] if self.unique else []
        fields += [tuple(names) for names in meta.unique_together if self.name in names]
        named = [each for each in meta.constraints if isinstance(each, models.UniqueConstraint)]
        return [
            *(models.UniqueConstraint(fields=names, name="_".join(names)) for names in fields),
            *(each for each in named if self.name in _names(each)),
        ]

    def rows_without(self, using: str, /) -> models.QuerySet[Any]:
        """Return the rows that have a text and no key yet, in the database *using*."""
        rows = self.model._base_manager.using(using).filter(**{self.name: None})
        # Not `source <> ""`: in some collations, spaces are equal to nothing.
        return rows.filter(GreaterThan(Length(raw(self.source)), 0))

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        """Return *value*. The source says that it is taken, so the error here has no sentence."""
        if isinstance(model_instance, self.model) and self.refusal(model_instance):
            raise ValidationError([])
        return value

    def refusal(
        self, row: models.Model, *others: models.Model, partly: bool = False, isolated: bool = True
    ) -> ValidationError | None:
        """Return the error that the text of *row* is there already; *others* may have it as well.

        With *partly*, only constraints on other fields, too, are asked.
        """
        for constraint in self.constraints:
            if partly and self._is_alone(constraint):
                continue
            try:
                stored = self._in_the_way(constraint, row, others)
            except ValidationError as error:
                return error
            except (TypeError, ValueError):
                # Another field has a value that is not valid, which its own check reports.
                continue
            if stored is None:
                continue
            words, code = constraint.violation_error_message, constraint.violation_error_code
            if code or words != constraint.default_violation_error_message:
                return ValidationError(constraint.get_violation_error_message(), code=code)
            return self.unique_error(getattr(row, self.source), stored, isolated=isolated)
        return None

    def _is_alone(self, constraint: models.UniqueConstraint) -> bool:
        return constraint.fields == (self.name,) and constraint.condition is None

    def _in_the_way(
        self, constraint: models.UniqueConstraint, row: models.Model, others: Sequence[models.Model]
    ) -> str | None:
        """Return the text of a row that *constraint* keeps from *row*, or raise its error."""
        if constraint.expressions:
            using = router.db_for_write(self.model, instance=row)
            constraint.validate(self.model, row, using=using)
        values = self.values_in(constraint, row)
        if values is None:
            return None
        where = constraint.condition or models.Q()
        for name, value in values.items():
            where &= models.Q(**({f"{name}__isnull": True} if value is None else {name: value}))
        return self.other_text(row, *others, where=where)

    def unique_error(
        self, sent: str, stored: str | None, /, *, isolated: bool = True
    ) -> ValidationError:
        """Return the error that says that *sent* is already there, as *stored*."""
        sentence, address = already_there(sent, stored or None)
        words = self.error_messages["unique"]
        if words is IRIKeyField.default_error_messages["unique"]:
            words = translated_later(sentence)
        shown = display(address)
        params = {"address": isolate(shown) if isolated else shown}
        return ValidationError(words, code="unique", params=params)

    def identities(self, row: models.Model, /, same: Any = None) -> Iterator[Hashable]:
        """Yield the values of *row* that no other row may have, for each constraint."""
        for number, constraint in enumerate(self.constraints):
            values = self.values_in(constraint, row, same=same)
            if values is not None:
                yield self.name, number, make_hashable(values)

    def values_in(
        self, constraint: models.UniqueConstraint, row: models.Model, /, same: Any = None
    ) -> dict[str, Any] | None:
        """Return the values of *row* that are unique by *constraint*; None if it does not apply."""
        condition = constraint.condition
        names = {*constraint.fields, *(condition.referenced_base_fields if condition else ())}
        fields: list[Any] = [row._meta.get_field(name) for name in names]
        if not constraint.fields or any(field.generated for field in fields):
            return None
        known = {field.name: getattr(row, field.attname) for field in fields}
        values = {name: known[name] for name in constraint.fields}
        if same is not None and same.name in values:
            values[same.name] = ""  # it may not be stored yet
        is_null = None in values.values() and constraint.nulls_distinct is not False
        if is_null or values[self.name] is None:
            return None
        if condition is not None:
            expressions = {field.name: models.Value(known[field.name], field) for field in fields}
            if not condition.check(expressions, router.db_for_write(self.model, instance=row)):
                return None
        return values

    def other_text(self, *rows: models.Model, where: models.Q) -> str | None:
        """Return the text of a row, not one of *rows*, that fulfils *where*; "" if it is hidden."""
        model = self.model
        hints = {"instance": rows[0]} if rows else {}
        using = router.db_for_read(model, **hints)
        # Not in the query, because *rows* may be many.
        own = {getattr(row, model._meta.pk.attname) for row in rows if not row._state.adding}
        others = model._base_manager.using(using).filter(where).order_by("pk")
        for pk, text in others.values_list("pk", self.source)[: len(own) + 1]:
            if pk not in own:
                is_seen = model._default_manager.using(using).filter(pk=pk).exists()
                return str(text) if is_seen else ""
        return None


def _names(constraint: models.UniqueConstraint) -> set[str]:
    """Return the fields that *constraint* is about."""
    names = {*constraint.fields}
    expressions: Any = constraint.expressions
    for expression in expressions:
        parts = [expression] if isinstance(expression, models.F) else expression.flatten()
        names |= {part.name for part in parts if hasattr(part, "name")}
    return names
