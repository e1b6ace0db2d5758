r"""3987bis section 6: Legacy Extended IRIs (LEIRIs).

https://datatracker.ietf.org/doc/html/draft-ietf-iri-3987bis#section-6

XML and related formats had a wider syntax before RFC 3987: an ``anyURI`` or a system identifier is
a LEIRI reference. It has the syntax of an IRI reference, with more characters. "New protocols and
formats SHOULD NOT use Legacy Extended IRIs", so this module only reads them.

Section 6.2 percent-encodes every character that an IRI cannot have in that place: space,
``<>"{}|\^`` and backtick, controls, bidirectional formatting (RFC 3987 section 4.1), specials,
noncharacters and tags everywhere, and private use outside the query. Text that is not a LEIRI
reference either raises an error: lone surrogates, U+FFFE, U+FFFF, a "%" without two hexadecimal
digits, and "[", "]" or "#" in a wrong place.
"""

from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.syntax import grammar, is_iri_reference
from iri3987.syntax.components import validate
from iri3987.syntax.errors import relocate
from iri3987.syntax.patterns import pattern, without_formatting
from iri3987.syntax.percent import encode_run

__all__ = ["from_leiri", "is_leiri_reference"]

# Characters that a LEIRI cannot hold stay, so that the grammar refuses them.
_KEPT = without_formatting(rf"{grammar.IUNRESERVED}{grammar.RESERVED}%\ud800-\udfff\ufffe\uffff")
_NOT_IN_IRIS = f"[^{_KEPT}]+"
_NOT_IN_QUERIES = f"[^{_KEPT}{grammar.IPRIVATE}]+"


def is_leiri_reference(text: str, /) -> bool:
    """Return whether *text* is a LEIRI reference (3987bis section 6.1). Never raises for a `str`.

    >>> is_leiri_reference("Chapter 1.xml"), is_leiri_reference("100%")
    (True, False)
    """
    return is_iri_reference(_percent_encode(exact(text)))


def from_leiri(leiri: str, /) -> str:
    """Convert *leiri*, a LEIRI reference, to an IRI reference (3987bis section 6.2).

    Raises `IRIError` if *leiri* is not a LEIRI reference.

    >>> from_leiri("Chapter 1.xml#xpointer(id('é'))")
    "Chapter%201.xml#xpointer(id('é'))"
    """
    plain = exact(leiri)
    try:
        return validate(_percent_encode(plain), grammar.IRI_REFERENCE)
    except IRIError as error:
        raise relocate(error, plain, _percent_encode) from None


def _percent_encode(leiri: str) -> str:
    rest, hash_, fragment = leiri.partition("#")
    rest, mark, query = rest.partition("?")
    query = pattern(_NOT_IN_QUERIES).sub(encode_run, query)
    rest, fragment = (pattern(_NOT_IN_IRIS).sub(encode_run, part) for part in (rest, fragment))
    return f"{rest}{mark}{query}{hash_}{fragment}"
