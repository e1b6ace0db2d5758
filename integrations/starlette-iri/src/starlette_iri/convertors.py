"""Path convertors. Importing this module registers them.

An IRI may stand in a path percent-encoded as a whole, or as it is: the ":" after its scheme tells
which. `starlette_iri.IRIMiddleware` keeps the path as it was sent. Without it, Starlette's decoded
path is used, and an IRI that stands as it is has lost its escapes.
"""

import re
from itertools import islice
from typing import Any
from urllib.parse import quote, unquote

from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException

from iri3987 import ANY, IRI, IRIError, segment, to_iri
from iri3987.syntax import grammar
from starlette_iri.middleware import sent_path

__all__ = ["IRIConvertor", "SegmentConvertor"]

_SCHEME = re.compile(rf"{grammar.SCHEME}:")
_SLASH = re.compile("/|%2[Ff]")
_SLASH_TWICE = re.compile("/|%(?:25)?2[Ff]")


class IRIConvertor(Convertor[IRI]):
    """An absolute IRI of any scheme, to the end of the path: ``{target:iri}``.

    It must be last in a route, and after a "/". A ``{...:path}`` before it would take a part of it.

    >>> IRIConvertor().convert("http://例え.テスト/a%2Fb?c")
    IRI('http://例え.テスト/a%2Fb?c')
    >>> IRIConvertor().to_string("http://faß.de/a%2Fb?c")
    'http%3A%2F%2Ffa%C3%9F.de%2Fa%252Fb%3Fc'
    """

    # Text without a scheme is left to the next route. "." takes line breaks too: otherwise the "$"
    # that Starlette adds would leave one out at the end.
    regex = rf"{grammar.SCHEME}:(?s:.*)"

    def convert(self, value: str) -> IRI:
        """Return the IRI that *value*, the decoded rest of the path, was sent as.

        Raises `HTTPException` 404 from the `IRIError` if it is not an IRI.
        """
        sent = _sent_rest(value)
        try:
            if sent is not None:
                value = to_iri(sent) if _SCHEME.match(sent) else unquote(sent)
            return IRI(ANY.check(value))
        except IRIError as error:
            raise HTTPException(404) from error

    def to_string(self, value: Any) -> str:
        """Return *value* percent-encoded. Raises `IRIError` if it is not an IRI."""
        return quote(ANY.check(str(value)), safe="")


def _sent_rest(value: str) -> str | None:
    """Return what was sent for *value*, the rest of the path, or None. Raises 404 after a "%2F"."""
    sent = sent_path()
    if sent is None:
        return None
    slash = _SLASH if sent.times == 1 else _SLASH_TWICE
    # Counted first: a list of all matches would take hundreds of octets for each "/".
    index = len(slash.findall(sent.text)) - value.count("/") - 1
    if index < 0:
        return None
    before = next(islice(slash.finditer(sent.text), index, None))
    rest = sent.text[before.end() :]
    # Something inside of the middleware may have rewritten the path.
    if sent.decode(rest) != value:
        return None
    if before[0] != "/":
        raise HTTPException(404)
    return rest


class SegmentConvertor(Convertor[str]):
    r"""One segment of a path, in any script: ``{name:isegment}``. The endpoint gets it in NFC.

    An empty segment, "." and "..", and one with invisible characters are 404
    (`iri3987.segment.clean`). "/" cannot be part of it; "%252F" is the text "%2F".

    >>> SegmentConvertor().convert("cafe\u0301") == SegmentConvertor().convert("café")
    True
    >>> SegmentConvertor().to_string("cafe\u0301 100%?")
    'caf%C3%A9%20100%25%3F'
    """

    regex = "[^/]+"

    def convert(self, value: str) -> str:
        """Return *value* in NFC. Raises `HTTPException` 404 from the `IRIError`."""
        if _is_part(value):
            raise HTTPException(404)
        try:
            return segment.clean(value)
        except IRIError as error:
            raise HTTPException(404) from error

    def to_string(self, value: Any) -> str:
        """Return *value* in NFC, percent-encoded. Raises `IRIError` if it is not a segment."""
        return quote(segment.clean(str(value)), safe="")


def _is_part(value: str) -> bool:
    """Return whether *value* is only a part of a segment that was sent: "a" of "a%2Fb"."""
    # Starlette does not tell where in the path a value stands, so one that is a segment elsewhere
    # as well is taken for that one. A route may have text beside it: "@a", "a.json".
    sent = sent_path()
    if sent is None:
        return False
    segments = set(map(sent.decode, sent.text.split("/")))
    is_part = value not in segments and any(value in each.split("/") for each in segments)
    return is_part and not any(_has_beside_text(each, value) for each in segments)


def _has_beside_text(whole: str, value: str) -> bool:
    """Return whether *whole* may be *value* with text of a route before or after it."""
    before, found, after = whole.partition(value)
    is_apart = not before[-1:].isalnum() and not after[:1].isalnum()
    return bool(found) and is_apart and "/" not in whole


register_url_convertor("iri", IRIConvertor())
register_url_convertor("isegment", SegmentConvertor())
