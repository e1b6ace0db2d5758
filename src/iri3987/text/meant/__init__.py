"""RFC 3987 section 7.2: what somebody means by a text that is not an address.

What was typed comes before what is wrong with one of its characters: a telephone number, a file or
two addresses have no character to mend. The sentences about it are in `iri3987.messages`, and can
show the address that is meant. Only an address that the profile accepts is shown, as
`iri3987.display` shows it, none with an "@" in its authority, and none if there may be a password
in the text.

Signs in full width are read as those of ASCII, as an input method writes them.
"""

import re
from typing import Final

from iri3987._unicode import version14
from iri3987._unicode.invisible import is_seen, trimmed
from iri3987._unicode.patterns import late
from iri3987.profile import Profile
from iri3987.profile.user_input import AROUND_NAMES, misplaced, two_addresses
from iri3987.schemes import RUNS_CODE
from iri3987.syntax.grammar import IPV6ADDRESS
from iri3987.text.meant.mistyped import (
    LABEL,
    LIKE_DOT,
    ipv6,
    mistyped,
    near_dot,
    near_scheme,
    no_port,
    no_scheme,
    quoted,
    spaced_dot,
)
from iri3987.text.meant.typed import (
    FOUR_NUMBERS,
    OF_ADDRESS,
    QUOTES,
    Meaning,
    Read,
    Typed,
    has_ending,
)

#: Longer texts are not looked at: no sentence shows an address of more characters.
_LONGEST: Final = 200

