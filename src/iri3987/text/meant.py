"""RFC 3987 section 7.2: what somebody means by a text that is not an address.

What was typed comes before what is wrong with one of its characters: a telephone number, a file or
two addresses have no character to mend. The sentences about it are in `iri3987.messages`, and can
show the address that is meant. Only an address that the profile accepts is shown, as
`iri3987.display` shows it, none with an "@" in its authority, and none if there may be a password
in the text.

Signs in full width are read as those of ASCII, as an input method writes them.
"""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import islice
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NamedTuple

from iri3987._unicode import version14
from iri3987._unicode.invisible import is_seen, trimmed
from iri3987._unicode.patterns import late
from iri3987.appearance import display
from iri3987.exceptions import IRIError
from iri3987.profile import Profile
from iri3987.profile.full_width import half_width
from iri3987.profile.user_input import AROUND_NAMES, Reading, misplaced, two_addresses, user_input
from iri3987.schemes import RUNS_CODE
from iri3987.syntax.browser import SPECIAL
from iri3987.syntax.grammar import IPV6ADDRESS
from iri3987.text import Found, find
from iri3987.text.top_level import top_level

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


class Meaning(NamedTuple):
    """What a text is taken for, and the values for the sentence."""

    #: A key of `iri3987.messages.sentences.MEANT`.
    kind: str
    #: The address that is meant, as it is shown. None where the sentence shows none; where it does,
    #: and nothing can be shown, the meaning does not count.
    address: str | None = None
    instead: str = ""
    character: str = ""


class _Typed:
    """A text that was refused."""

    def __init__(
        self, text: str, code: str, profile: "Profile", web: str, *, has_password: bool
    ) -> None:
        self.code, self.profile, self.has_password = code, profile, has_password
        #: The scheme of web addresses that the profile accepts.
        self.web = web
        self.text = text
        #: The same, character for character, as patterns read it: no letter but "s" is an "s".
        self.half = half_width(text).translate(_LOWER)
        match = _SCHEME.match(self.half)
        #: The scheme that it begins with, or "".
        self.scheme = match[1] if match else ""

    def whole(self, text: str) -> str:
        """Return *text* as it is shown, if the profile accepts it and it has no userinfo."""
        if self.has_password:
            return ""
        try:
            iri = self.profile.clean(text)
        except IRIError:
            return ""
        return "" if iri.userinfo is not None else display(iri)

    def completed(self, text: str) -> Reading:
        """Return *text* as an address of the web."""
        return user_input(text, self.web, self.profile.schemes)

    @cached_property
    def found(self) -> list[Found]:
        """The first two addresses in the text, if there can be anything else in it."""
        # "http://a.example:80a" has a wrong port, not another word.
        is_one = self.code == "bad-port" or (self.half.isascii() and self.scheme in SPECIAL)
        is_one = is_one and not any(map(str.isspace, self.text))
        if is_one or self.has_password or not _OF_ADDRESS.search(self.half):
            return []
        text = _AFTER_WORD.sub(" ", self.text)
        return [*islice(find(text, profile=self.profile), 2)]


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
    typed = _Typed(text, code, profile, web, has_password=has_password)
    for pattern, reading in _READINGS:
        match = pattern.match(typed.half)
        found = reading(typed, match) if match else None
        if found is not None and found.address != "":
            return found
    return None


# What is not one address of the web

_LOWER: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_SCHEME: Final = late(r"([a-z][a-z0-9+.\-]*+):")
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
#: An IPv4 address, perhaps a wrong one: its own sentence is about that.
_FOUR_NUMBERS: Final = late(r"[0-9]++(?:\.[0-9]++){3}(?![^:/?#])")
#: References, names of files in a folder, handles, dates and times.
_RELATIVE: Final = late(
    r"\.{1,2}(?:/|\Z)|[?#]|:(?!:|https?:)|:+\Z|(?!https?/)[^\s./:?#@\\]+/(?!/)[^\s?#:]+\.[a-z][a-z0-9]{1,4}(?![^?#])"
    r"|@[^\s/@]+(?:@[^\s/@]+)?\Z|\d{4}-\d\d-\d\dt\d\d:|(?:\d+\s*[年月日時分秒년월일시분초]\s*)+\Z"
)
_KINDS: Final = (("e-mail", _E_MAIL), ("file", _FILE), ("not-absolute", _RELATIVE))


def _no_web_address(typed: _Typed, _: re.Match[str]) -> Meaning | None:
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


