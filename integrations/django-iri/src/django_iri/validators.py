"""Validators. Importing this module does not import `django.forms`.

Which code does an error have? `IRIValidator` is used as `URLValidator` is, by people who know one
code, "invalid", and one message, and may set both: so its errors have these. The two fields use
`IRIFieldValidator`, whose errors have the code of the core's `IRIError` and a message for it. It is
the same check, so the verdict is the same.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible

from django_iri.messages import DEFAULT, MESSAGES, message_params
from django_iri.profiles import make_profile
from iri3987 import IRIError, IRIReference

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: The length of text that is looked at unless something else is asked for, in characters.
MAX_LENGTH = 2048


@deconstructible
class IRIValidator:
    """Refuse what is not an IRI that *profile* accepts, as `URLValidator` refuses what is no URL.

    *schemes* replaces the schemes of *profile*, which is "web" (an address of the web, http or
    https) or "any" (any IRI). With *reference*, relative references are accepted as well. More
    than `max_length` characters are refused without being looked at. A subclass may set
    `schemes`, `message`, `code` and `max_length`.

    Raises `ValidationError` with *message*, *code* ("invalid" unless given) and the value as its
    parameter "value". The message holds nothing of the value.

    >>> IRIValidator()("https://例え.テスト/")
    >>> IRIValidator(["urn"], profile="any")("https://例え.テスト/")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['Enter a valid address.']
    """

    message: "StrOrPromise" = DEFAULT
    code = "invalid"
    schemes: Collection[str] | None = None
    max_length: int | None = MAX_LENGTH

    def __init__(
        self,
        schemes: Collection[str] | None = None,
        *,
        profile: str = "web",
        reference: bool = False,
        message: "StrOrPromise | None" = None,
        code: str | None = None,
    ) -> None:
        if schemes is not None:
            self.schemes = schemes
        self.profile = make_profile(profile, schemes=self.schemes, reference=reference)
        if message is not None:
            self.message = message
        if code is not None:
            self.code = code

    def __call__(self, value: Any) -> None:
        """Raise `ValidationError` unless *value* is accepted."""
        self.check(value)

    def check(self, value: Any, /) -> IRIReference:
        """Return *value* as an `IRI`, or as an `IRIReference` where references are accepted.

        Raises `ValidationError` as the call of the validator does.
        """
        try:
            if not isinstance(value, str):
                raise IRIError("not text", code="invalid")
            if self.max_length is not None and len(value) > self.max_length:
                raise IRIError("too long", code="too-long")
            return self.profile.check(value)
        except IRIError as error:
            raise self.refusal(value, error) from None

    def refusal(self, value: Any, error: IRIError, /) -> ValidationError:  # noqa: ARG002
        """Return what to raise for *value*, of which the core says *error*."""
        return ValidationError(self.message, code=self.code, params={"value": value})

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, IRIValidator)
            and type(self) is type(other)
            and (self.profile, self.max_length) == (other.profile, other.max_length)
            and (self.message, self.code) == (other.message, other.code)
        )

    def __hash__(self) -> int:
        return hash((type(self), self.profile))


class IRIFieldValidator(IRIValidator):
    """The validator of the model field and the form field: errors have the core's code.

    >>> try:
    ...     IRIFieldValidator()("https://example.org/100%")
    ... except ValidationError as error:
    ...     print(error.code, error.params["position"])
    bad-percent 24
    """

    def __init__(
        self,
        schemes: Collection[str] | None = None,
        *,
        profile: str = "web",
        reference: bool = False,
        max_length: int | None = MAX_LENGTH,
    ) -> None:
        super().__init__(schemes, profile=profile, reference=reference)
        self.max_length = max_length

    def refusal(self, value: Any, error: IRIError, /) -> ValidationError:
        """Return an error with the code of *error*, and the message that belongs to it."""
        params = message_params(value, error, self.profile)
        return ValidationError(MESSAGES.get(error.code, DEFAULT), code=error.code, params=params)
