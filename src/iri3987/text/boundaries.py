"""RFC 3987 section 7.3: where an address in running text ends.

Every character has one of these classes, after Link_Term of UTS #58, section 3
(https://www.unicode.org/reports/tr58/):

- an address can hold letters, marks, numbers, symbols, dashes and "#%&*/@", and end with them;
- it can hold brackets, if they are closed in the same part of it (a segment, or a parameter);
- it can hold other punctuation, but not end with it ("Soft");
- it holds nothing else: no spaces, no controls, no formatting characters, no other invisible ones,
  no surrogates, nothing that Unicode 14.0 does not have.

Choice: UTS #58 includes invisible characters. Here, joiners and variation selectors are included
where they have a meaning (`iri3987._unicode.joiners`), as in `iri3987.inspect`: "❤️" is one
character to the person who types it. Elsewhere they end the address, as all others do.

Choice: UTS #58 lists the Soft characters. Here, other punctuation is Soft, too: all of
General_Category Po but those of the first line and a few that are parts of words. So "…" and "・"
are Soft. Quotation marks in pairs are brackets.

Choice: ``<>"`` and backtick, which an IRI cannot hold, always end an address: they are the
delimiters of RFC 3986 appendix C and of Markdown. So do the full stop, comma, question mark,
exclamation mark and semicolon of Chinese and Japanese, which no space follows, and "｜".
"""

from typing import Final

from iri3987._unicode._link_terms import CLOSING, INCLUDED, LETTERS, OTHERS, SOFT, SYMBOLS
from iri3987._unicode.joiners import CONTEXTUAL, is_in_place
from iri3987._unicode.patterns import late
from iri3987.mapping.repair import changes_in, spans_of

#: Punctuation in the labels of domain names: RFC 5892 appendix A.3, A.5 to A.7, and the tsheg.
_IN_LABELS = "\u00b7\u05f3\u05f4\u0f0b\u30fb"
#: ASCII delimiters in another width, and look-alikes of "/": they make a host wrong, not shorter.
_DELIMITERS = (
    "\u2044\u2215\u29f8\uff20\uff0f\uff3c\uff03\uff05\uff06\uff0a\ufe5f-\ufe61\ufe68\ufe6a\ufe6b"
)
#: Characters that always end an address although their category makes them Soft.
ENDS: Final = "\uff5c\u3001\u3002\uff61\uff64\uff0c\uff01\uff1f\uff1b"
#: Scripts that are written without spaces between words, and Korean, whose particles follow a word
#: directly: the classes ID, CJ, H2, H3, JL and SA of UAX #14.
SPACELESS = (
    "\u0e01-\u0eff\u0f00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17dd\u1950-\u19df\u1a20-\u1aad"
    "\u2e80-\u2fd5\u3005-\u3007\u3021-\u3029\u3031-\u303c\u3040-\u30fa\u30fc-\u318e\u31a0-\u31ff"
    "\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\ua9e0-\ua9fe\uaa60-\uaadf\uac00-\ud7fb\uf900-\ufaff"
    "\uff66-\uffdc\U00011700-\U0001173b\U0001aff0-\U0001b16f\U00020000-\U0003134a"
)
#: Dashes that join two words to one.
HYPHENS: Final = "\u2010-\u2013\u2212\ufe63\uff0d"
#: Bullets, arrows and geometric shapes. They are written between names, and not inside of one.
DIVIDERS: Final = (
    "\u2022\u2023\u2043\u204c\u204d\u2190-\u21ff\u2219\u25a0-\u25ff\u2794\u2798-\u27af\u27b1-\u27be"
    "\u27f0-\u27ff\u2900-\u297f\u2b00-\u2b73\u2b76-\u2b95\u2b97-\u2bff\uffe9-\uffee"
    "\U0001f800-\U0001f80b\U0001f810-\U0001f847\U0001f850-\U0001f859\U0001f860-\U0001f887\U0001f890-\U0001f8ad\U0001f8b0\U0001f8b1"
)
#: What stands for an apostrophe.
APOSTROPHES: Final = "'\u2018\u2019\u201b\uff07"
_ALPHANUMERIC = "A-Za-z0-9"
_BEYOND_BMP = late("[\U00010000-\U0010ffff](?:-[\U00010000-\U0010ffff])?")


