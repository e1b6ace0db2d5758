"""Validators. Importing this module does not import `django.forms`.

Which code does an error have? `IRIValidator` takes the place of `URLValidator`, for people who know
one code, "invalid", and one message, and may set both: so its errors have these. The two fields use
`IRIFieldValidator`, whose errors have the code of the core's `IRIError` and a message for it. It is
the same check, so the verdict is the same.
"""

import re
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.utils.deconstruct import deconstructible

from django_iri.messages import message, params
from django_iri.profiles import make_profile
from iri3987 import IRIError, IRIReference, Profile

#: The length of text that is looked at unless something else is asked for, in characters.
MAX_LENGTH = 2048

#: What forms and serializers trim at the two ends: the ASCII white space of HTML. Not what
#: `str.strip()` takes, U+3000 and U+001F too: that would accept what the model field refuses.
WHITE_SPACE = " \t\r\n\f"

# No top-level domain is one ASCII letter, and `URLValidator` refuses those that are.
_ONE_LETTER = re.compile(r"\.[A-Za-z]\.?\Z")


@deconstructible
class IRIValidator(URLValidator):
    """Refuse what is not an IRI that *profile* accepts, where a `URLValidator` would stand.

    *schemes* are those of `URLValidator` unless given: http, https, ftp, ftps. *profile* is "web"
    (an absolute address with a host that the DNS can hold) or "any" (any IRI, of any scheme unless
    *schemes* says which). With *reference*, relative references are accepted as well. The rest is
    as in `URLValidator`: *message* and *code*, what a subclass may set, and *regex* with its flags
    for what else the text must match. More than `max_length` characters are refused without being
    looked at.

    Raises `ValidationError` with *message*, *code* ("invalid" unless given) and the value as its
    parameter "value". The message holds nothing of the value.

    >>> IRIValidator()("https://例え.テスト/")
    >>> IRIValidator(["urn"], profile="any")("https://例え.テスト/")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['Enter a valid URL.']
    """

    # Matches everything: what an IRI is, the core knows.
    regex = ""

    def __init__(
        self,
        schemes: Collection[str] | None = None,
        *,
        profile: str | Profile = "web",
        reference: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(schemes, **kwargs)  # type: ignore[arg-type] # the stubs want a list
        if profile == "any" and self.schemes is URLValidator.schemes:
            self.schemes = None  # type: ignore[assignment] # all of them
        self._profile = make_profile(profile, schemes=self.schemes, reference=reference)

    @property
    def profile(self) -> Profile:
        """What decides. It follows `schemes` and `max_length`, which a subclass may set late."""
        schemes = None if self.schemes is None else tuple(self.schemes)  # type: ignore[redundant-expr]
        return _profile(self._profile, schemes, self.max_length)

    def __call__(self, value: Any) -> None:
        """Raise `ValidationError` unless *value* is accepted."""
        try:
            iri = self.profile.check(value)
            is_accepted = not self._profile.require_host or not _ONE_LETTER.search(iri.host or "")
        except IRIError:
            is_accepted = False
        if not is_accepted:
            raise ValidationError(self.message, code=self.code, params={"value": value})
        RegexValidator.__call__(self, value)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, IRIValidator)
            and type(self) is type(other)
            and super().__eq__(other)
            and (self.profile, self.max_length) == (other.profile, other.max_length)
        )

    def __hash__(self) -> int:
        return hash((type(self), self.profile))


@deconstructible
class IRIFieldValidator:
    """The validator of the model field and the form field: errors have the core's code.

    >>> try:
    ...     IRIFieldValidator()("https://example.org/100%")
    ... except ValidationError as error:
    ...     print(error.code, error.params["position"])
    bad-percent 23
    """

    def __init__(
        self,
        schemes: Collection[str] | None = None,
        *,
        profile: str | Profile = "web",
        reference: bool = False,
        max_length: int | None = MAX_LENGTH,
    ) -> None:
        self.profile = make_profile(
            profile, schemes=schemes, reference=reference, max_length=max_length
        )
        self.max_length = max_length

    def __call__(self, value: Any) -> None:
        """Raise `ValidationError` unless *value* is accepted."""
        self.check(value)

    def check(self, value: Any, /) -> IRIReference:
        """Return *value* as an `IRI`, or as an `IRIReference` where references are accepted.

        Raises `ValidationError` as the call of the validator does.
        """
        try:
            return self.profile.check(value)
        except IRIError as error:
            raise refusal(value, error, self.profile) from None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, IRIFieldValidator)
            and type(self) is type(other)
            and (self.profile, self.max_length) == (other.profile, other.max_length)
        )

    def __hash__(self) -> int:
        return hash((type(self), self.profile))


def refusal(value: object, error: IRIError, profile: Profile | None = None, /) -> ValidationError:
    """Return what a form says of *error*, which *profile* raised for *value*: code and sentence.

    >>> from iri3987 import WEB
    >>> try:
    ...     WEB.check("https://localhost:70000/")
    ... except IRIError as error:
    ...     refusal("https://localhost:70000/", error, WEB).messages
    ['The port must be a number from 0 to 65535.']
    """
    return ValidationError(
        message(error, value, profile), code=error.code, params=params(error, value, profile)
    )


@lru_cache
def _profile(profile: Profile, schemes: tuple[str, ...] | None, max_length: int) -> Profile:
    """Return *profile* for *schemes*, and for texts of *max_length* characters."""
    return replace(profile, schemes=schemes, max_length=max_length)
