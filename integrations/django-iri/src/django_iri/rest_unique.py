"""For Django REST framework: one row for each address, as `IRIKeyField` and constraints say it.

A serializer does not have the key, so the framework's own validators cannot ask for it. Rows of one
submission (``many=True``) are compared with each other too, because the database would refuse the
second of two that are equivalent.
"""

# ruff: noqa: SLF001 - _meta is a name that Django documents

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from copy import copy
from functools import wraps
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, router
from django.utils.hashable import make_hashable
from rest_framework import serializers
from rest_framework.fields import get_error_detail
from rest_framework.settings import api_settings

from django_iri.keys import IRIKeyField, is_about
from django_iri.unchanged import is_row
from iri3987 import display
from iri3987.messages import already_there


class UniqueKeyValidator:
    """Refuse an address for which there is another row, however the address is written there.

    It does for an `IRIKeyField` what a `UniqueValidator` does for a field of the serializer. Raises
    `ValidationError`, code "unique", which names the address that is there as `IRIKeyField` does.
    The row that is changed is not compared with itself. A serializer of many rows does not tell
    which row is changed, so the address is compared with none of them.
    """

    requires_context = True

    def __call__(self, value: Any, serializer_field: serializers.Field[Any, Any, Any, Any]) -> None:
        """Raise `ValidationError` if *value* is taken."""
        serializer = serializer_field.parent
        if not isinstance(serializer, serializers.ModelSerializer):
            return
        for key in _keys(serializer.Meta.model):
            if key.source == serializer_field.source and key.is_unique:
                digest = key.follow_value(value)
                address = key.other_address(digest, *_rows(serializer))
                if address is None:
                    address = _earlier(serializer, (key.name, digest), value)
                if address is not None:
                    raise _unique_error(key, value, address)


class KeyConstraintsValidator:
    """Refuse a row that a constraint on a key and other fields refuses, with its condition.

    These are each `UniqueConstraint` and ``unique_together`` in which an `IRIKeyField` takes part.
    Each `ModelSerializer` of such a model has this validator, also one that can write the other
    fields only, unless ``Meta.validators`` says which validators there are.

    A field that is not sent has the value of the row that is changed, or its default. Raises
    `ValidationError` at the address, code "unique", which names the address that is there as
    `IRIKeyField` does; or with the words and the code of the constraint, if it has its own.
    """

    requires_context = True

    def __call__(self, attrs: Mapping[str, Any], serializer: Any) -> None:
        """Raise `ValidationError` if *attrs* make a row that a constraint refuses."""
        target, model = row_of(serializer), serializer.Meta.model
        sent = {each.name for each in _concrete(model) if {each.name, each.attname} & attrs.keys()}
        row = _changed(target, model, attrs)
        errors: dict[str, list[Any]] = defaultdict(list)
        for key, constraint in _constraints(model):
            names = {key.source if name == key.name else name for name in _names(constraint)}
            if is_row(target):
                is_asked = bool(names & sent)
            else:
                # One of many rows, if it is not known which one, has no other values.
                is_asked = isinstance(target, models.Model | None) or names <= sent
            error = _violation(constraint, key, row, serializer) if is_asked else None
            if error is not None:
                errors[_name_of(serializer, key.source)] += get_error_detail(error)
        if errors:
            raise serializers.ValidationError(errors)


def _with_constraints(get_validators: Callable[[Any], list[Any]]) -> Callable[[Any], list[Any]]:
    @wraps(get_validators)
    def get_all(self: Any) -> list[Any]:
        found = get_validators(self)
        is_said = getattr(self.Meta, "validators", None) is not None
        if is_said or not any(_constraints(self.Meta.model)):
            return found
        return [*found, KeyConstraintsValidator()]

    return get_all


def row_of(serializer: Any, /) -> Any:
    """Return the row that *serializer* changes; None if it is new; with ``many=True``, all rows.

    A serializer inside of another one changes the row to which the row of the other one refers.
    """
    row, parent = serializer.instance, serializer.parent
    if row is None and isinstance(parent, serializers.Serializer):
        row = row_of(parent)
        if not is_row(row):
            return None
        for name in serializer.source_attrs:
            row = getattr(row, name, None)
    return row


def _rows(serializer: Any) -> list[models.Model]:
    """Return the rows that *serializer* changes: with ``many=True``, the whole list."""
    rows, model = row_of(serializer), serializer.Meta.model
    if isinstance(rows, model):
        return [rows]
    return [row for row in rows if isinstance(row, model)] if isinstance(rows, Iterable) else []


def _concrete(model: Any) -> "Iterable[models.Field[Any, Any]]":
    concrete: Iterable[models.Field[Any, Any]] = model._meta.concrete_fields
    return concrete


def _keys(model: Any) -> list[IRIKeyField]:
    return [field for field in _concrete(model) if isinstance(field, IRIKeyField)]


def _unique_error(key: IRIKeyField, sent: str, stored: str) -> ValidationError:
    """Return the error for *sent*. JSON has no need of the isolates of a page."""
    error = key.unique_error(sent, stored)
    error.params = {"address": display(already_there(sent, stored)[1])}
    return error


