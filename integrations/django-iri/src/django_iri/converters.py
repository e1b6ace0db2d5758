"""Path converters. Importing this module registers them.

The server decodes a path once, so an IRI that `reverse` has written comes back exactly. Only its
segments "." and ".." are lost, because clients remove them (RFC 3986 section 5.2.4). In a path that
a client writes without that encoding, the escapes are decoded before Django sees them.
"""

from typing import Any

from django.urls import register_converter

from django_iri.messages import read_lazy
from iri3987 import ANY, IRIReference, segment

__all__ = ["IRIConverter", "SegmentConverter"]


class IRIConverter:
    """An absolute IRI of any scheme, to the end of the path.

    >>> IRIConverter().to_python("http://例え.テスト/a%2Fb?c")
    IRI('http://例え.テスト/a%2Fb?c')
    """

    # Not the grammar's rule, which would make every route slower: `to_python` checks the text.
    regex = ".+"

    def to_python(self, value: str) -> IRIReference:
        """Return *value* as an `IRI`. Raises `IRIError`, a `ValueError`: the answer is 404."""
        return ANY.check(value)

    def to_url(self, value: Any) -> str:
        """Return *value*. If it is not an IRI, `reverse` raises `NoReverseMatch`."""
        return str(ANY.check(read_lazy(value)))


class SegmentConverter:
    r"""An isegment-nz (RFC 3987 section 2.2), decoded, in NFC: "räksmörgås", "東京", "100%".

    `iri3987.segment.clean` says what it may hold. `reverse` writes "%2F" in it as "%252F".

    >>> SegmentConverter().to_python("ra\u0308k")
    'räk'
    """

    regex = "[^/]+"

    def to_python(self, value: str) -> str:
        """Return *value* in NFC. Raises `IRIError`, a `ValueError`: the answer is 404."""
        return segment.clean(value)

    def to_url(self, value: Any) -> str:
        """Return *value* in NFC. If it is not a segment, `reverse` raises `NoReverseMatch`."""
        text = read_lazy(value)
        if not isinstance(text, str):
            raise ValueError("expected text")  # noqa: TRY004 - `reverse` knows ValueError
        return segment.clean(text)


register_converter(IRIConverter, "iri")
register_converter(SegmentConverter, "isegment")
