"""The model field."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeVar

from django.core import checks
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from django_iri import forms
from django_iri.lookups import LOOKUPS
from django_iri.profiles import profile_problem, schemes_problem
from django_iri.validators import MAX_LENGTH, IRIFieldValidator
from iri3987 import IRI, IRIError, IRIReference

if TYPE_CHECKING:
    from django.db.models.expressions import Combinable
    from django_stubs_ext import StrOrPromise

    _ST_contra = TypeVar("_ST_contra", contravariant=True)
    _GT_co = TypeVar("_GT_co", covariant=True)

    class _CharField(models.CharField[_ST_contra, _GT_co]):
        # What django-stubs makes of an attribute of a model: set and get.
        _pyi_private_set_type: str | Combinable
        _pyi_private_get_type: IRI

else:

    class _CharField(models.CharField):
        def __class_getitem__(cls, _: Any) -> type:
            return cls


class IRIField(_CharField["_ST_contra", "_GT_co"]):
    """A column for an IRI: reading gives an `IRI`, or with *reference* an `IRIReference`.

    *profile* is "web" (an address of the web) or "any" (any IRI), *schemes* replaces its schemes
    (None: its own), *max_length* is that of the text, in characters. The text is stored as it is.

    As with any model field, assigning and saving do not validate; ``full_clean()``, a model form
    and a serializer do, through `validators`. Their `ValidationError` has the code of the core's
    `IRIError`. Text in the database that is no IRI, from before this field, loads as a `str`.

    Lookups compare text; text that cannot be in a database matches nothing.
    """

    description = _("IRI (up to %(max_length)s)")

    # Options that a column knows nothing of: changing one of them emits no SQL.
    non_db_attrs = (*models.CharField.non_db_attrs, "profile", "schemes", "reference")

    def __init__(
        self,
        verbose_name: "StrOrPromise | None" = None,
        name: str | None = None,
        *,
        profile: str = "web",
        schemes: Collection[str] | None = None,
        reference: bool = False,
        max_length: int | None = MAX_LENGTH,
        **kwargs: Any,
    ) -> None:
        super().__init__(verbose_name, name, **kwargs)
        # After CharField has looked for it: it would add a validator of its own, and one mistake
        # has one error here, with the code "too-long".
        self.max_length = max_length
        self.profile = profile
        self.schemes = schemes
        self.reference = reference
        # Bad options are for check() to report.
        if profile_problem(profile) is None and schemes_problem(schemes) is None:
            self.validators.insert(0, IRIFieldValidator(**self._options()))

    def _options(self) -> dict[str, Any]:
        return {
            "profile": self.profile,
            "schemes": self.schemes,
            "reference": self.reference,
            "max_length": self.max_length,
        }

    def check(self, **kwargs: Any) -> list[checks.CheckMessage]:
        """Report bad options: django_iri.E001 for *profile*, django_iri.E002 for *schemes*."""
        problems = {
            "django_iri.E001": profile_problem(self.profile),
            "django_iri.E002": schemes_problem(self.schemes),
        }
        return [
            *super().check(**kwargs),
            *(checks.Error(text, obj=self, id=id_) for id_, text in problems.items() if text),
        ]

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return what a migration writes: of the options, those that differ from the default."""
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop("max_length", None)
        defaults = {"profile": "web", "schemes": None, "reference": False, "max_length": MAX_LENGTH}
        options = self._options()
        kwargs |= {key: options[key] for key in options if options[key] != defaults[key]}
        # A migration writes the repr of a str, and imports nothing for it.
        for key in {"default", "db_default", "choices"} & kwargs.keys():
            kwargs[key] = _plain(kwargs[key])
        return name, path, list(args), kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:  # noqa: ARG002
        """Return what the database holds, as an IRI if it is one."""
        return self._read(value) if isinstance(value, str) else value

    def to_python(self, value: Any) -> Any:
        """Return *value* as an IRI if it is one; if not, the validators say so."""
        if isinstance(value, bytes):
            raise ValidationError(_("Enter text."), code="invalid")
        text = super().to_python(value)
        if text is None or (self.max_length is not None and len(text) > self.max_length):
            return text
        return self._read(text)

    def _read(self, text: str) -> str:
        try:
            return IRIReference(text) if self.reference else IRI(text)
        except IRIError:
            return text

    def get_prep_value(self, value: Any) -> Any:
        """Return the text of *value*: a driver may not know the type `IRI`."""
        if isinstance(value, bytes):
            raise TypeError(f"{self.name} takes text, not bytes")
        # Not CharField's method, which would read the text as an IRI.
        value = models.Field.get_prep_value(self, value)
        return None if value is None else str(value)

    def formfield(self, **kwargs: Any) -> Any:
        """Return the form field of the same options."""
        return super().formfield(**{"form_class": forms.IRIField, **self._options(), **kwargs})


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_plain, value))
    return str(value) if isinstance(value, IRIReference) else value


for _lookup in LOOKUPS:
    IRIField.register_lookup(_lookup)