def _earlier(serializer: Any, what: Hashable, address: str) -> str | None:
    """Return the address of an earlier row of the submission for which *what* is the same.

    *what* and *address* are those of the present row, and are noted for the next ones.
    """
    root, parent = serializer.root, serializer.parent
    # `is_valid` asks once for a submission. A project may call `run_validation` more than once.
    is_submission = hasattr(root, "initial_data") and not hasattr(root, "_validated_data")
    if not isinstance(parent, serializers.ListSerializer) or not is_submission:
        return None
    row = serializer.instance if is_row(serializer.instance) else None
    noted = vars(parent).setdefault("_iri_earlier", {})
    if what not in noted:
        noted[what] = address, row
        return None
    other, other_row = noted[what]
    return None if row is not None and row == other_row else str(other)


# Constraints


def _constraints(model: Any) -> Iterator[tuple[IRIKeyField, models.UniqueConstraint]]:
    """Return the keys of *model* and the constraints on them, except those on a key alone."""
    for key in _keys(model):
        meta = key.model._meta
        for names in meta.unique_together:
            if key.name in names:
                yield key, models.UniqueConstraint(fields=names, name="unique_together")
        for constraint in meta.constraints:
            if isinstance(constraint, models.UniqueConstraint) and key.name in _names(constraint):
                if constraint.condition is None and constraint.fields == (key.name,):
                    continue
                yield key, constraint


def _names(constraint: models.UniqueConstraint) -> set[str]:
    """Return the fields that *constraint* depends on."""
    names = set(constraint.fields)
    for expression in constraint.expressions:
        parts = expression.flatten() if hasattr(expression, "flatten") else [expression]
        names |= {each.name for each in parts if isinstance(each, models.F)}  # type: ignore[attr-defined]
    if constraint.condition is not None:
        names |= constraint.condition.referenced_base_fields
    return names


def _changed(target: Any, model: Any, attrs: Mapping[str, Any]) -> models.Model:
    """Return the row as it will be: *target*, or a new row of *model*, with *attrs*."""
    row: models.Model = copy(target) if isinstance(target, model) else model()
    for field in _concrete(model):
        for name in {field.name, field.attname} & attrs.keys():
            # The data of a serializer inside of this one is not a row yet.
            if name == field.attname or isinstance(attrs[name], models.Model | None):
                setattr(row, name, attrs[name])
    return row


def _violation(
    constraint: models.UniqueConstraint, key: IRIKeyField, row: models.Model, serializer: Any
) -> ValidationError | None:
    """Return the error if *constraint* on *key* refuses *row*, which *serializer* writes."""
    address = _address_in_the_way(constraint, key, row, serializer)
    if address is None:
        return None
    if not address or constraint.violation_error_code or _has_own_words(constraint):
        return _in_words_of(constraint, row)
    return _unique_error(key, _value(row, key.source), address)


def _address_in_the_way(
    constraint: models.UniqueConstraint, key: IRIKeyField, row: models.Model, serializer: Any
) -> str | None:
    """Return the address of a row that *constraint* keeps from *row*, "" if it has none."""
    using = router.db_for_write(key.model, instance=row)
    try:
        constraint.validate(key.model, row, using=using)
    except ValidationError:
        fields = [each for each in _concrete(row) if each.name in constraint.fields]
        known = {each.name: _value(row, each.name) for each in fields if not each.generated}
        same = models.Q(**known)
        where = same & (constraint.condition or models.Q())
        address = key.other_address(_value(row, key.name), *_rows(serializer), where=where)
        # If it is not known which row is changed, one of those that are changed may be found.
        is_known = isinstance(row_of(serializer), models.Model | None)
        return (address or "") if is_known else address
    # A constraint on expressions has no values here: only the database can compute them.
    is_one_of_many = isinstance(serializer.parent, serializers.ListSerializer)
    if not (is_one_of_many and constraint.fields and is_about(constraint, row, using)):
        return None
    values = [_value(row, name) for name in constraint.fields]
    if None in values and constraint.nulls_distinct is not False:
        return None
    what = constraint.name, make_hashable(values)
    return _earlier(serializer, what, _value(row, key.source) or "")


def _in_words_of(constraint: models.UniqueConstraint, row: models.Model) -> ValidationError:
    """Return the error in the words and with the code of *constraint*, or in those of Django."""
    code = constraint.violation_error_code or "unique"
    if _has_own_words(constraint) or not constraint.fields:
        return ValidationError(constraint.get_violation_error_message(), code=code)
    error = row.unique_error_message(type(row), constraint.fields)
    error.code = code
    return error


def _value(row: models.Model, name: str) -> Any:
    """Return the value of *row* in the column of the field *name*."""
    return getattr(row, row._meta.get_field(name).attname)  # type: ignore[union-attr]


def _has_own_words(constraint: models.UniqueConstraint) -> bool:
    return constraint.violation_error_message != constraint.default_violation_error_message


def _name_of(serializer: Any, source: str) -> str:
    """Return the name of the field of *serializer* for the field *source* of the model."""
    for name, field in serializer.fields.items():
        if field.source == source:
            return str(name)
    return str(api_settings.NON_FIELD_ERRORS_KEY)


def register() -> None:
    """Make every `ModelSerializer` ask the constraints on the keys of its model."""
    get_validators: Any = _with_constraints(serializers.ModelSerializer.get_validators)
    serializers.ModelSerializer.get_validators = get_validators  # type: ignore[method-assign]


register()