#: The errors that another reading of the text can explain. The others are about an address that is
#: complete: what is refused is the site, or a finding.
_CODES: Final = frozenset(
    {
        *("bad-character", "bad-ip-literal", "bad-percent", "bad-port", "bad-scheme"),
        *("host-bidi", "host-character", "host-empty-label", "host-hyphen", "host-idna"),
        *("host-ipv4", "host-missing", "host-single-label", "not-absolute", "scheme-not-allowed"),
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

_TELEPHONE: Final = frozenset(["callto", "fax", "sms", "tel"])
_MAILBOX: Final = (
    r"[^\s@/:?#<>(),;]+\s*(?:@|[(\[]at[)\]])\s*[^\s@/:?#<>(),;.]+(?:\.[^\s@/:?#<>(),;.]+)+"
)
_E_MAIL: Final = late(
    r"mailto:|(?!https?:)(?:(?:e-?)?mail\s*:\s*"
    r"|[^@/?#<>:.]*+(?<=[^!-~]):|[^@/?#<>:.]*(?::\s++|(?<!\s)\s++)(?=[^\s@]+@\S))?"
    rf"{_MAILBOX}\.?(?:[\s,;]+{_MAILBOX})*[\s,;]*\Z"
    rf"|[^@:/?#<>]*<{_MAILBOX}>\Z|[^\s@/:?#<>]+@\["
)
#: Drives, shares and home folders, and the folders at the root of common systems.
_FILE: Final = late(
    r"""["'“„«「]?"""
    r"(?:(?:afp|cifs|file|nfs|smb):|[a-z]:(?:[\\/](?!/)|\Z)|\\\\|\.{1,2}\\|[\w \-]+\\"
    r"|~[^\s/\\]*(?:[\\/]|\Z)|%[a-z]+%\\|\$\w+/|//[^/.:]+/"
    r"|/(?:applications|etc|home|library|mnt|opt|private|root|srv|storage|tmp|users|usr|var|volumes"
    r")/)"
)
#: Signs of numbers, dates, times, prices and telephone numbers, beside digits.
_OF_NUMBERS: Final = frozenset(" \u00a0\u202f().,;:/+*#%-\u2010\u2011\u2013\u2212$€£¥₹°№☎")
#: References, names of files in a folder, handles, dates and times.
_RELATIVE: Final = late(
    r"\.{1,2}(?:/|\Z)|[?#]|:(?!:|https?:)|:+\Z|(?!https?/)[^\s./:?#@\\]+/(?!/)[^\s?#:]+\.[a-z][a-z0-9]{1,4}(?![^?#])"
    r"|@[^\s/@]+(?:@[^\s/@]+)?\Z|\d{4}-\d\d-\d\dt\d\d:|(?:\d+\s*[年月日時分秒년월일시분초]\s*)+\Z"
)
_KINDS: Final = (("e-mail", _E_MAIL), ("file", _FILE), ("not-absolute", _RELATIVE))


def _no_web_address(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as what is not one address of the web."""
    if typed.scheme in RUNS_CODE:
        return Meaning("program")
    if typed.scheme.rstrip(".") in _TELEPHONE:
        return Meaning("telephone")
    if two_addresses(typed.half):
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
    text = typed.half
    if "://" in text or FOUR_NUMBERS.match(text) or "::" in text:
        return False
    if typed.code == "host-ipv4":
        return True
    if any(map(str.isalpha, text)):
        return False
    return {version14.category(each) for each in {*text} - _OF_NUMBERS} <= {"Nd"}


# Addresses among other text

#: Signs that end a sentence, or a quotation.
_AT_THE_END: Final = f"{AROUND_NAMES},;:!?\"'’*_>)]}}…，；：！？。）؟"
_BEGINNING: Final = late(r"[a-z]+://|www\.")
#: A host without a dot, and its port or path.
_HAS_OTHER: Final = late("[^\\s/:0-9][^\\s/:]*+(?::[0-9]|/)")
_WORD_AFTER: Final = late(r"\s+(\.?[^\s./:?#,;!]+)")


def _at_the_end(typed: Typed, _: re.Match[str]) -> Meaning | None:
    text = typed.text.rstrip(_AT_THE_END)
    if text == typed.text:
        return None
    address = typed.whole(typed.completed(text).text)
    return Meaning("end", address, character=typed.text[len(text)])


def _among_words(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as two addresses, or as one among words: its host has a beginning and an end.

    "smith,jones.com" can be one name, and so can "example.org+x". A space can be the mistake:
    "exa mple.org" reads as "see example.org" does, and "example.co m" can be of ".com". Before
    another address, "localhost:8000" and "intranet/a" are the first of two; "Blog/Site:" is not.
    """
    if not typed.found:
        return None
    address, *others = typed.found
    before, after = typed.half[: address.start], typed.half[address.end :]
    if others:
        return None if "://" in before else Meaning("two")
    # What follows a path can belong to it, and another host can be a part of this one.
    are_words_after = not address.iri.path and not OF_ADDRESS.search(after)
    are_words = any(map(is_seen, before)) if before else bool(after) and are_words_after
    if not are_words or "://" in before:
        return None
    site = typed.half[address.start : address.end]
    is_whole = bool(address.iri.path) or not after.lstrip(_AT_THE_END)[:1].strip()
    if "://" not in site:
        is_whole = is_whole and not before.rstrip(QUOTES)[-1:].removesuffix(":").strip()
    if not is_whole:
        return None
    word = _WORD_AFTER.match(after)
    may_go_on = word is not None and has_ending(f"{site.rpartition('/')[2]}{word[1]}")
    has_other = _HAS_OTHER.match(before) and not before.rstrip().endswith(":")
    # The hyphen belongs to the words: "https://пример.рф- мой сайт".
    has_hyphen = (address.iri.host or "").endswith("-")
    may_go_on = may_go_on or (has_hyphen and not has_ending(site[:-1].rpartition("/")[2]))
    if may_go_on or has_other or (not _BEGINNING.match(site) and _is_of_a_name(before)):
        return Meaning("not-absolute") if before else None
    return Meaning("words", typed.whole(address.iri[: len(address.iri) - has_hyphen]))


def _is_of_a_name(before: str) -> bool:
    """Return whether *before* ends in a word and white space: it may be of the name behind it."""
    word = before.rstrip()
    if word[-1:] == "." and word[:-1].isdecimal():  # the number in a list
        return False
    is_word = word[-1:] in {*"-._@"} or version14.category(word[-1:] or " ")[0] in "LMN"
    return len(word) < len(before) and is_word


def _other_scheme(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as an address of another kind, in which no character need be mended."""
    is_other = typed.scheme and typed.scheme not in (typed.profile.schemes or ())
    is_other = is_other and not typed.completed(typed.text).added
    return Meaning("scheme-not-allowed") if is_other else None


def _no_site(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as one in which no site is where it has to be, whatever its characters are."""
    return Meaning("not-absolute") if typed.code == "bad-character" else None


#: What a text begins with, and how it is then read. An earlier row explains more of the text.
_ROWS: Final[tuple[tuple[str, Read], ...]] = (
    ("", _no_web_address),
    # A scheme twice; with spaces; without slashes; without a colon.
    (r"(https?):?/*\s*(https?)(?::/*|//)\s*(?=[^/\s])", mistyped("scheme-twice")),
    (r"(?=[\w:/]*+\s)(h\s*t\s*t\s*p(?:\s*s)?)\s*:\s*/\s*/\s*(?=\S)", mistyped("space")),
    (rf"[{re.escape(QUOTES)}]|:(?=https?:)", quoted),
    (
        rf"(?:(https?)://)?([^/?#@]*@)?(\[)?(?=[^/?#]*[0-9])({IPV6ADDRESS})(%[\w.~\-]+)?\]?(:[0-9]+)?(?![^/?#])",
        ipv6,
    ),
    (r"(https?)(?:\s*:\s*|:/|:///+|:[:/]*:/*)(?=[^/\\:\s])", mistyped("no-slashes")),
    # A name with a comma or the like, or with a space beside a dot, but not the end of a sentence.
    (
        rf"(?:(https?)://)?((?:www(?:\s++(?:[{LIKE_DOT}]\s*+)?|[{LIKE_DOT}]\s*+))?[^\s/?#:@\\]++)(?=[:/?#]|\Z)",
        near_dot,
    ),
    (rf"(https?://)?({LABEL}(?:\s*\.\s*{LABEL})+)(?=[/?#:]|\Z)", spaced_dot),
    (r"([^\s/?#@:]+\.[^\s/?#@:]+):(?![0-9]{1,5}(?![^/?#]))\S", no_port),
    (r"(https?)[;,.|\-]?//?(?=[^/\s])", mistyped("no-colon")),
    (r"(?!\w*://)", no_scheme),
    (r"[a-z]", near_scheme),
    ("", _at_the_end),
    ("", _among_words),
    # Words, and no address among them.
    (r"[^:/?#]*\s", lambda typed, _: None if typed.found else Meaning("not-absolute")),
    (r"(?!https?:)[a-z0-9+.\-]+:", _other_scheme),
    (r"https?:/?(?!\s*[/\\])", _no_site),
)
_READINGS: Final = tuple((late(pattern), read) for pattern, read in _ROWS)
