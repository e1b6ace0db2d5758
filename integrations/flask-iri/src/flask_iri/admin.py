"""Flask-Admin: forms and lists for models with columns of `flask_iri.sqlalchemy.IRIType`.

Flask-Admin leaves a column out whose type it does not know. With `IRIViewMixin` a form has an
`IRIField` for it, and a list has the filters of text, and shows a link: one that reads as the
address does, and leads nowhere where the scheme is not one for links.

>>> from flask_admin.contrib.sqla import ModelView
>>> class LinkView(IRIViewMixin, ModelView):
...     pass
"""

from typing import Any

from flask_iri.filters import iri_link
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


class IRIViewMixin:
    """The converters and the formatters, for a ``ModelView``."""

    model_form_converter = IRIModelConverter
    filter_converter = IRIFilterConverter()
    column_type_formatters = BASE_FORMATTERS | {IRIReference: format_iri, InvalidIRI: format_iri}
    column_type_formatters_detail = DETAIL_FORMATTERS | {
        IRIReference: format_iri,
        InvalidIRI: format_iri,
    }
