"""RFC 3987 section 7.2: what somebody means by a text that is not an address.

What was typed comes before what is wrong with one of its characters: in a telephone number, a file
or two addresses there is no character to mend. The sentences about it are in `iri3987.messages`,
and can show the address that is meant, as `iri3987.display` does. The profile accepts this address,
which has no "@" in its authority. It is not shown if there may be a password in the text.

Signs in full width are read as those of ASCII, as an input method writes them.
"""

import re
from typing import Final

from iri3987._unicode import version14
from iri3987._unicode.invisible import trimmed
from iri3987._unicode.patterns import late
from iri3987.profile import Profile
from iri3987.profile.full_width import half_width
from iri3987.profile.user_input import misplaced, two_addresses
from iri3987.schemes import RUNS_CODE
from iri3987.syntax.grammar import IPV6ADDRESS
from iri3987.text.meant import among_words, mistyped
from iri3987.text.meant.typed import (
    FOUR_NUMBERS,
    QUOTES,
    TWO_HOSTS,
    Meaning,
    Read,
    Typed,
)

#: Longer texts are not looked at: no sentence shows an address of more characters.
_LONGEST: Final = 200

#: The errors that another reading of the text can explain. The others are about an address that is
#: complete: what is refused is the site, or a finding.
_CODES: Final = frozenset(
    {
        *("bad-character", "bad-ip-literal", "bad-percent", "bad-port", "bad-scheme"),
        *("host-bidi", "host-character", "host-empty-label", "host-hyphen", "host-idna"),
        *("host-ipv4", "host-missing", "host-percent-encoded", "host-single-label"),
        *("not-absolute", "scheme-not-allowed", "userinfo", "userinfo-not-allowed"),
    }
)


def meant(
    code: str, text: str, profile: Profile, /, *, has_password: bool = False
) -> Meaning | None:
    """Return what *text* is taken for, which *profile* refused, None if only the *code* is known.

    >>> from iri3987 import WEB
    >>> meant("not-absolute", "example.org", WEB)
    Meaning(kind='no-scheme', address='https://example.org', instead='https://', character='')
    """
    text = trimmed(text[: _LONGEST + 1])
    schemes = profile.schemes or ()
    web = "https" if "https" in schemes else "http" if "http" in schemes else ""
    if code not in _CODES or not web or not 0 < len(text) <= _LONGEST:
        return None
    typed = Typed(text, code, profile, web, has_password=has_password)
    for pattern, reading in _READINGS:
        match = pattern.match(typed.half)
        found = reading(typed, match) if match else None
        if found is not None and found.address != "":
            return found
    return None


# What is not one address of the web

