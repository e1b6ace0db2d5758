"""What people are told about an address, in their language.

The core's errors and findings have a code, and a message for developers. This module has a
sentence for each code, in plain words, and its translations: gettext catalogues, in the folder
``locale``. It knows no framework. One call makes a finished sentence:

>>> from iri3987 import WEB, IRIError
>>> text = "https://example.org/100%"
>>> try:
...     WEB.check(text)
... except IRIError as error:
...     tell(error, text, WEB)
...     tell(error, text, WEB, language="de")
'After the percent sign at position 24 there must be two digits or letters from A to F. The sign \
itself is written %25.'
'Nach dem Prozentzeichen an Position 24 müssen zwei Ziffern oder Buchstaben von A bis F stehen. \
Das Zeichen selbst wird %25 geschrieben.'

A framework has translations of its own, and may want the pieces: `message` is the English sentence,
which is the msgid of the catalogues; `translate` looks it up; `params` fills it in. A project may
have words of its own, by code (`check_own`).

A sentence never holds a password, nor anything of the text but what is at fault, where that can be
seen; what cannot, is spelled "U+202E". No function here raises for any text.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from iri3987 import unicode14
from iri3987._sentences import DEFAULT, MESSAGES, MORE, NAMES, UNITS
from iri3987._text import password
from iri3987._typed import typed
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding
from iri3987.repair import has_slashes

if TYPE_CHECKING:
    from gettext import GNUTranslations

    from iri3987.profile import Profile

__all__ = [
    "ANY_ERROR",
    "LANGUAGES",
    "MESSAGES",
    "Translate",
    "check_own",
    "message",
    "params",
    "tell",
    "translate",
]

#: The languages that there are translations for, besides English.
LANGUAGES: Final = (
    "ar",
    "de",
    "es",
    "fr",
    "he",
    "hi",
    "ja",
    "ko",
    "pt_BR",
    "ru",
    "th",
    "zh_Hans",
)  # fmt: skip

#: Under this name, words of one's own are those for every error that has none under its code.
ANY_ERROR: Final = "invalid"

#: How a word of a sentence is translated: at once (`str`), or when it is shown (a lazy object).
Translate = Callable[[str], object]

# By a tag in lower case, with "-". Portuguese has one catalogue, and so has Chinese, but that is
# not for readers of traditional characters. "iw" is what Java calls Hebrew.
_CATALOGUES: Final[Mapping[str, str | None]] = {
    **{language.lower().replace("_", "-"): language for language in LANGUAGES},
    "iw": "he",
    "pt": "pt_BR",
    "zh": "zh_Hans",
    **dict.fromkeys(("zh-hant", "zh-hk", "zh-mo", "zh-tw")),
}
# What follows the language in a locale of POSIX: "de_DE.UTF-8", "sr@latin".
_ENCODING: Final = re.compile("[.@]")

#: The longest tag of a language that is looked at (RFC 5646 section 4.4.1), in characters.
_MAX_TAG: Final = 35

#: The greatest length of a host and of its parts (RFC 1035 section 2.3.4), in octets.
_LIMITS: Final[Mapping[str, int]] = {"host-label-too-long": 63, "host-too-long": 253}

# Where "/" is meant by "\": not behind these.
_AFTER_PATH: Final = frozenset({"iquery", "ifragment"})
_MAY_BE_ENCODED: Final = frozenset({"iuserinfo", "ipath", *_AFTER_PATH})

# The longest of these that people are shown: a few characters.
_TRIPLETS: Final = re.compile("(?:%[0-9A-Fa-f]{2}){1,24}")
_MAX_SHOWN: Final = 8

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


def message(
    about: IRIError | Finding,
    text: object = "",
    profile: "Profile | None" = None,
    /,
    *,
    own: Mapping[str, str] = _NONE,
) -> str:
    """Return the English sentence about an error or a finding, with `params` to be filled in.

    Where *text* and the *profile* that was asked are known, it may say more. *own* has other words,
    by code, and under "invalid" for all errors that it has no other words for.

    >>> message(IRIError("", code="scheme-not-allowed"))
    'An address that begins in this way is not accepted.'
    >>> from iri3987 import WEB
    >>> message(IRIError("", code="scheme-not-allowed"), "urn:x", WEB)
    'The address must begin with %(schemes)s.'
    >>> message(IRIError("", code="bad-port"), own={"invalid": "Enter a valid URL."})
    'Enter a valid URL.'
    """
    if about.code in own:
        return own[about.code]
    if isinstance(about, IRIError) and ANY_ERROR in own:
        return own[ANY_ERROR]
    more = MORE.get(about.code)
    if more is not None:
        if about.code == "too-long":
            known = _params(about)
            if "limit" in known and "length" in known:
                return more.get(str(known.get("unit")), MESSAGES[about.code])
        else:
            ((name, sentence),) = more.items()
            if params(about, text, profile)[name]:
                return sentence
    return MESSAGES.get(about.code, DEFAULT)


def params(
    about: IRIError | Finding,
    text: object,
    profile: "Profile | None" = None,
    /,
    *,
    translate: Translate = str,
) -> dict[str, object]:
    """Return what a sentence about *text* may use; what is not known is "", *position* then None.

    ``position``
        the index of the first character at fault, from 0, or None: for programs;
    ``place``
        the same from 1: for people;
    ``character``
        what is there: "é" in quotation marks, "a space", "U+202E";
    ``instead``, ``encoded``
        what to write instead, or what was written ("repaired"); in a host, of which octets;
    ``schemes``, ``low``, ``high``
        what *profile* accepts: "http:, https:", and the least and the greatest port;
    ``length``, ``limit``, ``unit``
        of "too-long" and the like: two numbers, "characters" or "bytes".

    *translate* is called with the English names of characters and units.

    >>> about = IRIError("", code="bad-character", component="ipath", position=1)
    >>> known = params(about, "a b")
    >>> known["position"], known["place"], known["character"], known["instead"]
    (1, 2, 'a space', '%20')
    """
    string = str.__str__(text) if isinstance(text, str) else ""
    start, end = _span(about)
    known = _params(about)
    low, high = (profile.port if profile is not None else None) or (0, 65535)
    schemes = sorted(profile.schemes or ()) if profile is not None else []
    result: dict[str, object] = {
        "character": "",
        "encoded": "",
        "instead": "",
        "schemes": ", ".join(f"{scheme}:" for scheme in schemes),
        "low": low,
        "high": high,
        "length": "",
        "limit": _LIMITS.get(about.code, ""),
        **known,
        "unit": translate(UNITS[str(known["unit"])]) if known.get("unit") in UNITS else "",
        "position": start,
        "place": "" if start is None else start + 1,
    }
    if start is not None:
        result["character"] = _name(string[start:end], translate)
        result |= _instead(about, string, start, end, profile)
    return result


def check_own(own: object, /, *names: str) -> None:
    """Raise `ValueError` or `TypeError` unless *own* can be words for `message`: code to sentence.

    They may use what `params` returns, and *names*. A lazy translation is taken unseen.

    >>> check_own({"bad-percent": "What follows the % sign?"})
    Traceback (most recent call last):
    ValueError: in the sentence for 'bad-percent', write "%%" for "%", or one of %(character)s, \
