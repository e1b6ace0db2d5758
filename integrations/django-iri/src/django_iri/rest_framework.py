"""For Django REST framework: serializer fields, and one row for each address."""

from collections.abc import Collection, Iterable, Mapping
from copy import copy
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from types import EllipsisType
from typing import Any, Final, Literal

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.safestring import mark_safe
from rest_framework import serializers
from rest_framework.fields import empty, get_error_detail
from rest_framework.metadata import SimpleMetadata
from rest_framework.renderers import HTMLFormRenderer
from rest_framework.settings import api_settings

from django_iri import conf
from django_iri.fields import IRIField as IRIModelField
from django_iri.fields.keys import IRIKeyField
from django_iri.messages import MAX_LENGTH, check_own_words, own_words, validation_error, warnings
from django_iri.unchanged import is_row, unchanged
from django_iri.validators import IRIFieldValidator
from iri3987 import Finding, IRIError, IRIReference, Profile
from iri3987.html.inputs import as_sent, is_blank, submit
from iri3987.values import InvalidIRI

__all__ = [
    "IRIField",
    "IRIKeysMixin",
    "IRIListSerializer",
    "IRISchemaMixin",
    "IRIWarningsField",
    "UniqueIRI",
]

#: The input of the browsable API, as that of `django_iri.forms.IRIField`. The framework's templates
#: have a place for the type, and none for other attributes.
_INPUT: Final = {
    "base_template": "input.html",
    "input_type": mark_safe(
        'text" inputmode="url" dir="ltr" autocapitalize="off" spellcheck="false'
    ),
}


