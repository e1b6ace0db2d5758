"""The key of a name: user names, slugs and titles that look alike have one.

RFC 3987 section 8 warns "administrators of sites that allow independent users to create resources
in the same sub area". A name is in a field of the project or of Django, such as the ``username`` of
`AbstractUser`. That field must know its key, as an `IRIField` does: it has to see each statement
that writes it, and to say that a name is taken.

Choice: when the class of the model is complete, the field itself is made a `_Watched` one. So a
project adds one line to its model, and need not declare the field of a base class once more.
"""

from functools import cache
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import class_prepared

from django_iri.fields.unique import KeyField, SourceField
from django_iri.messages import translated_later
from iri3987.http.segment import look_alike_key
from iri3987.messages import TEXTS


class LookAlikeKeyField(KeyField):
    """A column for the key of the name in the field *source*: equal for names that look alike.

    *source* is a `CharField`, `SlugField` or `TextField` of the same table, and the key is
    `iri3987.http.segment.look_alike_key`::

        class User(AbstractUser):
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

    Checks: django_iri.E003 and E004, those of every `DerivedField`. The source must not have a
    placeholder of its own in SQL, as a field that encrypts its text has.
    """

    description: str = "Key of a name"
    source_kind = "a plain CharField or TextField"
    default_error_messages: ClassVar[dict[str, Any]] = {
        "unique": translated_later(TEXTS["unique-look-alike"])
    }

    def contribute_to_class(self, cls: Any, name: str, private_only: bool = False) -> None:  # noqa: FBT001, FBT002
        """Add the field to its model. Its source may be added later, from a base class."""
        super().contribute_to_class(cls, name, private_only=private_only)
        if not cls._meta.abstract:
            class_prepared.connect(self._watch_source, sender=cls)

    def _watch_source(self, sender: type[models.Model], **_: Any) -> None:
        for field in sender._meta.local_concrete_fields:  # noqa: SLF001 - Django's way to ask
            if field.name == self.source:
                _watch(field)

    def compute(self, text: str, /) -> str:
        """Return the key of *text*."""
        return look_alike_key(text)

    def refuse(self, name: str, /) -> None:
        """Raise `ValidationError` if *name* looks like that of any row."""
        key = self.derive_value(name)
        if key and (stored := self.other_text(where=models.Q(**{self.name: key}))) is not None:
            raise self.unique_error(name, stored)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the options for a migration: those that differ from their defaults."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django_iri.fields.LookAlikeKeyField", args, kwargs

    def unique_error(self, _sent: str, _stored: str | None, /, **_: Any) -> ValidationError:
        """Return the error that says that a name looks like one that is taken."""
        return ValidationError(self.error_messages["unique"], code="unique")


class _Attribute(DeferredAttribute):
    """The attribute: with the name that is assigned, a key is known, so it is not deferred."""

    field: Any

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.field.attname] = value
        for each in self.field.derived:
            instance.__dict__.setdefault(each.attname, None)


class _Watched(SourceField):
    """What is put before the class of a field that has a `LookAlikeKeyField`."""

    attname: str

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        """Return *value* after validation; for a row, its keys are asked as well."""
        value = super().clean(value, model_instance)  # type: ignore[misc] # that of a model field
        self.refuse_taken(model_instance)
        return value


def _watch(field: Any) -> None:
    """Let *field* know what is derived from it."""
    kind: Any = type(field)
    model = field.model
    if not issubclass(kind, models.CharField | models.TextField):
        return
    if any(hasattr(field, name) for name in ("derived", "get_placeholder", "get_placeholder_sql")):
        return
    field.__class__ = _watched(kind)
    if type(model.__dict__.get(field.attname)) is DeferredAttribute:
        setattr(model, field.attname, _Attribute(field))


@cache
def _watched(kind: type[Any]) -> type[_Watched]:
    """Return *kind* as a `_Watched` class. It has the same name, for migrations."""
    name = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
    return type(kind.__name__, (_Watched, kind), name)
