"""RFC 3987 section 3: stored URLs as IRIs, one conversion a function.

Each is for `iri3987.rows.jobs.convert`, and for ``iri_convert --using``:
``iri3987.rows.stored_urls.from_url_field``. Each returns its own result unchanged.
"""

from typing import Final

from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.mapping import to_iri, to_uri
from iri3987.mapping.repair import repair
from iri3987.profile import WEB
from iri3987.profile.user_input import user_input
from iri3987.syntax.percent import TRIPLET, normalize_percent_encoding

__all__ = ["add_scheme", "from_url_field", "to_readable"]

_END_OF_AUTHORITY: Final = late(r"[/?#\\]")


def add_scheme(text: str, /) -> str:
    """Return *text* without white space at its ends and, if it begins with a host, with "https:".

    It does what `Profile.clean` does with ``assume_scheme="https"``, but only for text that begins
    with a host, or with "//" and a host, that `WEB` accepts: a name of two labels or more,
    "localhost", or an IP address. So "about.html" is completed, too: a name alone does not tell.
    Other text stays. Never raises.

    >>> add_scheme("example.org/x"), add_scheme("//example.org/x"), add_scheme("例え.テスト:8080")
    ('https://example.org/x', 'https://example.org/x', 'https://例え.テスト:8080')
    >>> add_scheme("urn:a"), add_scheme("/example.org/x"), add_scheme("me@example.org")
    ('urn:a', '/example.org/x', 'me@example.org')
    """
    plain = user_input(exact(text)).text
    whole = user_input(plain, "https", ("http", "https")).text
    authority = _END_OF_AUTHORITY.split(whole.removeprefix("https://"), maxsplit=1)[0]
    if whole == plain or "@" in authority:
        return plain
    try:
        WEB.check(f"https://{authority}")
    except IRIError:
        return plain
    return whole


def to_readable(text: str, /) -> str:
    """Return *text*, a URI or IRI, with characters for percent-encoding and A-labels where safe.

    It does what `iri3987.to_iri` does. A host stays where mapping the result back would give
    another URI; URIs are the same whether hexadecimal digits are capitals or not, and whether
    unreserved characters are encoded or not. Raises `IRIError` if *text* is not an IRI reference or
    cannot be mapped.

    >>> to_readable("http://xn--fa-hia.de/stra%C3%9Fe?q=%E2%80%AE%26")
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
    """Return *uri* with equal characters decoded, and hexadecimal digits in upper case."""
    return TRIPLET.sub(lambda match: match[0].upper(), normalize_percent_encoding(uri))


def from_url_field(text: str, /) -> str:
    """Return the IRI of *text*, which Django's ``URLField`` or another column of URLs held.

    White space at its ends is removed, then `add_scheme`, `repair` and `to_readable` are done in
    this order, except that a relative reference is not made readable if it would then begin with a
    host. Raises `IRIError` as `repair` and `to_readable` do.

    >>> from_url_field(" xn--fa-hia.de/stra%C3%9Fe?a|b "), from_url_field("a%2Eorg")
    ('https://faß.de/straße?a%7Cb', 'a%2Eorg')
    """
    repaired = repair(add_scheme(text))
    iri = to_readable(repaired)
    return iri if add_scheme(iri) == iri else repaired
