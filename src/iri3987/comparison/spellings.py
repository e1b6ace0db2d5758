"""RFC 3987 section 5.1: searches, where one address has more than one spelling."""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Final

from iri3987.exceptions import IRIError
from iri3987.mapping import to_iri, to_uri

__all__ = ["search_variants"]

_MAPS: Final[tuple[Callable[[str], str], ...]] = (to_uri, partial(to_iri, host="unicode"))


def search_variants(text: str, /) -> list[str]:
    """Return *text* and its other spellings, since a row may hold a URI or an IRI.

    *text* may be a part of an address, or words and addresses. A word without a scheme is read as
    a host and as a path. Text of more than 2048 characters is not mapped.

    >>> search_variants("faß.de/straße")
    ['faß.de/straße', 'fa%C3%9F.de/stra%C3%9Fe', 'xn--fa-hia.de/stra%C3%9Fe']
    >>> search_variants("http://xn--fa-hia.de/")
    ['http://xn--fa-hia.de/', 'http://faß.de/']
    """
    if len(text) > 2048:
        return [text]
    words = text.split()
    ways = product(_MAPS, ("", "http://"))
    every = [" ".join([_spelled(word, *way) for word in words]) for way in ways]
    return list(dict.fromkeys([text, *every]))


def _spelled(word: str, map_: Callable[[str], str], before: str) -> str:
    """Return what *map_* makes of *word* where *before* stands before it, or *word*."""
    if before and "://" in word:
        return word
    try:
        return map_(f"{before}{word}").removeprefix(before)
    except IRIError:
        return word
