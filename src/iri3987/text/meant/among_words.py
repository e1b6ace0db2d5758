"""An address among other text: words, the marks of a page, or a sign at its end."""

import re
from html import unescape
from typing import Final
from urllib.parse import unquote

from iri3987._unicode import version14
from iri3987._unicode.invisible import is_seen
from iri3987._unicode.patterns import late
from iri3987.profile.user_input import AROUND_NAMES, NOT_AT_THE_ENDS
from iri3987.text import Found
from iri3987.text.meant.typed import (
    NO_WORDS,
    OF_ADDRESS,
    QUOTES,
    Meaning,
    Typed,
    goes_on,
    has_ending,
    is_divided,
    is_site,
    is_word,
)

#: Signs that end a sentence, or a quotation.
AT_THE_END: Final = f"{AROUND_NAMES}{NOT_AT_THE_ENDS}.,;:!?\"'*_~>)]}}…，；：！？。）"
#: The end of a link in a page, an encoded space or line break, or such signs.
_END: Final = late(
    r"(?:\[/[a-z]+\]|</?[a-z][a-z0-9]*\s*/?>|[\"']?\s*/?>(?:[^<>]*(?=</))?|&#?[a-z0-9]+;|%20|%0[ADad]|%[Cc]2%[Aa]0)+\Z"
    rf"|([{re.escape(AT_THE_END)}]+)\Z"
)
#: Signs of sentences, which are not in site names.
_SIGNS: Final = f"{AROUND_NAMES}，；：！？）؟"
_BEGINNING: Final = late(r"[a-z]+://|www\.")
#: A host without a dot, and its port or path.
_HAS_OTHER: Final = late("[^\\s/:0-9][^\\s/:]*+(?::[0-9]|/)")
#: A name before a sign and a space.
_NAME_BEFORE: Final = late(r"[^\s/:@.]+\.[^\s/:@.,;|]{2,}\s*[,;|]\s+\Z")
#: The beginning of an address, or a name with a comma for a dot, before another address.
_ADDRESS_BEFORE: Final = late(
    r"(?:.*\s)?(?:www[.,\s]|https?[:;/]|[^\s.,/]+[,،、]([^\s.,/]+)[,;|]?\s+\Z)"
)
_BEHIND_HOST: Final = late("[/?#]")
_ASCII_LETTER: Final = late("[a-z]")
_WORD_AFTER: Final = late(r"\.?\s+(\.?[^\s./:?#,;!()\[\]{}<>\"'”»]+)")
#: A site, and a mailbox or a name with "@" behind it.
WITH_MAILBOX: Final = (
    r"(?:https?://)?((\[[0-9a-f:.]+\]|[^\s/?#@:,;|()<>\"'\]!‹›«»–—、،؛।]+?)(?::[0-9]+)?)"
    r"(?:[.:!?\"'\])}]{0,3}\s|[,;|()<>‹›«»–—、،؛।])(?:[^/?#@]*([^\s/?#@]))?\s*@"
)
#: What can be an ending behind a site.
_ENDING_AFTER: Final = late(r"[\s,;|.]*([^\s,;|.@:/?#()<>]+)(?![^\s,;|])")
#: Where the address is in a link of Markdown, of BBCode, and of HTML.
_VALUE: Final = r"(?:\"([^\"<>]*)\"|'([^'<>]*)'|([^\s\"'<>()]+))"
MARKED_UP: Final = (
    r"!?\[[^\[\]]*\]\((.+)\)\Z"
    r"|\[(?:img|url)\](.+?)\[/|\[url=[\"']?(.+?)[\"']?\](?!\])"
    rf"|<[^<>]*?(?:href|src)={_VALUE}|<[a-z][^<>]*>([^<>]+)<"
    rf"|(?:href|src|url)[=(]{_VALUE}\)?\Z"
)
#: The title behind an address in Markdown.
_TITLE: Final = late(r"\s[\"'(]")
#: An address that was encoded as a whole, or behind its host.
ENCODED: Final = (
    r"https?(?:%3a(?:%2f|/)|:%2f)(?:%2f|/)|(?:https?://)?[^\s/?#%@]+\.[^\s/?#%@]+%(?:2f|3f)"
)