def _is_number(typed: _Typed) -> bool:
    """Return whether the text has no letters, or is a name that ends like a number: "v1.2.3"."""
    text = typed.half
    if "://" in text or _FOUR_NUMBERS.match(text) or "::" in text:
        return False
    if typed.code == "host-ipv4":
        return True
    if any(map(str.isalpha, text)):
        return False
    return {version14.category(each) for each in {*text} - _OF_NUMBERS} <= {"Nd"}


# An address that was mistyped

_Read = Callable[[_Typed, re.Match[str]], Meaning | None]
#: What opens a quotation, or is put around an address.
_QUOTES: Final = f"{AROUND_NAMES}\"'`*_|¦‖│┃<>()[]{{}}‘’‚"
#: A quotation mark or bracket, but not what can be in a word: "it's", "a_b".
_QUOTE: Final = late(rf"[{re.escape(_QUOTES)}](?!(?<=['*_’])\w)")
#: The end of a quotation, perhaps behind that of a sentence.
_CLOSED: Final = late(rf"[.,;:!?]*+{_QUOTE.pattern}")
#: An IPv6 address whose end may be meant as a port.
_LIKE_PORT: Final = late(r"::.*:(?:80|443|[1-9][0-9]{3})\Z")
#: What is typed for a dot, or between two names.
_LIKE_DOT: Final = "،؛٫۔।•․‧‚、､・,;"
_NEAR_DOT: Final = late(rf"\s*([{_LIKE_DOT}|\s])\s*")
#: Endings that are not a word or a country.
_NO_WORDS: Final = frozenset(["com", "edu", "gov", "net", "org"])
_LABEL: Final = r"[^\s/.?#:@]++"
#: What names of some countries end in: no site by itself.
_SECOND: Final = late(r"(?:ac|co|com|edu|gov|ne|net|or|org)\.[a-z]{2}")
#: A space beside a dot, where no sentence ends.
_NO_SENTENCE: Final = late(r"\s\.|www\.")
_AFTER_DOT: Final = late(r"\.\s+")


def _mistyped(kind: str) -> _Read:
    """Return the reading of a scheme in the last group of a match, before an address."""

    def read(typed: _Typed, match: re.Match[str]) -> Meaning:
        *first, scheme = filter(None, match.groups())
        address = typed.whole(f"{''.join(scheme.split())}://{typed.text[match.end() :]}")
        if first and not address and not typed.has_password:
            return Meaning("not-absolute")
        return Meaning(kind, address, "".join([f"{each}://" for each in first]))

    return read


def _quoted(typed: _Typed, match: re.Match[str]) -> Meaning:
    """Read an address in a quotation, which `find` knows the end of: it may have brackets."""
    if len(typed.found) > 1:
        return Meaning("two")
    character = typed.text[: match.end()]
    for found in typed.found:
        is_first = not version14.has_letter_or_number(typed.text[: found.start])
        if is_first and _CLOSED.match(typed.half, found.end):
            return Meaning("quoted", typed.whole(found.iri), character=character)
    end = len(typed.half.rstrip(_QUOTES))
    start = end - len(typed.half[match.end() : end].lstrip(_QUOTES))
    # Behind the end of the quotation, nothing is of the address.
    is_whole = not _QUOTE.search(typed.half, start, end)
    address = typed.whole(typed.completed(typed.text[start:end]).text) if is_whole else ""
    return Meaning("quoted", address, character=character)


def _ipv6(typed: _Typed, match: re.Match[str]) -> Meaning | None:
    scheme, user, bracket, address, zone, port = match.groups("")
    if bracket and typed.code not in {"bad-ip-literal", "bad-port"}:
        return None
    if user or bracket:
        return Meaning("bad-ip-literal")
    if zone:  # no address of the web has one
        return Meaning("not-absolute")
    if _LIKE_PORT.search(address):
        return Meaning("port")
    rest = f"{port}{typed.text[match.end() :]}"
    return Meaning("brackets", typed.whole(f"{scheme or typed.web}://[{address}]{rest}"))


