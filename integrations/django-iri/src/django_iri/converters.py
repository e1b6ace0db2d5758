"""Path converters. Importing this module registers them.

``path("go/<iri:target>", view)`` passes an `IRI` to the view, and answers 404 to anything else.
`reverse` percent-encodes "?", "#" and every "%" of the IRI, and the server decodes the path once:
so what arrives is the IRI, to the character. "%2F" in it arrives as "%2F". Only a segment "." or
".." does not arrive: clients remove it from a path before they send it (RFC 3986 section 5.2.4).

What a client writes without that encoding ("/go/http://example.org/a%2Fb") has lost its escapes
before Django sees it.
"""

from typing import Any

from django.urls import register_converter
from django.utils.functional import Promise

from iri3987 import ANY, IRIReference


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
        if not isinstance(value, str | Promise):
            raise ValueError("an IRI is text")  # noqa: TRY004 - `reverse` knows ValueError
        return str(ANY.check(value if isinstance(value, str) else str(value)))


register_converter(IRIConverter, "iri")
