"""Columns that are derived from another field: their values are computed from its text.

docs/how-to/django/keys.md says which statements write them, and which are refused.

Choice: ``save(update_fields=["homepage"])`` is refused, and the key has to be named. No hook of
Django adds a column to an UPDATE: adding it would mean changing the model's class or the statement.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from django.core import checks
from django.core.exceptions import FieldDoesNotExist, FieldError
from django.db import models
from django.db.models import Case, ExpressionWrapper, F, Func, Value, When
from django.db.models.expressions import Col, DatabaseDefault, RawSQL
from django.db.models.functions import Cast, Now
from django.db.models.query_utils import DeferredAttribute
from django.db.models.sql.subqueries import InsertQuery, UpdateQuery

from django_iri.fields.types import TypedField


def with_key(model: type[models.Model], /, **values: Any) -> dict[str, Any]:
    """Return *values* with those of the keys and hosts that are derived from them.

    *values* are text by the names of fields of *model*. Use it where a statement writes an address
    without an instance::

        Link.objects.filter(pk=1).update(**with_key(Link, homepage="https://例え.テスト/"))

    Raises `FieldError` for an expression, whose value only the database knows.
    """
    for field in model._meta.concrete_fields:
        if isinstance(field, DerivedField) and field.source in values:
            values[field.name] = field.derive_value(values[field.source])
    return values


def raw(name: str) -> Any:
    """Return the column of the field called *name*, read as the text that the database has."""
    return ExpressionWrapper(F(name), output_field=models.TextField())


class GuardedField:
    """A field that sees each statement which is about to write it, and may refuse it.

    Django asks it for the placeholder of a value, and hands over the compiler, which is only read.
    PostgreSQL inserts many rows faster if neither method is there.
    """

    @property
    def guarded(self) -> list[Any]:
        """The derived columns that a statement which writes this field must keep in step."""
        return [self]

    @property
    def get_placeholder(self) -> Any:
        """The function that Django before 6.1 calls for the place of a value in SQL."""
        self._require_guarded()
        return self._placeholder

    @property
    def get_placeholder_sql(self) -> Any:
        """The function that Django from 6.1 on calls for it."""
        self._require_guarded()
        return self._placeholder_sql

    def _require_guarded(self) -> None:
        if not self.guarded:
            raise AttributeError("nothing is derived from this field")

    def _placeholder(self, value: Any, compiler: Any, connection: Any) -> str:
        query = compiler.query
        values = query.values if isinstance(query, UpdateQuery) else ()  # type: ignore[attr-defined]
        written = {field: value for field, _, value in values}
        # `bulk_update` writes one expression; its texts were judged when that was.
        if hasattr(value, "as_sql") or not hasattr(written.get(self), "as_sql"):
            for field in self.guarded:
                field.refuse_stale(query, written, connection.vendor)
        if hasattr(value, "as_sql") and not isinstance(value, Col):
            self.guarded[0].refuse_unsteady(value, compiler, written)
        return "%s"

    def _placeholder_sql(self, value: Any, compiler: Any, connection: Any) -> Any:
        sql = self._placeholder(value, compiler, connection)
        return compiler.compile(value) if hasattr(value, "as_sql") else (sql, (value,))


@cache
def _own_hook(field: type) -> str | None:
    """Return the name of a method by which a project's class *field* may store another text."""
    for hook in ("get_db_prep_save", "get_placeholder", "get_placeholder_sql"):
        owner = next((each for each in field.__mro__ if hook in vars(each)), models.Field)
        if owner.__module__.partition(".")[0] not in {"django", "django_iri"}:
            return hook
    return None


