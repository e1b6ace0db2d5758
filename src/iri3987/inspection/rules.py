"""The rules of `inspect`, in a module that `import iri3987` does not load.

`match_unremarkable` stands before them: a new rule must find nothing in what it lets pass.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from iri3987.inspection import characters, directions, structure
from iri3987.inspection.findings import MOST, Hit, ParsedText
from iri3987.inspection.labels import in_domain_name
from iri3987.inspection.unremarkable import match_unremarkable

_Checks = tuple[Callable[[ParsedText], Iterator[Hit]], ...]
_OF_ANY: _Checks = (
    structure.program_scheme,
    structure.userinfo,
    structure.host,
    structure.port,
    structure.dot_segments,
    characters.inner_addresses,
)
_OF_ESCAPES: _Checks = (
    structure.percent_encoded_characters,
    structure.double_encoding,
    structure.not_utf_8,
    structure.encoded_controls,
)
_BEYOND_ASCII: _Checks = (
    characters.not_nfc,
    characters.not_nfkc,
    characters.space_like,
    characters.invisible_characters,
    characters.delimiter_look_alikes,
    characters.unassigned,
    characters.private_use,
    directions.right_to_left,
    characters.words,
)


def hits(
    text: str, /, *, is_reference: bool = False, is_wanted: Callable[[Hit], bool] | None = None
) -> list[Hit]:
    """Return the wanted hits in *text*; none about syntax if it is known to be a reference."""
    if match := match_unremarkable(text):
        if match[2].isascii():
            return []
        found = in_domain_name(text, *match.span(2), is_known=True)
        return list(_first(filter(is_wanted, found)))
    checks = _OF_ANY if is_reference else (structure.syntax_errors, *_OF_ANY)
    if "%" in text:
        checks += _OF_ESCAPES
    if not text.isascii():
        checks += _BEYOND_ASCII
    if "%" in text or not text.isascii():
        checks += (characters.names_in_path,)
    parsed = ParsedText(text)
    return [hit for check in checks for hit in _first(filter(is_wanted, check(parsed)))]


def _first(found: Iterable[Hit]) -> Iterator[Hit]:
    """Yield the first hits of each code, so that many of one code do not hide another."""
    counts: Counter[str] = Counter()
    for hit in found:
        counts[hit.code] += 1
        if counts[hit.code] <= MOST:
            yield hit
