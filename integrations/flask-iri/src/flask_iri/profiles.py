"""From the options of a field, a validator, a column or a converter to the profile that decides."""

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from iri3987 import ANY, WEB, Profile, grammar

ProfileName: TypeAlias = Literal["web", "any"]

PROFILES: Final[dict[str, Profile]] = {"web": WEB, "any": ANY}

_SCHEME = re.compile(grammar.SCHEME)


def make_profile(
    name: str,
    /,
    *,
    schemes: Collection[str] | None = None,
    reference: bool = False,
    max_length: int | None = None,
) -> Profile:
    """Return the profile called *name*, for *schemes* (None: its own) and with references or not.

    *max_length* is the limit that a field or a column has itself, in characters. Where it is more
    than the profile's own limit, which counts the octets of the URI, it alone counts.

    Raises `ValueError` for a name that no profile has, and for anything that is not a collection
    of schemes.

    >>> make_profile("web", schemes=["https"]).check("https://例え.テスト/")
    IRI('https://例え.テスト/')
    >>> make_profile("any", schemes=["https://"])
    Traceback (most recent call last):
    ValueError: 'https://' in schemes is not a scheme: write it as in 'https'
    """
    if name not in PROFILES:
        raise ValueError(f"profile is {' or '.join(map(repr, PROFILES))}, not {name!r}")
    profile = replace(PROFILES[name], reference=reference)
    if max_length is not None and max_length > (profile.max_length or max_length):
        profile = replace(profile, max_length=None)
    if schemes is None:
        return profile
    if isinstance(schemes, str) or not schemes:
        raise ValueError(f"schemes is a list of schemes such as ['https'], not {schemes!r}")
    names: Collection[object] = schemes
    for scheme in names:
        if not isinstance(scheme, str) or not _SCHEME.fullmatch(scheme):
            raise ValueError(f"{scheme!r} in schemes is not a scheme: write it as in 'https'")
    return replace(profile, schemes=schemes)
