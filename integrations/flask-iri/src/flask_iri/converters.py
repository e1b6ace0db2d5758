"""URL converters.

The server decodes a path once (PEP 3333), so an IRI that `url_for` has written comes back exactly.
In a path that a client writes without that encoding, it has lost its escapes and its query before
Flask sees it. Octets that are not UTF-8 arrive as U+FFFD, which no IRI holds.

Werkzeug merges slashes only if no rule matches: it merges none in "/a/go/http://b//c", but it
answers "/a//go/http://b//c" with a redirect to a path without any "//".
"""

import re
from dataclasses import replace
from typing import Any

from werkzeug.routing import BaseConverter, Map, ValidationError

from iri3987 import IRI, IRIError, Profile, segment

__all__ = ["IRIConverter", "SegmentConverter"]

# Clients remove dot segments from a path before they send it (RFC 3986 section 5.2.4).
_BEFORE_DOT_SEGMENT = re.compile(r"/(?=\.\.?(?:/|\Z))")


class IRIConverter(BaseConverter):
    """An IRI, to the end of the path: ``<iri:target>``, or ``<iri(profile="web"):target>``.

    *profile* is a name of `iri3987.profile.PROFILES`, or a dotted path to a `Profile`. *schemes*
    replaces its schemes: ``<iri(schemes="urn, tag"):id>``. Relative references are never accepted.
    It must be last in a rule, without a "/" after it.

    >>> converter = IRIConverter(Map())
    >>> converter.to_python("http://例え.テスト/a%2Fb?c")
    IRI('http://例え.テスト/a%2Fb?c')
    >>> converter.to_url("http://faß.de/a%2Fb?c")
    'http://fa%C3%9F.de/a%252Fb%3Fc'
    """

    # Any text matches, and `to_python` refuses what is not an IRI: Werkzeug would merge slashes in
    # text that does not match.
    regex = ".+"
    part_isolating = False
    # The weight of ``<path:...>``, which takes as much text: rules that take less are tried first.
    weight = 200

    def __init__(self, url_map: Map, /, profile: str = "any", schemes: str | None = None) -> None:
        super().__init__(url_map)
        # The arguments of a rule cannot be lists.
        names = None if schemes is None else [name.strip(" ") for name in schemes.split(",")]
        self._profile = replace(Profile.named(profile, schemes=names), allow_relative=False)

    def to_python(self, value: str) -> IRI:
        """Return *value* as an `IRI`. Raises `ValidationError` from the `IRIError`: a 404."""
        try:
            return IRI(self._profile.check(value))
        except IRIError as error:
            raise ValidationError(str(error)) from error

    def to_url(self, value: Any) -> str:
        """Return *value* percent-encoded. Raises `IRIError`, which `url_for` passes on."""
        text = value if isinstance(value, str) else str(value)  # it may be a lazy translation
        return _BEFORE_DOT_SEGMENT.sub("%2F", super().to_url(self._profile.check(text)))


class SegmentConverter(BaseConverter):
    r"""One segment of a path, in any script: ``<isegment:name>``. The view gets it in NFC.

    An empty segment, "." and "..", and one with invisible characters are 404
    (`iri3987.segment.clean`). "/" cannot be part of it; "%252F" is the text "%2F".

    >>> converter = SegmentConverter(Map())
    >>> converter.to_python("cafe\u0301") == converter.to_python("café")
    True
    >>> converter.to_url("cafe\u0301 100%?")
    'caf%C3%A9%20100%25%3F'
    """

    def to_python(self, value: str) -> str:
        """Return *value* in NFC. Raises `ValidationError` from the `IRIError`: a 404."""
        try:
            return segment.clean(value)
        except IRIError as error:
            raise ValidationError(str(error)) from error

    def to_url(self, value: Any) -> str:
        """Return *value* in NFC, percent-encoded. Raises `IRIError`, as `IRIConverter` does."""
        return super().to_url(segment.clean(value if isinstance(value, str) else str(value)))
