"""An address that was mistyped: with a quotation mark, a comma for a dot, or a scheme twice."""

import re
from typing import Final

from iri3987._unicode import version14
from iri3987._unicode.patterns import late
from iri3987.syntax.browser import SPECIAL
from iri3987.text.meant.typed import (
    FOUR_NUMBERS,
    NO_WORDS,
    QUOTES,
    SECOND,
    Meaning,
    Read,
    Typed,
    has_ending,
    is_divided,
    is_site,
    near,
)

#: A quotation mark or bracket, but not what can be in a word: "it's", "a_b".
_QUOTE: Final = late(rf"[{re.escape(QUOTES)}](?!(?<=['*_~’״׳])\w)")
#: The end of a quotation, perhaps behind that of a sentence.
_CLOSED: Final = late(rf"[.,;:!?]*+{_QUOTE.pattern}(?![/?#:])")
#: An IPv6 address whose end may be meant as a port.
_LIKE_PORT: Final = late(r"::.*:(?:80|443|[1-9][0-9]{3})\Z")
#: What is typed for a dot, or between two names.
LIKE_DOT: Final = "،؛٫۔।•․‧‚、､・,;"
_NEAR_DOT: Final = late(rf"\s*([{LIKE_DOT}|\s])\s*")
#: A part of a name.
LABEL: Final = r"[^\s/.?#:@]++"
#: A space beside a dot, where no sentence ends.
_NO_SENTENCE: Final = late(r"\s\.|www\.")
_AFTER_DOT: Final = late(r"\.\s+")


def scheme(kind: str) -> Read:
    """Return the reading of a scheme in the last group of a match, before an address."""

    def read(typed: Typed, match: re.Match[str]) -> Meaning:
        *first, last = filter(None, match.groups())
        address = typed.whole(f"{''.join(last.split())}://{typed.text[match.end() :]}")
        if first and not address and not typed.has_password:
            return Meaning("not-absolute")
        return Meaning(kind, address, "".join([f"{each}://" for each in first]))

    return read


def quoted(typed: Typed, match: re.Match[str]) -> Meaning:
    """Read an address in a quotation, which `find` knows the end of: it may have brackets."""
    return _behind(typed, match.end())


def signs_before(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read an address behind signs that are not letters or digits: "→example.org"."""
    letters = (at for at, each in enumerate(typed.half) if version14.category(each)[0] in "LMN")
    begin = next(letters, 0)
    return _behind(typed, begin) if begin else None


def _behind(typed: Typed, begin: int) -> Meaning:
    """Return the meaning of what begins at *begin*, behind a quotation mark or another sign."""
    if len(typed.found) > 1 or typed.has_password:
        return Meaning("not-absolute" if typed.has_password else "two")
    character = typed.text[:begin]
    for found in typed.found:
        is_first = not version14.has_letter_or_number(typed.text[: found.start])
        if is_first and _CLOSED.match(typed.half, found.end):
            return Meaning("quoted", typed.whole(found.iri), character=character)
    end = len(typed.half.rstrip(QUOTES))
    start = end - len(typed.half[begin:end].lstrip(QUOTES))
    # Behind the end of the quotation, nothing is of the address.
    is_whole = not _QUOTE.search(typed.half, start, end)
    address = typed.whole(typed.completed(typed.text[start:end]).text) if is_whole else ""
    return Meaning("quoted", address, character=character)


def ipv6(typed: Typed, match: re.Match[str]) -> Meaning | None:
    """Read an IPv6 address without brackets, or with what does not belong in a host."""
    scheme, user, bracket, address, zone, port = match.groups("")
    if bracket and typed.code not in {"bad-ip-literal", "bad-port"}:
        return None
    if bracket:
        return Meaning("bad-ip-literal")
    if user or zone:  # web addresses have no zone, and a user name is not shown
        return Meaning("not-absolute")
    if _LIKE_PORT.search(address):
        return Meaning("port")
    rest = f"{port}{typed.text[match.end() :]}"
    return Meaning("brackets", typed.whole(f"{scheme or typed.web}://[{address}]{rest}"))


def near_dot(typed: Typed, match: re.Match[str]) -> Meaning | None:
    """Read a comma and its like as a dot where nothing else can be meant, or as between two names.

    "www,example.org" is one name, and so is "example,org"; "example.com,de" need not be, and
    "yes,no" and "paris,fr" need not, either: most endings are a word or a country as well.
    """
    sign = _NEAR_DOT.search(typed.half, match.start(2), match.end(2))
    if sign is None:
        return None
    names = _NEAR_DOT.split(match[2])[::2]
    if all(map(is_site, names)):
        return Meaning("two")
    host, rest = ".".join(names), names[names[0] == "www" :]
    is_name = len(rest) == 1 or (len(rest) == 2 and is_divided(*rest))
    if not match[1] and len(rest) == len(names) and "." not in names[0]:
        is_name = is_name and names[1] in NO_WORDS and not has_ending(f"a.{names[0]}")
    if is_name and sign[1] != "|" and has_ending(host):
        address = typed.whole(f"{match[1] or typed.web}://{host}{typed.text[match.end() :]}")
        return Meaning("dot", address, character=typed.text[sign.start(1)])
    return None if match[1] or "." in match[2] or not all(names) else Meaning("not-absolute")


def spaced_dot(typed: Typed, match: re.Match[str]) -> Meaning | None:
    """Read a name with a space beside a dot, but not the end of a sentence: "Go. Now".

    What a list or an abbreviation begins with is not one, either: "1. example.org", "St. a.org",
    "U.S. company", "vgl. link".
    """
    scheme, name = match[1] or "", match[2]
    first, *others = _AFTER_DOT.split(name)
    has_other = any(has_ending(each) and not SECOND.fullmatch(each) for each in others)
    joined = "".join(name.split())
    ending = joined.rpartition(".")[2]
    if scheme:
        is_sentence = has_other and has_ending(first)
    else:
        is_word = len(ending) > 2 and ending not in NO_WORDS
        is_short = len(first.rpartition(".")[2]) < 2 or is_word
        is_sentence = first.isdecimal() or ((has_other or is_short) and first != "www")
    if is_sentence:
        return None
    is_name = is_site(joined) and not typed.text[match.end() - len(ending)].isupper()
    if joined == name or not (is_name or _NO_SENTENCE.search(name)):
        return None
    rest = f"{joined}{typed.text[match.end() :]}"
    return Meaning(
        "space", typed.whole(f"{scheme}{rest}" if scheme else typed.completed(rest).text)
    )


def no_port(typed: Typed, match: re.Match[str]) -> Meaning | None:
    """Read a site and a colon without a number behind it."""
    if len(typed.found) > 1:
        return Meaning("two")
    is_site = has_ending(match[1]) or FOUR_NUMBERS.match(match[1])
    is_scheme = typed.code in {"bad-scheme", "scheme-not-allowed"}
    return Meaning("bad-port") if is_scheme and is_site else None


def no_scheme(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read a host without a scheme, which a form would complete."""
    found = typed.completed(typed.text)
    if not found.added:
        return None
    return Meaning("no-scheme", typed.whole(found.text), instead=found.text[: found.added])


def near_scheme(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read a scheme that is "https" or "http" but for one letter."""
    if typed.code != "scheme-not-allowed" or typed.scheme in SPECIAL:
        return None
    known = [each for each in ("https", "http") if each in (typed.profile.schemes or ())]
    scheme = near(typed.scheme, known)
    return Meaning("near-scheme", instead=scheme) if scheme else None
