"""RFC 3987 section 7.2: text as people type or paste it, and the text that they mean."""

import re
from collections.abc import Collection
from itertools import islice
from typing import Final, NamedTuple

from iri3987._unicode import version14
from iri3987._unicode.invisible import WHITE_SPACE, trimmed
from iri3987._unicode.patterns import late
from iri3987.exceptions import IRIError
from iri3987.inspection.findings import MOST, Hit
from iri3987.mapping.repair import Repaired, Replacement
from iri3987.profile.full_width import half_width
from iri3987.syntax.errors import iri_error

# A text that begins with a scheme, or with a host and a port: "wiki:80" matches both. No scheme is
# "localhost", or has a dot and only digits behind it.
_AT_SCHEME = late(r"[A-Za-z][^/?#:]*+:")
_NAME_AND_PORT = late(
    r"(?:localhost|[^/?#:@\s.]++(?:\.[^/?#:@\s.]++)+)\.?:[0-9]{1,5}(?![^/?#])",
    re.ASCII | re.IGNORECASE,
)
_HOST_AND_PORT = late(r"([^/?#:@]++):[0-9]++(?![^/?#])")
# A text that begins as a host does, and not an e-mail address, words, or "http//example.org".
_HOST = late(
    r"(?![^/?#\\@.\s]++[/\\]{2})"
    r"(?:\[[^]/?#\\@\s]*+\]|[^/?#\\:@\s]++)(?::[0-9]*+)?(?![^/?#\\])"
)


# In both cases, but of ASCII alone: for `re.IGNORECASE`, "ſ" is an s.
_SCHEME: Final = "[A-Za-z]+://"
_WEB: Final = "[Hh][Tt][Tt][Pp][Ss]?://"
#: Two addresses with white space or "|" between them, and perhaps words if the first has a path. It
#: would be wrong to encode what is between them. In a query, "|" and a name are as any other text.
_TWO_ADDRESSES: Final = late(
    rf"{_SCHEME}[^\s?#|]++[\s|]++{_SCHEME}"
    rf"|(?:{_SCHEME})?(?=[^\s/?#|@]*\.)[^\s/?#|@]++/[^\s?#|]*+(?:[\s|]++[^\s?#|]++)*?[\s|]++"
    rf"(?:{_SCHEME}|[Ww]{{3}}\.[^\s/?#@.]++\.|(?=[^\s/?#|@]*/)[^\s/?#|@]+?\.([^\s/?#|@.]++)/)"
    rf"|(?:{_SCHEME}|(?=[^\s/?#|@]*\.))[^\s/?#]++[/?#]\S*+(?:\s++\S++)*?\s++"
    rf"(?:{_SCHEME}[^\s/?#.]|[Ww]{{3}}\.[^\s/?#@.]++\.[^\s/?#@.])"
)
_LAST_WORD: Final = late(r"[\s|]")
#: A second address whose "www." ends the first host: "example.orgwww.example.com".
_WWW: Final = late(
    rf"(?:{_WEB})?(?:[^\s/?#@]*@)?[^\s/?#@:]+?\.([^\s/?#@:.]+)[Ww]{{3}}\.[^\s/?#@:.]+\.[^\s/?#@:.]"
)
#: A second address whose scheme ends the first host, perhaps after a comma or semicolon.
JOINED: Final = late(rf"(?:{_WEB}(?:[^\s/?#]*@)?[^\s/?#@]|[^\s/?#@.]+\.)[^\s/?#@]*?{_WEB}")
#: The same in a path, in which an address can stand behind a delimiter.
_IN_PATH: Final = late(
    rf"(?:{_WEB})?(?=[^\s/?#@.]*\.)[^\s/?#@]*+/[^\s?#]*?(?<![]/:=~(\[{{<\"'&+!*@$%._\-]){_WEB}"
)
#: Signs of sentences and quotations. They stand around an address, and not in a site name.
AROUND_NAMES: Final = "„“”«»‹›「」『』【】《》〈〉〔〕〖〗〝〞〟❝❞⟨⟩⟪⟫｜、،؛؟۔।"
#: Signs that a name can have, but not at its beginning or end: apostrophes, and marks of a note.
NOT_AT_THE_ENDS: Final = "‘’׳״™®©℠†‡¹²³⁴⁵⁶⁷⁸⁹"
#: `re` searches this quicker than a class with \s.
_SIGN_OR_SPACE: Final = late(f"[{WHITE_SPACE}{AROUND_NAMES}{NOT_AT_THE_ENDS}]")
_BEFORE_HOST: Final = rf"(?:{_SCHEME}|(?![^/?#]*://))"
_HOST_AND_SIGN: Final = late(
    rf"{_BEFORE_HOST}(?:[^\s/?#@]*@)?(?:[‘’׳״](?=[^.])"
    rf"|[^\s/?#@]*?(?:[{AROUND_NAMES}]|[{NOT_AT_THE_ENDS}](?=\.?(?![^/?#:]))))"
)


