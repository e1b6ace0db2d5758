"""Flask-Admin: forms and lists for models with columns of `flask_iri.sqlalchemy.IRIType`.

Flask-Admin leaves a column out whose type it does not know. With `IRIViewMixin` a form has an
`IRIField` for it, and a list has the filters of text, and shows a link: one that reads as the
address does. An address that is not fit for a link is shown as text. Columns of
``column_editable_list`` are edited in the list, as those of text are.

>>> from flask_admin.contrib.sqla import ModelView
>>> class LinkView(IRIViewMixin, ModelView):
...     pass
"""

from typing import Any

from markupsafe import Markup

from flask_iri.filters import display_iri, iri_link
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
    """Make the field of an `IRIType`. For a converter of your own, beside `AdminModelConverter`."""

    @converts("flask_iri.sqlalchemy.IRIType")  # type: ignore[untyped-decorator]
    def convert_iri(self, *, column: Any, field_args: dict[str, Any], **_: Any) -> IRIField:
        """Return a field that accepts what the column does."""
        options = {name: getattr(column.type, name) for name in ("profile", "schemes", "reference")}
        return IRIField(**options, max_length=column.type.length, **field_args)


class IRIModelConverter(IRIConverterMixin, AdminModelConverter):  # type: ignore[misc]
    """Flask-Admin's converter, which knows `IRIType` too."""


class IRIFilterConverter(FilterConverter):  # type: ignore[misc]
    """Flask-Admin's filters, of which an `IRIType` has those of text."""

    @convert("IRIType")  # type: ignore[untyped-decorator]
    def filter_iri(self, column: Any, name: str, **options: Any) -> list[Any]:
        """Return the filters for *column*."""
        return [make(column, name, **options) for make in self.strings]


def format_iri(_view: Any, value: Any, _name: str, /) -> str:
    """Return *value* as a link, to show it in a list."""
    return iri_link(value)


class IRIEditableWidget(XEditableWidget):  # type: ignore[misc]
    """Flask-Admin's widget to edit a column in the list, which knows `IRIField` too.

    It shows what is safe to show, and edits the exact text.
    """

    def __call__(self, field: Any, **kwargs: Any) -> Any:
        """Render the value, and what the script that edits it needs."""
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
    """The converters, the formatters and the widget, for a ``ModelView``."""

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
