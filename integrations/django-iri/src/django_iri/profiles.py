"""The one profile that decides for a field, made from the options of the field."""

from dataclasses import replace
from typing import Any

from iri3987 import Profile
from iri3987.profile import make_profile

#: The length of a column, in characters, unless another is asked for.
MAX_LENGTH = 2048


def field_profile(
    profile: str | Profile, /, *, max_length: int | None = None, **options: Any
) -> Profile:
    """Return *profile* with the options of a field, as `iri3987.profile.make_profile` does.

    If the field and the profile both have a *max_length*, the smaller one counts.

    >>> field_profile("web", max_length=100).max_length
    100
    """
    made = make_profile(profile, max_length=max_length, **options)
    return replace(made, max_length=least(max_length, make_profile(profile).max_length))


def least(*lengths: int | None) -> int | None:
    """Return the smallest of *lengths*; None means any length."""
    return min((length for length in lengths if length is not None), default=None)
