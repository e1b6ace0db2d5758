"""The key of a name: user names, slugs and titles that look alike have one.

RFC 3987 section 8 warns "administrators of sites that allow independent users to create resources
in the same sub area". The field of a name must know its key, as an `IRIField` does: it has to see
each statement that writes it, and to say that a name is taken. So it is a `NameField`.
"""

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.query_utils import DeferredAttribute

from django_iri.fields.derived import GuardedField, public_path
from django_iri.fields.unique import KeyField, SourceField
from django_iri.messages import translated_later
from iri3987.http.segment import look_alike_key
from iri3987.messages import TEXTS


class NameFieldMixin(SourceField):
    """Make a `CharField`, `SlugField` or `TextField` the source of a `LookAlikeKeyField`.

    It stands before the class of the field::

        class SlugNameField(NameFieldMixin, models.SlugField):
            pass

    Raises `TypeError` for a class that has a placeholder of its own in SQL, as a field that
    encrypts its text has: the key sees the statements by that hook of Django.
    """

    attname: str

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for each in cls.__mro__:
            if not issubclass(each, GuardedField) and _PLACEHOLDERS & vars(each).keys():
                raise TypeError(f"{each.__name__} has a placeholder in SQL: it cannot have a key")

    def contribute_to_class(self, cls: Any, name: str, private_only: bool = False) -> None:  # noqa: FBT001, FBT002
        """Add the field to its model. An attribute that does more than Django's is kept."""
        super().contribute_to_class(cls, name, private_only)  # type: ignore[misc] # a model field
        if type(cls.__dict__.get(self.attname)) is DeferredAttribute:
            setattr(cls, self.attname, _Attribute(self))  # type: ignore[arg-type]

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        """Return *value* after validation; for a row, its keys are asked as well."""
        value = super().clean(value, model_instance)  # type: ignore[misc] # a model field
        self.refuse_taken(model_instance)
        return value


_PLACEHOLDERS = {"get_placeholder", "get_placeholder_sql"}


class _Attribute(DeferredAttribute):
    """The attribute: with the name that is assigned, a key is known, so it is not deferred."""

    field: Any

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = value
        for each in self.field.derived:
            instance.__dict__.setdefault(each.attname, None)


class NameField(NameFieldMixin, models.CharField):  # type: ignore[type-arg] # any text
    """A `CharField` for a name, from which a `LookAlikeKeyField` may be derived."""

    description: str = "Name"

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the options for a migration, with the public name of the class."""
        name, path, args, kwargs = super().deconstruct()
        return name, public_path(path), list(args), kwargs


class LookAlikeKeyField(KeyField):
    """A column for the key of the name in the field *source*: equal for names that look alike.

    *source* is a `NameField` of the same table, or has a class with `NameFieldMixin`. The key is
    `iri3987.http.segment.look_alike_key`::

        class User(AbstractUser):
            username = NameField(max_length=150, unique=True)
            username_key = LookAlikeKeyField(source="username")

    With *unique* (the default), two rows cannot have names that look alike. The source reports that
    when it is cleaned: in `full_clean`, model forms and the admin. The error has the code "unique",
    and does not repeat the other name. For names that are taken only beside others, as the slugs of
    siblings in a tree, put the key into a constraint beside ``unique=False``, such as
    ``UniqueConstraint(fields=["parent", "slug_key"])``. A form that has no row takes a
    `django_iri.validators.UniqueLookAlikeValidator`.

    `save`, `bulk_create` and fixtures write the key with the source. In ``update_fields`` and
    `bulk_update`, name both. `update` takes ``**with_key(User, username=text)``. Any other
    statement raises `FieldError`, as with an `IRIKeyField`. Null and empty text have no key (NULL).

    Checks: django_iri.E003 and E004, those of every `DerivedField`.
    """

    description: str = "Key of a name"
    source_kind = "a NameField"
    default_error_messages: ClassVar[dict[str, Any]] = {
        "unique": translated_later(TEXTS["unique-look-alike"])
    }

    def compute(self, text: str, /) -> str:
        """Return the key of *text*."""
        return look_alike_key(text)

    def refuse(self, name: str, /) -> None:
        """Raise `ValidationError` if *name* looks like that of any row."""
        key = self.derive_value(name)
        if key and (stored := self.other_text(where=models.Q(**{self.name: key}))) is not None:
            raise self.unique_error(name, stored)

    def unique_error(self, _sent: str, _stored: str | None, /, **_: Any) -> ValidationError:
        """Return the error that says that a name looks like one that is taken."""
        return ValidationError(self.error_messages["unique"], code="unique")
