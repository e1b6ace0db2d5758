"""RFC 3987 sections 2.2 and 4.1: whether a text is an IRI, an IRI reference, or a URI.

https://www.rfc-editor.org/rfc/rfc3987#section-2.2
"""

from iri3987._unicode.text import exact
from iri3987.syntax import grammar
from iri3987.syntax.components import is_valid
from iri3987.syntax.patterns import matches, ordinary

__all__ = ["is_absolute_iri", "is_iri", "is_iri_reference", "is_uri", "is_uri_reference"]


def is_iri(text: str, /) -> bool:
    """Return whether *text* is an IRI: with a scheme, and possibly a fragment (RFC 3987 2.2, 4.1).

    >>> is_iri("http://例え.テスト/"), is_iri("//例え.テスト/"), is_iri("http://a b/")
    (True, False, False)
    """
    if type(text) is str:
        return ordinary(text) is not None or matches(text, grammar.IRI)
    return is_valid(text, grammar.IRI)


def is_iri_reference(text: str, /) -> bool:
    """Return whether *text* is an IRI or a relative reference (RFC 3987 2.2, 4.1).

    >>> is_iri_reference("../résumé#œuvre"), is_iri_reference("%zz")
    (True, False)
    """
    return is_valid(text, grammar.IRI_REFERENCE)


def is_absolute_iri(text: str, /) -> bool:
    """Return whether *text* is an absolute-IRI: with a scheme, without a fragment (RFC 3987 2.2).

    >>> is_absolute_iri("urn:例:1"), is_absolute_iri("urn:例:1#2")
    (True, False)
    """
    return is_iri(text) and "#" not in exact(text)


def is_uri(text: str, /) -> bool:
    """Return whether *text* is a URI (RFC 3986): an IRI in US-ASCII.

    >>> is_uri("http://example.org/%C3%A9"), is_uri("http://example.org/é")
    (True, False)
    """
    return is_iri(text) and exact(text).isascii()


def is_uri_reference(text: str, /) -> bool:
    """Return whether *text* is a URI-reference (RFC 3986): an ASCII IRI-reference.

    >>> is_uri_reference("?q=%C3%A9"), is_uri_reference("?q=é")
    (True, False)
    """
    return is_iri_reference(text) and exact(text).isascii()
