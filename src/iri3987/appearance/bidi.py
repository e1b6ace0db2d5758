r"""RFC 3987 section 4: bidirectional IRIs for right-to-left languages.

The characters that section 4.1 forbids are in `iri3987.syntax.patterns`. Left out: input (4.3).
"""

from collections.abc import Iterator
from itertools import accumulate, chain, groupby
from typing import NamedTuple

from iri3987._unicode import version14
from iri3987._unicode.delimiters import DOTS
from iri3987._unicode.invisible import FORMATTING
from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact
from iri3987._unicode.version14 import MAY_BE_RIGHT_TO_LEFT
from iri3987.mapping import to_uri
from iri3987.schemes import MAILBOX
from iri3987.syntax import grammar
from iri3987.syntax.components import split, unsplit, validate
from iri3987.syntax.patterns import pattern
from iri3987.syntax.percent import encode, encode_run

__all__ = ["Violation", "isolate", "violations", "without_violations"]

# 4.1. Logical Storage and Visual Presentation
#
# "Bidirectional IRIs MUST be rendered in the same way as they would be if they were in a
# left-to-right embedding." The RFC does that with LRE and PDF. UAX #9 has had isolates since 2013,
# which also keep the text around an IRI from reordering it.
_LRI, _PDI = "\u2066", "\u2069"
# Characters that end an isolate: formatting characters, and ends of paragraphs (class B).
_ENDS_ISOLATE = late(f"[{FORMATTING}\n\r\x1c-\x1e\x85\u2029]")


def isolate(text: str, /) -> str:
    r"""Return *text*, which `display` has made, for plain text: in a left-to-right isolate (4.1).

    The isolate and the text around it cannot reorder each other. Characters that would end the
    isolate are percent-encoded; a result of `display` has none.

    >>> isolate("http://example.org/a").encode("unicode_escape")
    b'\\u2066http://example.org/a\\u2069'
    >>> isolate("a\u2069b").encode("unicode_escape")
    b'\\u2066a%E2%81%A9b\\u2069'
    """
    return f"{_LRI}{_ENDS_ISOLATE.sub(encode_run, exact(text))}{_PDI}"


# 4.2. Bidi IRI Structure
#
# Choice: "right-to-left characters" are those of the classes R and AL, as in RFC 3490, which the
# section refers to; "left-to-right" is L. So digits, Arabic ones included, are neither. They may
# stand inside a right-to-left component or be all of it, but not begin or end it (Examples 7, 10
# and 8). Marks (NSM) at the end belong to the letter before them, as in RFC 5893.

RIGHT_TO_LEFT = frozenset({"R", "AL"})

#: The smaller components of a component: "it may be helpful to think about some syntax in terms of
#: components", such as labels, names and values, and the extensions in a resource name.
COMPONENTS = {
    "ireg-name": f"(?:[^.%{DOTS}]++|%(?!2[Ee]))+",
    "iuserinfo": "(?s:.+)",
    "port": "[^:]+",
    "ipath": "[^/.]+",
    "iquery": "[^&;=]+",
    "ifragment": "(?s:.+)",
}
#: In a list of mailboxes: local parts, and labels of domains.
_OF_MAILBOXES = COMPONENTS | {"ipath": "[^@.,]+"}


def components_of(scheme: str, /) -> dict[str, str]:
    """Return the patterns of the smaller components, by component, where the scheme is *scheme*."""
    return _OF_MAILBOXES if scheme in MAILBOX else COMPONENTS


class Violation(NamedTuple):
    """A restriction that a component breaks, and the ``component[start:end]`` that breaks it."""

    #: 1 or 2: which of the section's restrictions.
    restriction: int
    #: The index in the component where it begins.
    start: int
    #: The index after its last character.
    end: int


