"""How a type checker sees the attribute of an `IRIField`, with the plug-in of django-stubs or not.

A row may hold text that is not an IRI: an old one, or the empty text of a blank. It reads as an
`InvalidIRI`, which has the attributes of an `IRI`. So both types are what a checker sees, and None
for ``null=True``.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from django.db import models

from iri3987 import IRI, Profile

if TYPE_CHECKING:
    # Without this import, mypy 2.4 ends with an internal error when it reads its cache.
    import django_stubs_ext.db.models  # noqa: F401
    from django.db.models.expressions import Combinable
    from django_stubs_ext import StrOrPromise
    from typing_extensions import TypeVar

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
    from typing import TypeVar

    # Python has defaults of type variables from 3.13 on.
    ST_contra = TypeVar("ST_contra", contravariant=True)
    GT_co = TypeVar("GT_co", covariant=True)

    class TypedField(models.CharField):
        """A field whose class takes the two types: Django's own is not generic."""

        def __class_getitem__(cls, _: Any) -> type:
            return cls


class Options(TypedDict, total=False):
    """The options of an `IRIField` that do not change the type of its attribute."""

    profile: str | Profile
    schemes: Collection[str] | None
    reject: Collection[str]
    assume_scheme: str | None
    # Those of every field.
    primary_key: bool
    max_length: int | None
    unique: bool
    blank: bool
    db_index: bool
    default: Any
    db_default: Any
    editable: bool
    auto_created: bool
    serialize: bool
    unique_for_date: str | None
    unique_for_month: str | None
    unique_for_year: str | None
    choices: Any
    help_text: "StrOrPromise"
    db_column: str | None
    db_comment: str | None
    db_tablespace: str | None
    db_collation: str | None
    validators: Iterable[Any]
    error_messages: Mapping[str, "StrOrPromise"] | None
