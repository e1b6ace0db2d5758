"""What pydantic asks of a type. Pydantic's own call imports this, and nothing else does."""

from typing import TYPE_CHECKING, Any

from pydantic_core import PydanticCustomError, core_schema

from iri3987.exceptions import IRIError

if TYPE_CHECKING:
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
            context = {
                **error.params,
                "name": name,
                "reason": str(error),
                "code": error.code,
                "position": error.position,
            }
            template = "Input should be a valid {name}: {reason}"
            raise PydanticCustomError("iri_parsing", template, context) from error

    # Strict, as pydantic would decode octets otherwise; and no setting of a model changes text.
    text = core_schema.str_schema(
        strict=True, strip_whitespace=False, to_lower=False, to_upper=False
    )
    return core_schema.no_info_wrap_validator_function(
        validate, text, serialization=core_schema.to_string_ser_schema()
    )
