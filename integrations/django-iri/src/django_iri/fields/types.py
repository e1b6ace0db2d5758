"""How a type checker sees the attribute of an `IRIField`, with the plug-in of django-stubs or not.

A row may hold text that is not an IRI, or "" for a blank field: that is an `InvalidIRI`.
"""

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    # Without this import, mypy 2.4 ends with an internal error when it reads its cache.
    import django_stubs_ext.db.models  # noqa: F401
    from django.db.models.expressions import Combinable
    from typing_extensions import TypeVar

    from iri3987 import IRI
    from iri3987.values import InvalidIRI

    # The types for assignment and for access.
    ST_contra = TypeVar("ST_contra", contravariant=True, default=str | Combinable)
    GT_co = TypeVar("GT_co", covariant=True, default=IRI | InvalidIRI)

    class TypedField(models.CharField[ST_contra, GT_co]):
        """A field whose class takes the two types."""

        # The plug-in of django-stubs reads these.
        _pyi_private_set_type: str | Combinable
        _pyi_private_get_type: IRI | InvalidIRI

else:
    # Only type checkers ask what they are.
    ST_contra = GT_co = None

    class TypedField(models.CharField):
        """A field whose class takes the two types: Django's own is not generic."""

        def __class_getitem__(cls, _: Any) -> type:
            return cls
