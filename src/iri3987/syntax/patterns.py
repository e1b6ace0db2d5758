"""The rules of `iri3987.syntax.grammar` as regular expressions, and how a text is matched with one.

Most references are ordinary, and need one run of one small regular expression. Others need a rule
of the grammar. To compile IRI-reference takes several times longer than to import the package,
because `re` builds a table for each non-ASCII class. So ASCII is matched with the RFC 3986 rules.
"""

import re
from functools import cache

from iri3987._unicode.invisible import FORMATTING
from iri3987._unicode.patterns import late
from iri3987.syntax import grammar

# 4.1. Rules for Bidirectional IRIs
#
# "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and
# PDF)": U+200E, U+200F, U+202A-202E.
#
# Choice: ARABIC LETTER MARK (U+061C) and the isolates (U+2066-2069) came to Unicode in 2013, after
# the RFC. They are forbidden too, because they reorder text as the RFC's seven characters do.

_CHARACTER = late(f"[{FORMATTING}]")

_UCSCHAR_BUT_FORMATTING = grammar.UCSCHAR.replace(
    "\u00a0-\ud7ff",
    "\u00a0-\u061b\u061d-\u200d\u2010-\u2029\u202f-\u2065\u206a-\ud7ff",
)


def is_formatting(character: str, /) -> bool:
    """Return whether *character* is one of these."""
    return _CHARACTER.match(character) is not None


def without_formatting(rule: str, /) -> str:
    """Return *rule*, a constant of `iri3987.syntax.grammar`, without section 4.1's characters."""
    return rule.replace(grammar.UCSCHAR, _UCSCHAR_BUT_FORMATTING)


#: RFC 3986 appendix B: it splits any text. "(?:...|)" is "(?:...)?", in two thirds of the time.
APPENDIX_B = late(r"(?:([^:/?#]++):|)(?://([^/?#]*+)|)([^?#]*+)(?:\?([^#]*+)|)(?:#((?s:.*+))|)")
_HEXDIGS = f"[{grammar.HEXDIG}][{grammar.HEXDIG}]"
#: A "%" that encodes nothing.
STRAY_PERCENT = late(f"%(?!{_HEXDIGS})")


# An ordinary reference: no authority, or a name and perhaps a port; a run, and one as a fragment.
def _ordinary(before: str, name: str, run: str) -> re.Pattern[str]:
    authority = rf"//([{name}{grammar.SUB_DELIMS}]*+)(?::({grammar.PORT})|)(?![^/?\#])"
    return late(rf"{before}(?:{authority}|(?!//)){run}(?:\#{run}|)")


_SCHEME = f"({grammar.SCHEME}):"
_NO_SCHEME = r"(?![^:/?\#]*:)"

_RUN = f"[{grammar.UNRESERVED}{grammar.SUB_DELIMS}:@/?]*+"
# The loop is tried only where there is a "%". It has a bound, because each turn needs memory.
_ENCODED_RUN = f"{_RUN}(?:%{_HEXDIGS}{_RUN}(?:%{_HEXDIGS}{_RUN}){{0,4095}}|)"
_ASCII = (grammar.UNRESERVED, _ENCODED_RUN)
_ORDINARY_ASCII, _RELATIVE_ASCII = _ordinary(_SCHEME, *_ASCII), _ordinary(_NO_SCHEME, *_ASCII)

# Here "%" is one of the characters, because each class takes a millisecond to compile.
_UCS = without_formatting(grammar.IUNRESERVED)
_ANY = (_UCS, f"[{_UCS}{grammar.SUB_DELIMS}:@/?%]*+")
_ORDINARY, _RELATIVE = _ordinary(_SCHEME, *_ANY), _ordinary(_NO_SCHEME, *_ANY)


def ordinary(text: str, /) -> re.Match[str] | None:
    """Match *text* if it is an ordinary IRI: without userinfo, IP-literal and iprivate.

    The groups are scheme, host and port. Text that does not match may still be an IRI.

    >>> ordinary("http://例え.テスト:80/%E3%83%91?#").groups()
    ('http', '例え.テスト', '80')
    >>> ordinary("http://[::1]/"), ordinary("//example.org/")
    (None, None)
    """
    if text.isascii():
        return _ORDINARY_ASCII.fullmatch(text)
    if "%" in text and STRAY_PERCENT.search(text):
        return None
    return _ORDINARY.fullmatch(text)


# An ordinary address of the web whose host is plain, or not in ASCII, and whose port is plain, or
# absent. A plain host has two labels or more, the last of letters alone; every profile leaves it as
# it is. A label with "--" may be an A-label, and among 63 characters no label is too long.
PLAIN_HOST = r"(?![^/?\#]{64})[a-z0-9]++(?:[.\-][a-z0-9]++)*\.[a-z]{2,63}+"
_PLAIN_PORT = "[1-9][0-9]{0,3}|[1-5][0-9]{4}"
_BEYOND_ASCII = r"(?=[a-z0-9.\-]*+[^\x00-\x7f])[^\x00-,/:-`{-\x7f]++"


def _web(host: str, run: str) -> re.Pattern[str]:
    return late(rf"(https?+)://({host})(?::({_PLAIN_PORT})|)(?![^/?\#]){run}(?:\#{run}|)")


WEB_IN_ASCII, WEB = _web(PLAIN_HOST, _ENCODED_RUN), _web(f"{PLAIN_HOST}|{_BEYOND_ASCII}", _ANY[1])


def matches(text: str, rule: str, /) -> bool:
    """Return whether all of *text* matches *rule*, a constant of `iri3987.syntax.grammar`."""
    if "%" in text and STRAY_PERCENT.search(text):
        return False
    if rule == grammar.IRI_REFERENCE:
        relative = _RELATIVE_ASCII if text.isascii() else _RELATIVE
        if relative.fullmatch(text):
            return True
    rule = without_ucschar(rule) if text.isascii() else rule
    return pattern(rule).fullmatch(text) is not None


def end_of_match(text: str, rule: str, start: int, end: int, /) -> int:
    """Return the end of the longest match of *rule* at *start*; *start* if there is none."""
    rule = without_ucschar(rule) if text.isascii() else rule
    match = pattern(rule).match(text, start, end)
    if match is None:
        return start
    bad = STRAY_PERCENT.search(text, start, match.end())
    return match.end() if bad is None else bad.start()


@cache
def without_ucschar(rule: str, /) -> str:
    """Return *rule* without ucschar and iprivate: for a text in ASCII it is the same."""
    return rule.replace(grammar.UCSCHAR, "").replace(grammar.IPRIVATE, "")


@cache
def pattern(rule: str, /) -> re.Pattern[str]:
    """Return *rule*, compiled, without the characters that section 4.1 forbids.

    Where a rule of the grammar loops over characters and percent-encodings, "%" is here one of the
    characters, so that the loop is over a single class: that takes half the time, and no memory.
    `matches` and `end_of_match` check the percent-encodings separately.
    """
    return re.compile(without_formatting(rule.replace(f"]++|{grammar.PCT_ENCODED})", "%]++)")))
