"""Columns that follow an `IRIField`: their values are computed from its text.

`IRIKeyField` (`django_iri.keys`) and `IRIHostField` (`django_iri.hosts`) are such columns. Every
statement that writes the address writes them too, and no statement writes them alone.
"""

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from django.core import checks
from django.core.exceptions import FieldDoesNotExist, FieldError
from django.db import models
from django.db.models.expressions import Case, Col, DatabaseDefault, F, Value, When
from django.db.models.functions import Cast
from django.db.models.query_utils import DeferredAttribute
from django.db.models.sql.subqueries import InsertQuery, UpdateQuery

if TYPE_CHECKING:
    # The types of assignment and of access.
    _CharField = models.CharField[str | None, str | None]
else:
    _CharField = models.CharField


class CompanionDescriptor(DeferredAttribute):
    """The attribute: computed from the current value of the source, whatever was assigned to it.

    So it always fits the instance, in a fixture, too. If the source is deferred, the value is the
    one that was loaded.
    """

    field: "CompanionField"

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        """Return the value; for a class, return the descriptor."""
        if instance is None:
            return self
        source = self.field.source_field.attname
        if source in instance.__dict__:
            return self.field.follow_value(getattr(instance, source))
        return super().__get__(instance, cls)

    def __set__(self, instance: Any, value: Any) -> None:
        # A value that is there tells Django that the field is not deferred.
        instance.__dict__[self.field.attname] = value


