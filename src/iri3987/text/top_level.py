"""Top-level domains: which names in running text are taken for domain names, and where they end.

The list is `iri3987._unicode._top_level_domains`, which says of what day it is.
"""

from functools import lru_cache
from typing import Final

from iri3987._unicode import version14
from iri3987._unicode._top_level_domains import TOP_LEVEL_DOMAINS
from iri3987._unicode.delimiters import DOTS
from iri3987._unicode.patterns import late
from iri3987.text.boundaries import IN_LABEL, SPACELESS

#: Top-level domains that are better known as the suffixes of files.
#:
#: Choice: not "pl", "ai", "app", "in" or "is", whose web sites are in more texts than their files.
FILE_SUFFIXES: Final = frozenset(["cc", "md", "mov", "pm", "ps", "py", "rs", "sh", "so", "zip"])

#: The most characters of a name that are looked at. A domain name has 253 at most.
LONGEST_NAME: Final = 256

_LONGEST: Final = max(map(len, TOP_LEVEL_DOMAINS))
_SPACELESS = late(f"[{SPACELESS}\u30fb]")
#: The first characters of top-level domains, in both cases: the inside of a bracket expression.
FIRST: Final = "".join(sorted({each for it in TOP_LEVEL_DOMAINS for each in it[0] + it[0].upper()}))


def top_level(label: str, /) -> str:
    """Return the top-level domain that *label* is, or that it begins with; "" if there is none.

    In text without spaces, the text goes on directly after it.
    """
    if _is_top_level(label):
        return label
    if not label.isascii():
        for end in range(min(len(label) - 1, _LONGEST), 1, -1):
            if _SPACELESS.match(label, end) is not None and _is_top_level(label[:end]):
                return label[:end]
    return ""


_LABEL = late(f"[{IN_LABEL}_]++")
_NAME = late(f"[{IN_LABEL}_]+(?:[.{DOTS}][{IN_LABEL}_]+)*")
#: What follows a name only if it is the host of an address.
_AFTER_HOST = late("[/?#]|:[0-9]")


def end_of_name(text: str, start: int, /) -> int:
    """Return the end of the domain name at *start*, in which "。", "．" and "｡" can be dots.

    They are not if they end a sentence: a top-level domain is before them, and none after them.

    >>> end_of_name("例え。みんな/あ", 0), end_of_name("a.org。次", 0), end_of_name("a。次", 0)
    (6, 5, 1)
    """
    name = _NAME.match(text, start, start + LONGEST_NAME)
    if name is None:
        return start
    labels = [each.span() for each in _LABEL.finditer(text, start, name.end())]
    is_host = _AFTER_HOST.match(text, name.end()) is not None
    if is_host and _is_top_level(text[slice(*labels[-1])]):
        return name.end()
    # Where a sentence may end.
    ends = [each for each in labels if each[1] == name.end() or text[each[1]] != "."]
    for first, last in ends:
        if first > start and (top := top_level(text[first:last])):
            return first + len(top)
    return name.end() if is_host else ends[0][1]


def _is_top_level(label: str) -> bool:
    if label.isascii():
        return label.lower() in TOP_LEVEL_DOMAINS
    return len(label) <= _LONGEST and _is_listed(label)


@lru_cache(maxsize=1024)
def _is_listed(label: str) -> bool:
    """Return whether *label*, which is short, is in the list. Labels repeat."""
    return version14.normalize("NFC", version14.lower(label)) in TOP_LEVEL_DOMAINS


def is_sentence_or_file(name: str, /) -> bool:
    """Return whether *name* is more likely two words, or a file, than an address.

    Its ending is then the first word of a sentence, a name in a program ("User.Name"), or the
    suffix of a file.

    >>> is_sentence_or_file("end.In"), is_sentence_or_file("User.Name"), is_sentence_or_file("a.py")
    (True, True, True)
    >>> is_sentence_or_file("END.IN"), is_sentence_or_file("Example.Com")
    (False, False)
    """
    before, _, label = name.rpartition(".")
    if not label.istitle():
        return label.lower() in FILE_SUFFIXES
    is_name = before.rpartition(".")[2][:1].isupper()
    # No sentence begins with these, so "MyShop.Com" is an address.
    return not (is_name and label in {"Com", "Org"})
