r"""RFC 3987 sections 4.2 and 4.4: findings about the order in which text is seen.

Section 4.2 says SHOULD, and half of the ordinary addresses in right-to-left scripts break it: so
what it says is a warning in the authority, where the order decides which place an address names,
and worth knowing elsewhere. In a "mailto:" IRI and its like, the path holds the host.

Choice: what follows the host is a warning too ("bidi-other-host") where it is seen in the host's
place, or in one piece with the host, and reads as another host, as in
"http://\u05d0.\u05e7\u05d5\u05dd/1.example.com". A single number, a single word or a name that ends
as files do is not a place to people. A port that is seen before its host is always a warning.
"""

from collections.abc import Iterator

from iri3987._unicode import version14
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import MAY_BE_RIGHT_TO_LEFT
from iri3987.appearance.bidi import (
    RIGHT_TO_LEFT,
    Run,
    components_of,
    right_to_left_runs,
    violations,
    visual_order,
)
from iri3987.codes import Severity
from iri3987.inspection.findings import Hit, ParsedText
from iri3987.schemes import MAILBOX
from iri3987.syntax.patterns import pattern

#: Where a component starts and ends, and its ABNF name.
_Component = tuple[int, int, str]
_AUTHORITY = frozenset({"iuserinfo", "ireg-name", "port"})


def _hit(parsed: ParsedText, code: str, name: str, span: tuple[int, int], reason: str) -> Hit:
    """Return a hit in the component *name*, which is graver where that names a place."""
    is_place = name in _AUTHORITY or (name == "ipath" and parsed.scheme in MAILBOX)
    return Hit(code, name, *span, reason, Severity.WARNING if is_place else None)


_RESTRICTIONS = {
    1: ("bidi-mixed", "expected only right-to-left characters"),
    2: ("bidi-edge", "expected a right-to-left character at both ends"),
}


def right_to_left(parsed: ParsedText) -> Iterator[Hit]:
    """Yield what is found about right-to-left text: in components, and beside others."""
    if MAY_BE_RIGHT_TO_LEFT.search(parsed.text):
        components = sorted(
            (*match.span(), name)
            for name, component in components_of(parsed.scheme).items()
            for match in pattern(component).finditer(parsed.text, *parsed.spans.get(name, (0, 0)))
        )
        yield from _structure(parsed, components)
        yield from _order(parsed, components)


def _structure(parsed: ParsedText, components: list[_Component]) -> Iterator[Hit]:
    """Yield characters that break the restrictions on components (4.2)."""
    for at, end, name in components:
        component = parsed.text[at:end]
        for violation in () if component.isascii() else violations(component):
            code, reason = _RESTRICTIONS[violation.restriction]
            span = at + violation.start, at + violation.end
            yield _hit(parsed, code, name, span, reason)


def _order(parsed: ParsedText, parts: list[_Component]) -> Iterator[Hit]:
    r"""Yield digits and signs next to right-to-left text that are shown elsewhere (4.4).

    Two addresses can then look the same, as "/\u05d0/1" and "/1/\u05d0" do.
    """
    runs = right_to_left_runs(parsed.text)
    _, end_of_host = parsed.spans.get("ireg-name", (0, 0))
    first = 0
    for start, end, _ in runs:
        while first < len(parts) and parts[first][1] <= start:
            first += 1
        last = first
        while last < len(parts) and parts[last][0] < end:
            last += 1
        if last - first > 1:
            for at, stop, name in parts[first:last]:
                yield from _moved(parsed, name, max(start, at), min(end, stop))
        if start < end_of_host < end:
            yield from _in_place_of_host(parsed, runs, end)
        first = max(first, last - 1)  # this part may continue in the next run


def _moved(parsed: ParsedText, name: str, start: int, end: int) -> Iterator[Hit]:
    """Yield the part of a component in a run; section 4.4 shows letters from right to left."""
    if RIGHT_TO_LEFT.isdisjoint(map(version14.bidirectional, parsed.text[start:end])):
        code = "bidi-other-host" if name == "port" else "bidi-order"
        reason = "expected text that is shown in its own place"
        yield _hit(parsed, code, name, (start, end), reason)


#: What is seen between two delimiters, and a name in it.
_BETWEEN_DELIMITERS = late("[^/?#]++")
_IN_NAME = "0-9A-Za-z.\\-_\u0080-\U0010ffff"
_NAME = late(f"[{_IN_NAME}]++")
#: Numbers with dots, except the value of a name in a query: "price=9.90".
_DIGITS = "[0-9\u0660-\u0669\u06f0-\u06f9]++"
_ADDRESS = late(rf"(?<![{_IN_NAME}=]){_DIGITS}(?:\.{_DIGITS})+(?![{_IN_NAME}=])")


def _in_place_of_host(parsed: ParsedText, runs: list[Run], end_of_run: int) -> Iterator[Hit]:
    """Yield what follows the host, to the end of the run or more, if it reads as another host."""
    start, end = parsed.spans["ireg-name"]
    order = visual_order(parsed.text, runs)[start:]
    seen = "".join([parsed.text[index] for index in order])
    for piece in _BETWEEN_DELIMITERS.finditer(seen):
        places = order[slice(*piece.span())]
        # No name of one label is another host.
        is_there = "." in piece[0] and (piece.start() == 0 or min(places) < end)
        if is_there and (_ADDRESS.search(piece[0]) or _has_another_host(piece[0], places, end)):
            reason = "expected text that is not seen in the place of the host"
            yield parsed.hit("bidi-other-host", (end, max(end_of_run, max(places) + 1)), reason)
            return


def _has_another_host(seen: str, places: list[int], end: int) -> bool:
    """Return whether a name in *seen*, or its characters before *end*, reads as another host."""
    for match in _NAME.finditer(seen):
        name = list(zip(places[slice(*match.span())], match[0], strict=True))
        # The last character of the host ends the host itself, or the domain that it belongs to.
        for part in (name, [each for each in name if each[0] < end]):
            if part and max(part)[0] != end - 1 and _reads_as_host("".join([c for _, c in part])):
                return True
    return False


def _reads_as_host(seen: str) -> bool:
    """Return whether a name, as it is *seen*, ends or begins with a top-level domain."""
    from iri3987._unicode._top_level_domains import TOP_LEVEL_DOMAINS

    seen = seen.strip(".")
    if "." not in seen:
        return False
    last = _read(seen).rpartition(".")[2], _read(seen.rpartition(".")[2])
    known = (version14.normalize("NFC", version14.lower(each)) for each in last)
    return not TOP_LEVEL_DOMAINS.isdisjoint(known)


def _read(seen: str) -> str:
    """Return text as it is read that is *seen* from the left."""
    if seen.isascii():
        return seen
    return "".join([seen[index] for index in visual_order(seen, right_to_left_runs(seen))])
