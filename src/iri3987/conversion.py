"""RFC 3987 section 3: stored URLs as IRIs, one conversion a function.

https://www.rfc-editor.org/rfc/rfc3987#section-3

Each function takes text and returns text, so it can be passed to ``iri_convert --using`` and to
`iri3987.rows.jobs.convert`: ``--using iri3987.conversion.from_url_field``. Nothing applies them by
default. Each returns its own result unchanged.
"""

import re
from typing import Final

from iri3987 import grammar
from iri3987._percent import TRIPLET
from iri3987._text import exact
from iri3987._typed import typed
from iri3987.exceptions import IRIError
from iri3987.mapping import to_iri, to_uri
from iri3987.profile import WEB
from iri3987.repair import repair

__all__ = ["complete", "from_url_field", "readable", "repair"]

_END_OF_AUTHORITY: Final = re.compile(r"[/?#\\]")
_UNRESERVED: Final = re.compile(f"[{grammar.UNRESERVED}]")


def complete(text: str, /) -> str:
    """Return *text* without white space at its ends and, if it begins with a host, with "https:".

    It does what `Profile.clean` does with ``assume_scheme="https"``, but only for text that begins
    with a host, or with "//" and a host, that `WEB` accepts: a name of two labels or more (a port
    may follow), "localhost", or an IP address. So "about.html" is completed, too: a name alone does
    not tell. Text with a scheme or a user name stays, and so does a relative reference that begins
    with another "/", with ".", "?" or "#", or with a single word. Never raises.

    >>> complete("example.org/x"), complete("//example.org/x"), complete("例え.テスト:8080")
    ('https://example.org/x', 'https://example.org/x', 'https://例え.テスト:8080')
    >>> complete("urn:a"), complete("/example.org/x"), complete("me@example.org")
    ('urn:a', '/example.org/x', 'me@example.org')
    """
    plain = typed(exact(text)).text
    whole = typed(plain, "https", ("http", "https")).text
    authority = _END_OF_AUTHORITY.split(whole.removeprefix("https://"), maxsplit=1)[0]
    if whole == plain or "@" in authority:
        return plain
    try:
        WEB.check(f"https://{authority}")
    except IRIError:
        return plain
    return whole


def readable(text: str, /) -> str:
    """Return *text*, a URI or IRI, with characters for percent-encoding and A-labels where safe.

    It does what `iri3987.to_iri` does, which leaves invisible characters, those that control the
    direction of text, and delimiters encoded. A host stays where mapping the result back would give
    another URI; URIs are the same whether hexadecimal digits are capitals or not, and whether
    unreserved characters are encoded or not. Raises `IRIError` if *text* is not an IRI reference or
    cannot be mapped.

    >>> readable("http://xn--fa-hia.de/stra%C3%9Fe?q=%E2%80%AE%26")
    'http://faß.de/straße?q=%E2%80%AE%26'
    """
    uri = _alike(to_uri(text))
    for iri in (to_iri(text, host="unicode"), to_iri(text)):
        if _maps_to(iri, uri):
            return iri
    return exact(text)


def _maps_to(iri: str, uri: str) -> bool:
    try:
        return _alike(to_uri(iri)) == uri
    except IRIError:
        return False


def _alike(uri: str) -> str:
    """Return *uri* with unreserved characters decoded, and hexadecimal digits in upper case."""
    return TRIPLET.sub(_decode_unreserved, uri)


def _decode_unreserved(match: re.Match[str]) -> str:
    character = chr(int(match[0][1:], 16))
    return character if _UNRESERVED.match(character) else match[0].upper()


def from_url_field(text: str, /) -> str:
    """Return the IRI of *text*, which Django's ``URLField`` or another column of URLs held.

    White space at its ends is removed, then `complete`, `repair` and `readable` are done in this
    order, except that a relative reference is not made readable if it would then begin with a host.
    Raises `IRIError` as `repair` and `readable` do.

    >>> from_url_field(" xn--fa-hia.de/stra%C3%9Fe?a|b "), from_url_field("a%2Eorg")
    ('https://faß.de/straße?a%7Cb', 'a%2Eorg')
    """
    repaired = repair(complete(text))
    iri = readable(repaired)
    return iri if complete(iri) == iri else repaired
