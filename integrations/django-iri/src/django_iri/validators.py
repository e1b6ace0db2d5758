"""Validators. The import of this module does not import `django.forms`."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.utils.deconstruct import deconstructible

from django_iri.messages import Own, check_own_words, validation_error
from iri3987 import WEB, IRIError, Profile

__all__ = ["IRIValidator"]


@deconstructible
class IRIValidator(URLValidator):
    """Accept IRIs that *profile* accepts, instead of a `URLValidator`.

    *profile*, *allow_relative* and *reject* are as in `iri3987.Profile.named`. *schemes* replaces
    the schemes of the profile. If neither is given, they are those of `URLValidator`: http, https,
    ftp, ftps. The rest is as in `URLValidator`: *message*, *code*, the attributes that a subclass
    may set, and *regex* with its flags, which the text must match, too.

    Raises `ValidationError` with *message*, *code* ("invalid" unless given) and the value as its
    parameter "value". The message holds nothing of the value.

    >>> IRIValidator()("https://例え.テスト/")
    >>> IRIValidator(["urn"], profile="any")("https://例え.テスト/")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['Enter a valid URL.']
    """

    # Matches everything: the profile decides what is accepted.
    regex: Any = ""

    def __init__(
        self,
        schemes: Collection[str] | None = None,
        *,
        profile: str | Profile = "web",
        allow_relative: bool = False,
        reject: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        has_own_regex = kwargs.get("regex") is not None or self.regex != ""
        super().__init__(schemes, **kwargs)  # type: ignore[arg-type] # the stubs want a list
        self._matches_all = None if has_own_regex else self.regex
        if profile != "web" and self.schemes is URLValidator.schemes:
            self.schemes = Profile.named(profile).schemes  # type: ignore[assignment]
        self._profile = Profile.named(
            profile, schemes=self.schemes, allow_relative=allow_relative, reject=reject
        )

    @property
    def profile(self) -> Profile:
        """The profile that decides, with the values that a subclass may set late."""
        schemes = None if self.schemes is None else tuple(self.schemes)  # type: ignore[redundant-expr]
        return _profile(self._profile, schemes, self.max_length)

    def __call__(self, value: Any) -> None:
        """Raise `ValidationError` unless *value* is accepted."""
        try:
            self.profile.check(value)
        except IRIError:
            raise ValidationError(self.message, code=self.code, params={"value": value}) from None
        # A regex that is lazy takes as long to match nothing as the profile takes to decide.
        if self.regex is not self._matches_all or self.inverse_match:
            RegexValidator.__call__(self, value)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, IRIValidator)
            and type(self) is type(other)
            and super().__eq__(other)
            and self.profile == other.profile
        )

    def __hash__(self) -> int:
        return hash((type(self), self.profile))


@deconstructible
@dataclass(unsafe_hash=True)
class IRIFieldValidator:
    """The validator of the model field: errors have the core's code, and the field's sentences."""

    profile: Profile = WEB
    error_messages: Own = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check_own_words(self.error_messages)

    def __call__(self, value: Any) -> None:
        """Raise `ValidationError` unless *value*, the exact text, is accepted."""
        try:
            self.profile.check(value)
        except IRIError as error:
            raise validation_error(error, value, self.profile, self.error_messages) from None


@lru_cache
def _profile(profile: Profile, schemes: tuple[str, ...] | None, max_length: int) -> Profile:
    """Return *profile* for *schemes*, and for texts of *max_length* characters."""
    longest = profile.max_length
    longest = max_length if longest is None else min(max_length, longest)
    return replace(profile, schemes=schemes, max_length=longest)