def _near_dot(typed: _Typed, match: re.Match[str]) -> Meaning | None:
    """Read a comma and its like as a dot where nothing else can be meant, or as between two names.

    "www,example.org" is one name, and so is "example,org"; "example.com,de" need not be, and
    "yes,no" and "paris,fr" need not, either: most endings are a word or a country as well.
    """
    sign = _NEAR_DOT.search(typed.half, match.start(2), match.end(2))
    if sign is None:
        return None
    names = _NEAR_DOT.split(match[2])[::2]
    if all(map(_has_ending, names)):
        return Meaning("two")
    host, rest = ".".join(names), names[names[0] == "www" :]
    is_name = len(rest) == 1 or (len(rest) == 2 and "." not in rest[1] and not _has_ending(rest[0]))
    if not match[1] and len(rest) == len(names) and "." not in names[0]:
        is_name = is_name and names[1] in _NO_WORDS and not _has_ending(f"a.{names[0]}")
    if is_name and sign[1] != "|" and _has_ending(host):
        address = typed.whole(f"{match[1] or typed.web}://{host}{typed.text[match.end() :]}")
        return Meaning("dot", address, character=typed.text[sign.start(1)])
    return None if match[1] or "." in match[2] or not all(names) else Meaning("not-absolute")


def _spaced_dot(typed: _Typed, match: re.Match[str]) -> Meaning | None:
    """Read a name with a space beside a dot, but not the end of a sentence: "Go. Now".

    What a list or an abbreviation begins with is not one, either: "1. example.org", "St. a.org".
    """
    scheme, name = match[1] or "", match[2]
    first, *others = _AFTER_DOT.split(name)
    has_other = any(_has_ending(each) and not _SECOND.fullmatch(each) for each in others)
    if scheme:
        is_sentence = has_other and _has_ending(first)
    else:
        is_sentence = first.isdecimal() or (has_other and first != "www")
    if is_sentence:
        return None
    joined = "".join(name.split())
    ending = joined.rpartition(".")[2]
    is_name = _has_ending(joined) and not typed.text[match.end() - len(ending)].isupper()
    if joined == name or not (is_name or _NO_SENTENCE.search(name)):
        return None
    rest = f"{joined}{typed.text[match.end() :]}"
    return Meaning(
        "space", typed.whole(f"{scheme}{rest}" if scheme else typed.completed(rest).text)
    )


def _no_port(typed: _Typed, match: re.Match[str]) -> Meaning | None:
    """Read a site and a colon without a number behind it."""
    if len(typed.found) > 1:
        return Meaning("two")
    is_site = _has_ending(match[1]) or _FOUR_NUMBERS.match(match[1])
    is_scheme = typed.code in {"bad-scheme", "scheme-not-allowed"}
    return Meaning("bad-port") if is_scheme and is_site else None


def _has_ending(name: str) -> bool:
    """Return whether *name* has two labels or more, and the last is a top-level domain."""
    before, _, label = name.rpartition(".")
    return bool(before) and bool(label) and top_level(label) == label


def _no_scheme(typed: _Typed, _: re.Match[str]) -> Meaning | None:
    found = typed.completed(typed.text)
    if not found.added:
        return None
    return Meaning("no-scheme", typed.whole(found.text), instead=found.text[: found.added])


def _near_scheme(typed: _Typed, _: re.Match[str]) -> Meaning | None:
    if typed.code != "scheme-not-allowed" or typed.scheme in SPECIAL:
        return None
    known = [each for each in ("https", "http") if each in (typed.profile.schemes or ())]
    scheme = near(typed.scheme, known)
    return Meaning("near-scheme", instead=scheme) if scheme else None


def near(typed: str, known: Iterable[str], /) -> str:
    """Return which of *known* the word *typed* is but for one letter, or their order; "" for none.

    >>> [near(each, ["http"]) for each in ("htp", "htttp", "htpt", "hrtp", "ftp", "http")]
    ['http', 'http', 'http', 'http', '', '']
    """
    ones = shortened(typed)
    for each in known:
        others = shortened(each)
        is_near = each in ones or typed in others or not ones.isdisjoint(others)
        if is_near and typed != each:
            return each
    return ""


def shortened(word: str, /) -> set[str]:
    """Return *word* without each of its letters in turn."""
    return {word[:index] + word[index + 1 :] for index in range(len(word))}


# Addresses among other text

_OF_ADDRESS: Final = late("[./:@?#]")
#: The colon behind a word that is not a scheme.
_AFTER_WORD: Final = late("：(?![/／])|(?<=[^!-~]):(?!/)")
#: Signs that end a sentence, or a quotation.
_AT_THE_END: Final = f"{AROUND_NAMES},;:!?\"'’*_>)]}}…，；：！？。）؟"
_BEGINNING: Final = late(r"[a-z]+://|www\.")
#: A host without a dot, and its port or path.
_HAS_OTHER: Final = late("[^\\s/:0-9][^\\s/:]*+(?::[0-9]|/)")
_WORD_AFTER: Final = late(r"\s+(\.?[^\s./:?#,;!]+)")


