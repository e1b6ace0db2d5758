"""The model fields: `IRIField` for the exact text, and the columns that are derived from it.

`IRIKeyField` holds a key that equivalent addresses share, `IRIHostField` the host of the address.
"""

from collections.abc import Collection, Iterator
from functools import cached_property
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from django.core import checks
from django.core.exceptions import ValidationError
from django.db import DataError, models
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext_lazy as _

from django_iri import forms
from django_iri.fields.derived import with_key
from django_iri.fields.hosts import IRIHostField, host_of
from django_iri.fields.keys import IRIKeyField, SourceField
from django_iri.fields.lookups import LOOKUPS, Equivalent, Scheme
from django_iri.fields.migrations import exact_text, in_order
from django_iri.fields.types import GT_co, ST_contra, TypedField
from django_iri.messages import MAX_LENGTH, about_addresses, check_own_words, validation_error
from django_iri.unchanged import unchanged
from django_iri.validators import IRIFieldValidator
from iri3987 import IRI, IRIError, IRIReference, Profile
from iri3987.values import InvalidIRI, load, loader, storable

__all__ = ["IRIField", "IRIHostField", "IRIKeyField", "IRIURLField", "host_of", "with_key"]

if TYPE_CHECKING:
    from django.db.models.expressions import Combinable

#: The options that decide what is accepted, besides the profile, and their defaults.
_OPTIONS: Final[dict[str, Any]] = {
    "schemes": None,
    "allow_relative": False,
    "reject": [],
    "assume_scheme": ...,
    "max_length": MAX_LENGTH,
}


class IRIDescriptor(DeferredAttribute):
    """The attribute: assigned text becomes an `IRI` at once; another value stays as it is."""

    field: "IRIField[Any, Any]"

    def __set__(self, instance: Any, value: Any) -> None:
        field = self.field
        if type(value) not in field.loaded_types:
            value = field.load(value)
        instance.__dict__[field.attname] = value
        # A derived column is known from now on, so Django does not take it for deferred.
        for each in field.derived:
            instance.__dict__.setdefault(each.attname, None)