_WEB: Final = late(r"https?\s*:\s*//")
#: What an address with a scheme is. A "blob:" is before the address of another resource.
_OF_SCHEMES: Final = {
    **dict.fromkeys(RUNS_CODE, "program"),
    **dict.fromkeys(["blob", "filesystem", "jar"], "scheme-not-allowed"),
    **dict.fromkeys(["callto", "fax", "sms", "tel"], "telephone"),
}
_MAILBOX: Final = (
    r"[^\s@/:?#<>(),;]+\s*(?:@|%40|[(\[]at[)\]])\s*[^\s@/:?#<>(),;.]+(?:\.[^\s@/:?#<>(),;.]+)+"
)
_E_MAIL: Final = late(
    r"[(<\[]?mailto:|(?!https?(?::|%3a))(?:(?:e-?)?mail\s*:\s*[(<]?"
    r"|[^@/?#<>:.]*+(?<=[^!-~]):|[^@/?#<>:.]*(?::\s++|(?<!\s)\s++)(?=[^\s@]+@\S))?"
    rf"{_MAILBOX}[)>]?\.?(?:[\s,;]+{_MAILBOX})*[\s,;]*\Z"
    rf"|[^@:/?#<>(]*[<(]{_MAILBOX}[>)]\Z|[^\s@/:?#<>]+@\["
)
#: Drives, shares and home folders, and the folders at the root of common systems.
_FILE: Final = late(
    r"""["'“„«「]?"""
    r"(?:(?:afp|cifs|file|nfs|smb):|[a-z]:(?:[\\/¥￥₩](?!/)|\Z)|\\\\|\.{1,2}\\"
    r"|(?!(?:https?|www)\\)[^\s./:?#@\\<>][^./:?#@\\<>]*\\|~[^\s/\\:]*(?:[\\/]|\Z)|%[a-z]+%\\|\$\w+/|//[^/.:]+/"
    r"|/(?:applications|etc|home|library|mnt|opt|private|root|srv|storage|tmp|users|usr|var|volumes"
    r")/)"
)
#: Signs of numbers, dates, times, prices and telephone numbers, beside digits.
_OF_NUMBERS: Final = frozenset(" \u00a0\u202f()·.,;:/+*#%-\u2010\u2011\u2013\u2212$€£¥₹°№☎")
#: References, names of files in a folder, handles, dates and times.
_RELATIVE: Final = late(
    r"\.{1,2}(?:/|\Z)|[?#]|:(?!:|https?:)|:+\Z|(?!https?/)[^\s./:?#@\\]+/(?!/)[^\s?#:]+\.[a-z][a-z0-9]{1,4}(?![^?#])"
    r"|@[^\s/@]+(?:@[^\s/@]+)?\Z|\d{4}-\d\d-\d\dt\d\d:|(?:令和|平成|昭和)?(?:\d+\s*[年月日時分秒년월일시분초]\s*)+(?:\(.\))?\Z"
    # Templates of pages.
    r"|\{\{|\{%|\$\{|<%|https?://(?:[^/?#{]*\{[^/?#{}]*\}|\{\{|<[a-z]+>|%s)"
)
_KINDS: Final = (("e-mail", _E_MAIL), ("file", _FILE), ("not-absolute", _RELATIVE))


