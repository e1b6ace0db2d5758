"""The sentence of `iri3987.messages` about a text, and the values that fill it in.

The first that applies counts: a guess at the address that was meant (`iri3987.messages.meant`), a
sentence about the characters or the site (`MORE`), the general one of the code (`MESSAGES`).
"""

from typing import TYPE_CHECKING

from iri3987._unicode.invisible import is_seen
from iri3987._unicode.patterns import late
from iri3987.codes import CODES
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding, inspect
from iri3987.messages.meant import meant
from iri3987.messages.params import (
    LIMITS,
    OF_CHARACTERS,
    at_fault,
    known,
    start_of,
    wrong_characters,
)
from iri3987.messages.sentences import DEFAULT, MESSAGES, MORE, UNITS
from iri3987.messages.shown import Translate, as_typed, either
from iri3987.messages.sites import about_site
from iri3987.schemes import WITH_AUTHORITY

if TYPE_CHECKING:
    from iri3987.profile import Profile

#: Values that are "" unless they are known.
_UNKNOWN = (
    *("address", "character", "characters", "encoded", "host", "instead"),
    *("length", "letter", "other", "part", "place", "script", "unit"),
)
#: The longest text in which a finding is looked for, in characters.
_LONGEST = 2048
_NAMES = late(r"%\((\w+)\)s")
_SCHEMES = MORE["scheme-not-allowed"]["schemes"]


def told(
    about: IRIError | Finding, text: object, profile: "Profile | None", translate: Translate, /
) -> tuple[str, dict[str, object]]:
    """Return the English sentence about *text*, and all values: see `iri3987.messages.params`."""
    string = str.__str__(text) if isinstance(text, str) else ""
    if isinstance(about, IRIError) and about.code == "userinfo":
        # A profile refuses it, so there is a remedy.
        about = IRIError("", "userinfo-not-allowed", about.component, about.position)
    about = _found(about, string, profile)
    start, numbers = start_of(about), known(about)
    low, high = (profile.port if profile is not None else None) or (0, 65535)
    schemes = sorted(profile.schemes or ()) if profile is not None else []
    values: dict[str, object] = {
        **dict.fromkeys(_UNKNOWN, ""),
        "schemes": either([_beginning(each) for each in schemes], translate),
        "low": low,
        "high": high,
        "limit": LIMITS.get(about.code, ""),
        **numbers,
        "position": start,
    }
    if "unit" in numbers:
        values["unit"] = translate(UNITS[str(numbers["unit"])])
    if start is not None:
        values |= {"place": start + 1, **at_fault(about, string, start, profile, translate)}
    sentence, more = meant(about.code, string, profile, translate)
    if sentence:
        return sentence, values | more
    sentence, more = _known(about, string, profile, values, translate)
    sentence, values = sentence or MESSAGES.get(about.code, DEFAULT), values | more
    # An error from outside the core may have no position, and a text no part that can be named.
    is_known = all(values[each] != "" for each in _NAMES.findall(sentence))
    return sentence if is_known else DEFAULT, values


def _found(
    about: IRIError | Finding, text: str, profile: "Profile | None", /
) -> IRIError | Finding:
    """Return the finding in *text* for which a profile has refused it, or *about* itself."""
    row = CODES.get(about.code)
    if isinstance(about, Finding) or row is None or row.raised_by or len(text) > _LONGEST:
        return about
    typed = as_typed(text, profile)
    for each in inspect(typed.text):
        if each.code == about.code and typed.place(each.start) == about.position:
            return each._replace(start=typed.place(each.start), end=typed.place(each.end))
    return about


def _beginning(scheme: str) -> str:
    """Return how an address with *scheme* begins: "git+https" has slashes, as "https" has."""
    return f"{scheme}://" if scheme.rpartition("+")[2] in WITH_AUTHORITY else f"{scheme}:"


def _known(
    about: IRIError | Finding,
    text: str,
    profile: "Profile | None",
    values: dict[str, object],
    translate: Translate,
) -> tuple[str, dict[str, object]]:
    """Return the sentence that tells more than the one of the code, if any, and its values."""
    code, more = about.code, MORE.get(about.code, {})
    if isinstance(about, IRIError) and code in OF_CHARACTERS and about.position is not None:
        return _about_characters(about, text, profile, values, translate)
    if code == "too-long":
        numbers = known(about)
        is_known = "length" in numbers and "limit" in numbers
        return more.get(str(numbers.get("unit")), "") if is_known else "", {}
    # The example of "not-absolute" is an address of the web.
    schemes = (profile.schemes if profile is not None else None) or ()
    if code == "not-absolute" and schemes and {"http", "https"}.isdisjoint(schemes):
        return _SCHEMES, {}
    # An invisible character before an address is named: the rest may begin as it must.
    is_unseen = code == "bad-scheme" and (text[:1].isspace() or not is_seen(text[:1]))
    if code in {"bad-scheme", "scheme-not-allowed"} and values["schemes"] and not is_unseen:
        return _SCHEMES, {}
    if "instead" in more and values["instead"]:
        return more["instead"], {}
    kind, site = about_site(about, text, profile, translate)
    return more.get(kind, ""), site


def _about_characters(
    about: IRIError,
    text: str,
    profile: "Profile | None",
    values: dict[str, object],
    translate: Translate,
) -> tuple[str, dict[str, object]]:
    """Return the sentence about all characters that do not fit, or about the only one."""
    is_address = about.component != "isegment-nz"
    more = MORE["bad-character"]
    characters, wrong = wrong_characters(about, text, profile, translate)
    if is_address and set(wrong) - {"\\"}:
        return more["characters"], {"characters": characters}
    if about.code == "bidi-formatting":
        return "" if is_address else MESSAGES["segment-character"], {}
    character = text[about.position : (about.position or 0) + 1]
    if character == "\\" and "/" in str(values["instead"]):
        return more["slashes"], {}
    if about.component == "ireg-name":
        return more["host"], {}
    if about.code == "bad-percent" or not values["instead"]:
        return "", {}
    return more["space" if character == " " and values["part"] else "instead"], {}
