"""Path converters. Importing this module registers them.

``path("go/<iri:target>", view)`` passes an `IRI` to the view, and answers 404 to anything else.
`reverse` percent-encodes "?", "#" and every "%" of the IRI, and the server decodes the path once:
so what arrives is the IRI, to the character. "%2F" in it arrives as "%2F". Only a segment "." or
".." does not arrive: clients remove it from a path before they send it (RFC 3986 section 5.2.4).

What a client writes without that encoding ("/go/http://example.org/a%2Fb") has lost its escapes
before Django sees it.

``path("wiki/<isegment:title>/", view)`` passes one segment of a path in any script, where a slug
has ASCII alone. It is in NFC, so that a title has one spelling, whichever keyboard it came from.
"""

from typing import Any

from django.urls import register_converter
from django.utils.functional import Promise

from iri3987 import ANY, IRIReference
from iri3987.segment import segment


class IRIConverter:
    """An absolute IRI of any scheme, to the end of the path.

    >>> IRIConverter().to_python("http://例え.テスト/a%2Fb?c")
    IRI('http://例え.テスト/a%2Fb?c')
    """

    # Not a rule of the grammar: all of that in one route would be slower than asking afterwards.
    regex = ".+"

    def to_python(self, value: str) -> IRIReference:
        """Return *value* as an `IRI`. Raises `IRIError`, a `ValueError`: the answer is 404."""
        return ANY.check(value)

    def to_url(self, value: Any) -> str:
        """Return *value*, which must be an IRI: else `reverse` raises `NoReverseMatch`."""
        return str(ANY.check(_text(value)))


class ISegmentConverter:
    r"""An isegment-nz (RFC 3987 section 2.2), decoded, in NFC: "räksmörgås", "東京", "100%".

    `iri3987.profile.segment` says what it may hold. "%2F" in it is these three characters, and
    stays: `reverse` writes it as "%252F".

    >>> ISegmentConverter().to_python("ra\u0308k")
    'räk'
    """

    regex = "[^/]+"

    def to_python(self, value: str) -> str:
        """Return *value* in NFC. Raises `IRIError`, a `ValueError`: the answer is 404."""
        return segment(value)

    def to_url(self, value: Any) -> str:
        """Return *value* in NFC; `reverse` raises `NoReverseMatch` where it is not a segment."""
        return segment(_text(value))


def _text(value: Any) -> str:
    """Return *value*, text or lazy text, as text."""
    if not isinstance(value, str | Promise):
        raise ValueError("expected text")  # noqa: TRY004 - `reverse` knows ValueError
    return value if isinstance(value, str) else str(value)


register_converter(IRIConverter, "iri")
register_converter(ISegmentConverter, "isegment")
