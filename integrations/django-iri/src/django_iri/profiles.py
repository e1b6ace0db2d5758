"""From the options of a field or validator to the profile of the core that decides."""

from collections.abc import Collection

import iri3987.profile
from iri3987 import Profile


def make_profile(
    profile: str | Profile,
    *,
    schemes: Collection[str] | None,
    reference: bool,
    max_length: int | None = None,
) -> Profile:
    """Return *profile* with these options, as `iri3987.profile.make_profile` does.

    Raises `ValueError` for options that `profile_problem` or `schemes_problem` objects to.

    >>> make_profile("web", schemes=["https"], reference=False).check("https://例え.テスト/")
    IRI('https://例え.テスト/')
    """
    problem = profile_problem(profile) or schemes_problem(schemes)
    if problem:
        raise ValueError(problem)
    return iri3987.profile.make_profile(
        profile, schemes=schemes, reference=reference, max_length=max_length
    )


def profile_problem(profile: object, /) -> str | None:
    """Say what is wrong with *profile*, which is a profile or the name of one.

    >>> profile_problem("wbe")
    "profile must be 'any', 'web', 'intranet', 'public', a Profile, or a path to one such as \
'project.links.LINK', not 'wbe'."
    """
    return _problem(profile)


def schemes_problem(schemes: object, /) -> str | None:
    """Say what is wrong with *schemes* as a collection of schemes.

    >>> schemes_problem("https")
    "schemes must be a collection of schemes such as ['https'], not 'https'."
    >>> schemes_problem(["https://"])
    "'https://' in schemes is not a scheme: write it as in 'https'."
    """
    return _problem("any", schemes=schemes)


def length_problem(max_length: object, /) -> str | None:
    """Say what is wrong with *max_length* as a number of characters.

    >>> length_problem(0)
    'max_length must be a number from 1 on, or None for any length, not 0.'
    """
    return _problem("any", max_length=max_length)


def _problem(profile: object, **options: object) -> str | None:
    try:
        iri3987.profile.make_profile(profile, **options)  # type: ignore[arg-type] # maybe wrong
    except (TypeError, ValueError) as error:
        return f"{error}."
    return None
