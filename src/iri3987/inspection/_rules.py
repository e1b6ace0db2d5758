"""The rules of `inspect`, in a module that `import iri3987` does not load."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from iri3987.inspection import _characters, _structure
from iri3987.inspection._findings import MOST, Hit
from iri3987.inspection._labels import in_domain_name
from iri3987.inspection._ordinary import host_of_ordinary
from iri3987.inspection._parsed import ParsedText

_Checks = tuple[Callable[[ParsedText], Iterator[Hit]], ...]
_OF_UNCHECKED: _Checks = (_structure.syntax_errors,)
_OF_ANY: _Checks = (
    _structure.userinfo,
    _structure.host,
    _structure.port,
    _structure.dot_segments,
)
_OF_ESCAPES: _Checks = (
    _structure.percent_encoded_characters,
    _structure.double_encoding,
    _structure.not_utf_8,
    _structure.encoded_controls,
)
_BEYOND_ASCII: _Checks = (
    _characters.not_nfc,
    _characters.not_nfkc,
    _characters.space_like,
    _characters.invisible_characters,
    _characters.delimiter_look_alikes,
    _characters.unassigned,
    _characters.private_use,
    _characters.bidi_structure,
    _characters.bidi_order,
    _characters.words,
)
_OF_ESCAPES_OR_BEYOND_ASCII: _Checks = (_characters.mailboxes,)


def hits(
    text: str, /, *, is_reference: bool = False, is_wanted: Callable[[Hit], bool] | None = None
) -> list[Hit]:
    """Return the hits in *text* that are wanted: by each rule the first 32 of each code.

    The rules about syntax are left out if *text* is known to be an IRI reference.
    """
    ordinary = host_of_ordinary(text)
    if ordinary is not None:
        return list(_first(filter(is_wanted, in_domain_name(text, *ordinary, is_known=True))))
    checks = _OF_ANY if is_reference else _OF_UNCHECKED + _OF_ANY
    if "%" in text:
        checks += _OF_ESCAPES
    if not text.isascii():
        checks += _BEYOND_ASCII
    if "%" in text or not text.isascii():
        checks += _OF_ESCAPES_OR_BEYOND_ASCII
    parsed = ParsedText(text)
    return [hit for check in checks for hit in _first(filter(is_wanted, check(parsed)))]


def _first(found: Iterable[Hit]) -> Iterator[Hit]:
    """Yield the first hits of each code, so that many of one code do not hide another."""
    counts: Counter[str] = Counter()
    for hit in found:
        counts[hit.code] += 1
        if counts[hit.code] <= MOST:
            yield hit
