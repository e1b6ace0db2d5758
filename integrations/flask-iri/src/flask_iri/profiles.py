"""From the options of a field, a validator, a column or a converter to the profile that decides."""

from collections.abc import Collection

import iri3987.profile
from iri3987 import Profile


def make_profile(
    profile: str | Profile,
    /,
    *,
    schemes: Collection[str] | None = None,
    reference: bool = False,
    max_length: int | None = None,
    reject: Collection[str] = (),
) -> Profile:
    """Return *profile* with these options, as `iri3987.profile.make_profile` does.

    Raises `ValueError` alone, so that what makes a field or a rule knows what to expect.

    >>> make_profile("web", schemes=["https"]).check("https://例え.テスト/")
    IRI('https://例え.テスト/')
    """
    try:
        return iri3987.profile.make_profile(
            profile,
            schemes=schemes,
            reference=reference,
            max_length=max_length,
            reject=reject,
        )
    except TypeError as error:
        raise ValueError(str(error)) from error