def _is_steady(value: Any, compiler: Any, written: Collection[str]) -> bool:
    """Return whether *value*, an expression, is the same wherever in the statement it stands."""
    parts = [*_parts(value)]
    # A function without arguments, such as `Random`, may return another value each time.
    functions = (each for each in parts if isinstance(each, Func) and not isinstance(each, Now))
    if not all(each.get_source_expressions() for each in functions):
        return False
    # MariaDB and MySQL evaluate SET from left to right: it must read no column that is *written*.
    if compiler.connection.vendor != "mysql":
        return True
    if any(isinstance(each, RawSQL) for each in parts):  # which may read any column
        return False
    names = compiler.compile(value)[0].split("`")
    pairs = zip(names[1::2], names[2::2], strict=True)
    return {name for name, after in pairs if not after.startswith(".")}.isdisjoint(written)


def _parts(expression: Any) -> Iterator[Any]:
    """Yield *expression* and the expressions within it."""
    yield expression
    for each in getattr(expression, "get_source_expressions", list)():
        yield from _parts(each)


class DerivedDescriptor(DeferredAttribute):
    """The attribute: computed from the source, or the loaded value if the source is deferred."""

    field: "DerivedField"

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        """Return the value, for a class the descriptor."""
        if instance is None:
            return self
        source = self.field.source_field.attname
        if source in instance.__dict__:
            return self.field.derive_value(getattr(instance, source))
        return super().__get__(instance, cls)

    def __set__(self, instance: Any, value: Any) -> None:
        # A value that is there tells Django that the field is not deferred.
        instance.__dict__[self.field.attname] = value


