r"""RFC 3987 section 4: bidirectional IRIs for right-to-left languages.

https://www.rfc-editor.org/rfc/rfc3987#section-4

This module has `violations`, which tells what section 4.2 asks of a component so that its visual
order can be read back, and `isolate`, for plain text (HTML has ``<bdi dir="ltr">`` for that). The
characters that section 4.1 forbids are in `iri3987._formatting`; the visual order itself (4.4) is
computed in `iri3987._visual_order`. Section 4.3 is about input methods, which are not the subject
of this package.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from iri3987 import _unicode14
from iri3987._formatting import FORMATTING
from iri3987._percent import encode_run
from iri3987._text import exact
from iri3987._visual_order import MAY_BE_RIGHT_TO_LEFT

__all__ = ["Violation", "isolate", "violations"]

# 4.1. Logical Storage and Visual Presentation
#
# "Bidirectional IRIs MUST be rendered in the same way as they would be if they were in a
# left-to-right embedding." The RFC does that with LRE and PDF. UAX #9 has had isolates since 2013,
# which also keep the text around an IRI from reordering it.
_LRI, _PDI = "\u2066", "\u2069"
# Characters that end an isolate: formatting characters, and ends of paragraphs (class B).
_ENDS_ISOLATE = re.compile(f"[{FORMATTING}\n\r\x1c-\x1e\x85\u2029]")


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

_RIGHT_TO_LEFT = frozenset({"R", "AL"})


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
    classes = [_unicode14.bidirectional(character) for character in component]
    letters = [index for index, name in enumerate(classes) if name in _RIGHT_TO_LEFT]
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