class IRIField(serializers.CharField):
    """A field for an IRI: its validated value is an `IRI`, or an `IRIReference` (*allow_relative*).

    The options, the verdict and the errors are those of `django_iri.forms.IRIField`. But a program
    sends whole addresses: nothing is completed unless *assume_scheme* is given. A
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
        allow_relative: bool = False,
        max_length: int | None = empty,  # type: ignore[assignment]
        assume_scheme: str | EllipsisType | None = ...,
        reject: Collection[str] = (),
        validators: Collection[Any] | None = None,
        **kwargs: Any,
    ) -> None:
        options: dict[str, Any] = {
            "schemes": schemes,
            "allow_relative": allow_relative,
            "assume_scheme": assume_scheme,
            "reject": reject,
        }
        # A serializer of a model hands over the validator of the model field, with its options.
        of_model = [each for each in validators or () if isinstance(each, IRIFieldValidator)]
        # Not "web" and `MAX_LENGTH` from the start: the model field may have others.
        default, longest = (of_model[0].profile, None) if of_model else ("web", MAX_LENGTH)
        options["max_length"] = _given(max_length, longest)
        self.profile: Profile = Profile.named(_given(profile, default), **options)
        # Validators that a project names are all that there are, as in the framework.
        self._asks_keys = validators is None or bool(of_model)
        if validators is not None:
            kwargs["validators"] = [each for each in validators if each not in of_model]
        super().__init__(trim_whitespace=False, **kwargs)
        # Without CharField's own check of the length: one mistake has one error, "too-long".
        self.max_length: int | None = self.profile.max_length
        own = own_words(self, serializers.CharField, kwargs.get("error_messages"))
        self._words = {**of_model[0].error_messages, **own} if of_model else own
        check_own_words(self._words)
        #: The text that was sent for each value.
        self._sent: dict[str, str] = {}

    def bind(self, field_name: str, parent: Any) -> None:
        """Learn the name and the serializer, whose model may have a unique key for this field."""
        super().bind(field_name, parent)
        model = getattr(getattr(parent, "Meta", None), "model", None)
        if self._asks_keys and _unique_keys(model, self.source):
            self.validators = [*self.validators, UniqueIRI()]

    def get_value(self, dictionary: Any) -> Any:
        """Return what was sent; after validation, as a page of the browsable API can hold it."""
        value = super().get_value(dictionary)
        is_judged = hasattr(self.root, "_errors") and isinstance(value, str)
        return as_sent(value) if is_judged else value

    def run_validation(self, data: Any = empty) -> IRIReference | InvalidIRI | Literal[""] | None:
        """Return the value of *data*. Text with nothing but white space is blank."""
        value: IRIReference | InvalidIRI | Literal[""] | None
        value, _ = submit(
            data,
            partial(super().run_validation, "" if is_blank(data) else data),
            partial(self._stored, data),
            errors=serializers.ValidationError,
        )
        # Not in a field by itself, which a project may keep for ever.
        if value and isinstance(self.parent, serializers.BaseSerializer):
            self._sent.setdefault(str(value), data)
        return value

    def to_internal_value(self, data: Any) -> Any:
        """Return *data* as an IRI."""
        try:
            return self.profile.clean(data)
        except IRIError as error:
            refused = validation_error(error, data, self.profile, self._words)
            raise serializers.ValidationError(get_error_detail(refused)) from None

    def get_warnings(self, data: Any, /) -> list[Finding]:
        """Return `Profile.warnings` of *data* as it was sent, in the language of the request.

        ``serializer.fields["homepage"].get_warnings(serializer.initial_data["homepage"])``
        """
        return warnings(data, self.profile, self._words)

    def warnings_for(self, row: Any, /) -> list[Finding]:
        """Return findings about the text that was sent for *row*, which has been saved."""
        try:
            sent = self._sent.get(str(self.get_attribute(row)))
        except (serializers.SkipField, AttributeError, KeyError):
            # A field that only writes need not be in the row.
            return []
        return [] if sent is None else self.get_warnings(sent)

    def openapi(self) -> dict[str, Any]:
        """Return the schema of the text for OpenAPI (JSON Schema 2020-12, 7.3.5)."""
        kind = "-reference" if self.profile.allow_relative else ""
        address: dict[str, Any] = {"format": conf.options().schema_format + kind}
        if self.max_length is not None:
            address["maxLength"] = self.max_length
        if self.allow_blank:
            # Not oneOf: empty text is a reference, and anything to a reader without the format.
            return {"type": "string", "anyOf": [address, {"maxLength": 0}]}
        return {"type": "string", **address}

    def _stored(self, data: Any, accepted: Any) -> Any:
        """Return the address of the row that is changed, if *data* are its text.

        Raises `ValidationError` if *data* are refused, and another row has that address as well.
        """
        if not isinstance(self.parent, serializers.ModelSerializer) or not self.source_attrs:
            return None
        row = _row_of(self.parent)
        for name in self.source_attrs[:-1]:
            row = getattr(row, name, None)
        stored = unchanged(row, self.source_attrs[-1], data, accepted)
        for validator in self.validators if stored is not None and accepted is None else ():
            if isinstance(validator, UniqueIRI):
                try:
                    validator(stored, self)
                except ValidationError as error:
                    raise serializers.ValidationError(get_error_detail(error)) from None
        return stored


class UniqueIRI:
    """Refuse an address for which there is another row, however the address is written there.

    An `IRIField` has it in a `ModelSerializer` whose model has a unique `IRIKeyField` for it. The
    `ValidationError` has the code "unique". The row that is changed is not compared with itself. A
    serializer of many rows does not tell which one that is, and compares with none of them.
    """

    requires_context = True

    def __call__(self, value: Any, serializer_field: serializers.Field[Any, Any, Any, Any]) -> None:
        """Raise `ValidationError` if *value* is taken."""
        serializer: Any = serializer_field.parent
        for key in _unique_keys(serializer.Meta.model, serializer_field.source):
            where = models.Q(**{key.name: key.derive_value(value)})
            address = key.other_text(*_rows(serializer), where=where)
            if value and address is not None:
                raise key.unique_error(value, address, isolated=False)


class IRIKeysMixin:
    """A base for a `ModelSerializer` of a model with a constraint on a key and other fields.

    Put it before `ModelSerializer`. A field that is not sent has the value of the row, or its
    default. The error is at the address, in the words of `UniqueIRI` or of the constraint.
    """

    def get_unique_together_validators(self) -> list[Any]:
        """Return the validators of the framework, and one for the keys."""
        found: list[Any] = super().get_unique_together_validators()  # type: ignore[misc]
        return [*found, _KeysValidator()]


class _KeysValidator:
    requires_context = True

    def __call__(self, attrs: Mapping[str, Any], serializer: Any) -> None:
        """Raise `ValidationError` if *attrs* make a row that a constraint refuses."""
        row, others = _changed(serializer, attrs), _rows(serializer)
        for key in _keys(type(row)):
            error = key.refusal(row, *others, partly=True, isolated=False)
            if error is not None:
                name = _name_of(serializer, key.source)
                raise serializers.ValidationError({name: get_error_detail(error)})


class IRIListSerializer(serializers.ListSerializer[Any]):
    """The ``list_serializer_class`` of a `ModelSerializer` two of whose rows cannot have one key.

    The error is at the address of the second row.
    """

    def to_internal_value(self, data: Any) -> list[Any]:
        """Return the values of all rows. Raises `ValidationError` if two are equivalent."""
        values: list[Any] = super().to_internal_value(data)
        seen: dict[Any, Any] = {}
        errors = [self._errors_of(each, seen) for each in values]
        if any(errors):
            raise serializers.ValidationError(errors)
        return values

    def _errors_of(self, attrs: Any, seen: dict[Any, Any]) -> dict[str, Any]:
        child: Any = self.child
        row, errors = _changed(child, attrs), {}
        for key in _keys(type(row)):
            for what in key.identities(row):
                other = seen.setdefault(what, row)
                if other is not row:
                    texts = (str(getattr(each, key.source)) for each in (row, other))
                    error = key.unique_error(*texts, isolated=False)
                    errors[_name_of(child, key.source)] = get_error_detail(error)
        return errors


def _row_of(serializer: Any) -> Any:
    """Return the row that *serializer* changes, also within another one; all of them if many."""
    row, parent = serializer.instance, serializer.parent
    if row is None and isinstance(parent, serializers.Serializer):
        row = _row_of(parent)
        if not is_row(row):
            return None
        for name in serializer.source_attrs:
            row = getattr(row, name, None)
    return row


def _rows(serializer: Any) -> list[models.Model]:
    """Return the rows that *serializer* changes: with ``many=True``, the whole list."""
    rows = _row_of(serializer)
    if isinstance(rows, models.Model):
        return [rows]
    return [each for each in rows if is_row(each)] if isinstance(rows, Iterable) else []


def _keys(model: Any) -> list[IRIKeyField]:
    found = model._meta.concrete_fields if model is not None else ()
    return [field for field in found if isinstance(field, IRIKeyField)]


def _unique_keys(model: Any, source: str | None) -> list[IRIKeyField]:
    return [key for key in _keys(model) if key.source == source and key.is_unique]


def _changed(serializer: Any, attrs: Mapping[str, Any]) -> models.Model:
    """Return the row as it will be: the one that is changed, or a new one, with *attrs*."""
    target, model = _row_of(serializer), serializer.Meta.model
    row: models.Model = copy(target) if isinstance(target, model) else model()
    for field in model._meta.concrete_fields:
        for name in {field.name, field.attname} & attrs.keys():
            # The data of a serializer inside of this one is not a row yet.
            if name == field.attname or isinstance(attrs[name], models.Model | None):
                setattr(row, name, attrs[name])
    return row


def _name_of(serializer: Any, source: str) -> str:
    """Return the name of the field of *serializer* for the field *source* of the model."""
    fields = serializer.fields.items()
    names = (str(name) for name, field in fields if field.source == source)
    return next(names, str(api_settings.NON_FIELD_ERRORS_KEY))


def _given(value: Any, default: Any) -> Any:
    """Return *value*, or *default* if it is not given: None is a value."""
    return default if value is empty else value


class IRIWarningsField(serializers.ReadOnlyField):
    """A field for the answer to a POST or PUT: what can mislead in the addresses that were sent.

    Its value has the findings of `IRIField.get_warnings` for each `IRIField` of the same serializer
    that has any, by name: code, message, start, end. It is empty if nothing was sent.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs | {"source": "*"})

    def to_representation(self, value: Any) -> dict[str, list[dict[str, Any]]]:
        """Return the findings for the row *value*."""
        return {
            name: [{part: getattr(each, part) for part in _PARTS} for each in findings]
            for name, field in self.parent.fields.items()  # type: ignore[attr-defined]
            if isinstance(field, IRIField) and (findings := field.warnings_for(value))
        }

    def openapi(self) -> dict[str, Any]:
        """Return the schema of the value for OpenAPI."""
        types = {part: {"type": kind} for part, kind in _PARTS.items()}
        finding = {"type": "object", "properties": types, "required": [*_PARTS]}
        return {"type": "object", "additionalProperties": {"type": "array", "items": finding}}