def violations(component: str, /) -> Iterator[Violation]:
    """Yield how *component* breaks the restrictions of section 4.2.

    1. "A component SHOULD NOT use both right-to-left and left-to-right characters."
    2. "A component using right-to-left characters SHOULD start and end with right-to-left
       characters."

    >>> list(violations("אבcd"))
    [Violation(restriction=1, start=2, end=4), Violation(restriction=2, start=2, end=4)]
    >>> list(violations("אב123גד")), list(violations("123")), list(violations("אב1"))
    ([], [], [Violation(restriction=2, start=2, end=3)])
    """
    component = exact(component)
    if not MAY_BE_RIGHT_TO_LEFT.search(component):
        return
    classes = [version14.bidirectional(character) for character in component]
    letters = [index for index, name in enumerate(classes) if name in RIGHT_TO_LEFT]
    if not letters:
        return
    others = [index for index, name in enumerate(classes) if name == "L"]
    if others:
        yield Violation(1, others[0], others[-1] + 1)
    first, last = letters[0], letters[-1]
    if first > 0:
        yield Violation(2, 0, first)
    end = len(component)
    while classes[end - 1] == "NSM":
        end -= 1
    if last + 1 < end:
        yield Violation(2, last + 1, end)


def without_violations(iri: str, /) -> str:
    """Return *iri* with each component that breaks section 4.2 mapped to URI notation (3.1).

    A reader cannot tell the order of such a component: "the whole component has to be mapped". The
    result maps to the same URI. A component is a segment of the path or its extension, or what
    stands between "@", "." and "," in a list of mailboxes; a name or a value in the query; the
    fragment; the userinfo; or the host, which becomes A-labels if its scheme uses domain names.

    Raises `IRIError` if *iri* is not an IRI reference, or ("host-...") its host cannot be mapped.

    >>> without_violations("http://example.org/אבcd/אב?אב=1&גד=אבcd")
    'http://example.org/%D7%90%D7%91cd/אב?אב=1&גד=%D7%90%D7%91cd'
    """
    iri = validate(iri, grammar.IRI_REFERENCE)
    if not MAY_BE_RIGHT_TO_LEFT.search(iri):
        return iri
    parts = split(iri)
    within = components_of((parts.scheme or "").lower())
    if parts.host and _mapped(within["ireg-name"], parts.host) != parts.host:
        parts = parts._replace(host=split(to_uri(iri)).host)
    mapped = parts._replace(
        userinfo=_mapped(within["iuserinfo"], parts.userinfo),
        path=_mapped(within["ipath"], parts.path) or "",
        query=_mapped(within["iquery"], parts.query),
        fragment=_mapped(within["ifragment"], parts.fragment),
    )
    return unsplit(mapped)


def _mapped(component: str, text: str | None) -> str | None:
    """Return *text* with each *component*, a pattern, mapped that breaks 4.2."""
    return text and pattern(component).sub(
        lambda found: encode(found[0]) if any(violations(found[0])) else found[0], text
    )


# 4.4. Examples
#
# "Components consisting of only numbers are allowed [...], but these may interact with adjacent
# RTL components in ways that are not easy to predict" (Example 10). UAX #9 predicts them: these are
# its rules for a text in a left-to-right isolate, at level 0.
#
# The section's examples hold, with one exception: UAX #9 does not give the order printed for
# Example 9. ``GH%31/%32IJ/KL.html`` shows as ``LK/JI%32/%31HG.html`` in Hebrew letters, and as
# ``LK/JI32%/31%HG.html`` in Arabic ones.
#
# Left out: explicit formatting, which section 4.1 forbids, and brackets other than "(" and ")".

#: Text between letters of ASCII. Its order depends on these alone, but for a bracket's partner.
_BETWEEN_LETTERS = late("[^A-Za-z]++")

#: The direction that numbers have for the neutral characters beside them (N0, N1).
_DIRECTION = {"L": "L", "R": "R", "EN": "R", "AN": "R"}


class Run(NamedTuple):
    """A place ``text[start:end]`` that is shown from right to left."""

    start: int
    end: int
    #: The class of each character: "R", or "EN" and "AN" of a number, which keeps its order.
    classes: list[str]


def right_to_left_runs(text: str, /) -> list[Run]:
    """Return the places that are shown reversed where *text* is isolated."""
    if "(" in text:
        return list(_runs(text, 0))
    pieces = _BETWEEN_LETTERS.finditer(text)
    return [run for piece in pieces for run in _runs(piece[0], piece.start())]


