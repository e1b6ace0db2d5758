"""RFC 3987 section 7.2: what somebody means by a text that is not an address.

What was typed comes before what is wrong with one of its characters: a telephone number, a file or
two addresses have no character to mend. A sentence can show the address that is meant. Only an
address that the profile accepts is shown, as `iri3987.display` shows it, none with an "@" in its
authority, and none if there may be a password in the text. Longer texts are not looked at.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from iri3987._unicode import version14
from iri3987._unicode.invisible import AROUND, is_seen
from iri3987._unicode.patterns import late
from iri3987.appearance import display
from iri3987.exceptions import IRIError
from iri3987.messages.sentences import MEANT
from iri3987.messages.shown import MOST_OF_AN_ADDRESS, Translate, name, one_piece
from iri3987.profile.user_input import TWO_ADDRESSES, joined, user_input
from iri3987.schemes import RUNS_CODE
from iri3987.syntax.browser import SPECIAL, holds_password
from iri3987.syntax.grammar import IPV6ADDRESS

if TYPE_CHECKING:
    from iri3987.profile import Profile
    from iri3987.text import Found

# For our own distributions alone: nobody else may rely on them.
__family__ = ["meant"]

#: The errors that another reading of the text can explain. The others are about an address that is
#: complete: what is refused is the site, or a finding.
_CODES: Final = frozenset(
    {
        *("bad-character", "bad-ip-literal", "bad-percent", "bad-port", "bad-scheme"),
        *("host-bidi", "host-character", "host-empty-label", "host-hyphen", "host-idna"),
        *("host-ipv4", "host-missing", "host-single-label", "not-absolute", "scheme-not-allowed"),
    }
)


class _Reading(NamedTuple):
    """What a text is taken for: a key of `MEANT`, and the values for the sentence."""

    kind: str
    #: The address that is meant, as it is shown. None where the sentence shows none; where it does,
    #: and nothing can be shown, the reading does not count.
    address: str | None = None
    instead: str = ""
    character: str = ""


class _Typed(NamedTuple):
    """A text that was refused."""

    text: str
    #: The scheme that it begins with, in lower case, or "".
    scheme: str
    code: str
    profile: "Profile"
    #: The scheme of web addresses that the profile accepts.
    web: str

    def whole(self, text: str) -> str:
        """Return *text* as it is shown, if the profile accepts it and it has no userinfo."""
        try:
            iri = self.profile.clean(text)
        except IRIError:
            return ""
        return "" if iri.userinfo is not None else display(iri)


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
    schemes = (profile.schemes if profile is not None else None) or ()
    web = next((each for each in ("https", "http") if each in schemes), "")
    if code not in _CODES or not text or not web or len(text) > MOST_OF_AN_ADDRESS:
        return "", {}
    assert profile is not None  # noqa: S101 - it has the scheme
    match = _SCHEME.match(text)
    typed = _Typed(text, match[1].lower() if match else "", code, profile, web)
    has_password = holds_password(text, 0, len(text))
    for each in _readings(typed):
        if each.address is None or (each.address and not has_password):
            values: dict[str, object] = {}
            if each.address is not None:
                values["address"] = one_piece(each.address, translate)
            if each.instead:
                values["instead"] = one_piece(each.instead, translate)
            if each.character:
                values["character"] = name(each.character, translate)
            return MEANT[each.kind], values
    return "", {}


def _readings(typed: _Typed) -> Iterator[_Reading]:
    """Yield what a text can be taken for, the most certain reading first."""
    if joined(typed.text) is not None:
        yield _Reading("two")
    if kind := _no_web_address(typed):
        yield _Reading(kind)
    for reading in _MISTYPED:
        yield from reading(typed)
    # "http://a.example:80a" has a wrong port, not another word.
    has_words = typed.code != "bad-port" or any(map(str.isspace, typed.text))
    found = _found(typed) if has_words else []
    yield from _two(typed, found)
    yield from _at_the_end(typed)
    yield from _among_words(typed, found)


# What is not one address of the web

_SCHEME: Final = late(r"([A-Za-z][A-Za-z0-9+.\-]*+):")
_TELEPHONE: Final = frozenset(["callto", "sms", "tel"])
_E_MAIL: Final = late(
    r"(?:mailto:)?[^\s@/:?#<>()]+@[^\s@/:?#.]+(?:\.[^\s@/:?#.]+)+\Z"
    r"|[^@:/?#<>]*<[^\s@/:?#<>()]+@[^\s@/:?#<>.]+\.[^\s@/:?#<>]+>\Z"
)
#: Drives, shares and home folders, and the folders at the root of common systems.
_FILE: Final = late(
    r"(?:afp|cifs|file|nfs|smb):|[a-z]:[\\/](?!/)|\\\\|~[\\/]|%[a-z]+%\\|//[^/.:]+/"
    r"|/(?:etc|home|mnt|tmp|users|usr|var|volumes)/",
    re.IGNORECASE,
)
#: Signs of numbers, dates, times, prices and telephone numbers, beside digits.
_OF_NUMBERS: Final = frozenset(" \u00a0\u202f().,;:/+*#%-\u2010\u2011\u2013\u2212$€£¥₹°№")
#: An IPv4 address, perhaps a wrong one: its own sentence is about that.
_FOUR_NUMBERS: Final = late(r"[0-9]++(?:\.[0-9]++){3}(?![^:/?#])")
_RELATIVE: Final = late(r"\.{1,2}(?:/|\Z)|[?#]|:(?!:)|@[^\s/@]+(?:@[^\s/@]+)?\Z")
_KINDS: Final = (
    *(("two", TWO_ADDRESSES), ("e-mail", _E_MAIL), ("file", _FILE), ("not-absolute", _RELATIVE)),
)


def _no_web_address(typed: _Typed) -> str:
    """Return the kind of a text that is not one address of the web, or ""."""
    if typed.scheme in RUNS_CODE:
        return "program"
    if typed.scheme in _TELEPHONE:
        return "telephone"
    for kind, pattern in _KINDS:
        if pattern.match(typed.text):
            return kind
    return "not-absolute" if _is_number(typed) else ""


def _is_number(typed: _Typed) -> bool:
    """Return whether the text has no letters, or is a name that ends like a number: "v1.2.3"."""
    if "://" in typed.text or _FOUR_NUMBERS.match(typed.text) or _IPV6.match(typed.text):
        return False
    rest = (each for each in typed.text if each not in _OF_NUMBERS)
    return typed.code == "host-ipv4" or all(version14.category(each) == "Nd" for each in rest)


# An address that was mistyped

_NO_COLON: Final = late(r"(https?)[;,.]?//?(?=[^/\s])", re.IGNORECASE)
_NO_SLASHES: Final = late(r"(https?):[:/\\]*", re.IGNORECASE)
_TWICE: Final = late(r"(https?):/*\s*(https?):/*\s*(?=[^/\s])", re.IGNORECASE)
_QUOTED: Final = late(r"""(["'`<(\[{«‹“‘„‚「『])\W*+[a-z]++://""", re.IGNORECASE)
_SPACED: Final = late(r"h\s*t\s*t\s*p(?:\s*s)?\s*:\s*/\s*/\s*(?=\S)", re.IGNORECASE)
_IPV6: Final = late(rf"(?:(https?)://)?(?=[^/?#]*[0-9])({IPV6ADDRESS})(?![^/?#])", re.IGNORECASE)
_NAME: Final = late(r"(?:(https?)://)?([^\s/?#:@\\]++)(?=[:/?#]|\Z)", re.IGNORECASE)
#: What is typed for a dot, or between two names.
_NEAR_DOT: Final = late("[,;|\uff0c\uff1b\u060c\u061b]")


def _twice(typed: _Typed) -> Iterator[_Reading]:
    if match := _TWICE.match(typed.text):
        address = typed.whole(f"{match[2]}://{typed.text[match.end() :]}")
        yield _Reading("scheme-twice", address, instead=f"{match[1].lower()}://")


def _quoted(typed: _Typed) -> Iterator[_Reading]:
    from iri3987.text import find

    if match := _QUOTED.match(typed.text):
        found = next(find(typed.text, profile=typed.profile, bare=False), None)
        yield _Reading("quoted", typed.whole(found.iri) if found else "", character=match[1])


def _spaced(typed: _Typed) -> Iterator[_Reading]:
    match = _SPACED.match(typed.text)
    if match and any(map(str.isspace, match[0])):
        beginning = "".join(match[0].split())
        yield _Reading("space", typed.whole(beginning + typed.text[match.end() :]))


def _ipv6(typed: _Typed) -> Iterator[_Reading]:
    if match := _IPV6.match(typed.text):
        rest = typed.text[match.end() :]
        yield _Reading("brackets", typed.whole(f"{match[1] or typed.web}://[{match[2]}]{rest}"))


def _no_slashes(typed: _Typed) -> Iterator[_Reading]:
    if typed.code == "host-missing" and (match := _NO_SLASHES.match(typed.text)):
        yield _Reading("no-slashes", typed.whole(f"{match[1]}://{typed.text[match.end() :]}"))


def _near_dot(typed: _Typed) -> Iterator[_Reading]:
    """Read a comma and its like as a dot, unless two whole names are beside it.

    To remove it makes another name, so no sentence says that.
    """
    match = _NAME.match(typed.text)
    if match is None or (sign := _NEAR_DOT.search(match[2])) is None:
        return
    names = _NEAR_DOT.split(match[2])
    if all(map(_has_ending, names)):
        yield _Reading("two")
    if sign[0] != "|" and all(names):
        host, rest = ".".join(names), typed.text[match.end() :]
        if _has_ending(host):
            address = typed.whole(f"{match[1] or typed.web}://{host}{rest}")
            yield _Reading("dot", address, character=sign[0])
        yield _Reading("not-absolute")


def _has_ending(name: str) -> bool:
    """Return whether *name* has two labels or more, and the last is a top-level domain."""
    from iri3987.text.top_level import top_level

    before, _, label = name.rpartition(".")
    return bool(before) and bool(label) and top_level(label) == label


def _no_colon(typed: _Typed) -> Iterator[_Reading]:
    if match := _NO_COLON.match(typed.text):
        yield _Reading("no-colon", typed.whole(f"{match[1]}://{typed.text[match.end() :]}"))
        return
    completed = user_input(typed.text, typed.web, typed.profile.schemes)
    if completed.added:
        front = completed.text[: completed.added]
        yield _Reading("no-scheme", typed.whole(completed.text), instead=front)


def _near_scheme(typed: _Typed) -> Iterator[_Reading]:
    if typed.code == "scheme-not-allowed" and typed.scheme not in SPECIAL:
        for each in ("https", "http"):
            if each in (typed.profile.schemes or ()) and _is_near(typed.scheme, each):
                yield _Reading("near-scheme", instead=each)


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


#: In this order: an earlier reading explains more of the text.
_MISTYPED: Final[tuple[Callable[[_Typed], Iterator[_Reading]], ...]] = (
    *(_twice, _quoted, _spaced, _ipv6, _no_slashes, _near_dot, _no_colon, _near_scheme),
)

# Addresses among other text

_OF_ADDRESS: Final = late("[./:@?#]")
#: Signs that end a sentence, or a quotation.
_AT_THE_END: Final = ",;:!?\"'”’»›」』)]}>…，；：！？、。）"


def _found(typed: _Typed) -> "list[Found]":
    """Return the first two addresses in the text."""
    from iri3987.text import find

    return [*islice(find(typed.text, profile=typed.profile), 2)]


def _two(typed: _Typed, found: "list[Found]") -> Iterator[_Reading]:
    if len(found) > 1 and "://" not in typed.text[: found[0].start]:
        yield _Reading("two")


def _at_the_end(typed: _Typed) -> Iterator[_Reading]:
    text = typed.text.rstrip(_AT_THE_END)
    if text != typed.text:
        yield _Reading("end", typed.whole(text), character=typed.text[len(text)])


def _among_words(typed: _Typed, found: "list[Found]") -> Iterator[_Reading]:
    """Read the text as one address, which begins or ends it, or is seen to begin, among words."""
    if len(found) != 1:
        return
    (address,) = found
    before, after = typed.text[: address.start], typed.text[address.end :]
    # What follows a path can belong to it, and another host can be a part of this one.
    are_words_after = not address.iri.path and not _OF_ADDRESS.search(after)
    are_words = any(map(is_seen, before)) if before else bool(after) and are_words_after
    if are_words and "://" not in before:
        yield _Reading("words", typed.whole(address.iri))