def _no_web_address(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as what is not one address of the web."""
    if kind := _OF_SCHEMES.get(typed.scheme.rstrip(".")):
        return Meaning(kind)
    if two_addresses(half_width(typed.text)) or TWO_HOSTS.match(typed.half):
        return Meaning("two")
    for kind, pattern in _KINDS:
        if pattern.match(typed.half):
            return Meaning(kind)
    # Behind "https" there is another scheme.
    wrong = misplaced(typed.text) if "://" in typed.half[len("https:") :] else None
    if wrong is not None and wrong.code == "bad-port":
        return Meaning("two")
    return Meaning("not-absolute") if _is_number(typed) else None


def _is_number(typed: Typed) -> bool:
    """Return whether the text has no letters, or is a name that ends like a number: "v1.2.3"."""
    text = typed.half.strip(f"{QUOTES}!")
    if "://" in text or FOUR_NUMBERS.match(text) or "::" in text:
        return False
    if typed.code == "host-ipv4":
        return True
    if any(map(str.isalpha, text)):
        return False
    return {version14.category(each) for each in {*text} - _OF_NUMBERS} <= {"Nd"}


# An address of another kind, and none


def _other_scheme(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as an address of another kind: its characters need not be mended."""
    is_other = typed.scheme and typed.scheme not in (typed.profile.schemes or ())
    is_other = is_other and not typed.completed(typed.text).added
    return Meaning("scheme-not-allowed") if is_other else None


def _no_site(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as an address without a site, whatever is wrong with its characters."""
    if len(_WEB.findall(typed.half)) > 1:
        return Meaning("two")
    is_character = typed.code == "bad-character" and not typed.has_password
    return Meaning("not-absolute") if is_character else None


#: The errors about a character or brackets in a host.
_OF_HOST: Final = frozenset(
    ["bad-character", "bad-ip-literal", "bad-percent", "host-character", "host-percent-encoded"]
)


def _no_beginning(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as one that has an address, which does not begin it: "|a|https://b.org|"."""
    return Meaning("not-absolute") if typed.code == "bad-scheme" and typed.found else None


def _one_word(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as a word, whose characters need not be mended: "Yahoo!", "(none)".

    The same goes for a sign that is encoded in a host: it can stand for anything.
    """
    return Meaning("not-absolute") if typed.code in _OF_HOST else None


#: What a text begins with, and how it is then read. An earlier row explains more of the text.
_ROWS: Final[tuple[tuple[str, Read], ...]] = (
    # "www." and a whole address; a mailbox behind a site.
    (r"(?:https?:?/*)?www\.(?=https?://)", mistyped.quoted),
    (among_words.WITH_MAILBOX, among_words.with_mailbox),
    ("", _no_web_address),
    # A scheme twice; with spaces; without slashes; without a colon.
    (r"(https?):?/*\s*(https?)(?::/*|//)\s*(?=[^/\s])", mistyped.scheme("scheme-twice")),
    (r"(?=[\w:/]*+\s)(h\s*t\s*t\s*p(?:\s*s)?)\s*:\s*/\s*/\s*(?=\S)", mistyped.scheme("space")),
    (among_words.MARKED_UP, among_words.marked_up),
    (rf"[{re.escape(QUOTES)}]|:(?=https?:)", mistyped.quoted),
    (
        rf"(?:(https?)://)?([^/?#@]*@)?(\[)?(?=[^/?#]*[0-9])({IPV6ADDRESS})(%[\w.~\-]+)?\]?(:[0-9]+)?(?![^/?#])",
        mistyped.ipv6,
    ),
    (r"(https?)(?:\s*:\s*|:/|:///+|:[:/]*:/*)(?=[^/\\:\s])", mistyped.scheme("no-slashes")),
    # A name with a comma or the like, or with a space beside a dot, but not the end of a sentence.
    (
        rf"(?:(https?)://)?((?:www(?:\s++(?:[{mistyped.LIKE_DOT}]\s*+)?|[{mistyped.LIKE_DOT}]\s*+))?[^\s/?#:@\\]++)(?=[:/?#]|\Z)",
        mistyped.near_dot,
    ),
    (
        rf"(https?://)?({mistyped.LABEL}(?:\s*\.\s*{mistyped.LABEL})+)(?=[/?#:]|\Z)",
        mistyped.spaced_dot,
    ),
    (
        rf"([^\s/?#@:]+\.[^\s/?#@:]+):(?![0-9]{{1,5}}[{re.escape(among_words.AT_THE_END)}]*(?![^/?#]))\S",
        mistyped.no_port,
    ),
    (r"(https?)[;,.|\-]?//?(?=[^/\s])", mistyped.scheme("no-colon")),
    (among_words.ENCODED, among_words.encoded),
    (r"(?!\w*://)", mistyped.no_scheme),
    # A space or another sign before it.
    (r"(?:%20|%0[ad])+", mistyped.quoted),
    (r"[^a-z0-9\s/?#@:%.\\\-\[\]]", mistyped.signs_before),
    (r"[a-z]", mistyped.near_scheme),
    ("", among_words.at_the_end),
    ("", among_words.among_words),
    # Words without an address, or with one whose beginning is not known.
    (r"[^:/?#]*\s", lambda typed, _: None if typed.found else Meaning("not-absolute")),
    ("", _no_beginning),
    (r"(?!https?:)[a-z0-9+.\-]+:", _other_scheme),
    (r"https?:/?(?![/\\])", _no_site),
    (r"[^./:@?#\s\\]+\Z", _one_word),
    (r"(?:https?://)?[^/?#]*%(?:[01][0-9a-f]|2[0-9a-cf]|3[a-f]|40|5[b-e]|60|7[b-f])", _one_word),
)
_READINGS: Final = tuple((late(pattern), read) for pattern, read in _ROWS)