class DerivedField(GuardedField, TypedField["str | None", "str | None"]):
    """A column of text that is computed from the field called *source*: see `compute`."""

    descriptor_class = DerivedDescriptor
    # The column is the same for every source; `iri_rekey` writes it anew.
    non_db_attrs: tuple[str, ...] = (*models.CharField.non_db_attrs, "source")
    #: The length of the column.
    length: int

    def __init__(
        self,
        verbose_name: Any = None,
        name: str | None = None,
        *,
        source: str,
        db_index: bool = True,
        **kwargs: Any,
    ) -> None:
        fixed = {"max_length": self.length, "null": True, "blank": True, "editable": False}
        # Django makes no second index for a column that is unique.
        super().__init__(verbose_name, name, db_index=db_index, **kwargs | fixed)
        self.source = source

    @abstractmethod
    def compute(self, text: str, /) -> str | None:
        """Return the value for *text*, which is not empty; None for NULL."""

    def contribute_to_class(self, cls: Any, name: str, private_only: bool = False) -> None:  # noqa: FBT001, FBT002
        """Add the field to its model. Its source may have been asked before what is derived."""
        super().contribute_to_class(cls, name, private_only=private_only)
        for field in cls._meta.local_fields:
            vars(field).pop("derived", None)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the options for a migration, without those that are always the same."""
        name, path, args, kwargs = super().deconstruct()
        for key in ("max_length", "null", "blank", "editable"):
            kwargs.pop(key, None)
        if not kwargs.pop("db_index", False):
            kwargs["db_index"] = False
        room, _, last = path.rpartition(".")
        if room.startswith("django_iri.fields."):
            path = f"django_iri.fields.{last}"
        return name, path, list(args), kwargs | {"source": self.source}

    def check(self, **kwargs: Any) -> list[checks.CheckMessage]:
        """Report a source from which nothing can be derived."""
        problems = [*super().check(**kwargs)]
        try:
            source = self.source_field
        except FieldDoesNotExist:
            source = None
        if source not in self.model._meta.local_concrete_fields:
            text = f"source names {self.source!r}, which is not a field of the same table."
            problems.append(checks.Error(text, obj=self, id="django_iri.E003"))
        elif not hasattr(source, "derived"):
            text = f"source names {self.source!r}, which is not an IRIField."
            problems.append(checks.Error(text, obj=self, id="django_iri.E004"))
        return problems

    @property
    def source_field(self) -> Any:
        """The field that this one is derived from."""
        return self.model._meta.get_field(self.source)

    def derive_value(self, value: Any, /) -> str | None:
        """Return this column's value for *value*, or raise `FieldError` for an expression."""
        if isinstance(value, DatabaseDefault):
            (value,) = value.get_source_expressions()
        if isinstance(value, Value):
            value = value.value
        if hasattr(value, "resolve_expression"):
            raise FieldError(
                f"{self.name} cannot be computed from an expression for {self.source}: "
                f"{self._remedy}."
            )
        # Bytes have no key; the source field rejects them.
        text = None if isinstance(value, bytes) else self.source_field.get_prep_value(value)
        return self.compute(text) if text else None

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:  # noqa: FBT001
        """Return the value to write: the column itself, if an UPDATE does not write the source."""
        source = self.source_field
        # An INSERT would write the text that it returns, and asks this field before or after.
        if type(source).pre_save is not models.Field.pre_save:
            raise self._cannot_follow("pre_save")
        if add:
            getattr(model_instance, source.attname)  # loads it, if it is deferred
        elif source.primary_key or source.attname not in model_instance.__dict__:
            return F(self.attname)
        return getattr(model_instance, self.attname)

    @property
    def _remedy(self) -> str:
        label = self.model.__name__
        return (
            f"assign text and save, or use update(**with_key({label}, {self.source}=text)); in a "
            f'list of fields and in defaults, name "{self.source}" and "{self.name}"'
        )

    def _cannot_follow(self, hook: str) -> FieldError:
        """Return the error that the class of the source may store another text by its *hook*."""
        return FieldError(
            f"{self.name} cannot follow {self.source}, because {type(self.source_field).__name__} "
            f"has its own {hook}(): change the text when it is assigned instead, as load() can."
        )

    def refuse_stale(self, query: Any, written: dict[Any, Any], vendor: str, /) -> None:
        """Raise `FieldError` if *query*, which writes *written*, would leave this column stale."""
        source = self.source_field
        kind: Any = type(source)
        if hook := _own_hook(kind):
            raise self._cannot_follow(hook)
        if isinstance(query, InsertQuery):
            # ON CONFLICT DO UPDATE takes both from the new row, or neither.
            updated: Any = query.update_fields  # type: ignore[attr-defined]
            is_in_step = (self in updated) == (source in updated)
        elif source in written:
            text = written[source]
            # SQLite stores any length; a field refuses text that stands by itself.
            is_cut = vendor != "sqlite" and hasattr(text, "as_sql")
            is_in_step = self in written and self._fits(written[self], text, is_cast=is_cut)
        else:
            value = written.get(self)
            is_in_step = self not in written or (isinstance(value, Col) and value.target == self)
        if not is_in_step:
            raise FieldError(f"{self.name} would not fit {self.source}: {self._remedy}.")

    def refuse_unsteady(self, value: Any, compiler: Any, written: dict[Any, Any], /) -> None:
        """Raise `FieldError` unless *value* finds the same for both of the columns *written*."""
        if not _is_steady(value, compiler, {field.column for field in written}):
            raise FieldError(
                f"{self.name} and {self.source} may be chosen by different values: the condition "
                f"has to read columns that the statement does not write. {self._remedy}."
            )

    def _fits(self, value: Any, text: Any, *, is_cast: bool = False) -> bool:
        """Return whether *value* is derived from *text*; both may be of `bulk_update`."""
        if not isinstance(text, Case | When | Cast):
            text = text.value if isinstance(text, Value) else text
            limit = self.source_field.max_length
            has_limit = is_cast and limit is not None and isinstance(text, str)
            is_cut = has_limit and len(text) > limit
            value = value.value if isinstance(value, Value) else value
            return not is_cut and bool(value == self.derive_value(text))
        if type(value) is not type(text):
            return False
        mine, theirs = value.get_source_expressions(), text.get_source_expressions()
        if isinstance(text, When):
            (mine_if, *mine), (their_if, *theirs) = mine, theirs
            if mine_if != their_if:
                return False
        elif isinstance(text, Cast):
            is_cast = True
            if (value.output_field, text.output_field) != (self, self.source_field):
                return False
        pairs = zip(mine, theirs, strict=False)
        return len(mine) == len(theirs) and all(
            self._fits(*pair, is_cast=is_cast) for pair in pairs
        )
