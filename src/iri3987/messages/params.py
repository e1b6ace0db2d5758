"""The values for a sentence of `iri3987.messages`: wrong characters, and what to write instead."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from iri3987._unicode import version14
from iri3987._unicode.invisible import is_seen
from iri3987._unicode.text import password
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding
from iri3987.messages.sentences import NAMES, UNITS
from iri3987.profile.full_width import half_width
from iri3987.syntax.percent import encode_value, octets_of

#: How a word of a sentence is translated: at once (`str`), or when it is shown (a lazy object).
Translate = Callable[[str], object]

#: The greatest length of a host and of its parts (RFC 1035 section 2.3.4), in octets.
LIMITS: Final[Mapping[str, int]] = {"host-label-too-long": 63, "host-too-long": 253}

# In these components, "\" does not stand for "/".
_AFTER_PATH: Final = frozenset({"iquery", "ifragment"})
_MAY_BE_ENCODED: Final = frozenset({"iuserinfo", "ipath", *_AFTER_PATH})

# At most this much of a host is shown to people.
_TRIPLETS: Final = re.compile("(?:%[0-9A-Fa-f]{2}){1,24}")
_MAX_SHOWN: Final = 8


def known(about: IRIError | Finding, /) -> dict[str, object]:
    """Return the numbers and the unit of an error, which may not be from the core."""
    params = about.params if isinstance(about, IRIError) else {}
    return {
        name: value
        for name, value in params.items()
        if (name in {"length", "limit"} and isinstance(value, int))
        or (name == "unit" and isinstance(value, str) and value in UNITS)
    }


def start_of(about: IRIError | Finding, /) -> int | None:
    """Return the index of the first character at fault, None if there is no such place."""
    return about.start if isinstance(about, Finding) else about.position


def at_fault(
    about: IRIError | Finding, text: str, start: int, translate: Translate, /, *, with_slashes: bool
) -> dict[str, object]:
    r"""Return the wrong characters in *text* from *start* on, and their replacement, if known.

    *with_slashes* says that "\" stands for "/" in the path.
    """
    first, last = password(text)
    in_password = first <= start < last
    # An error knows only the first character. No more than one of a password is shown.
    is_long = isinstance(about, Finding) and about.code == "repaired" and not in_password
    end = about.end if isinstance(about, Finding) and is_long else start + 1
    result = {"character": _name(text[start:end], translate)}
    if not in_password:
        with_slashes = with_slashes and about.component not in _AFTER_PATH
        result |= _instead(about, text, start, end, with_slashes=with_slashes)
    return result


def _name(characters: str, translate: Translate) -> object:
    """Return the name of *characters*, or *characters* in quotation marks, or code points."""
    if characters in NAMES:
        return translate(NAMES[characters])
    shown = characters[:_MAX_SHOWN]
    more = "…" if len(characters) > _MAX_SHOWN else ""
    if not is_seen(shown):
        return " ".join(f"U+{ord(character):04X}" for character in shown) + more
    # A mark needs something to stand on.
    base = "\N{DOTTED CIRCLE}" if version14.category(shown[0]).startswith("M") else ""
    return f"“{base}{shown}{more}”"


def _instead(
    about: IRIError | Finding, text: str, start: int, end: int, *, with_slashes: bool
) -> dict[str, object]:
    """Return the replacement for ``text[start:end]``; in a host, also the text replaced."""
    if about.code == "bad-character" and with_slashes and text[start:end] == "\\":
        return {"instead": "/"}  # In a host, too: for browsers, the path begins here.
    if about.code in {"bad-character", "repaired"} and about.component in _MAY_BE_ENCODED:
        return {"instead": _encoded(text[start:end], with_slashes=with_slashes)}
    if about.code == "repaired" and about.component and end - start <= _MAX_SHOWN:
        # Nothing is percent-encoded up to the end of the authority.
        return {"instead": f"“{half_width(text[start:end])}”"}
    if about.code == "host-percent-encoded" and (triplets := _TRIPLETS.match(text, start)):
        characters = _decoded(triplets[0])
        return {"instead": f"“{characters}”", "encoded": triplets[0]} if characters else {}
    return {}


def _encoded(characters: str, *, with_slashes: bool) -> str:
    r"""Return *characters* percent-encoded, "\" as "/"; "" if people should remove them."""
    if not is_seen(characters) or len(characters) > _MAX_SHOWN:
        return ""
    if with_slashes:
        characters = characters.replace("\\", "/")
    return "/".join(map(encode_value, characters.split("/")))


def _decoded(triplets: str) -> str:
    """Return the letters that *triplets* stand for, "" if there is anything else among them."""
    try:
        characters = octets_of(triplets).decode()
    except UnicodeDecodeError:
        return ""
    is_name = all(version14.category(each)[0] in "LMN" or each in "-." for each in characters)
    return characters if is_name and is_seen(characters) else ""