%(encoded)s, %(high)s, %(instead)s, %(length)s, %(limit)s, %(low)s, %(place)s, %(position)s, \
%(schemes)s, %(unit)s
    """
    if not isinstance(own, Mapping):
        raise TypeError(f"expected a mapping from codes to sentences, not {own!r}")
    known = sorted({*params(IRIError("", ANY_ERROR), ""), *names})
    allowed = tuple(f"({name})s" for name in known)
    for code, sentence in own.items():
        if code != ANY_ERROR and code not in MESSAGES:
            raise ValueError(f"{code!r} is neither a code of iri3987.codes nor {ANY_ERROR!r}")
        if isinstance(sentence, str):
            _, *rest = sentence.replace("%%", "").split("%")
            if not all(each.startswith(allowed) for each in rest):
                choice = ", ".join(f"%{name}" for name in allowed)
                raise ValueError(
                    f'in the sentence for {code!r}, write "%%" for "%", or one of {choice}'
                )


def translate(message: str, language: str, /) -> str:
    """Return an English sentence, or a word for one, in *language*; in English if it has none.

    *language* is a tag in any common spelling: "pt-br", "pt_BR", "pt-BR", "de_AT.UTF-8". What has
    no catalogue of its own has that of the language, if that can be read: "de-AT" that of "de".

    >>> translate("a space", "pt-pt"), translate("a space", "tlh")
    ('um espaço', 'a space')
    """
    name = _catalogue(language)
    return message if name is None or not message else _load(name).gettext(message)


def tell(
    about: IRIError | Finding,
    text: object,
    profile: "Profile | None" = None,
    /,
    *,
    language: str = "en",
) -> str:
    """Return the finished sentence about *text*, which *profile* refused, in *language*.

    >>> from iri3987.inspection import inspect
    >>> text = "http://me@example.org/"
    >>> [tell(finding, text) for finding in inspect(text)]
    ['The user name before the @ sign can be mistaken for the host.']
    """

    def into(message: str) -> str:
        return translate(message, language)

    return into(message(about, text, profile)) % params(about, text, profile, translate=into)


# Languages


def _catalogue(language: str) -> str | None:
    """Return the name of the catalogue for *language*, None for English."""
    tag = _ENCODING.split(language[:_MAX_TAG].lower().replace("_", "-"), maxsplit=1)[0]
    while tag:
        if tag in _CATALOGUES:
            return _CATALOGUES[tag]
        tag = tag.rpartition("-")[0]
    return None


@cache
def _load(name: str) -> "GNUTranslations":
    # It is not needed where nothing is translated.
    from gettext import GNUTranslations

    path = files("iri3987").joinpath("locale", name, "LC_MESSAGES", "iri3987.mo")
    with path.open("rb") as file:
        return GNUTranslations(file)


# What is in a text


def _params(about: IRIError | Finding) -> dict[str, object]:
    """Return the numbers and the unit that an error knows, whoever made it."""
    known = about.params if isinstance(about, IRIError) else {}
    return {
        name: value
        for name, value in known.items()
        if (name in {"length", "limit"} and isinstance(value, int))
        or (name == "unit" and isinstance(value, str) and value in UNITS)
    }


def _span(about: IRIError | Finding) -> tuple[int | None, int]:
    """Return where the fault starts and ends; an error knows the first character alone."""
    if isinstance(about, Finding):
        return about.start, about.end if about.code == "repaired" else about.start + 1
    if about.position is None:
        return None, 0
    return about.position, about.position + 1


def _name(characters: str, translate: Translate) -> object:
    """Return *characters* as they are called, or in quotation marks, or by their code points."""
    if characters in NAMES:
        return translate(NAMES[characters])
    shown = characters[:_MAX_SHOWN]
    more = "…" if len(characters) > _MAX_SHOWN else ""
    if not unicode14.is_printable(shown):
        return " ".join(f"U+{ord(character):04X}" for character in shown) + more
    # A mark needs something to stand on.
    base = "\N{DOTTED CIRCLE}" if unicode14.category(shown[0]).startswith("M") else ""
    return f"“{base}{shown}{more}”"


def _instead(
    about: IRIError | Finding, text: str, start: int, end: int, profile: "Profile | None"
) -> dict[str, object]:
    """Return what is to be written instead of ``text[start:end]``, and of which octets."""
    first, last = password(text)
    if first <= start < last:
        return {}
    if about.code in {"bad-character", "repaired"} and about.component in _MAY_BE_ENCODED:
        with_slashes = about.component not in _AFTER_PATH and _takes_slashes(text, profile)
        return {"instead": _encoded(text[start:end], with_slashes=with_slashes)}
    if about.code == "host-percent-encoded" and (triplets := _TRIPLETS.match(text, start)):
        character = _decoded(triplets[0])
        return {"instead": f"“{character}”", "encoded": triplets[0]} if character else {}
    return {}


def _takes_slashes(text: str, profile: "Profile | None") -> bool:
    r"""Tell whether "\" is meant as "/" in the path of *text*, which somebody has typed."""
    known = (None, None) if profile is None else (profile.assume_scheme, profile.schemes)
    return has_slashes(typed(text, *known).text)


def _encoded(characters: str, *, with_slashes: bool) -> str:
    r"""Return the percent-encoding of *characters*, or "/" for "\"; "" for what had better go."""
    if not unicode14.is_printable(characters) or len(characters) > _MAX_SHOWN:
        return ""
    if with_slashes:
        characters = characters.replace("\\", "/")
    return "".join(
        each if each == "/" else "".join(f"%{octet:02X}" for octet in each.encode())
        for each in characters
    )


def _decoded(triplets: str) -> str:
    """Return the letters that *triplets* stand for, "" if there is anything else among them."""
    try:
        characters = bytes.fromhex(triplets.replace("%", "")).decode()
    except UnicodeDecodeError:
        return ""
    is_name = all(unicode14.category(each)[0] in "LMN" or each in "-." for each in characters)
    return characters if is_name else ""
