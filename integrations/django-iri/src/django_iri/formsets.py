"""Form sets: two of their rows that are equivalent to each other.

Django compares the rows of a form set by the values that their forms have, and a form has no key.
So this adds a step to `BaseModelFormSet.validate_unique`, from which inlines and the lists of the
admin descend. It does nothing for a model without an `IRIKeyField`.
"""

# ruff: noqa: SLF001 - Django's own form sets ask these methods of their forms and instances

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, router
from django.forms.models import BaseModelFormSet
from django.utils.hashable import make_hashable

from django_iri.keys import IRIKeyField, is_about


def refuse_equivalent(form_set: Any, /) -> None:
    """Add an error to each form of *form_set* whose address an earlier one has, by a unique key.

    The error is that of `IRIKeyField.unique_error`, at the address. Rows that are deleted do not
    count. A row that does not change is not saved: it has no error, wherever it stands.
    """
    keys = [each for each in form_set.model._meta.concrete_fields if isinstance(each, IRIKeyField)]
    if not keys:
        return
    forms = [form for form in form_set.forms if _counts(form_set, form)]
    for key in keys:
        # Rows that do not change come first: an error is at what is new.
        seen: dict[Any, str] = {}
        for form in sorted(forms, key=lambda form: form.has_changed()):
            # An earlier key may have removed the address.
            if key.source not in form.cleaned_data:
                continue
            address = getattr(form.instance, key.source)
            rows = list(_rows(form_set, form, key))
            others = [seen[row] for row in rows if row in seen]
            if others and form.has_changed():
                error = ValidationError({key.source: [key.unique_error(address, others[0])]})
                form._update_errors(error)
            else:
                seen |= dict.fromkeys(rows, address)


def _counts(form_set: Any, form: Any) -> bool:
    is_deleted = form_set.can_delete and form_set._should_delete_form(form)
    return not is_deleted and form.is_valid()


def _rows(form_set: Any, form: Any, key: IRIKeyField) -> Iterator[Any]:
    """Yield what has to be unique: for each check with *key*, the values of its fields."""
    exclude = {*form._get_validation_exclusions()}
    if key.source not in exclude:
        exclude.discard(key.name)
    for what, model, names, nulls_distinct in _checks(form.instance, key, exclude):
        values = [
            # All forms of an inline have the same parent, which may not be stored yet.
            name if name in form_set.unique_fields else getattr(form.instance, field.attname)
            for name, field in ((name, model._meta.get_field(name)) for name in names)
        ]
        if None not in values or not nulls_distinct:
            yield what, model, names, make_hashable(values)


def _checks(
    row: Any, key: IRIKeyField, exclude: set[str]
) -> Iterator[tuple[str, Any, Sequence[str], bool]]:
    """Yield each check of *row* with *key*: a name, its model and fields, and `nulls_distinct`."""
    if getattr(row, key.attname) is None:  # without an address
        return
    for model, names in row._get_unique_checks(exclude=exclude)[0]:
        if key.name in names:
            yield "", model, names, True
    using = router.db_for_write(type(row), instance=row)
    for model, constraints in row.get_constraints():
        for each in constraints:
            if not isinstance(each, models.UniqueConstraint) or key.name not in each.fields:
                continue
            of_condition = each.condition.referenced_base_fields if each.condition else set()
            is_known = exclude.isdisjoint({*each.fields, *of_condition})
            if is_known and is_about(each, row, using):
                yield each.name, model, each.fields, each.nulls_distinct is not False


def _with_keys(validate: Callable[[Any], None]) -> Callable[[Any], None]:
    @wraps(validate)
    def validate_unique(self: Any) -> None:
        try:
            validate(self)
        finally:
            refuse_equivalent(self)

    return validate_unique


def register() -> None:
    """Make every model form set refuse rows that are equivalent to each other."""
    validate: Any = _with_keys(BaseModelFormSet.validate_unique)
    BaseModelFormSet.validate_unique = validate  # type: ignore[method-assign]


register()
