"""The links in plain text, for the two packages that read Markdown."""

import re
from html import unescape
from typing import Final

from iri3987._unicode.patterns import late
from iri3987.html import UNCHANGED, Link, linkify
from iri3987.profile import Profile

_NAMES = "|".join(sorted(UNCHANGED))
#: The start tag of an element in which nothing is linked. Graphics can be empty: "<svg/>".
OPENING: Final = rf"(?ai:<(?!(?:math|svg)\b[^<>]*/>)(?P<name>{_NAMES})(?=[\s/>]))"
ENTITY: Final = "&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][0-9A-Za-z]{1,30});"
_OTHER_ENTITY = late(rf"(?P<is_last>(?!&amp;){ENTITY}(?=[^\w/#?&=%+~$@\-]*(?:[\s<]|\Z)))|{ENTITY}")
_BEFORE_SEMICOLON = late(f"{ENTITY[:-1]}\\Z")
#: Characters that always end an address.
_END = late(r"[\s\x00-\x1f\x7f<>\"`]")


def without_entities(text: str, /) -> str:
    """Return *text* with "<" instead of the entities that an address ends before.

    They stand for a character that ends an address, or they stand at its end (GitHub Flavored
    Markdown 6.9); but "&amp;" is a part of it there.

    >>> without_entities("http://a.example/&gt;x"), without_entities("http://a.example/b&eacute;.")
    ('http://a.example/<<<<x', 'http://a.example/b<<<<<<<<.')
    """
    return _OTHER_ENTITY.sub(_hidden, text)


def _hidden(match: re.Match[str]) -> str:
    ends = match["is_last"] or _END.search(unescape(match[0]))
    return "<" * len(match[0]) if ends else match[0]


def with_semicolon(text: str, end: int, /) -> int:
    """Return the end of the address that `find` ends at *end*: behind the ";" of an entity."""
    is_entity = text.startswith(";", end) and _BEFORE_SEMICOLON.search(text, max(0, end - 32), end)
    return end + 1 if is_entity else end


def links_in(text: str, /, profile: Profile, *, bare: bool, emails: bool) -> list[Link]:
    """Return what `linkify` would make links of, from left to right."""
    links: list[Link] = []
    linkify(text, profile=profile, bare=bare, emails=emails, each=links.append)
    return links


def link_of(text: str, /, profile: Profile, *, bare: bool, emails: bool) -> Link | None:
    """Return the link that the whole *text* is, or None."""
    links = links_in(text, profile, bare=bare, emails=emails)
    is_whole = links and links[0].found and links[0].found[:2] == (0, len(text))
    return links[0] if is_whole else None
