"""Flask-Admin: forms and lists for models with columns of `sqlalchemy_iri.IRIType`.

Flask-Admin leaves out columns whose type it does not know.
"""

from typing import Any, Final

from flask import current_app, flash, request
from markupsafe import Markup
from sqlalchemy import inspect
from sqlalchemy.exc import IntegrityError
from wtforms import StringField

from flask_iri.wtforms import IRIField, Sentences, UniqueIRI
from iri3987 import IRIReference
from iri3987.adapters.jinja import display_iri, iri_link
from iri3987.messages import TEXTS
from iri3987.values import InvalidIRI
from sqlalchemy_iri import IRIKeyType
from sqlalchemy_iri.keys import keys_of

try:
    from flask_admin.contrib.sqla.filters import FilterConverter  # type: ignore[import-untyped]
    from flask_admin.contrib.sqla.form import AdminModelConverter  # type: ignore[import-untyped]
    from flask_admin.form import BaseForm  # type: ignore[import-untyped]
    from flask_admin.model import typefmt  # type: ignore[import-untyped]
    from flask_admin.model.filters import convert  # type: ignore[import-untyped]
    from flask_admin.model.form import converts  # type: ignore[import-untyped]
    from flask_admin.model.widgets import XEditableWidget  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError("flask_iri.admin needs Flask-Admin: install flask-iri[admin]") from error

__all__ = ["IRIConverterMixin", "IRIViewMixin"]


class IRIConverterMixin:
    """Make the form field of an `IRIType`: put it before Flask-Admin's `AdminModelConverter`."""

    session: Any

    @converts("sqlalchemy_iri.IRIType")  # type: ignore[untyped-decorator]
    def convert_iri(
        self, *, model: Any, prop: Any, column: Any, field_args: dict[str, Any], **_: Any
    ) -> IRIField:
        """Return a field with the profile of the column, and `UniqueIRI` if it has a unique key."""
        if any(key.unique for key in keys_of(column)):
            unique = UniqueIRI(getattr(model, prop.key), session=lambda: _session(self.session))
            field_args["validators"] = [*field_args["validators"], unique]
        return IRIField(profile=column.type.profile, max_length=None, **field_args)


class IRIModelConverter(IRIConverterMixin, AdminModelConverter):  # type: ignore[misc]
    """Flask-Admin's converter, extended by `IRIType`."""


class IRIFilterConverter(FilterConverter):  # type: ignore[misc]
    """Flask-Admin's filters: an `IRIType` has those of text columns."""

    @convert("IRIType")  # type: ignore[untyped-decorator]
    def filter_iri(self, column: Any, name: str, **options: Any) -> list[Any]:
        """Return the filters for *column*."""
        return [make(column, name, **options) for make in self.strings]


def format_iri(_view: Any, value: Any, _name: str, /) -> str:
    """Return *value* as a link, to show it in a list."""
    return iri_link(value)


_FORMATTERS: Final = {IRIReference: format_iri, InvalidIRI: format_iri}


class IRIEditableWidget(XEditableWidget):  # type: ignore[misc]
    """Flask-Admin's widget to edit a column in the list: it shows what is safe to show."""

    def __call__(self, field: Any, **kwargs: Any) -> Any:
        """Render the value, with the attributes that Flask-Admin's script needs to edit it."""
        if isinstance(field, IRIField):
            shown = Markup('<bdi dir="ltr">{}</bdi>').format(display_iri(field.data))
            kwargs |= {"display_value": shown, "data-value": field._value()}  # noqa: SLF001
        return super().__call__(field, **kwargs)

    def get_kwargs(self, field: Any, kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return *kwargs*, with the attributes for this kind of field."""
        if isinstance(field, IRIField):
            return {**kwargs, "data-type": "text"}
        return dict(super().get_kwargs(field, kwargs))


class IRIViewMixin:
    """A base to put before ``ModelView``: its forms have an `IRIField` for each `IRIType`.

    Its lists have the filters of text columns, and show each address as a link, or as text if a
    link would not be safe. If an address has a unique `IRIKey`, the form says which equivalent
    address is there already.

    >>> from flask_admin.contrib.sqla import ModelView
    >>> class LinkView(IRIViewMixin, ModelView):
    ...     pass
    """

    model: Any
    session: Any
    get_one: Any

    model_form_converter = IRIModelConverter
    filter_converter: IRIFilterConverter = IRIFilterConverter()
    column_type_formatters: dict[type, Any] = typefmt.BASE_FORMATTERS | _FORMATTERS
    column_type_formatters_detail: dict[type, Any] = typefmt.DETAIL_FORMATTERS | _FORMATTERS

    def scaffold_list_form(self, widget: Any = None, validators: Any = None) -> Any:
        """Return the form of ``column_editable_list``."""
        widget = widget or IRIEditableWidget()
        return super().scaffold_list_form(widget, validators)  # type: ignore[misc]

    def list_form(self, obj: Any = None) -> Any:
        """Return that form for *obj*, or for the row of the request: it may keep its address."""
        if obj is None and "list_form_pk" in request.form:
            obj = self.get_one(request.form["list_form_pk"])
        return super().list_form(obj)  # type: ignore[misc]

    def handle_view_exception(self, exc: Exception) -> bool:
        """Say that an address is there already, if that is why the database refused a row."""
        # `UniqueIRI` has said so before, and which one it is, unless two new rows of one form are
        # equivalent, or another transaction was faster.
        raises = current_app.config.get(
            "FLASK_ADMIN_RAISE_ON_INTEGRITY_ERROR",
            current_app.config.get("FLASK_ADMIN_RAISE_ON_VIEW_EXCEPTION"),
        )
        if isinstance(exc, IntegrityError) and not raises and _names_key(exc, self.model):
            flash(Sentences().translator(_AnyForm().any)(TEXTS["unique-hidden"]), "error")
            return True
        return bool(super().handle_view_exception(exc))  # type: ignore[misc]


def _session(given: Any) -> Any:
    """Return the session of a view, which was *given* it, a `scoped_session`, or an extension."""
    found = getattr(given, "session", given)
    return found() if callable(found) else found


class _AnyForm(BaseForm):  # type: ignore[misc]
    """A form of Flask-Admin, which knows the language of the page."""

    any = StringField()


def _names_key(error: IntegrityError, model: Any) -> bool:
    """Return whether *error* names a key, or an index of it, of any table of the form."""
    tables = inspect(model).local_table.metadata.tables.values()
    keys = [column for table in tables for column in table.columns]
    names = [key.name for key in keys if isinstance(key.type, IRIKeyType)]
    return any(name in str(error.orig) for name in names)
