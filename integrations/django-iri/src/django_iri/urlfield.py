"""`IRIField` for projects that ask ``isinstance(field, models.URLField)``."""

from typing import TYPE_CHECKING, Any, Literal, overload

from django.db import models

from django_iri import forms
from django_iri.attributes import GT_co, ST_contra
from django_iri.fields import IRIField

if TYPE_CHECKING:
    from typing import Unpack

    from django.db.models.expressions import Combinable
    from django_stubs_ext import StrOrPromise

    from django_iri.attributes import Options
    from iri3987 import IRI, IRIReference
    from iri3987.reference import InvalidIRI

    # A type checker sees an `IRIField`: a `URLField` has other types for assignment and access.
    _URLField = object
else:
    _URLField = models.URLField

__all__ = ["IRIURLField"]


class IRIURLField(IRIField[ST_contra, GT_co], _URLField):
    """An `IRIField`, with all of its options, that is a `URLField` too.

    Code that looks for a `URLField`, such as the admin, a CMS or a serializer, finds one. Code that
    looks for a `forms.URLField` in a form finds one, too, and that field completes ``example.org``
    to ``https://example.org``. The validator and the length are those of
    `IRIField`: `URLValidator` is not asked, and *max_length* is 2048 unless given.

    Check: django_iri.W003, the column of the database is shorter. A project's own class keeps its
    name when its base changes from `models.URLField`, so migrations see no other length.
    """

    default_validators: list[Any] = []  # noqa: RUF012 - a list, as in Django

    if TYPE_CHECKING:
        # Those of `IRIField`, because pyright infers the type from those of the class itself.
        @overload
        def __init__(
            self: "IRIURLField[str | Combinable, IRI | InvalidIRI]",
            verbose_name: "StrOrPromise | None" = None,
            name: str | None = None,
            *,
            reference: Literal[False] = False,
            null: Literal[False] = False,
            **options: "Unpack[Options]",
        ) -> None: ...
        @overload
        def __init__(
            self: "IRIURLField[str | Combinable | None, IRI | InvalidIRI | None]",
            verbose_name: "StrOrPromise | None" = None,
            name: str | None = None,
            *,
            reference: Literal[False] = False,
            null: Literal[True],
            **options: "Unpack[Options]",
        ) -> None: ...
        @overload
        def __init__(
            self: "IRIURLField[str | Combinable, IRIReference | InvalidIRI]",
            verbose_name: "StrOrPromise | None" = None,
            name: str | None = None,
            *,
            reference: Literal[True],
            null: Literal[False] = False,
            **options: "Unpack[Options]",
        ) -> None: ...
        @overload
        def __init__(
            self: "IRIURLField[str | Combinable | None, IRIReference | InvalidIRI | None]",
            verbose_name: "StrOrPromise | None" = None,
            name: str | None = None,
            *,
            reference: Literal[True],
            null: Literal[True],
            **options: "Unpack[Options]",
        ) -> None: ...
        @overload
        def __init__(
            self,
            verbose_name: "StrOrPromise | None" = None,
            name: str | None = None,
            *,
            reference: bool = False,
            null: bool = False,
            **options: "Unpack[Options]",
        ) -> None: ...
        def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    def formfield(self, **kwargs: Any) -> Any:
        """Return the form field of the same options."""
        return super().formfield(**{"form_class": forms.IRIURLField, **kwargs})