def visual_order(text: str, runs: list[Run], /) -> list[int]:
    r"""Return the index of each character in the order in which *text* is seen, from the left.

    >>> text = "a/\u05d0\u05d1/12"
    >>> visual_order(text, right_to_left_runs(text))
    [0, 1, 5, 6, 4, 3, 2]
    """
    order = list(range(len(text)))
    for run in runs:
        at, seen = run.start, []
        for is_number, group in groupby(run.classes, key="R".__ne__):
            places = range(at, at := at + len(list(group)))
            seen.append(places if is_number else reversed(places))
        order[run.start : run.end] = chain.from_iterable(reversed(seen))
    return order


def _runs(text: str, start: int) -> Iterator[Run]:
    """Yield the runs in *text*, a piece that begins at *start*."""
    if not MAY_BE_RIGHT_TO_LEFT.search(text):
        return
    classes = list(map(_bidi_class, text))
    _resolve_strong(classes)
    _resolve_numbers(classes)
    _resolve_brackets(text, classes)
    _resolve_neutral(classes)
    for is_left_to_right, group in groupby(classes, key="L".__eq__):
        run = list(group)
        if not is_left_to_right:
            yield Run(start, start + len(run), run)
        start += len(run)


def _bidi_class(character: str) -> str:
    """Return the Bidi_Class of *character*; an unassigned code point has that of its block."""
    known = version14.bidirectional(character)
    return known or ("R" if MAY_BE_RIGHT_TO_LEFT.match(character) else "L")


def _resolve_strong(classes: list[str]) -> None:
    """W1 to W3: marks get the class of their letter; digits and letters of Arabic are Arabic."""
    strong = before = "L"
    for index, given in enumerate(classes):
        # X9 removes characters of class BN.
        name = before if given in {"NSM", "BN"} else given
        if name == "EN" and strong == "AL":
            name = "AN"
        if name in {"L", "R", "AL"}:
            strong = name
        classes[index] = "R" if name == "AL" else name
        before = name


def _resolve_numbers(classes: list[str]) -> None:
    """W4 to W7: signs between and beside digits, and digits after a left-to-right letter."""
    for index in range(1, len(classes) - 1):
        before, name, after = classes[index - 1 : index + 2]
        if before == after and (name, before) in {("CS", "EN"), ("CS", "AN"), ("ES", "EN")}:
            classes[index] = before
    for order, beside in ((range(1, len(classes)), -1), (range(len(classes) - 2, -1, -1), 1)):
        for index in order:
            if classes[index] == "ET" and classes[index + beside] == "EN":
                classes[index] = "EN"
    strong = "L"
    for index, name in enumerate(classes):
        if name in {"L", "R"}:
            strong = name
        elif name == "EN" and strong == "L":
            classes[index] = "L"


def _resolve_brackets(text: str, classes: list[str]) -> None:
    """N0: a pair of brackets gets a direction from the text in it, or from the text before it."""
    closing, opened = {}, []
    for index, character in enumerate(text):
        if character == "(":
            opened.append(index)
        elif character == ")" and opened:
            closing[opened.pop()] = index
    if not closing:
        return
    directions = [_DIRECTION.get(name) for name in classes]
    seen = {
        direction: [0, *accumulate(each == direction for each in directions)] for direction in "LR"
    }
    context = "L"
    for index in range(len(classes)):
        end = closing.get(index, index)
        holds = {name for name, count in seen.items() if count[end] > count[index]}
        if holds:
            classes[index] = classes[end] = "L" if "L" in holds else context
        context = _DIRECTION.get(classes[index], context)


def _resolve_neutral(classes: list[str]) -> None:
    """N1 and N2: neutral characters get the direction of both their sides, or that of the text."""
    start, before = 0, "L"
    for index in range(len(classes) + 1):
        after = _DIRECTION.get(classes[index]) if index < len(classes) else "L"
        if after:
            direction = before if before == after else "L"
            classes[start:index] = [direction] * (index - start)
            start, before = index + 1, after