class CompanionField(_CharField):
    """A column of text that is computed from the `IRIField` called *source*.

    A subclass says what it computes (`compute`).

    Checks: django_iri.E003, *source* is not a field of this table; E004, *source* is not an
    `IRIField`.
    """

    descriptor_class = CompanionDescriptor
    # The column is the same for every source; `iri_rekey` writes it anew.
    non_db_attrs: tuple[str, ...] = (*models.CharField.non_db_attrs, "source")
    #: The length of the column.
    length: int

    def __init__(
        self, verbose_name: Any = None, name: str | None = None, *, source: str, **kwargs: Any
    ) -> None:
        fixed = {"max_length": self.length, "null": True, "blank": True, "editable": False}
        super().__init__(verbose_name, name, **kwargs | fixed)
        self.source = source

    @abstractmethod
    def compute(self, text: str, /) -> str | None:
        """Return the value for *text*, which is not empty; None for NULL."""

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the options for a migration, without those that are always the same."""
        name, path, args, kwargs = super().deconstruct()
        for key in ("max_length", "null", "blank", "editable"):
            kwargs.pop(key, None)
        return name, path, list(args), kwargs | {"source": self.source}

    def check(self, **kwargs: Any) -> list[checks.CheckMessage]:
        """Report a source that cannot be followed."""
        problems = [*super().check(**kwargs)]
        try:
            source = self.source_field
        except FieldDoesNotExist:
            source = None
        if source not in self.model._meta.local_concrete_fields:  # noqa: SLF001 - Django's way
            text = f"source names {self.source!r}, which is not a field of the same table."
            problems.append(checks.Error(text, obj=self, id="django_iri.E003"))
        elif not hasattr(source, "companions"):
            text = f"source names {self.source!r}, which is not an IRIField."
            problems.append(checks.Error(text, obj=self, id="django_iri.E004"))
        return problems

    @property
    def source_field(self) -> Any:
        """The field that this one follows."""
        return self.model._meta.get_field(self.source)  # noqa: SLF001 - Django's way to ask

    def follow_value(self, value: Any, /) -> str | None:
        """Return the value of this column for *value*, a value of the source; None for NULL.

        Raises `FieldError` for a value that only the database can compute.
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
        # Bytes have no key; the source field rejects them.
        text = None if isinstance(value, bytes) else self.source_field.get_prep_value(value)
        return self.compute(text) if text else None

    # Writing. Django asks a field for its value (`pre_save`), and for its placeholder when it is
    # about to write the column; there it hands over the query.

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:  # noqa: FBT001
        """Return the value to write: the column itself, if an UPDATE does not write the source.

        Raises `FieldError` if the class of the source has a `pre_save` of its own. An INSERT would
        write the text that it returns, and asks this field for the value before or after.
        """
        source = self.source_field
        if type(source).pre_save is not models.Field.pre_save:
            raise FieldError(
                f"{self.name} cannot follow {self.source}, because {type(source).__name__} has its "
                "own pre_save(): change the text when it is assigned, in load(), instead."
            )
        if add:
            getattr(model_instance, source.attname)  # loads it, if it is deferred
        elif source.primary_key or source.attname not in model_instance.__dict__:
            return F(self.attname)
        return getattr(model_instance, self.attname)

    # *query* is Any, because the stubs lack the attributes of a query.

    def follow(self, query: Any, /) -> None:
        """Make *query*, which is about to write the source, write this column as well."""
        source = self.source_field
        is_update, is_insert = isinstance(query, UpdateQuery), isinstance(query, InsertQuery)
        if is_update:
            fields = [field for field, _, _ in query.values]
            _, model, value = query.values[fields.index(source)]
            row = (self, model, self._follow(value))
            # The compiler is at the source now. It will reach the rows that are added here.
            if self not in fields:
                query.values.append(row)
            elif fields.index(self) > fields.index(source):
                query.values[fields.index(self)] = row
        elif is_insert and source in query.update_fields:
            # ON CONFLICT DO UPDATE
            query.update_fields = [*dict.fromkeys([*query.update_fields, self])]

    def _follow(self, value: Any, limit: int | None = None) -> Any:
        """Return the value for *value*, which may be an expression of `bulk_update`.

        Raises `FieldError` for text of more than *limit* characters, which a cast would cut, and
        for a cast to another type than that of the source.
        """
        if isinstance(value, Cast) and value.output_field == self.source_field:
            limit = self.source_field.max_length
        elif not isinstance(value, Case | When):
            text = value.value if isinstance(value, Value) else value
            if limit is not None and isinstance(text, str) and len(text) > limit:
                raise FieldError(
                    f"{self.name} cannot follow an expression for {self.source} that cuts it to "
                    f"{limit} characters."
                )
            return Value(self.follow_value(value), output_field=self)
        expressions = value.get_source_expressions()
        kept = 1 if isinstance(value, When) else 0  # its condition
        followed = value.copy()
        followed.set_source_expressions(
            [*expressions[:kept], *(self._follow(each, limit) for each in expressions[kept:])]
        )
        followed.output_field = self
        return followed

    def get_placeholder(self, value: Any, compiler: Any, connection: Any) -> str:  # noqa: ARG002
        """Return the place of *value* in a query. Raises `FieldError` if it is out of step."""
        if isinstance(compiler.query, InsertQuery):
            # The source is not asked for its place if it is an expression, or left to the database.
            self.follow(compiler.query)
        if not self._is_in_step(value, compiler.query):
            raise FieldError(
                f"{self.name} follows {self.source}: write {self.source}, which writes both."
            )
        return "%s"

    def get_placeholder_sql(self, value: Any, compiler: Any, connection: Any) -> Any:
        """Do the same, for Django 6.1 and newer."""
        sql = self.get_placeholder(value, compiler, connection)
        return compiler.compile(value) if hasattr(value, "as_sql") else (sql, (value,))

    def _is_in_step(self, value: Any, query: Any) -> bool:
        """Tell whether *query*, which writes *value* here, writes the source that it follows."""
        source, is_insert = self.source_field, isinstance(query, InsertQuery)
        if is_insert:
            return self not in query.update_fields or source in query.update_fields
        written = {field: new for field, _, new in getattr(query, "values", ())}
        is_part = hasattr(written.get(self), "as_sql") and not hasattr(value, "as_sql")
        if self not in written or is_part:
            return True  # part of a condition, or of an expression that was checked as a whole
        if source not in written:
            return isinstance(value, Col) and bool(value.target == self)
        order = list(written)
        if order.index(source) < order.index(self):
            return True  # `follow` has put it there.
        followed = self._follow(written[source])
        if isinstance(followed, Value):
            return bool(followed.value == value)
        # An expression of `bulk_update`: its values are replaced by those computed here.
        is_same = type(followed) is type(value)
        if is_same:
            value.set_source_expressions(followed.get_source_expressions())
        return is_same
