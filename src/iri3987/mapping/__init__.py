"""RFC 3987 sections 3.1 and 3.2: relationship between IRIs and URIs.

`to_uri` maps an IRI to a URI (3.1), `to_iri` converts a URI to an IRI (3.2). Both also accept and
return references. They do not normalize: case, ports, dots and empty parts stay as they are.

Step 1 of section 3.1 turns paper and octets into characters. Variant c of it applies here: a `str`
is Unicode already, and is not normalized to NFC. A program that reads an IRI from a legacy encoding
must normalize it first (variant b).
"""

import codecs
from typing import Literal

from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact, not_one_of, spell
from iri3987.exceptions import IRIError
from iri3987.schemes import DOMAIN_NAME
from iri3987.syntax import grammar
from iri3987.syntax.components import split, unsplit, validate
from iri3987.syntax.patterns import ordinary
from iri3987.syntax.percent import decode, encode, encode_run

__all__ = ["HostPolicy", "to_iri", "to_uri"]

#: How `to_uri` maps a non-ASCII host: to A-labels if its scheme has domain names, or to octets.
HostPolicy = Literal["idna", "percent"]

_BEYOND_ASCII = late(r"[^\x00-\x7f]+")
# The scheme and the ireg-name of a reference that has both; the ireg-name is never the userinfo.
_REG_NAME = late(r"([^:/?#]++)://(?:[^/?#@]*+@)?(?![^/?#@]*+@)([^/?#:\[]++)")
# "the printable characters in US-ASCII that are not allowed in URIs"
_PRINTABLE_BUT_NOT_IN_URIS = late(r'[<>" {}|\\^`]')


def to_uri(
    iri: str, /, *, host: HostPolicy = "idna", encoding: str = "utf-8", preprocess: bool = False
) -> str:
    r"""Map *iri*, an IRI or IRI reference, to a URI (RFC 3987 section 3.1).

    Every non-ASCII character is percent-encoded as UTF-8; with *host* "idna", the host of a
    scheme that uses domain names becomes A-labels instead. A URI maps to itself, unchanged.

    A domain in a path is not a host: in "mailto:a@faß.de" it is percent-encoded.
    `iri3987.mapping.mailto.to_mailto` writes the A-label, which mail programs understand.

    *encoding* is the character encoding of the document that the IRI was found in. It applies only
    to the query of http and https (3987bis section 3.5). A character that it does not have raises
    `IRIError` ("not-in-encoding"), where browsers send a reference such as "&#8364;" for "€"; an
    encoding that Python does not know raises `LookupError`.
    *preprocess* first percent-encodes space, ``<>"{}|\^`` and backtick, which people may type.

    Raises `IRIError` if *iri* is not an IRI reference, or (with a code "host-...") if its host is
    not a domain name.

    >>> to_uri("http://faß.de/straße?q=é")
    'http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9'
    >>> to_uri("http://résumé.example.org", host="percent")
    'http://r%C3%A9sum%C3%A9.example.org'
    >>> to_uri("//example.org/a b", preprocess=True)
    '//example.org/a%20b'
    """
    if host not in {"idna", "percent"}:
        raise not_one_of("host", host, ("idna", "percent"))
    if preprocess:
        iri = exact(iri)
        try:
            return to_uri(_preprocess(iri), host=host, encoding=encoding)
        except IRIError as error:
            from iri3987.syntax.errors import relocate

            raise relocate(error, iri, _preprocess) from None
    is_unicode = encoding == "utf-8" or _is_unicode(encoding)
    iri = validate(iri, grammar.IRI_REFERENCE)
    if iri.isascii():
        return iri
    uri = _host_to_ascii(iri) if host == "idna" else iri
    if not is_unicode:
        uri = _encode_query(uri, encoding, iri)
    return encode(uri)


def _preprocess(text: str) -> str:
    return _PRINTABLE_BUT_NOT_IN_URIS.sub(encode_run, text)


