"""The model fields: `IRIField` for the exact text, and the columns that follow it.

`IRIKeyField` is for what the text is equal to, `IRIHostField` for the host that it leads to.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeVar

from django.core import checks
from django.db import DataError, models
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext_lazy as _

from django_iri import forms
from django_iri.companions import CompanionField
from django_iri.hosts import Host, IRIHostField
from django_iri.indexes import check_column, check_indexes
from django_iri.keys import IRIKeyField
from django_iri.lookups import LOOKUPS, Equivalent, storable
from django_iri.profiles import length_problem, profile_problem, schemes_problem
from django_iri.transforms import Scheme
from django_iri.unchanged import is_stored, is_unchanged, keep, take_kept
from django_iri.validators import MAX_LENGTH, IRIFieldValidator, refusal
from iri3987 import IRI, IRIError, IRIReference
from iri3987._text import exact
from iri3987.reference import InvalidIRI, load

__all__ = ["IRIField", "IRIHostField", "IRIKeyField", "InvalidIRI"]

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


class IRIDescriptor(DeferredAttribute):
    """The attribute: text that is assigned reads as a value at once; all else as it is."""

    field: "IRIField[Any, Any]"

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = self.field.load(value)


class IRIField(_CharField["_ST_contra", "_GT_co"]):
    """A column for an IRI: reading gives an `IRI`, or with *reference* an `IRIReference`.

    *profile* is "web" (an address of the web) or "any" (any IRI, also ``javascript:``: say which
    *schemes*). *schemes* replaces those of the profile (None: its own). *max_length* is that of the
    text, in characters (None: any number); "web" limits the octets of the mapped URI, too. The
    text is stored as it is.

    As with any model field, assigning and saving do not validate; ``full_clean()``, a model form
    and a serializer do, through `validators`. Their `ValidationError` has the code of the core's
    `IRIError`. A form or serializer accepts text that was stored before, if it comes back
    unchanged. Text that is not an IRI, assigned or from before this field, reads as an
    `InvalidIRI`: a `str` whose ``error`` tells why. So does a blank, unless it is a reference.

    Lookups compare text; text that cannot be in a database matches nothing. ``__scheme`` looks at
    a part; ``__host`` needs an `IRIHostField`, ``__equivalent`` an `IRIKeyField`.

    Checks: django_iri.E001, bad *profile*; E002, bad *schemes*; W001, a unique column whose
    collation takes different addresses for the same; W002, an index on more text than it can hold;
    W003, a column of the database that is shorter than *max_length*.
    """

    description = _("IRI (up to %(max_length)s)")
    descriptor_class = IRIDescriptor

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
        # Not before CharField has looked for it, which would add a validator of its own: one
        # mistake has one error here, with the code "too-long". And not unsaid: a `URLField` says
        # 200 then.
        super().__init__(verbose_name, name, max_length=None, **kwargs)
        self.max_length = max_length
        self.profile = profile
        self.schemes = schemes
        self.reference = reference
        # Bad options are for check() to report; that of a length is Django's own.
        problems = profile_problem(profile), schemes_problem(schemes), length_problem(max_length)
        if not any(problems):
            self.validators.insert(0, IRIFieldValidator(**self._options()))

    def _options(self) -> dict[str, Any]:
        return {
            "profile": self.profile,
            "schemes": self.schemes,
            "reference": self.reference,
            "max_length": self.max_length,
        }

    def check(self, **kwargs: Any) -> list[checks.CheckMessage]:
        """Report bad options, and what the databases that are checked cannot do with them."""
        problems = {
            "django_iri.E001": profile_problem(self.profile),
            "django_iri.E002": schemes_problem(self.schemes),
        }
        return [
            *super().check(**kwargs),
            *(checks.Error(text, obj=self, id=id_) for id_, text in problems.items() if text),
            *check_indexes(self, kwargs.get("databases") or ()),
            *check_column(self, kwargs.get("databases") or ()),
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

    def load(self, value: Any, /) -> Any:
        """Return text as a value, and what is not text as it is. Never raises."""
        if not isinstance(value, str):
            return value
        return load(value, IRIReference if self.reference else IRI)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:  # noqa: ARG002
        """Return what the database holds, as an IRI if it is one."""
        return self.load(value)

    def to_python(self, value: Any) -> Any:
        """Return *value* as an IRI if it is one; if not, the validators say so."""
        if isinstance(value, bytes):
            raise refusal(value, IRIError("not-text", code="not-text"))
        return self.load(super().to_python(value))

    def save_form_data(self, instance: models.Model, data: Any) -> None:
        """Take *data* of a form over, and note if that is what was stored already."""
        stored = instance.__dict__.get(self.attname)
        if is_stored(instance) and is_unchanged(data, stored):
            keep(instance, self.name, stored)
            data = stored
        super().save_form_data(instance, data)

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        """Return *value* as it is to be used, once it was validated.

        After a form that has left it as it was stored, the validators are not asked.
        """
        kept = take_kept(model_instance, self.name)
        if kept is None or kept != value:
            return super().clean(value, model_instance)
        self.validate(value, model_instance)
        return value

    def get_prep_value(self, value: Any) -> Any:
        """Return the text of *value*: a driver may not know the type `IRI`."""
        if isinstance(value, bytes):
            raise TypeError(f"{self.name} takes text, not bytes")
        # Not CharField's method, which would read the text as an IRI.
        value = models.Field.get_prep_value(self, value)
        if isinstance(value, str):
            return exact(value)
        return None if value is None else str(value)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Return what to look for: where that is unstorable, what no address holds.

        Our lookups have seen to it before, but a foreign key has lookups of its own.
        """
        return storable(super().get_db_prep_value(value, connection, prepared))

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Return what to store, and not something else in its place.

        Raises `DataError` for what MySQL and MariaDB would cut, as ``INSERT IGNORE`` and a lax
        ``sql_mode`` tell them to: half an address is another one, next to the key of the whole.
        PostgreSQL raises it by itself. SQLite stores the whole text, which may be an old row's.
        """
        if hasattr(value, "as_sql"):
            return value
        text = self.get_prep_value(value)
        limit = self.max_length if connection.vendor == "mysql" else None
        if text is not None and limit is not None and len(text) > limit:
            raise DataError(f"{self.name} has {len(text)} characters; its column holds {limit}.")
        return text

    def formfield(self, **kwargs: Any) -> Any:
        """Return the form field of the same options; one of another class gets none of ours."""
        form_class = kwargs.setdefault("form_class", forms.IRIField)
        options = self._options() if issubclass(form_class, forms.IRIField) else {}
        return super().formfield(**options | kwargs)

    @property
    def companions(self) -> list[CompanionField]:
        """The columns that follow this one."""
        fields = self.model._meta.local_concrete_fields  # noqa: SLF001 - Django's way to ask
        return [f for f in fields if isinstance(f, CompanionField) and f.source == self.name]

    # Whatever manager it goes through, Django asks a field for its placeholder when it is about to
    # write to the column, and hands over the query: there the companions can be added. A field that
    # has none has no such method, as PostgreSQL inserts many rows faster without.

    @property
    def get_placeholder(self) -> Any:
        """What Django before 6.1 calls for the place of a value in a query."""
        companions = self.companions
        if not companions:
            raise AttributeError(f"no column follows {self.name}")

        def get_placeholder(value: Any, compiler: Any, connection: Any) -> str:  # noqa: ARG001
            for companion in companions:
                companion.follow(compiler.query)
            return "%s"

        return get_placeholder

    @property
    def get_placeholder_sql(self) -> Any:
        """What Django from 6.1 on calls for the same."""
        get_placeholder = self.get_placeholder

        def get_placeholder_sql(value: Any, compiler: Any, connection: Any) -> Any:
            sql = get_placeholder(value, compiler, connection)
            return compiler.compile(value) if hasattr(value, "as_sql") else (sql, (value,))

        return get_placeholder_sql


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_plain, value))
    return exact(value) if isinstance(value, IRIReference | InvalidIRI) else value


for _lookup in (*LOOKUPS, Scheme, Host):
    IRIField.register_lookup(_lookup)
# For a database it is "exact".
IRIField.register_lookup(Equivalent, "equivalent")
