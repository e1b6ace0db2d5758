"""For Django REST framework: a serializer field, and a field for warnings.

The application registers the first, so a `ModelSerializer` of a model with an `IRIField` uses it.
It also asks the keys of the address: `django_iri.rest_unique`.
"""

from collections.abc import Collection
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Literal

from django.core.exceptions import ValidationError
from django.utils.safestring import mark_safe
from rest_framework import serializers
from rest_framework.fields import empty, get_error_detail
from rest_framework.metadata import SimpleMetadata
from rest_framework.renderers import HTMLFormRenderer

from django_iri import conf, fields
from django_iri.messages import check_own_words, own_words, tell, validation_error
from django_iri.profiles import MAX_LENGTH
from django_iri.rest_unique import (
    KeyConstraintsValidator,
    UniqueKeyValidator,
    row_of,
)
from django_iri.unchanged import WHITE_SPACE, as_sent, is_row, is_unchanged
from django_iri.validators import IRIFieldValidator
from iri3987 import Finding, IRIError, IRIReference, Profile
from iri3987.profile import make_profile
from iri3987.values import InvalidIRI

__all__ = [
    "IRIField",
    "IRISchemaMixin",
    "IRIWarningsField",
    "KeyConstraintsValidator",
    "UniqueKeyValidator",
    "register",
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
    """A field for an IRI: its validated value is an `IRI`, or with *reference* an `IRIReference`.

    The options are those of `django_iri.forms.IRIField`, and so are the verdict, the codes and
    words of errors, and the change of what was sent to a value: `Profile.clean`. A
    `ModelSerializer` has the options of the model field, and ``extra_kwargs`` change them. The
    stored text goes out as it is. If it comes back for the same row, it is accepted, even if it
    would be refused today, so that a PUT can change something else.

    >>> IRIField().run_validation(" https://例え.テスト/ ")
    IRI('https://例え.テスト/')
    """

    default_validators: list[Any] = [UniqueKeyValidator()]  # noqa: RUF012 - a list, as in the framework

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
        self.profile: Profile = make_profile(_given(profile, default), **options)
        if validators is not None:
            others = [each for each in validators if each not in of_model]
            kwargs["validators"] = [*others, UniqueKeyValidator()] if of_model else others
        super().__init__(trim_whitespace=False, **kwargs)
        # Without CharField's own check of the length: one mistake has one error, "too-long".
        self.max_length: int | None = self.profile.max_length
        self._words = {
            **(of_model[0].error_messages if of_model else {}),
            **own_words(self, serializers.CharField, kwargs.get("error_messages")),
        }
        check_own_words(self._words)
        #: The text that was sent for each value.
        self._sent: dict[str, str] = {}

    def get_value(self, dictionary: Any) -> Any:
        """Return what was sent; after validation, as a page of the browsable API can hold it."""
        value = super().get_value(dictionary)
        is_judged = hasattr(self.root, "_errors") and isinstance(value, str)
        return as_sent(value) if is_judged else value

    def run_validation(self, data: Any = empty) -> IRIReference | InvalidIRI | Literal[""] | None:
        """Return the value of *data*. Text with nothing but white space is blank."""
        is_blank = isinstance(data, str) and not data.strip(WHITE_SPACE)
        value: IRIReference | InvalidIRI | Literal[""] | None
        value = super().run_validation("" if is_blank else data)
        return value

    def to_internal_value(self, data: Any) -> Any:
        """Return *data* as an IRI."""
        stored = self._stored()
        try:
            value = stored if is_unchanged(data, stored) else self.profile.clean(data)
        except IRIError as error:
            refused = validation_error(error, data, self.profile, self._words)
            raise serializers.ValidationError(get_error_detail(refused)) from None
        # Not in a field by itself, which a project may keep for ever.
        if isinstance(self.parent, serializers.BaseSerializer):
            self._sent.setdefault(str(value), data)
        return value

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

    def warnings_for(self, row: Any, /) -> list[Finding]:
        """Return findings about the text that was sent for *row*, which has been saved."""
        try:
            sent = self._sent.get(str(self.get_attribute(row)))
        except (serializers.SkipField, AttributeError, KeyError):
            # A field that only writes need not be in the row.
            return []
        return [] if sent is None else self.get_warnings(sent)

    def openapi(self) -> dict[str, Any]:
        """Return the schema of the text for OpenAPI.

        The format is "iri" or "iri-reference" (JSON Schema 2020-12, 7.3.5), or by the setting
        ``IRI_SCHEMA_FORMAT`` "uri" or "uri-reference".
        """
        kind = "-reference" if self.profile.reference else ""
        address: dict[str, Any] = {"format": conf.options().schema_format + kind}
        if self.max_length is not None:
            address["maxLength"] = self.max_length
        if self.allow_blank:
            # Not oneOf: empty text is a reference, and anything to a reader without the format.
            return {"type": "string", "anyOf": [address, {"maxLength": 0}]}
        return {"type": "string", **address}

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
        if not isinstance(self.parent, serializers.BaseSerializer):
            return None
        value = row_of(self.parent)
        if not is_row(value):
            return None
        for name in self.source_attrs:
            value = getattr(value, name, None)
        return value


def _given(value: Any, default: Any) -> Any:
    """Return *value*, or *default* if it is not given: None is a value."""
    return default if value is empty else value


class IRIWarningsField(serializers.ReadOnlyField):
    """A field for the answer to a POST or PUT: what can mislead in the addresses that were sent.

    Its value has the findings of `IRIField.get_warnings` for each `IRIField` of the same serializer
    that has any, by name; it is empty if nothing was sent. Indices are those of the text as it was
    sent, and sentences are in the language of the request::

        class LinkSerializer(serializers.ModelSerializer):
            warnings = IRIWarningsField()

        {"link": [{"code": "mixed-scripts", "message": "...", "start": 7, "end": 13}]}
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs | {"source": "*"})

    def to_representation(self, value: Any) -> dict[str, list[dict[str, Any]]]:
        """Return the findings for the row *value*."""
        siblings = {
            name: field.warnings_for(value)
            for name, field in self.parent.fields.items()  # type: ignore[attr-defined]
            if isinstance(field, IRIField)
        }
        return {
            name: [{part: getattr(each, part) for part in _PARTS} for each in findings]
            for name, findings in siblings.items()
            if findings
        }

    def openapi(self) -> dict[str, Any]:
        """Return the schema of the value for OpenAPI."""
        types = {part: {"type": kind} for part, kind in _PARTS.items()}
        finding = {"type": "object", "properties": types, "required": [*_PARTS]}
        return {"type": "object", "additionalProperties": {"type": "array", "items": finding}}


#: The parts of a finding that are in an answer, and their types in JSON.
_PARTS: Final = {"code": "string", "message": "string", "start": "integer", "end": "integer"}


class IRISchemaMixin:
    """A base to put before the `AutoSchema` of the framework itself, which knows no other fields.

    drf-spectacular needs nothing: it knows them from the application.
    """

    def map_field(self, field: Any) -> dict[str, Any]:
        """Return the schema of *field*."""
        if isinstance(field, IRIField | IRIWarningsField):
            return field.openapi()
        schema: dict[str, Any] = super().map_field(field)  # type: ignore[misc]
        return schema


def register() -> None:
    """Make `IRIField` the field of a `ModelSerializer` for the model field `IRIField`.

    Answers to OPTIONS call it "url", as they call a `URLField`. Schemas of drf-spectacular have its
    format.
    """
    serializers.ModelSerializer.serializer_field_mapping[fields.IRIField] = IRIField
    SimpleMetadata.label_lookup[IRIField] = "url"
    HTMLFormRenderer.default_style[IRIField] = _INPUT
    if find_spec("drf_spectacular") is not None:
        import_module("django_iri.spectacular")