def _host_to_ascii(iri: str) -> str:
    """Replace the ireg-name by ToASCII of it; an ASCII one stays."""
    start, end = _span_of_domain_name(iri)
    if iri[start:end].isascii():
        return iri
    from iri3987.host.domain_name import host_in

    return f"{iri[:start]}{host_in(iri, start, end, 'uts46')}{iri[end:]}"


def _span_of_domain_name(reference: str) -> tuple[int, int]:
    """Return the span of the name, "for schemes known to use domain names", or an empty one."""
    match = _REG_NAME.match(reference)
    if match is None or match[1].lower() not in DOMAIN_NAME:
        return 0, 0
    return match.span(2)


def _is_unicode(encoding: str) -> bool:
    """Return whether *encoding* is an encoding of Unicode, to which 3987bis makes an exception."""
    try:
        name = codecs.lookup(encoding).name
    except ValueError as error:  # a NUL, or a lone surrogate
        raise LookupError(f"unknown encoding: {encoding!a}") from error
    if name in {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"}:
        raise LookupError(f"expected a character encoding of documents, not {encoding}")
    return name.startswith("utf")


def _encode_query(iri: str, encoding: str, original: str) -> str:
    """Percent-encode the query of http and https in the document's character encoding."""
    parts = split(iri)
    query = parts.query
    if query is None or (parts.scheme or "").lower() not in {"http", "https"}:
        return iri
    try:
        query = _BEYOND_ASCII.sub(lambda match: encode_run(match, encoding), query)
    except UnicodeEncodeError as error:
        from iri3987.syntax.errors import iri_error

        reason = f"expected a character of {encoding}, found {spell(error.object[error.start])}"
        position = original.index("?") + 1 + query.index(error.object) + error.start
        raise iri_error(
            original, "not-in-encoding", reason, component="iquery", position=position
        ) from None
    return unsplit(parts._replace(query=query))


def to_iri(uri: str, /, *, host: Literal["keep", "unicode"] = "keep") -> str:
    """Convert *uri*, a URI, IRI or reference to one, to an IRI that maps to it (section 3.2).

    `to_uri` maps the result to *uri* again: always with ``host="percent"``, and with its default
    if the host can be a domain name. Hexadecimal digits may become capitals, and unreserved
    characters lose an encoding that they did not need.

    Percent-encoded UTF-8 becomes characters, except those that would change the meaning (reserved
    characters, "%"), that an IRI cannot hold, or that are invisible: bidirectional formatting,
    spaces, private-use, unassigned and ignorable code points, but not joiners and variation
    selectors where they have a meaning (RFC 5892 appendix A, emoji). Octets that are
    not UTF-8 stay encoded.

    With *host* "unicode", A-labels of schemes that use domain names are decoded too, if
    `host_to_unicode` decodes them and `to_uri` accepts the result. A domain in a path ("mailto:")
    stays; `iri3987.normalize` decodes it. Raises `IRIError` if *uri* is not a reference.

    >>> to_iri("http://www.example.org/D%C3%BCrst/D%FCrst/%e2%80%ae")
    'http://www.example.org/Dürst/D%FCrst/%E2%80%AE'
    >>> to_iri("http://xn--99zt52a.example.org/", host="unicode")
    'http://納豆.example.org/'
    """
    # Most text without a percent-encoding is ordinary: then there is nothing to do but match it.
    if type(uri) is str and host == "keep" and "%" not in uri and ordinary(uri):
        return uri
    uri = validate(uri, grammar.IRI_REFERENCE)
    iri = decode(uri) if "%" in uri else uri
    if host == "keep":
        return iri
    if host != "unicode":
        raise not_one_of("host", host, ("keep", "unicode"))
    from iri3987.host.domain_name import to_unicode

    start, end = _span_of_domain_name(iri)
    return f"{iri[:start]}{to_unicode(iri[start:end])}{iri[end:]}"
