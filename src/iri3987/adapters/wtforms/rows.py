"""The row that a form changes, and the address that it holds already."""

from typing import Any


class IRIFormMixin:
    """Keep the row that a form changes, so that an `IRIField` can ask it: put it before ``Form``.

    A row of SQLAlchemy keeps the address that its own column holds, although the field would refuse
    it today. *obj* of the form must be the row that is changed. The forms of Flask-Admin need no
    mixin.

    >>> from wtforms import Form, StringField
    >>> class LinkForm(IRIFormMixin, Form):
    ...     title = StringField()
    """

    #: The name that it has in the forms of Flask-Admin.
    _obj: Any = None

    def process(self, formdata: Any = None, obj: Any = None, *args: Any, **kwargs: Any) -> None:
        """Take what was sent, and the values of *obj*."""
        self._obj = obj
        super().process(formdata, obj, *args, **kwargs)  # type: ignore[misc]


def is_of_row(form: Any, field: Any, value: Any, /) -> bool:
    """Return whether the row of *form* holds *value* in the column that *field* is named after."""
    fields = getattr(form, "_fields", {})
    names = (name for name, each in fields.items() if each is field)
    return holds(getattr(form, "_obj", None), next(names, ""), value)


def holds(row: Any, name: str, value: Any, /) -> bool:
    """Return whether *row* has *value* from its column *name*, and no assignment waits."""
    if not hasattr(type(row), "_sa_class_manager"):
        return False
    from sqlalchemy import Column, inspect

    state = inspect(row)
    attributes = state.mapper.column_attrs
    if not state.has_identity or name not in attributes:
        return False
    is_column = isinstance(attributes[name].columns[0], Column)
    return is_column and [value] == list(state.attrs[name].load_history().unchanged)