#: What people write where they have no address. It begins as a host does, and is not one.
_NOTHING: Final = frozenset(
    {
        *("n.a", "n.d", "n/a", "n/d", "nan", "nil", "none", "null", "s/d", "tba", "tbc", "tbd"),
        *("undefined", "unknown", "k.a", "keine", "aucun", "ninguno", "nenhum", "нет"),
        *("なし", "無し", "無", "无", "没有", "없음", "ไม่มี", "ندارد", "אין"),
    }
)
_LONGEST_NOTHING: Final = max(map(len, _NOTHING))
#: Signs that stand for nothing, or around a word.
_SIGNS: Final = "-‐‑‒–—―_.…*~/|・ー〃×!?()[]{}<>'\"“”„"


class Reading(NamedTuple):
    """The text that is meant, and where its characters are in the text that was typed.

    `Profile.clean` makes one of what somebody typed, and so do warnings and sentences.
    """

    text: str
    #: Where the typed text begins, after white space.
    start: int
    #: How many characters were put before it.
    added: int
    #: What was percent-encoded, from left to right.
    changes: tuple[Replacement, ...] = ()
    #: The part that was in full width, if any: its characters kept their indices.
    folded: tuple[Replacement, ...] = ()

    def place(self, position: int) -> int:
        """Return the index in the typed text of the character at *position* in `text`."""
        if self.changes:
            position = Repaired(self.text, self.changes).place(position)
        return self.start + max(0, position - self.added)

    def hit(self, hit: Hit) -> Hit:
        """Return *hit*, which is about `text`, as one about the typed text."""
        return hit._replace(start=self.place(hit.start), end=self.place(hit.end))

    def error(self, error: IRIError, typed: str) -> IRIError:
        """Return *error*, which is about `text`, as one about the text *typed*."""
        params = dict(error.params)
        if isinstance(end := params.get("end"), int):
            params["end"] = self.place(end)
        return iri_error(
            typed,
            error.code,
            error.reason,
            component=error.component,
            position=None if error.position is None else self.place(error.position),
            params=params,
        )


def two_addresses(text: str, /) -> bool:
    """Return whether *text* has a second address behind white space, "|", or the first host.

    Behind white space or "|" it has a scheme, begins with "www.", or is a name with a known ending
    and a path. Behind a host with a known ending it begins with "www.".

    >>> [two_addresses(f"https://a.org/x {each}") for each in ("https://b.org", "b.org/y", "b.c/y")]
    [True, True, False]
    """
    match = _TWO_ADDRESSES.match(text)
    # "a.org/My Game.app/x" has a name in capitals.
    if match and match[1] and _LAST_WORD.split(text[: match.start(1)])[-1][0].isupper():
        match = None
    match = match or _WWW.match(text)
    if match is None or match[1] is None:
        return match is not None
    return _is_ending(match[1])


def _is_ending(label: str) -> bool:
    """Return whether *label* is a top-level domain."""
    from iri3987._unicode._top_level_domains import TOP_LEVEL_DOMAINS

    return version14.normalize("NFC", version14.lower(label)) in TOP_LEVEL_DOMAINS


