"""From the options of a field or validator to the profile of the core that decides."""

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from iri3987 import ANY, WEB, Profile, grammar

ProfileName: TypeAlias = Literal["web", "any"]

PROFILES: Final[dict[str, Profile]] = {"web": WEB, "any": ANY}

_SCHEME = re.compile(grammar.SCHEME)


def make_profile(name: str, *, schemes: Collection[str] | None, reference: bool) -> Profile:
    """Return the profile called *name*, for *schemes* (None: its own) and with references or not.

    Raises `ValueError` for options that `profile_problem` or `schemes_problem` objects to.

    >>> make_profile("web", schemes=["https"], reference=False).check("https://例え.テスト/")
    IRI('https://例え.テスト/')
    """
    problem = profile_problem(name) or schemes_problem(schemes)
    if problem:
        raise ValueError(problem)
    profile = replace(PROFILES[name], reference=reference)
    return profile if schemes is None else replace(profile, schemes=schemes)


def profile_problem(name: object, /) -> str | None:
    """Say what is wrong with *name* as the name of a profile.

    >>> profile_problem("wbe")
    "profile must be 'web' or 'any', not 'wbe'."
    """
    if isinstance(name, str) and name in PROFILES:
        return None
    return f"profile must be {' or '.join(map(repr, PROFILES))}, not {name!r}."


def schemes_problem(schemes: object, /) -> str | None:
    """Say what is wrong with *schemes* as a collection of schemes.

    >>> schemes_problem("https")
    "schemes must be a list of schemes such as ['https'], not 'https'."
    >>> schemes_problem(["https://"])
    "'https://' in schemes is not a scheme: write it as in 'https'."
    """
    if schemes is None:
        return None
    if not isinstance(schemes, list | tuple | set | frozenset) or not schemes:
        return f"schemes must be a list of schemes such as ['https'], not {schemes!r}."
    for scheme in schemes:
        if not isinstance(scheme, str) or not _SCHEME.fullmatch(scheme):
            return f"{scheme!r} in schemes is not a scheme: write it as in 'https'."
    return None