class IRIField(SourceField, TypedField[ST_contra, GT_co]):
    """A ``URLField`` for every script: it reads as an `IRI` (*allow_relative*: `IRIReference`).

    *profile*, *schemes*, *allow_relative*, *reject* and *assume_scheme* are as in
    `iri3987.Profile.named`; "any" accepts ``javascript:``, too, unless *schemes* says which. Form
    fields and serializers get these options, and ``error_messages``. With *confirm_warnings*,
    forms ask once before they take text that can mislead. A form completes ``example.org`` unless
    *assume_scheme* is None; a serializer does if one is given. *max_length* is that of the column,
    in characters (None: any number). The text is stored as it is.

    As with any model field, assignment and saving do not validate; ``full_clean()``, a model form
    and a serializer do, through `validators`. Their `ValidationError` has the code of the core's
    `IRIError`. A form or serializer accepts text that was stored before, if it comes back
    unchanged. Text that is not an IRI, assigned or in an old row, reads as an `InvalidIRI`: a `str`
    whose ``error`` tells why. So does empty text, unless *allow_relative* is True.

    Lookups compare text; text that no database can hold matches nothing. ``__scheme`` compares the
    scheme; ``__equivalent`` needs an `IRIKeyField`. For the host, ask the column of an
    `IRIHostField`.

    Checks, as of all fields here: docs/reference/django-settings.md.
    """

    description: Any = _("IRI (up to %(max_length)s)")
    descriptor_class = IRIDescriptor

    # Options that the column does not depend on: changing one of them emits no SQL.
    non_db_attrs: tuple[str, ...] = (
        *models.CharField.non_db_attrs,
        "profile",
        *(name for name in _OPTIONS if name != "max_length"),
    )

    # The type of the attribute follows from *allow_relative* and ``null``; `TypedField` has that of
    # neither.
    @overload
    def __init__(
        self: "IRIField[str | Combinable | None, IRIReference | InvalidIRI | None]",
        *names: Any,
        allow_relative: Literal[True],
        null: Literal[True],
        **options: Any,
    ) -> None: ...
    @overload
    def __init__(
        self: "IRIField[str | Combinable | None, IRI | InvalidIRI | None]",
        *names: Any,
        null: Literal[True],
        **options: Any,
    ) -> None: ...
    @overload
    def __init__(
        self: "IRIField[str | Combinable, IRIReference | InvalidIRI]",
        *names: Any,
        allow_relative: Literal[True],
        **options: Any,
    ) -> None: ...
    @overload
    def __init__(self, *names: Any, **options: Any) -> None: ...
    def __init__(
        self,
        *names: Any,
        profile: str | Profile = "web",
        schemes: Collection[str] | None = None,
        allow_relative: bool = False,
        reject: Collection[str] = (),
        assume_scheme: str | EllipsisType | None = ...,
        confirm_warnings: bool = False,
        max_length: int | None = MAX_LENGTH,
        **kwargs: Any,
    ) -> None:
        # CharField would add a validator for the length, but one mistake has one error here,
        # "too-long". So it gets None; without a value, a `URLField` would set 200.
        super().__init__(*names, **kwargs | {"max_length": None})
        self.max_length = max_length
        self.profile = profile
        self.schemes = schemes
        self.allow_relative = allow_relative
        self.reject = reject
        self.assume_scheme = assume_scheme
        self.confirm_warnings = confirm_warnings

    def _options(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _OPTIONS}

    @cached_property
    def rule(self) -> Profile:
        """The profile with all options. Raises `ValueError` or `TypeError`, which `check` reports.

        It is made when it is first needed: a dotted path may lead to a module that imports this
        model, and the path in an old migration may lead nowhere today.
        """
        return Profile.named(self.profile, **self._options())

    @cached_property
    def validators(self) -> list[Any]:
        """The validator that asks `rule`, and those that were given."""
        words = about_addresses(self.error_messages)
        return [IRIFieldValidator(self.rule, words), *super().validators]

    def check(self, **kwargs: Any) -> list[checks.CheckMessage]:
        """Report bad options. `django_iri.checks.check_columns` asks databases, too."""
        # With bad options there are no validators, which Django's own checks look at.
        return [*self._check_options()] or [*super().check(**kwargs), *self._check_length()]

    def _check_options(self) -> Iterator[checks.CheckMessage]:
        own: str | Profile = self.profile
        try:
            Profile.named(own)
        except (TypeError, ValueError) as error:
            yield checks.Error(f"{error}.", obj=self, id="django_iri.E001")
            own = "any"
        try:
            Profile.named(own, **self._options())
            check_own_words(self.error_messages)
        except (TypeError, ValueError) as error:
            yield checks.Error(f"{error}.", obj=self, id="django_iri.E002")

    def _check_length(self) -> Iterator[checks.CheckMessage]:
        most = self.rule.max_octets
        if self.max_length is not None and most is not None and self.max_length > most:
            yield checks.Warning(
                f"max_length is {self.max_length}, and the profile accepts at most {most} octets.",
                hint=f"Set max_length={most} or less, or a Profile with a greater max_octets.",
                obj=self,
                id="django_iri.W004",
            )

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the options for a migration: those that differ from the default."""
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop("max_length", None)
        # `confirm_warnings` concerns forms, not the table, so migrations leave it out.
        defaults = {"profile": "web", **_OPTIONS}
        options = {key: in_order(getattr(self, key)) for key in defaults}
        kwargs |= {key: options[key] for key in options if options[key] != defaults[key]}
        # A migration writes the repr of a str, and imports nothing for it.
        for key in {"default", "db_default", "choices"} & kwargs.keys():
            kwargs[key] = exact_text(kwargs[key])
        return name, path, list(args), kwargs

    @cached_property
    def loaded_types(self) -> tuple[type[str], ...]:
        """The types of values that `load` returns as they are; none if a subclass has its own."""
        # Not `InvalidIRI`: one of another field, or of an older version, may be valid here.
        if type(self).load is not IRIField.load:
            return ()
        return (IRIReference, IRI) if self.allow_relative else (IRI,)

    def load(self, value: Any, /) -> Any:
        """Return text as an IRI or an `InvalidIRI`, and other values as they are. Never raises."""
        return load(value, self._kind) if isinstance(value, str) else value

    @cached_property
    def _kind(self) -> type[IRIReference]:
        return IRIReference if self.allow_relative else IRI

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:  # noqa: ARG002
        """Return the value in the database, as an IRI if it is one."""
        return self.load(value)

    def get_db_converters(self, connection: Any) -> list[Any]:
        """Return what is called for each row: `loader`, unless a subclass has a way of its own."""
        if type(self).from_db_value is not IRIField.from_db_value or not self.loaded_types:
            return list(super().get_db_converters(connection))
        return [loader(self._kind)]

    def to_python(self, value: Any) -> Any:
        """Return *value* as an IRI if it is one; if not, the validators say so."""
        if isinstance(value, bytes):
            error = IRIError("not-text", code="not-text")
            raise validation_error(error, value, own=about_addresses(self.error_messages))
        return self.load(super().to_python(value))

    def save_form_data(self, instance: models.Model, data: Any) -> None:
        """Assign *data* of a form. If they are stored already, note that for `clean`."""
        try:
            self.run_validators(data)
            accepted = data
        except ValidationError:
            accepted = None
        stored = unchanged(instance, self.name, data, accepted)
        vars(instance._state).setdefault("iri_unchanged", {})[self.name] = stored
        super().save_form_data(instance, data if stored is None else stored)

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        """Return *value* after validation; for a row, its keys are asked as well."""
        value = self.to_python(value)
        self.validate(value, model_instance)
        # The validators are not asked about text that a form sends back as it was stored. The note
        # of a model form, which this does not see, counts once.
        notes = getattr(getattr(model_instance, "_state", None), "iri_unchanged", {})
        if value is None or notes.pop(self.name, None) != value:
            self.run_validators(value)
        self.refuse_taken(model_instance)
        return value

    def get_prep_value(self, value: Any) -> Any:
        """Return the text of *value*: a driver may not know the type `IRI`."""
        if isinstance(value, bytes):
            raise TypeError(f"{self.name} takes text, not bytes")
        # Not CharField's method: it would make an IRI of the text.
        value = models.Field.get_prep_value(self, value)
        if isinstance(value, str):
            return str.__str__(value)
        return None if value is None else str(value)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Return the text to look for, without characters that no database holds."""
        # Our lookups replace them earlier, but a foreign key has lookups of its own.
        value = super().get_db_prep_value(value, connection, prepared)
        return storable(value) if isinstance(value, str) else value

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Return the text to store. Raises `DataError` for text that is too long."""
        # Half an address is another address. MySQL and MariaDB would cut it because of INSERT
        # IGNORE or a lax sql_mode, PostgreSQL spaces, and before Django 5.2.10 and 6.0.1 more.
        if hasattr(value, "as_sql"):
            if isinstance(value, models.Value):
                self.get_db_prep_save(value.value, connection)
            return value
        text = self.get_prep_value(value)
        limit = None if connection.vendor == "sqlite" else self.max_length
        if text is not None and limit is not None and len(text) > limit:
            raise DataError(f"{self.name} has {len(text)} characters; its column holds {limit}.")
        return text

    def formfield(self, **kwargs: Any) -> Any:
        """Return a form field with the same options; another class gets no option of ours."""
        form_class = kwargs.setdefault("form_class", forms.IRIField)
        if not issubclass(form_class, forms.IRIField):
            kwargs.pop("confirm_warnings", None)  # the admin has it for each field
            return super().formfield(**kwargs)
        words = about_addresses(self.error_messages) | kwargs.pop("error_messages", {})
        options = {
            "profile": self.rule,
            "max_length": self.max_length,
            "error_messages": words,
            "confirm_warnings": self.confirm_warnings,
        }
        if self.assume_scheme is None:
            options["assume_scheme"] = None
        return super().formfield(**options | kwargs)


for _lookup in (*LOOKUPS.values(), Scheme, Equivalent):
    IRIField.register_lookup(_lookup)


if TYPE_CHECKING:
    # To a type checker it is an `IRIField`: a `URLField` has other types for its attribute.
    IRIURLField = IRIField
else:

    class IRIURLField(IRIField, models.URLField):
        """An `IRIField`, with all of its options, that is a `URLField` too.

        Code that looks for a `URLField`, or in a form for a `forms.URLField`, finds one. The
        validator and the length are those of `IRIField`: 2048 unless given.

        A project's own class keeps its name when its base changes from `models.URLField`, of 200
        characters: migrations compare the path and the options, and see no change. A check
        (django_iri.W003) tells that the column is shorter.
        """

        default_validators: list[Any] = []  # noqa: RUF012 - a list, as in Django

        def formfield(self, **kwargs: Any) -> Any:
            """Return the form field of the same options."""
            return super().formfield(**{"form_class": forms.IRIURLField, **kwargs})
