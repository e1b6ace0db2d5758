"""For drf-spectacular: the schemas of the serializer fields.

The import of this module registers them; `django_iri.rest_framework.register` does it.
"""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension

from django_iri.rest_framework import IRIField, IRIWarningsField


class IRIFieldExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """The schema of an `IRIField`."""

    target_class: Any = IRIField
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:  # noqa: ARG002
        """Return the schema."""
        schema: dict[str, Any] = self.target.openapi()
        return schema


class IRIWarningsFieldExtension(IRIFieldExtension):  # type: ignore[no-untyped-call]
    """The schema of an `IRIWarningsField`."""

    target_class = IRIWarningsField