def _at_the_end(typed: _Typed, _: re.Match[str]) -> Meaning | None:
    text = typed.text.rstrip(_AT_THE_END)
    if text == typed.text:
        return None
    address = typed.whole(typed.completed(text).text)
    return Meaning("end", address, character=typed.text[len(text)])


def _among_words(typed: _Typed, _: re.Match[str]) -> Meaning | None:
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
    are_words_after = not address.iri.path and not _OF_ADDRESS.search(after)
    are_words = any(map(is_seen, before)) if before else bool(after) and are_words_after
    if not are_words or "://" in before:
        return None
    site = typed.half[address.start : address.end]
    is_whole = bool(address.iri.path) or not after.lstrip(_AT_THE_END)[:1].strip()
    if "://" not in site:
        is_whole = is_whole and not before.rstrip(_QUOTES)[-1:].removesuffix(":").strip()
    if not is_whole:
        return None
    word = _WORD_AFTER.match(after)
    may_go_on = word is not None and _has_ending(f"{site.rpartition('/')[2]}{word[1]}")
    has_other = _HAS_OTHER.match(before) and not before.rstrip().endswith(":")
    # The hyphen belongs to the words: "https://пример.рф- мой сайт".
    has_hyphen = (address.iri.host or "").endswith("-")
    may_go_on = may_go_on or (has_hyphen and not _has_ending(site[:-1].rpartition("/")[2]))
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


def _other_scheme(typed: _Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as an address of another kind, in which no character need be mended."""
    is_other = typed.scheme and typed.scheme not in (typed.profile.schemes or ())
    is_other = is_other and not typed.completed(typed.text).added
    return Meaning("scheme-not-allowed") if is_other else None


def _no_site(typed: _Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as one in which no site is where it has to be, whatever its characters are."""
    return Meaning("not-absolute") if typed.code == "bad-character" else None


#: What a text begins with, and how it is then read. An earlier row explains more of the text.
_ROWS: Final[tuple[tuple[str, _Read], ...]] = (
    ("", _no_web_address),
    # A scheme twice; with spaces; without slashes; without a colon.
    (r"(https?):?/*\s*(https?)(?::/*|//)\s*(?=[^/\s])", _mistyped("scheme-twice")),
    (r"(?=[\w:/]*+\s)(h\s*t\s*t\s*p(?:\s*s)?)\s*:\s*/\s*/\s*(?=\S)", _mistyped("space")),
    (rf"[{re.escape(_QUOTES)}]|:(?=https?:)", _quoted),
    (
        rf"(?:(https?)://)?([^/?#@]*@)?(\[)?(?=[^/?#]*[0-9])({IPV6ADDRESS})(%[\w.~\-]+)?\]?(:[0-9]+)?(?![^/?#])",
        _ipv6,
    ),
    (r"(https?)(?:\s*:\s*|:/|:///+|:[:/]*:/*)(?=[^/\\:\s])", _mistyped("no-slashes")),
    # A name with a comma or the like, or with a space beside a dot, but not the end of a sentence.
    (
        rf"(?:(https?)://)?((?:www(?:\s++(?:[{_LIKE_DOT}]\s*+)?|[{_LIKE_DOT}]\s*+))?[^\s/?#:@\\]++)(?=[:/?#]|\Z)",
        _near_dot,
    ),
    (rf"(https?://)?({_LABEL}(?:\s*\.\s*{_LABEL})+)(?=[/?#:]|\Z)", _spaced_dot),
    (r"([^\s/?#@:]+\.[^\s/?#@:]+):(?![0-9]{1,5}(?![^/?#]))\S", _no_port),
    (r"(https?)[;,.|\-]?//?(?=[^/\s])", _mistyped("no-colon")),
    (r"(?!\w*://)", _no_scheme),
    (r"[a-z]", _near_scheme),
    ("", _at_the_end),
    ("", _among_words),
    # Words, and no address among them.
    (r"[^:/?#]*\s", lambda typed, _: None if typed.found else Meaning("not-absolute")),
    (r"(?!https?:)[a-z0-9+.\-]+:", _other_scheme),
    (r"https?:/?(?!\s*[/\\])", _no_site),
)
_READINGS: Final = tuple((late(pattern), read) for pattern, read in _ROWS)
