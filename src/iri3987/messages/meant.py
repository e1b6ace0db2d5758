"""RFC 3987 section 7.2: what somebody means by a text that is not an address.

A sentence about such a text can show the address that is meant: the text itself, completed. Only an
address that the profile accepts is shown, as `iri3987.display` shows it, none with an "@" in its
authority, and none if there may be a password in the text. Longer texts are not looked at.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from iri3987._unicode.invisible import AROUND, is_seen
from iri3987._unicode.text import holds_password
from iri3987.appearance import display
from iri3987.exceptions import IRIError
from iri3987.messages.sentences import MEANT
from iri3987.messages.shown import MOST_OF_AN_ADDRESS, Translate, name, one_piece
from iri3987.profile.user_input import TWO_ADDRESSES, user_input
from iri3987.schemes import RUNS_CODE, SPECIAL

if TYPE_CHECKING:
    from iri3987.profile import Profile

# For our own distributions alone: nobody else may rely on them.
__family__ = ["meant"]

#: The errors that another reading of the text can explain.
_CODES: Final = frozenset(
    {
        *("bad-character", "bad-port", "bad-scheme", "host-character", "host-idna"),
        *("host-missing", "host-single-label", "not-absolute", "scheme-not-allowed"),
    }
)

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*+):")
_E_MAIL: Final = re.compile(r"(?:mailto:)?[^\s@/:?#<>()]+@[^\s@/:?#.]+(?:\.[^\s@/:?#.]+)+")
_NO_COLON: Final = re.compile(r"(https?)[;,.]?//?(?=[^/\s])", re.IGNORECASE)
_NO_SLASHES: Final = re.compile(r"(https?):[:/\\]*", re.IGNORECASE)
_TWICE: Final = re.compile(r"(https?):/*(https?):/*(?=[^/\s])", re.IGNORECASE)
_QUOTED: Final = re.compile(r"""(["'`<(\[{«‹“‘„‚「『])\W*+[a-z]++://""", re.IGNORECASE)
_BEGINNING: Final = re.compile(r"[a-z]++://|www\.", re.IGNORECASE)
_OF_ADDRESS: Final = re.compile("[./:@?#]")


def meant(
    code: str, text: str, profile: "Profile | None", translate: Translate, /
) -> tuple[str, dict[str, object]]:
    """Return the sentence for what *text* is taken for, which *profile* refused, and its values.

    The sentence is "" if nothing else is known than the *code*.

    >>> from iri3987 import WEB
    >>> sentence, values = meant("not-absolute", "example.org", WEB, str)
    >>> sentence % values
    'Put https:// in front: https://example.org'
    """
    text = text[: MOST_OF_AN_ADDRESS + 1].strip(AROUND)
    scheme = _scheme_of(profile)
    if code not in _CODES or not text or not scheme or len(text) > MOST_OF_AN_ADDRESS:
        return "", {}
    assert profile is not None  # noqa: S101 - it has the scheme
    has_password = holds_password(text, 0, len(text))
    for kind, address, values in _readings(code, text, profile, scheme):
        if address is None or (address and not has_password):
            known: dict[str, object] = {}
            if address is not None:
                known["address"] = one_piece(address, translate)
            if "instead" in values:
                known["instead"] = one_piece(values["instead"], translate)
            if "character" in values:
                known["character"] = name(values["character"], translate)
            return MEANT[kind], known
    return "", {}


def _scheme_of(profile: "Profile | None") -> str:
    """Return the scheme of web addresses that *profile* lists, "" if it lists none."""
    schemes = (profile.schemes if profile is not None else None) or ()
    return next((each for each in ("https", "http") if each in schemes), "")


#: What a text is taken for, the address that is meant, and the other values. The address is None
#: where there is none to show, and "" where there should be one.
_Reading = tuple[str, str | None, dict[str, str]]


def _readings(code: str, text: str, profile: "Profile", scheme: str) -> Iterator[_Reading]:
    """Yield what *text* can be taken for."""
    typed = match[1].lower() if (match := _SCHEME.match(text)) else ""
    if TWO_ADDRESSES.match(text):
        yield "two", None, {}
    if typed in RUNS_CODE:
        yield "program", None, {}
    if _E_MAIL.fullmatch(text):
        yield "e-mail", None, {}
    yield from _mistyped(code, text, profile, scheme)
    if code == "scheme-not-allowed" and typed not in SPECIAL:
        for each in ("https", "http"):
            if each in (profile.schemes or ()) and _is_near(typed, each):
                yield "near-scheme", None, {"instead": each}
    # "http://a.example:80a" has a wrong port, not another word.
    if code != "bad-port" or any(map(str.isspace, text)):
        yield "words", _among_words(text, profile), {}


def _mistyped(code: str, text: str, profile: "Profile", scheme: str) -> Iterator[_Reading]:
    """Yield *text* as an address of which the beginning is wrong."""
    if match := _QUOTED.match(text):
        yield "quoted", _first(text, profile), {"character": match[1]}
    if match := _TWICE.match(text):
        address = _whole(text[match.start(2) :], profile)
        yield "scheme-twice", address, {"instead": f"{match[1].lower()}://"}
    if code == "host-missing" and (match := _NO_SLASHES.match(text)):
        yield "no-slashes", _whole(f"{match[1]}://{text[match.end() :]}", profile), {}
    if match := _NO_COLON.match(text):
        yield "no-colon", _whole(f"{match[1]}://{text[match.end() :]}", profile), {}
    elif (completed := user_input(text, scheme, profile.schemes)).added:
        front = completed.text[: completed.added]
        yield "no-scheme", _whole(completed.text, profile), {"instead": front}


def _whole(text: str, profile: "Profile") -> str:
    """Return *text* as it is shown, if *profile* accepts it and it has no userinfo."""
    try:
        iri = profile.clean(text)
    except IRIError:
        return ""
    return "" if iri.userinfo is not None else display(iri)


def _first(text: str, profile: "Profile") -> str:
    """Return the first address with a scheme in *text*, or ""."""
    from iri3987.text import find

    found = next(find(text, profile=profile, bare=False), None)
    return _whole(found.iri, profile) if found else ""


def _among_words(text: str, profile: "Profile") -> str:
    """Return the one address with a scheme, or "www.", that *text* has among words, or ""."""
    from iri3987.text import find

    found = [
        each
        for each in islice(find(text, profile=profile), 2)
        if _BEGINNING.match(text, each.start)
    ]
    if len(found) != 1:
        return ""
    address, (before, after) = found[0], (text[: found[0].start], text[found[0].end :])
    # What follows a path can belong to it, and another host can be a part of this one.
    are_words_after = not address.iri.path and not _OF_ADDRESS.search(after)
    are_words = any(map(is_seen, before)) if before else bool(after) and are_words_after
    return _whole(address.iri, profile) if are_words and "://" not in before else ""


def _is_near(typed: str, scheme: str) -> bool:
    """Return whether *typed* is *scheme* but for one letter, or the order of letters.

    >>> [_is_near(each, "http") for each in ("htp", "htttp", "htpt", "hrtp", "ftp", "http")]
    [True, True, True, True, False, False]
    """
    ones, others = _shortened(typed), _shortened(scheme)
    is_near = scheme in ones or typed in others or not ones.isdisjoint(others)
    return is_near and typed != scheme


def _shortened(word: str) -> set[str]:
    return {word[:index] + word[index + 1 :] for index in range(len(word))}