def run_of(characters: str, /) -> str:
    """Return the pattern of a run of *characters*, the inside of a bracket expression, or of none.

    Characters beyond the BMP have a class of their own: at the end of a run, `re` tests the next
    character against every range of a class, and these have hundreds.
    """
    within, beyond = _BEYOND_BMP.sub("", characters), "".join(_BEYOND_BMP.findall(characters))
    return rf"[{within}]*+(?:(?![\x00-\uffff])[{beyond}]++[{within}]*+)*"


#: Dashes, emoji and other signs, which an address can hold.
SIGNS: Final = f"{SYMBOLS}{OTHERS}"
#: A character of a label of a domain name.
IN_LABEL: Final = rf"{_ALPHANUMERIC}\-{LETTERS}{_IN_LABELS}"
#: Soft characters that are common inside addresses, and that only have to be trimmed at their end.
_COMMON_SOFT = ".:?!'"
_IN_ADDRESS = run_of(rf"{_ALPHANUMERIC}#%&*+/=@\\\^_~$\-{LETTERS}{SIGNS}{_COMMON_SOFT}")
_INSIDE = late(_IN_ADDRESS)
_SOFT = late(f"[{SOFT}]")
#: A joiner or a variation selector.
IN_CONTEXT: Final = late(f"[{CONTEXTUAL}]")
_SELECTOR = late("[\u180b-\u180d\u180f\ufe00-\ufe0f]")
_WEB_ADDRESS = "(?:https?|HTTPS?)://"
#: Characters that are judged with the authority in which they stand.
_IN_AUTHORITY = run_of(
    rf"{_ALPHANUMERIC}\-._~!$&'()*+=:%\[\]@\\{{}}\^{LETTERS}{SIGNS}{_IN_LABELS}{_DELIMITERS}"
)
_AUTHORITY = late(f"{_IN_AUTHORITY}(?:[,;|](?!{_WEB_ADDRESS}){_IN_AUTHORITY})*")
_IN_HOST = run_of(f"{IN_LABEL}{SIGNS}")
#: What is behind characters of a host that goes on.
_HOST_GOES_ON = rf"(?=[./:@?#][{IN_LABEL}{SIGNS}])"
#: Punctuation that is a part of a host, because the host goes on behind it.
_SOFT_IN_HOST = late(rf"(?:(?![\x00-\x7f\uff0e{ENDS}])[{SOFT}]{_IN_HOST})+{_HOST_GOES_ON}")
_SIGN_IN_HOST = late(
    rf"\.?(?:(?![{DIVIDERS}])[{SIGNS}{INCLUDED}]\ufe0f?|[{APOSTROPHES}](?=[{IN_LABEL}])){_IN_HOST}{_HOST_GOES_ON}"
)
#: Signs behind a top-level domain, and text without spaces, or none, behind them.
_TEXT_AFTER_HOST = late(
    rf"(?:(?![{HYPHENS}])[{SIGNS}\ufe0f])+(?=[{SPACELESS}]|[^/?#:@{IN_LABEL}{SIGNS}\ufe0f]|\Z)(?!{_IN_HOST}{_HOST_GOES_ON})"
)
#: Where a list of addresses goes on: "http://a.example/,http://b.example/".
_NEXT_ADDRESS = late(_WEB_ADDRESS)

#: Letters and marks of the BMP, of which nearly all names are made.
_IN_BMP = _BEYOND_BMP.sub("", LETTERS)
#: An address as it stands in most texts, alone or in parentheses. Only with an ASCII top-level
#: domain: the end of any other needs the full search. Without this, `find` takes 1.7 times as long.
_USUAL_ADDRESS = late(
    rf"(?<![^\s(\uff08])https?://(?:[a-z0-9\-{_IN_BMP}]++\.)*[a-z0-9\-]++(?:(?=[/?#]){_IN_ADDRESS}|(?!\u3002))(?<![{_COMMON_SOFT}])"
    r"(?=[\s)\uff09\u3001\u3002]|,\s|\Z)"
)

