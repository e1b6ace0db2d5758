"""For Django REST framework: a serializer field.

The application registers it, so a `ModelSerializer` of a model with an `IRIField` uses it. It also
asks each `IRIKeyField` that is unique, by its option or by a constraint on it alone. A serializer
does not have the key, so it must check a constraint on a key and other fields itself. For a new
row::

    def validate(self, attrs):
        Bookmark(**attrs, user=self.context["request"].user).validate_constraints()
        return attrs
"""

from collections.abc import Collection, Iterable
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Model
from rest_framework import serializers
from rest_framework.fields import empty, get_error_detail

from django_iri import fields
from django_iri.messages import check_own_words, own_words, tell, validation_error
from django_iri.profiles import MAX_LENGTH
from django_iri.unchanged import WHITE_SPACE, is_stored, is_unchanged
from django_iri.validators import IRIFieldValidator
from iri3987 import Finding, IRIError, Profile
from iri3987.profile import make_profile


class UniqueKeyValidator:
    """Refuse an address for which there is another row, however the address is written there.

    It does for an `IRIKeyField` what a `UniqueValidator` does for a field of the serializer. Raises
    `ValidationError`, code "unique", which names the address that is there. The row that is changed
    is not compared with itself. A serializer of many rows does not tell which row is changed, so
    the address is compared with none of them.
    """

    requires_context: Final = True

    def __call__(self, value: Any, serializer_field: serializers.Field[Any, Any, Any, Any]) -> None:
        """Raise `ValidationError` if *value* is taken."""
        serializer = serializer_field.parent
        if not isinstance(serializer, serializers.ModelSerializer):
            return
        model, rows = serializer.Meta.model, _rows(serializer)
        for key in _unique_keys(model, serializer_field.source):
            address = key.other_address(key.follow_value(value), *rows)
            if address is not None:
                raise key.unique_error(address)


def _rows(serializer: Any) -> list[Model]:
    """Return the rows that *serializer* changes: with ``many=True``, the whole list."""
    rows, model = serializer.instance, serializer.Meta.model
    if isinstance(rows, model):
        return [rows]
    return [row for row in rows if isinstance(row, model)] if isinstance(rows, Iterable) else []


def _unique_keys(model: Any, name: str | None) -> list[fields.IRIKeyField]:
    """Return the keys of the `IRIField` called *name* that are unique by themselves."""
    return [
        key
        for field in model._meta.fields  # noqa: SLF001 - Django's way to ask
        if field.name == name and isinstance(field, fields.IRIField)
        for key in field.companions
        if isinstance(key, fields.IRIKeyField) and key.is_unique
    ]


class IRIField(serializers.CharField):
    """A field for an IRI: its validated value is an `IRI`, or with *reference* an `IRIReference`.

    The options are those of `django_iri.forms.IRIField`, and so are the verdict, the codes and
    words of errors, and the change of what was sent to a value: `Profile.clean`. A
    `ModelSerializer` has the options of the model field, and ``extra_kwargs`` change them. The
    stored text goes out as it is. If it comes back for the same row, it is accepted, even if it
    would be refused today, so that a PUT can change something else.

    >>> IRIField().run_validation(" https://例え.テスト/ ")
    IRI('https://例え.テスト/')
    """

    def __init__(
        self,
        *,
        profile: str | Profile = empty,  # type: ignore[assignment] # as DRF's own arguments
        schemes: Collection[str] | None = None,
        reference: bool = False,
        max_length: int | None = empty,  # type: ignore[assignment]
        assume_scheme: str | None = None,
        reject: Collection[str] = (),
        validators: Collection[Any] | None = None,
        **kwargs: Any,
    ) -> None:
        options: dict[str, Any] = {
            "schemes": schemes,
            "reference": reference,
            "assume_scheme": assume_scheme,
            "reject": reject,
        }
        # A serializer of a model hands over the validator of the model field, with its options.
        of_model = [each for each in validators or () if isinstance(each, IRIFieldValidator)]
        # Not "web" and `MAX_LENGTH` from the start: the model field may have others.
        default, longest = (of_model[0].profile, None) if of_model else ("web", MAX_LENGTH)
        options["max_length"] = _given(max_length, longest)
        self.profile = make_profile(_given(profile, default), **options)
        if validators is not None:
            others = [each for each in validators if each not in of_model]
            kwargs["validators"] = [*others, UniqueKeyValidator()] if of_model else others
        super().__init__(trim_whitespace=False, **kwargs)
        # Without CharField's own check of the length: one mistake has one error, "too-long".
        self.max_length = self.profile.max_length
        self._words = {
            **(of_model[0].error_messages if of_model else {}),
            **own_words(self, serializers.CharField, kwargs.get("error_messages")),
        }
        check_own_words(self._words)

    def run_validation(self, data: Any = empty) -> Any:
        """Return the value of *data*. Text with nothing but white space is blank."""
        is_blank = isinstance(data, str) and not data.strip(WHITE_SPACE)
        return super().run_validation("" if is_blank else data)

    def to_internal_value(self, data: Any) -> Any:
        """Return *data* as an IRI."""
        stored = self._stored()
        if is_unchanged(data, stored):
            return stored
        try:
            return self.profile.clean(data)
        except IRIError as error:
            refused = validation_error(error, data, self.profile, self._words)
            raise serializers.ValidationError(get_error_detail(refused)) from None

    def get_warnings(self, data: Any, /) -> list[Finding]:
        """Return findings about *data* as it was sent: what can mislead, and each repair.

        They refuse nothing. Their ``message`` is in the language of the request::

            sent = serializer.initial_data["homepage"]
            warnings = serializer.fields["homepage"].get_warnings(sent)
        """
        return [
            finding._replace(message=tell(finding, data, self.profile, self._words))
            for finding in self.profile.warnings(data)
        ]

    def run_validators(self, value: Any) -> None:
        """Run the validators. For an unchanged value, run only the one for uniqueness."""
        if not is_unchanged(value, self._stored()):
            return super().run_validators(value)
        for validator in self.validators:
            if isinstance(validator, UniqueKeyValidator):
                try:
                    validator(value, self)
                except ValidationError as error:
                    raise serializers.ValidationError(get_error_detail(error)) from None
        return None

    def _stored(self) -> Any:
        """Return the value in the row that is changed, None if the row is new or not known."""
        value = getattr(self.parent, "instance", None)
        if not is_stored(value):
            return None
        for name in self.source_attrs:
            value = getattr(value, name, None)
        return value


def _given(value: Any, default: Any) -> Any:
    """Return *value*, or *default* if it is not given: None is a value."""
    return default if value is empty else value


def register() -> None:
    """Make `IRIField` the field of a `ModelSerializer` for the model field `IRIField`."""
    serializers.ModelSerializer.serializer_field_mapping[fields.IRIField] = IRIField
