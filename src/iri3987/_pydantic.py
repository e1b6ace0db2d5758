"""The schema that pydantic asks for. This module is imported only when pydantic asks."""

from typing import TYPE_CHECKING, Any

from pydantic_core import PydanticCustomError, core_schema

from iri3987.exceptions import IRIError
from iri3987.words import tell

if TYPE_CHECKING:
    from iri3987.profile import Profile
    from iri3987.reference import IRIReference


def schema(cls: type["IRIReference"], name: str, /) -> core_schema.CoreSchema:
    """Return the schema of *cls*: a string that its constructor takes, or one error."""

    def validate(value: Any, check_text: core_schema.ValidatorFunctionWrapHandler) -> Any:
        if isinstance(value, cls):
            return value
        text = check_text(value)
        try:
            return cls(text)
        except IRIError as error:
            raise _refused(error, name, text) from error

    # Strict, because pydantic would decode octets otherwise. No setting of a model changes text.
    text = core_schema.str_schema(
        strict=True, strip_whitespace=False, to_lower=False, to_upper=False
    )
    return core_schema.no_info_wrap_validator_function(
        validate, text, serialization=core_schema.to_string_ser_schema()
    )


def checked(profile: "Profile", inner: core_schema.CoreSchema, /) -> core_schema.CoreSchema:
    """Return *inner*, the schema of text, for text that *profile* accepts."""
    name = "IRI reference" if profile.reference else "IRI"

    def validate(value: Any, check_value: core_schema.ValidatorFunctionWrapHandler) -> Any:
        # A value that is not text may be right: the type may be optional. So the type judges it.
        if isinstance(value, str):
            try:
                value = profile.check(value)
            except IRIError as error:
                raise _refused(error, name, value, profile) from error
        return check_value(value)

    return core_schema.no_info_wrap_validator_function(validate, inner)


def _refused(
    error: IRIError, name: str, text: str, profile: "Profile | None" = None
) -> PydanticCustomError:
    """Return the error for pydantic about *text*, which should be a *name*."""
    context = {
        **error.params,
        "name": name,
        "reason": str(error),
        "code": error.code,
        "position": error.position,
        "words": tell(error, text, profile),
    }
    return PydanticCustomError("iri_parsing", "Input should be a valid {name}: {reason}", context)
