"""The schema that pydantic asks for. This module is imported only when pydantic asks."""

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import Tag
from pydantic_core import PydanticCustomError, PydanticKnownError, ValidationError, core_schema

from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.messages import describe
from iri3987.profile import Profile
from iri3987.syntax.browser import masked
from iri3987.values import IRI, InvalidIRI, IRIReference, load


def schema(cls: type[IRIReference], name: str, /) -> core_schema.CoreSchema:
    """Return the schema of *cls*: a string that its constructor takes, or one error."""

    def validate(value: Any, check_text: core_schema.ValidatorFunctionWrapHandler) -> Any:
        if isinstance(value, cls):
            return value
        text = check_text(value)
        try:
            return cls(text)
        except IRIError as error:
            raise _refused(error, name, text) from error

    text = _text_schema()
    # For a field in strict mode, pydantic marks this schema: see `_strictness`.
    either = core_schema.lax_or_strict_schema(lax_schema=text, strict_schema=text)
    made = core_schema.no_info_wrap_validator_function(
        validate, either, serialization=core_schema.to_string_ser_schema()
    )
    return _named(made, name)


def stored() -> core_schema.CoreSchema:
    """Return the schema of stored text, which is a value of any kind and is never refused."""

    def validate(value: Any, check_text: core_schema.ValidatorFunctionWrapHandler) -> Any:
        is_value = isinstance(value, IRIReference | InvalidIRI)
        return value if is_value else load(check_text(value), IRI)

    return core_schema.no_info_wrap_validator_function(
        validate, _text_schema(), serialization=core_schema.to_string_ser_schema()
    )


def judged(
    profile: Profile, source: Any, inner: core_schema.CoreSchema, /
) -> core_schema.CoreSchema:
    """Return *inner*, the schema of the type *source*, for text that *profile* accepts."""
    check_is_text(source)
    name = "IRI reference" if profile.allow_relative else "IRI"

    def accepted(judge: Callable[[str], IRIReference], text: str) -> IRIReference:
        try:
            return judge(text)
        except IRIError as error:
            raise _refused(error, name, text, profile) from error

    def schema_by(judge: Callable[[str], IRIReference]) -> core_schema.CoreSchema:
        def validate(value: Any, check_value: core_schema.ValidatorFunctionWrapHandler) -> Any:
            known = accepted(judge, value) if isinstance(value, str) else None
            found = check_value(value if known is None else known)
            # The type may be optional. A validator beside it may have made text of another value,
            # or other text: the profile judges that, too.
            if isinstance(found, str):
                if found != known:
                    accepted(profile.check, found)
            elif known is None and found is not None:
                raise PydanticKnownError("string_type")
            return found

        return core_schema.no_info_wrap_validator_function(validate, inner)

    lax, strict = schema_by(profile.clean), schema_by(profile.check)
    either = core_schema.lax_or_strict_schema(lax, strict, strict=_strictness(inner))
    return _named(either, name)


def _text_schema() -> core_schema.CoreSchema:
    # Strict, because pydantic would decode octets otherwise. No setting of a model changes text.
    return core_schema.str_schema(
        strict=True, strip_whitespace=False, to_lower=False, to_upper=False
    )


def _named(schema: core_schema.CoreSchema, name: str) -> core_schema.CoreSchema:
    """Return *schema* with the *name* that errors have for it in a union."""
    return Tag(name).__get_pydantic_core_schema__(
        None,
        lambda _: schema,  # type: ignore[arg-type] # a handler that is a function
    )


def _strictness(schema: Mapping[str, Any]) -> bool | None:
    """Return what was said of strict mode beside the type, as in ``Field(strict=True)``."""
    if "strict" in schema or "schema" not in schema:
        return schema.get("strict")
    return _strictness(schema["schema"])


def described(profile: Profile, schema: dict[str, Any], /) -> dict[str, Any]:
    """Return the JSON Schema *schema* of a type, with the format of what *profile* accepts."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [described(profile, each) for each in schema["anyOf"]]}
    # Another format is one that the project has given.
    if schema.get("type") == "string" and schema.get("format") in {None, "iri-reference"}:
        return {**schema, "format": "iri-reference" if profile.allow_relative else "iri"}
    return schema


def _refused(
    error: IRIError, name: str, text: str, profile: Profile | None = None
) -> PydanticCustomError | ValidationError:
    """Return the error for pydantic about *text*, which should be a *name*."""
    context = {
        **error.params,
        "name": name,
        "reason": str(error),
        "code": error.code,
        "position": error.position,
        "message": describe(error, text, profile),
    }
    told = PydanticCustomError("iri_parsing", "Input should be a valid {name}: {reason}", context)
    # An error repeats the text: a password is masked. A lone surrogate cannot be sent.
    shown = masked(exact(text)).encode("utf-8", "backslashreplace").decode()
    if shown == text:
        return told
    return ValidationError.from_exception_data(name, [{"type": told, "input": shown}])


def check_is_text(source: Any, /) -> None:
    """Raise `TypeError` if *source* is a class, but not of text, or a union with such a class."""
    kind = get_origin(source) or source
    # The type that a `NewType`, or an alias of the statement "type", stands for.
    meant = getattr(kind, "__supertype__", getattr(kind, "__value__", None))
    if kind in {Union, UnionType}:
        for each in get_args(source):
            check_is_text(each)
    elif kind is Annotated:
        check_is_text(source.__origin__)
    elif meant is not None:
        check_is_text(meant)
    elif isinstance(kind, type) and not issubclass(kind, (str, NoneType)):
        raise TypeError(
            f"a profile judges text, not {kind.__name__}: write it inside the type, as in "
            "list[Annotated[IRI, WEB]]"
        )
