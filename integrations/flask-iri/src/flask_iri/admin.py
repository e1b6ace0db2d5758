"""Flask-Admin: forms and lists for models with columns of `flask_iri.sqlalchemy.IRIType`.

Flask-Admin leaves out columns whose type it does not know. With `IRIViewMixin`, a form has an
`IRIField` for such a column. A list has the filters of text columns, and shows each address as a
link, or as text if a link would not be safe. Columns of ``column_editable_list`` can be edited in
the list, as text columns can.

>>> from flask_admin.contrib.sqla import ModelView
>>> class LinkView(IRIViewMixin, ModelView):
...     pass
"""

from typing import Any

from markupsafe import Markup

from flask_iri.jinja import display_iri, iri_link
from flask_iri.wtforms import IRIField
from iri3987 import IRIReference
from iri3987.reference import InvalidIRI

try:
    from flask_admin.contrib.sqla.filters import FilterConverter  # type: ignore[import-untyped]
    from flask_admin.contrib.sqla.form import (  # type: ignore[import-untyped]
        AdminModelConverter,
    )
    from flask_admin.model.filters import convert  # type: ignore[import-untyped]
    from flask_admin.model.form import converts  # type: ignore[import-untyped]
    from flask_admin.model.typefmt import (  # type: ignore[import-untyped]
        BASE_FORMATTERS,
        DETAIL_FORMATTERS,
    )
    from flask_admin.model.widgets import XEditableWidget  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError("flask_iri.admin needs Flask-Admin: install flask-iri[admin]") from error


class IRIConverterMixin:
    """Make the form field of an `IRIType`: a base for a converter of your own.

    Put it before Flask-Admin's `AdminModelConverter`.
    """

    @converts("flask_iri.sqlalchemy.IRIType")  # type: ignore[untyped-decorator]
    def convert_iri(self, *, column: Any, field_args: dict[str, Any], **_: Any) -> IRIField:
        """Return a field with the profile of the column."""
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


class IRIEditableWidget(XEditableWidget):  # type: ignore[misc]
    """Flask-Admin's widget to edit a column in the list, extended by `IRIField`.

    It shows text that is safe to show, and edits the exact text.
    """

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
    """The converter, the filters, the formatters and the widget, for a ``ModelView``."""

    model_form_converter = IRIModelConverter
    filter_converter = IRIFilterConverter()
    column_type_formatters = BASE_FORMATTERS | {IRIReference: format_iri, InvalidIRI: format_iri}
    column_type_formatters_detail = DETAIL_FORMATTERS | {
        IRIReference: format_iri,
        InvalidIRI: format_iri,
    }

    def scaffold_list_form(self, widget: Any = None, validators: Any = None) -> Any:
        """Return the form of ``column_editable_list``."""
        widget = widget or IRIEditableWidget()
        return super().scaffold_list_form(widget, validators)  # type: ignore[misc]