#: Separators of the parts in which brackets are closed.
_SEPARATORS = frozenset("/#&=?")
_OPENING = frozenset(CLOSING.values())
#: A mark directly before an address, and the marks that end the address then.
_WRAPPING = {
    "'": "'",
    "*": "*",
    "|": "|",
    "\u2018": "\u2019",
    "\u201a": "\u2018\u2019",
    "\u201e": "\u201c\u201d",
    "\u201b": "\u2019",
    "\u00bb": "\u00ab",
    "\u203a": "\u2039",
    "\u301d": "\u301e\u301f",
    "\uff02": "\uff02",
    "\uff07": "\uff07",
}


def end_of_usual(text: str, start: int, /) -> int:
    """Return the end of the address at *start*, or 0 if it takes more to tell whether it is one.

    >>> end_of_usual("(http://a.example/b?c)", 1), end_of_usual("'http://a.example/b'", 1)
    (21, 0)
    """
    match = _USUAL_ADDRESS.match(text, start)
    return 0 if match is None else match.end()


def end_of_authority(text: str, start: int, limit: int, /) -> int:
    """Return the end of what is judged as the authority that begins at *start*, at most *limit*."""
    while True:
        # It matches nothing, too.
        end = _AUTHORITY.match(text, start, limit).end()  # type: ignore[union-attr]
        if (soft := _SOFT_IN_HOST.match(text, end, limit)) is not None:
            start = soft.end()
        elif _SELECTOR.match(text, end, limit) is not None and is_in_place(text, end):
            start = end + 1
        else:
            return end


def has_text_after_host(text: str, end: int, /) -> bool:
    """Return whether the sign at *end*, which a top-level domain is before, is not in its host."""
    return _TEXT_AFTER_HOST.match(text, end) is not None


def goes_on_as_host(text: str, end: int, /) -> bool:
    """Return whether a sign or an apostrophe at *end* makes the name before it a part of a host.

    >>> goes_on_as_host("a.my–b.org", 4), goes_on_as_host("a.my’b.org", 4)
    (True, True)
    >>> goes_on_as_host("a.org’s", 5), goes_on_as_host("a.org→b.org", 5)
    (False, False)
    """
    return _SIGN_IN_HOST.match(text, end) is not None


def end_of_address(text: str, start: int, limit: int, /) -> int:
    """Return where the address ends that has begun before *start*, at most *limit*."""
    return go_through(text, start, limit, [])[0]


def go_through(text: str, start: int, limit: int, opened: list[str], /) -> tuple[int, int]:
    """Return where the address ends that has begun before *start*, and what it cannot go past.

    The second is *limit* if it can go so far, perhaps without the punctuation at its end. *opened*
    are the brackets that are open at *start*, and then those that are open at the second place.
    """
    position = end = start
    while True:
        inside = _INSIDE.match(text, position, limit)
        assert inside is not None  # noqa: S101 - it matches nothing, too
        if kept := inside[0].rstrip(_COMMON_SOFT):
            end = position + len(kept)
        if opened and not _SEPARATORS.isdisjoint(inside[0]):
            opened.clear()
        position = inside.end()
        if position == limit:
            break
        character = text[position]
        if character in _OPENING:
            opened.append(character)
            position += 1
        elif (opening := CLOSING.get(character)) is not None:
            if not opened or opened[-1] != opening:
                break
            opened.pop()
            position = end = position + 1
        elif IN_CONTEXT.match(character) is not None and is_in_place(text, position):
            # An exclamation mark that is an emoji is still one.
            end += end == position
            position += 1
        elif (
            character in ENDS
            or _SOFT.match(character) is None
            or (character in ",;|" and _NEXT_ADDRESS.match(text, position + 1, limit))
        ):
            break
        else:
            position += 1
    return end, position


def limit_in_quotes(text: str, start: int, /) -> int:
    """Return where the address at *start* ends at most, if a quotation mark stands before it.

    A closing mark more than 8192 characters away is not seen: that keeps time linear.
    """
    limit = len(text)
    for character in _WRAPPING.get(text[start - 1 : start], ""):
        found = text.find(character, start, min(limit, start + 8192))
        limit = limit if found < 0 else found
    return limit


def without_repair(iri: str, start: int, /) -> str:
    """Return the beginning of *iri* that needs no repair; *start* is where it may end at first."""
    spans = spans_of(iri)
    start = max(start, spans["ipath"][0])
    limit = next((each.start for each in changes_in(iri, spans) if each.start >= start), len(iri))
    return iri[: end_of_address(iri, start, limit)]