#: The parts of a finding that are in an answer, and their types in JSON.
_PARTS: Final = {"code": "string", "message": "string", "start": "integer", "end": "integer"}


class IRISchemaMixin:
    """A base to put before the `AutoSchema` of the framework, which does not know our fields."""

    def map_field(self, field: Any) -> dict[str, Any]:
        """Return the schema of *field*."""
        if isinstance(field, IRIField | IRIWarningsField):
            return field.openapi()
        schema: dict[str, Any] = super().map_field(field)  # type: ignore[misc]
        return schema


def register() -> None:
    """Make `IRIField` the field of a `ModelSerializer` for the model field `IRIField`."""
    serializers.ModelSerializer.serializer_field_mapping[IRIModelField] = IRIField
    SimpleMetadata.label_lookup[IRIField] = "url"  # in answers to OPTIONS, as for a `URLField`
    HTMLFormRenderer.default_style[IRIField] = _INPUT
    if find_spec("drf_spectacular") is None:
        return

    def schema(self: Any, auto_schema: Any, direction: Any) -> Any:  # noqa: ARG001
        return self.target.openapi()

    extension: Any = import_module("drf_spectacular.extensions").OpenApiSerializerFieldExtension
    for field in (IRIField, IRIWarningsField):  # a class is registered when it is made
        body = {"target_class": field, "match_subclasses": True, "map_serializer_field": schema}
        type(f"{field.__name__}Extension", (extension,), body)