def at_the_end(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text without what is at its end."""
    match = _END.search(typed.text)
    if match is None:
        return None
    start = match.start()
    if "[" in typed.text[:start].rpartition("]")[2]:  # the bracket behind an IPv6 address
        start = typed.text.find("]", start) + 1
    end = start + 1 if match[1] else match.end()
    address = typed.whole(typed.completed(typed.text[:start]).text)
    return Meaning("end", address, character=typed.text[start:end])


def marked_up(typed: Typed, match: re.Match[str]) -> Meaning | None:
    """Read the address of a link in Markdown, BBCode or HTML."""
    index = match.lastindex or 0
    text = typed.text[match.start(index) : match.end(index)]
    if match[0].startswith("<"):
        text = unescape(text)
    if index == 1:
        text = _TITLE.split(text, maxsplit=1)[0].strip("<> ")
    found = typed.completed(text)
    is_known = not found.added or is_site(text.lower().partition("/")[0])
    return Meaning("words", typed.whole(found.text)) if is_known else None


def with_mailbox(typed: Typed, match: re.Match[str]) -> Meaning | None:
    """Read a site before a mailbox: "example.org, jane@example.com" does not lead to the second.

    What is before the "@" would be a user name, or a password.
    """
    name = match[2]
    if not (is_site(name) or name[0] == "["):
        return Meaning("not-absolute") if "." in name else None
    behind = _ENDING_AFTER.match(typed.half, match.end(1))
    may_go_on = behind is not None and has_ending(f"a.{behind[1]}") and not is_word(behind[1])
    if may_go_on or match[3] is None:
        return Meaning("not-absolute")
    return Meaning("words", typed.shown(typed.completed(typed.text[: match.end(1)]).text))


def encoded(typed: Typed, _: re.Match[str]) -> Meaning:
    """Read an address whose delimiters were percent-encoded, too."""
    return Meaning("encoded", typed.whole(typed.completed(unquote(typed.text)).text))


def among_words(typed: Typed, _: re.Match[str]) -> Meaning | None:
    """Read the text as two addresses, or as one among words: its host has a beginning and an end.

    "smith,jones.com" can be one name, and so can "example.org+x". A space can be the mistake:
    "exa mple.org" reads as "see example.org" does, and "example.co m" can be of ".com".
    """
    if not typed.found:
        return None
    address, *others = typed.found
    before, after = typed.half[: address.start], typed.half[address.end :]
    site = typed.half[address.start : address.end]
    if others or "//" in before or _has_address(before, is_whole="://" in site):
        is_one = "://" in before or (others and _may_be_one(typed, address, others[0]))
        return None if is_one else Meaning("two")
    host = "" if _BEHIND_HOST.search(site, len("https://")) else site.rpartition("/")[2]
    if host and (meaning := _ending_behind(typed, address, host)):
        return meaning
    is_whole = _is_whole(site, host, before, typed.text[address.end :])
    if not (is_whole and _are_words(address, before, after)):
        return None
    # The hyphen belongs to the words: "https://пример.рф- мой сайт".
    has_hyphen = (address.iri.host or "").endswith("-")
    if _may_go_on(site, before, after) or (has_hyphen and not has_ending(host[:-1])):
        return Meaning("not-absolute") if before else None
    return Meaning("words", typed.whole(address.iri[: len(address.iri) - has_hyphen]))


def _has_address(before: str, *, is_whole: bool) -> bool:
    """Return whether there is a mistyped address *before* one, which is whole or a bare name."""
    match = _ADDRESS_BEFORE.match(before)
    if match is not None and (match[1] is None or has_ending(f"a.{match[1]}")):
        return True
    return (_NAME_BEFORE.match if is_whole else _NAME_BEFORE.search)(before) is not None


def _may_be_one(typed: Typed, address: Found, second: Found) -> bool:
    """Return whether two addresses can be one name with a space in it: "www.green peace.org"."""
    host, gap = typed.half[: address.end], typed.half[address.end : second.start]
    is_name = not (address.start or address.iri.path or _BEGINNING.match(typed.half, second.start))
    return is_name and gap.isspace() and not is_site(host.rpartition("/")[2])


def _ending_behind(typed: Typed, address: Found, host: str) -> Meaning | None:
    """Read an ending behind a space as that of *host*: "www.example com", "example.co uk".

    Behind a whole name it can be a word: "example.org is my site".
    """
    match = _WORD_AFTER.match(typed.half, address.end)
    if match is None or not has_ending(f"a.{match[1]}"):
        is_part = match is not None and host.startswith("www.") and host.count(".") < 2
        return Meaning("not-absolute") if is_part else None
    ending, follows = match[1], typed.half[match.end() :].lstrip(AT_THE_END)
    # "maps.google" ends in a word.
    is_whole = is_site(host) and not (goes_on(host, ending) or is_word(host.rpartition(".")[2]))
    if is_whole and (follows or is_word(ending)):
        return None
    # "www.my" ends like a name, too: with "com" it is one, and with "de" it can be another.
    is_ending = not is_word(ending) and is_divided(host, ending)
    is_ending = is_ending and (ending in NO_WORDS or goes_on(host, ending) or not has_ending(host))
    if is_ending and not address.start and follows[:1] in "/?#:":
        text = f"{typed.text[: address.end]}.{typed.text[match.start(1) :]}"
        shown = typed.whole(typed.completed(text).text)
        if shown:
            return Meaning("dot", shown, character=typed.text[address.end])
    return Meaning("not-absolute")


def _are_words(address: Found, before: str, after: str) -> bool:
    """Return whether there are words beside an address, and nothing that may be of an address."""
    if before:
        return any(map(is_seen, before))
    # What follows a path can belong to it, and another host can be a part of this one.
    return bool(after) and not address.iri.path and not OF_ADDRESS.search(after.strip(AT_THE_END))


def _is_whole(site: str, host: str, before: str, after: str) -> bool:
    """Return whether *site* ends where it was found to end, and begins there without a scheme."""
    rest = after.lstrip(AT_THE_END)
    is_ended = not (host and rest[:1].strip()) or (before != "" and after[0] in _SIGNS)
    # An ending does not mix ASCII and other letters: "https://example.orgи др.".
    label = host.rpartition(".")[2]
    is_ended = is_ended and (label.isascii() or not _ASCII_LETTER.search(label))
    is_begun = "://" in site or not before.rstrip(QUOTES)[-1:].removesuffix(":").strip()
    return is_ended and is_begun


def _may_go_on(site: str, before: str, after: str) -> bool:
    """Return whether *site* may be more than what was found of it, or only a part of the text.

    Before another address, "localhost:8000" and "intranet/a" are the first of two; "Blog/Site:" is
    not.
    """
    word = _WORD_AFTER.match(after)
    goes_behind = word is not None and has_ending(f"{site.rpartition('/')[2]}{word[1]}")
    has_other = _HAS_OTHER.match(before) and not before.rstrip().endswith(":")
    return bool(goes_behind or has_other or (not _BEGINNING.match(site) and _is_of_a_name(before)))


def _is_of_a_name(before: str) -> bool:
    """Return whether *before* ends in a word and white space: it may be of the name behind it."""
    word = before.rstrip()
    if word[-1:] == "." and word[:-1].isdecimal():  # the number in a list
        return False
    is_word = word[-1:] in {*"-._@"} or version14.category(word[-1:] or " ")[0] in "LMN"
    return len(word) < len(before) and is_word
