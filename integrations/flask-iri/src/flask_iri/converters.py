"""URL converters.

``@app.get("/go/<iri:target>")`` passes an `IRI` to the view, and answers 404 to anything else.
`url_for` percent-encodes "?", "#" and every "%" of the IRI, and the server decodes the path once
(PEP 3333): so what arrives is the IRI, to the character. "%2F" in it arrives as "%2F". What a
client writes without that encoding ("/go/http://example.org/a%2Fb?c") has lost its escapes, and
its query, before Flask sees it. Octets that are not UTF-8 arrive as U+FFFD, which no IRI holds.

The converter takes all of the path that is left, so it stands last in a rule, with no "/" after
it. Werkzeug merges slashes only where no rule matches: in "/a/go/http://b//c" it merges none,
while "/a//go/http://b//c" is answered by a redirect to a path without any "//".

``<isegment:name>`` is one segment of a path, in any script, and in one spelling: NFC.
"""

import re
from typing import Any

from werkzeug.routing import BaseConverter, Map, ValidationError

from flask_iri.profiles import make_profile
from iri3987 import IRI, IRIError
from iri3987.segment import segment

# Clients remove dot segments from a path before they send it (RFC 3986 section 5.2.4).
_BEFORE_DOT_SEGMENT = re.compile(r"/(?=\.\.?(?:/|\Z))")


class IRIConverter(BaseConverter):
    """An IRI, to the end of the path: ``<iri:target>``, or ``<iri(profile="web"):target>``.

    *profile* is "any", for every IRI, or "web", for what `iri3987.WEB` accepts. *schemes* says
    which schemes are accepted, instead of those of the profile: ``<iri(schemes="urn, tag"):id>``.

    >>> converter = IRIConverter(Map())
    >>> converter.to_python("http://例え.テスト/a%2Fb?c")
    IRI('http://例え.テスト/a%2Fb?c')
    >>> converter.to_url("http://faß.de/a%2Fb?c")
    'http://fa%C3%9F.de/a%252Fb%3Fc'
    """

    # Not a rule of the grammar: a text that fails shall reach `to_python`, and not be taken for
    # one whose slashes are to be merged.
    regex = ".+"
    part_isolating = False
    # As for ``<path:...>``, which takes as much: a rule that takes less is tried first.
    weight = 200

    def __init__(self, url_map: Map, /, profile: str = "any", schemes: str | None = None) -> None:
        super().__init__(url_map)
        # A rule has no lists.
        names = None if schemes is None else [name.strip(" ") for name in schemes.split(",")]
        self._profile = make_profile(profile, schemes=names)

    def to_python(self, value: str) -> IRI:
        """Return *value* as an `IRI`. Raises `ValidationError`, from the `IRIError`: a 404."""
        try:
            return IRI(self._profile.check(value))
        except IRIError as error:
            raise ValidationError(str(error)) from error

    def to_url(self, value: Any) -> str:
        """Return *value* percent-encoded, once more where it is already.

        Raises `IRIError`, with the code that says why, where *value* is none that the rule would
        match: `url_for` lets it through, as `BuildError` could not tell the reason.
        """
        text = value if isinstance(value, str) else str(value)  # text may be lazy
        return _BEFORE_DOT_SEGMENT.sub("%2F", super().to_url(self._profile.check(text)))


class SegmentConverter(BaseConverter):
    r"""One segment of a path, in any script: ``<isegment:name>``. The view gets it in NFC.

    What has no name to give is 404: nothing, "." and "..", and what cannot be seen
    (`iri3987.profile.segment`). "/" cannot be part of it, "%2F" is these three characters.

    >>> converter = SegmentConverter(Map())
    >>> converter.to_python("cafe\u0301") == converter.to_python("café")
    True
    >>> converter.to_url("cafe\u0301 100%?")
    'caf%C3%A9%20100%25%3F'
    """

    def to_python(self, value: str) -> str:
        """Return *value* in NFC. Raises `ValidationError`, from the `IRIError`: a 404."""
        try:
            return segment(value)
        except IRIError as error:
            raise ValidationError(str(error)) from error

    def to_url(self, value: Any) -> str:
        """Return *value* in NFC, percent-encoded. Raises `IRIError`, as `IRIConverter` does."""
        return super().to_url(segment(value if isinstance(value, str) else str(value)))
