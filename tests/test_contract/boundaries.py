"""Every boundary that judges a text by a profile, asked in one way.

Each is a function that takes a profile, and returns one that takes a text: it returns the accepted
value, or the codes of the errors, put together by "+".
"""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import django.forms
import wtforms
from django.core.exceptions import ValidationError
from jsonschema import Draft202012Validator, FormatChecker
from pydantic import TypeAdapter
from pydantic import ValidationError as PydanticError
from rest_framework.exceptions import ValidationError as RestError
from sqlalchemy.dialects import sqlite
from starlette.exceptions import HTTPException
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Map
from werkzeug.routing import ValidationError as RoutingError

import django_iri.fields
import django_iri.forms
import flask_iri.wtforms
from django_iri.rest_framework import IRIField
from django_iri.validators import IRIFieldValidator
from flask_iri.converters import IRIConverter
from iri3987 import IRI, IRIError, IRIReference, Profile
from iri3987.adapters.jsonschema import register
from sqlalchemy_iri import IRIType
from starlette_iri.convertors import IRIConvertor


class Verdict(NamedTuple):
    """What a boundary makes of a text: the code of each error, or a value."""

    codes: str
    value: str | None = None
    kind: type | None = None


Ask = Callable[[str], Verdict]


def _ask(
    call: Callable[[str], Any], error: type[Exception], codes: Callable[[Any], list[Any]]
) -> Ask:
    """Return a function that calls *call*, and reads the *codes* of an *error*."""

    def ask(text: str) -> Verdict:
        try:
            value = call(text)
        except error as caught:
            return Verdict("+".join(map(str, codes(caught))))
        return Verdict("", value, type(value))

    return ask


def _cause(error: Exception) -> list[str]:
    """Return the code of the core's error that is the cause of a framework's."""
    assert isinstance(error.__cause__, IRIError)
    return [error.__cause__.code]


def check(profile: Profile) -> Ask:
    """Ask `Profile.check`."""
    return _ask(profile.check, IRIError, lambda error: [error.code])


def clean(profile: Profile) -> Ask:
    """Ask `Profile.clean`."""
    return _ask(profile.clean, IRIError, lambda error: [error.code])


def _django(call: Callable[[str], Any]) -> Ask:
    return _ask(call, ValidationError, lambda error: [each.code for each in error.error_list])


def django_model(profile: Profile) -> Ask:
    """Ask the model field of Django."""
    field = django_iri.fields.IRIField(profile=profile, max_length=None)
    return _django(lambda text: field.clean(text, None))


def django_validator(profile: Profile) -> Ask:
    """Ask the validator of Django."""
    validator = IRIFieldValidator(profile)

    def call(text: str) -> str:
        validator(text)
        return text

    return _django(call)


def django_form(profile: Profile) -> Ask:
    """Ask the form field of Django."""
    field = django_iri.forms.IRIField(profile=profile, max_length=None, assume_scheme=None)
    return _django(field.clean)


def django_confirmed(profile: Profile) -> Ask:
    """Ask a form of Django that has asked about this text, and was told to save it anyway."""
    field = django_iri.forms.IRIField(
        profile=profile, max_length=None, assume_scheme=None, confirm_warnings=True
    )
    form_class = type("LinkForm", (django.forms.Form,), {"link": field})

    def call(text: str) -> object:
        form = form_class({"link": text, "link-confirmed": text})
        if errors := form.errors.as_data():
            raise ValidationError(errors["link"])
        return form.cleaned_data["link"]

    return _django(call)


def serializer(profile: Profile) -> Ask:
    """Ask the serializer field of Django REST framework."""
    field = IRIField(profile=profile, max_length=None)
    return _ask(field.run_validation, RestError, lambda error: error.get_codes())


def _wtforms(field: Any) -> Ask:
    form_class = type("LinkForm", (wtforms.Form,), {"link": field})

    def ask(text: str) -> Verdict:
        form = form_class(MultiDict({"link": text}))
        if form.validate():
            return Verdict("", form.link.data, type(form.link.data))
        return Verdict("+".join(error.code for error in form.link.errors))

    return ask


def wtforms_field(profile: Profile) -> Ask:
    """Ask the field of WTForms."""
    return _wtforms(
        flask_iri.wtforms.IRIField(profile=profile, max_length=None, assume_scheme=None)
    )


def wtforms_validator(profile: Profile) -> Ask:
    """Ask the validator of WTForms."""
    validator = flask_iri.wtforms.IRIValidator(profile, max_length=None)
    return _wtforms(wtforms.StringField(validators=[validator]))


def sqlalchemy_type(profile: Profile) -> Ask:
    """Ask the type of SQLAlchemy about a text that is written, and read it again."""
    column, dialect = IRIType(None, profile=profile), sqlite.dialect()

    def call(text: str) -> object:
        stored = column.process_bind_param(text, dialect)
        assert type(stored) is str
        return column.process_result_value(stored, dialect)

    return _ask(call, IRIError, lambda error: [error.code])


def _pydantic(profile: Profile, *, strict: bool) -> Ask:
    kind = IRIReference if profile.allow_relative else IRI
    adapter: TypeAdapter[str] = TypeAdapter(Annotated[kind, profile])  # type: ignore[arg-type]

    def call(text: str) -> object:
        return adapter.validate_python(text, strict=strict)

    return _ask(call, PydanticError, lambda error: [each["ctx"]["code"] for each in error.errors()])


def pydantic(profile: Profile) -> Ask:
    """Ask pydantic."""
    return _pydantic(profile, strict=False)


def pydantic_strict(profile: Profile) -> Ask:
    """Ask pydantic in strict mode."""
    return _pydantic(profile, strict=True)


def flask_converter(profile: Profile) -> Ask:
    """Ask the converter of Flask, whose error has the core's as its cause."""
    converter = IRIConverter(Map(), profile=profile)  # type: ignore[arg-type] # a rule has a name
    return _ask(converter.to_python, RoutingError, _cause)


def starlette_convertor(_: Profile) -> Ask:
    """Ask the convertor of Starlette, which takes any IRI: its 404 has the core's error."""
    return _ask(IRIConvertor().convert, HTTPException, _cause)


def json_schema(_: Profile) -> Ask:
    """Ask the format "iri" of JSON Schema, which takes any IRI."""
    checker = FormatChecker()
    register(checker)
    validator = Draft202012Validator({"format": "iri"}, format_checker=checker)

    def ask(text: str) -> Verdict:
        codes = [error.cause.code for error in validator.iter_errors(text)]
        return Verdict("+".join(codes), *(() if codes else (text, str)))

    return ask


#: Boundaries for text as it is.
EXACT = [
    check,
    django_model,
    django_validator,
    wtforms_validator,
    sqlalchemy_type,
    pydantic_strict,
]
#: Those that take no references, and those that take any IRI.
ABSOLUTE = [flask_converter]
ANY_IRI = [starlette_convertor, json_schema]
#: Boundaries for text that people type.
TYPED = [clean, django_form, django_confirmed, serializer, wtforms_field, pydantic]
#: They leave the text as it is.
VALIDATORS = {django_validator, wtforms_validator, json_schema}
