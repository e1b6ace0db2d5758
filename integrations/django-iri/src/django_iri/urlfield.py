"""`IRIField` for projects that ask ``isinstance(field, models.URLField)``."""

from typing import TYPE_CHECKING, TypeVar

from django.db import models

from django_iri.fields import IRIField

_ST_contra = TypeVar("_ST_contra", contravariant=True)
_GT_co = TypeVar("_GT_co", covariant=True)

if TYPE_CHECKING:
    # To a type checker it is an `IRIField`: what is set and what is got differs from a `URLField`.
    _URLField = object
else:
    _URLField = models.URLField


class IRIURLField(IRIField[_ST_contra, _GT_co], _URLField):
    """An `IRIField`, with all of its options, that is a `URLField` too.

    What looks for a `URLField` finds one: the admin, a CMS, an introspecting serializer. Its
    validator, form field and length are those of `IRIField`: `URLValidator` has no say.
    """

    default_validators = []  # noqa: RUF012 - a list, as in Django
