"""A text that was refused, and what it is taken for."""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import islice
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Final, NamedTuple

from iri3987._unicode.patterns import late
from iri3987.appearance import display
from iri3987.exceptions import IRIError
from iri3987.profile.full_width import half_width
from iri3987.profile.user_input import AROUND_NAMES, Reading, user_input
from iri3987.syntax.browser import SPECIAL
from iri3987.text import Found, find
from iri3987.text.top_level import top_level

if TYPE_CHECKING:
    from iri3987.profile import Profile

_LOWER: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_SCHEME: Final = late(r"([a-z][a-z0-9+.\-]*+):")
#: An address has one of these signs. Few words have one.
OF_ADDRESS: Final = late("[./:@?#]")
#: The colon behind a word that is not a scheme, and a Hebrew quotation mark around a word.
_BESIDE: Final = late("：(?![/／])|(?<=[^!-~]):(?!/)|(?<!\\S)[״׳]|[״׳](?![^\\s.,;:!?)])")
_FOUR: Final = r"(?:0|[1-9][0-9]*+)(?:\.(?:0|[1-9][0-9]*+)){3}"
#: An IPv4 address, perhaps a wrong one: its own sentence is about that.
FOUR_NUMBERS: Final = late(rf"{_FOUR}(?![^:/?#])")
_HOST: Final = rf"(?:{_FOUR}|localhost)(?::[0-9]+)?"
#: Two hosts without an ending.
TWO_HOSTS: Final = late(rf"{_HOST}[\s,;|]+{_HOST}\Z")
#: What opens a quotation, or is put around an address.
QUOTES: Final = f"{AROUND_NAMES}\"'`*_~|¦‖│┃<>()[]{{}}‘’‚״׳´⸢⸣﴾﴿"
#: Endings that are not a word or a country.
NO_WORDS: Final = frozenset(["com", "edu", "gov", "net", "org"])
#: What names of some countries end in, which is not a site by itself.
SECOND: Final = late(r"(?:ac|co|com|edu|gov|ne|net|or|org)\.[a-z]{2}")
_WWW: Final = late(r"www\.[^.]+")
#: The same, where other names do not end so: "example.com" can be complete.
_HALF: Final = late(r"(?:.+\.)?(?:ac|co|ne|or)\.[a-z]{2}")


class Meaning(NamedTuple):
    """What a text is taken for, and the values for the sentence."""

    #: A key of `iri3987.messages.sentences.MEANT`.
    kind: str
    #: The address that is meant, as it is shown. None where the sentence shows none; where it does,
    #: and nothing can be shown, the meaning does not count.
    address: str | None = None
    instead: str = ""
    character: str = ""


class Typed:
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
        """Return *text* as `shown`, unless a part of it can be a password."""
        return "" if self.has_password else self.shown(text)

    def shown(self, text: str) -> str:
        """Return *text* as it is shown, if the profile accepts it and it has no userinfo."""
        try:
            iri = self.profile.clean(text)
        except IRIError:
            return ""
        shown = display(iri)
        # What deceives is shown in ASCII, and is not what somebody means.
        is_clear = "xn--" not in shown or "xn--" in self.half
        return shown if iri.userinfo is None and is_clear else ""

    def completed(self, text: str) -> Reading:
        """Return *text* as an address of the web."""
        return user_input(text, self.web, self.profile.schemes)

    @cached_property
    def found(self) -> list[Found]:
        """The first two addresses in the text, if there can be anything else in it."""
        # "http://a.example:80a" has a wrong port, not another word.
        is_one = self.code == "bad-port" or (self.half.isascii() and self.scheme in SPECIAL)
        is_one = is_one and not any(map(str.isspace, self.text))
        if is_one or self.has_password or not OF_ADDRESS.search(self.half):
            return []
        text = _BESIDE.sub(" ", self.text)
        return [*islice(find(text, profile=self.profile), 2)]


#: How a text is read that begins as a pattern says. A meaning whose address is "" does not count.
Read = Callable[[Typed, re.Match[str]], Meaning | None]


def has_ending(name: str) -> bool:
    """Return whether *name* has two labels or more, and the last is a top-level domain."""
    before, _, label = name.rpartition(".")
    return bool(before) and bool(label) and top_level(label) == label


def is_site(name: str) -> bool:
    """Return whether *name* can be the whole name of a site: not "www.green", and not "co.uk"."""
    is_part = SECOND.fullmatch(name) or _WWW.fullmatch(name)
    return FOUR_NUMBERS.match(name) is not None or (has_ending(name) and not is_part)


def is_word(ending: str) -> bool:
    """Return whether *ending* can be a word: in ASCII, those of countries have two letters."""
    return ending.isascii() and len(ending) > 2 and ending not in NO_WORDS


def goes_on(name: str, ending: str) -> bool:
    """Return whether *name* is a site only with *ending* behind it: "example.co" and "uk"."""
    return _HALF.fullmatch(f"{name.rpartition('.')[2]}.{ending}") is not None


def is_divided(name: str, ending: str) -> bool:
    """Return whether a dot is missing between *name*, which is not a site yet, and *ending*."""
    if is_site(name):
        return goes_on(name, ending)
    # "example.c,om" has the sign at another place than the dot.
    is_whole = "." not in name or len(name.rpartition(".")[2]) > 1
    return is_whole and ("." not in ending or SECOND.fullmatch(ending) is not None)


def near(typed: str, known: Iterable[str], /) -> str:
    """Return which of *known* the word *typed* is but for one letter, or their order; "" for none.

    >>> [near(each, ["https", "http"]) for each in ("htp", "htttp", "htpt", "htpps", "ftp", "http")]
    ['http', 'http', 'http', 'https', '', 'https']
    """
    ones = shortened(typed)
    pairs = [(each, shortened(each)) for each in known if each != typed]
    # A letter too many or too few is more likely than a wrong one: "htttp" is "http".
    found = [each for each, less in pairs if each in ones or typed in less]
    found += [each for each, less in pairs if not ones.isdisjoint(less)]
    return found[0] if found else ""


def shortened(word: str, /) -> set[str]:
    """Return the words that *word* is without one of its letters."""
    return {word[:index] + word[index + 1 :] for index in range(len(word))}
