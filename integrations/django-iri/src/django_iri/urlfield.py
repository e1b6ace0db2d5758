"""`IRIField` for projects that ask ``isinstance(field, models.URLField)``."""

from typing import TYPE_CHECKING, Any

from django.db import models

from django_iri import forms
from django_iri.fields import IRIField

__all__ = ["IRIURLField"]

if TYPE_CHECKING:
    # To a type checker it is an `IRIField`: a `URLField` has other types for its attribute.
    IRIURLField = IRIField
else:

    class IRIURLField(IRIField, models.URLField):
        """An `IRIField`, with all of its options, that is a `URLField` too.

        Code that looks for a `URLField`, such as the admin, a CMS or a serializer, finds one. Code
        that looks for a `forms.URLField` in a form finds one, too, and that field completes
        ``example.org`` to ``https://example.org``. The validator and the length are those of
        `IRIField`: `URLValidator` is not asked, and *max_length* is 2048 unless given.

        Check: django_iri.W003, the column of the database is shorter. A project's own class keeps
        its name when its base changes from `models.URLField`, so migrations see no other length.
        """

        default_validators: list[Any] = []  # noqa: RUF012 - a list, as in Django

        def formfield(self, **kwargs: Any) -> Any:
            """Return the form field of the same options."""
            return super().formfield(**{"form_class": forms.IRIURLField, **kwargs})