def misplaced(text: str, /) -> IRIError | None:
    """Return the error about what cannot be meant as a part of the address in *text*, if any.

    It is a second address, which follows the first at once or behind white space of another script,
    or a quotation mark or a comma of another script in the site name. RFC 3987 allows all of that.
    *text* is trimmed.

    >>> misplaced("https://a.examplehttps://b.example").position
    22
    """
    first, found, rest = text.partition("://")
    # Each pattern is asked only about text that has the signs it looks for: most text has none.
    if "://" in rest or (found and "." in first):
        for pattern, component in ((JOINED, "port"), (_IN_PATH, "ipath")):
            if match := pattern.match(text):
                return _misplaced(text, "bad-port", component, match.end() - 3)
    # Most text has no "www." but at the beginning of its host.
    is_joined = "www." in (rest or first)[len("www.") :].lower()
    if is_joined and (match := _WWW.match(text)) and _is_ending(match[1]):
        return _misplaced(text, "bad-port", "port", match.end(1))
    if text.isascii() or not _SIGN_OR_SPACE.search(text):
        return None
    if match := _HOST_AND_SIGN.match(text):
        return _misplaced(text, "host-character", "ireg-name", match.end() - 1)
    if len(text.split(maxsplit=1)) > 1 and two_addresses(text):
        at = next(index for index, each in enumerate(text) if each.isspace())
        return _misplaced(text, "bad-character", "ipath", at)
    return None


def _misplaced(text: str, code: str, component: str, at: int) -> IRIError:
    return iri_error(text, code, "expected one address", component=component, position=at)


def user_input(
    given: str, assume_scheme: str | None = None, schemes: Collection[str] | None = None, /
) -> Reading:
    """Return *given* without what surrounds it, and with *assume_scheme* if it has none.

    Text that has no scheme and does not begin with a host stays: a path, an e-mail address, words.
    ASCII letters before ":" are a scheme, unless they are "localhost" or a name with a dot before a
    port. If *schemes* are given, "wiki:80" is a host and a port as well, unless "wiki" is one.

    >>> user_input(" 例え.テスト:8080 ", "https")
    Reading(text='https://例え.テスト:8080', start=1, added=8, changes=(), folded=())
    >>> [user_input(each, "https").text for each in ("localhost:80", "wiki:80", "me@a.example")]
    ['https://localhost:80', 'wiki:80', 'me@a.example']
    """
    text = trimmed(given)
    prefix = "" if assume_scheme is None else _prefix(half_width(text), assume_scheme, schemes)
    return Reading(prefix + text, given.index(text) if text else len(given), len(prefix))


def _prefix(text: str, scheme: str, schemes: Collection[str] | None) -> str:
    """Return the prefix that gives *text* a scheme."""
    if text.startswith("//"):
        return f"{scheme}:"
    if _AT_SCHEME.match(text) and not _is_host_and_port(text, schemes):
        return ""
    return f"{scheme}://" if _HOST.match(text) and not _is_nothing(text) else ""


def _is_nothing(text: str) -> bool:
    """Return whether *text* is what people write where they have no address."""
    word = text.strip(_SIGNS)
    return not word or (len(word) <= _LONGEST_NOTHING and word.casefold() in _NOTHING)


def _is_host_and_port(text: str, schemes: Collection[str] | None) -> bool:
    """Return whether *text* begins with "host:80" rather than with a scheme."""
    if _NAME_AND_PORT.match(text):
        return True
    match = _HOST_AND_PORT.match(text)
    return match is not None and schemes is not None and match[1].lower() not in schemes


#: The greatest length of a replacement that is shown: eight percent-encoded octets.
_MOST_SHOWN: Final = 24


def repairs(text: str, reading: Reading, /) -> list[Hit]:
    """Return the first repairs of *text* as hits "repaired", one for all that is in full width."""
    # A second "＃" is in full width, and percent-encoded as "#".
    encoded = (each for each in reading.changes if text[each.start : each.end].isascii())
    hits = [_hit_of(each) for each in islice(encoded, MOST)]
    wide = [(each.component, each.start, each.end, "expected ASCII") for each in reading.folded]
    return [*(Hit("repaired", *each) for each in wide), *hits]


def _hit_of(change: Replacement) -> Hit:
    shown = change.written[:_MOST_SHOWN]
    more = "..." if shown != change.written else ""
    reason = f'expected "{shown}{more}"'
    return Hit("repaired", change.component, change.start, change.end, reason)
