"""RFC 3987 sections 3.1 and 3.2: relationship between IRIs and URIs.

https://www.rfc-editor.org/rfc/rfc3987#section-3

`to_uri` maps an IRI to a URI (3.1), `to_iri` converts a URI to an IRI (3.2). Both take and give
references as well. Neither normalises: case, ports, dots and empty parts stay as they are.

Step 1 of section 3.1 turns paper and octets into characters. Its variant c is ours: a `str` is
Unicode already, and is not normalised to NFC. Whoever reads an IRI from a legacy encoding
normalises first (variant b).
"""

import codecs
import re
from typing import Literal

from iri3987 import grammar
from iri3987._components import require, split, unsplit
from iri3987._domain_name import host_in, unicode_in
from iri3987._errors import iri_error, relocate
from iri3987._percent import decode, encode, encode_run
from iri3987._text import exact, spell
from iri3987.exceptions import IRIError
from iri3987.scheme import DOMAIN_NAME

__all__ = ["HostPolicy", "to_iri", "to_uri"]

# 3.1. Mapping of IRIs to URIs

#: What `to_uri` makes of a host beyond ASCII: A-labels where it can be a domain name, or octets.
HostPolicy = Literal["idna", "percent"]

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
# The scheme and the ireg-name of a reference that has both. No userinfo is read as an ireg-name.
_REG_NAME = re.compile(r"([^:/?#]++)://(?:[^/?#@]*+@)?(?![^/?#@]*+@)([^/?#:\[]++)")
# "the printable characters in US-ASCII that are not allowed in URIs"
_PRINTABLE_BUT_NOT_IN_URIS = re.compile(r'[<>" {}|\\^`]')


def to_uri(
    iri: str,
    /,
    *,
    host: HostPolicy = "idna",
    encoding: str = "utf-8",
    preprocess: bool = False,
) -> str:
    r"""Map *iri*, an IRI or IRI reference, to a URI (RFC 3987 section 3.1).

    Every character beyond ASCII is percent-encoded as UTF-8; with *host* "idna", the host of a
    scheme that uses domain names becomes A-labels instead. A URI maps to itself, to the octet.

    *encoding* is the character encoding of the document that the IRI was found in. It applies to
    the query of http and https alone (3987bis section 3.5); a character it lacks raises, with the
    code "not-in-encoding". An encoding that Python does not know is a `LookupError`.
    *preprocess* percent-encodes space, ``<>"{}|\^`` and backtick first: for what people type.

    Raises `IRIError` where *iri* is not an IRI reference, or where its host is not a domain name
    (with a code "host-...").

    >>> to_uri("http://faß.de/straße?q=é")
    'http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9'
    >>> to_uri("http://résumé.example.org", host="percent")
    'http://r%C3%A9sum%C3%A9.example.org'
    >>> to_uri("//example.org/a b", preprocess=True)
    '//example.org/a%20b'
    """
    if host not in {"idna", "percent"}:
        raise ValueError(f"there is no host policy {host!r}")
    if preprocess:
        iri = exact(iri)
        try:
            return to_uri(_preprocess(iri), host=host, encoding=encoding)
        except IRIError as error:
            raise relocate(error, iri, _preprocess) from None
    is_unicode = encoding == "utf-8" or _is_unicode(encoding)
    iri = require(iri, grammar.IRI_REFERENCE)
    if iri.isascii():
        return iri
    uri = _host_to_ascii(iri) if host == "idna" else iri
    if not is_unicode:
        uri = _encode_query(uri, encoding, iri)
    return encode(uri)


def _preprocess(text: str) -> str:
    """Percent-encode what is "not allowed in URIs"."""
    return _PRINTABLE_BUT_NOT_IN_URIS.sub(encode_run, text)


def _host_to_ascii(iri: str) -> str:
    """Replace the ireg-name by ToASCII of it; an ASCII one is a URI's already, and stays."""
    start, end = _span_of_domain_name(iri)
    if iri[start:end].isascii():
        return iri
    return f"{iri[:start]}{host_in(iri, start, end, 'uts46')}{iri[end:]}"


def _span_of_domain_name(reference: str) -> tuple[int, int]:
    """Return where the ireg-name is, "for schemes known to use domain names", or an empty span.

    Choice: a reference without a scheme is not known to use domain names.
    """
    match = _REG_NAME.match(reference)
    if match is None or match[1].lower() not in DOMAIN_NAME:
        return 0, 0
    return match.span(2)


def _is_unicode(encoding: str) -> bool:
    """Tell whether *encoding* is one of Unicode, which 3987bis excepts."""
    name = codecs.lookup(encoding).name
    if name in {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"}:
        raise LookupError(f"{encoding} is not a character encoding of documents")
    return name.startswith("utf")


def _encode_query(iri: str, encoding: str, original: str) -> str:
    """Percent-encode the query of http and https in the document's character encoding."""
    scheme, authority, _, _, _, path, query, fragment = split(iri)
    is_http = scheme is not None and scheme.lower() in {"http", "https"}
    if query is None or not is_http:
        return iri
    try:
        query = _BEYOND_ASCII.sub(lambda match: encode_run(match, encoding), query)
    except UnicodeEncodeError as error:
        reason = f"{encoding} has no {spell(error.object[error.start])}"
        position = original.index("?") + 1 + query.index(error.object) + error.start
        raise iri_error(
            original,
            "not-in-encoding",
            reason,
            component="iquery",
            position=position,
        ) from None
    return unsplit(scheme, authority, path, query, fragment)


# 3.2. Converting URIs to IRIs


def to_iri(uri: str, /, *, host: Literal["keep", "unicode"] = "keep") -> str:
    """Convert *uri*, a URI, IRI or reference to one, to an IRI that maps to it (section 3.2).

    (With ``host="percent"``; with the default, too, where the host can be a domain name.)
    Percent-encoded UTF-8 becomes characters, but for what would change the meaning (reserved
    characters, "%"), cannot be in an IRI, or cannot be seen: bidirectional formatting, spaces,
    private-use, unassigned and ignorable code points. Octets that are not UTF-8 stay encoded.

    With *host* "unicode", the A-labels of schemes that use domain names are decoded too, where
    `host_to_unicode` does and `to_uri` takes them. Raises `IRIError` for what is not a reference.

    >>> to_iri("http://www.example.org/D%C3%BCrst/D%FCrst/%e2%80%ae")
    'http://www.example.org/Dürst/D%FCrst/%E2%80%AE'
    >>> to_iri("http://xn--99zt52a.example.org/", host="unicode")
    'http://納豆.example.org/'
    """
    uri = require(uri, grammar.IRI_REFERENCE)
    iri = decode(uri) if "%" in uri else uri
    if host == "unicode":
        start, end = _span_of_domain_name(iri)
        iri = f"{iri[:start]}{unicode_in(iri[start:end])}{iri[end:]}"
    elif host != "keep":
        raise ValueError(f"there is no host policy {host!r}")
    return iri
