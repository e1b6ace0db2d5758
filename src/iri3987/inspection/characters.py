"""RFC 3987 sections 4.2, 6.1 and 7.5: findings about non-ASCII characters."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from iri3987._unicode import version14
from iri3987._unicode.invisible import NEVER_SEEN, SPACE_LIKE
from iri3987._unicode.joiners import CONTEXTUAL, is_in_place
from iri3987._unicode.text import spell
from iri3987._unicode.version14 import MAY_BE_RIGHT_TO_LEFT
from iri3987.appearance.bidi import right_to_left_runs, violations
from iri3987.codes import Severity
from iri3987.host.shown_label import DOMAIN, MAILBOX
from iri3987.inspection.findings import Hit, ParsedText
from iri3987.inspection.labels import LABEL, OF_WORDS, in_domain_name, in_words, may_be_name
from iri3987.schemes import DOMAIN_NAME
from iri3987.syntax import grammar
from iri3987.syntax.patterns import pattern

# 6.1 and 7.5: characters

_RUN = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")


def not_nfc(parsed: ParsedText) -> Iterator[Hit]:
    """Yield text that is not in Normalization Form C (5.3.2.2, 7.5)."""
    for span in _not_normalized(parsed.text, "NFC"):
        reason = "expected Normalization Form C"
        yield parsed.hit("not-nfc", span, reason)


def not_nfkc(parsed: ParsedText) -> Iterator[Hit]:
    """Yield text that is in Normalization Form C, but not in Form KC (7.5)."""
    for start, end in _not_normalized(parsed.text, "NFKC"):
        if version14.is_normalized("NFC", parsed.text[start:end]):
            reason = "expected a character that is not a variant for compatibility"
            yield parsed.hit("not-nfkc", (start, end), reason)


def _not_normalized(text: str, form: Literal["NFC", "NFKC"]) -> Iterator[tuple[int, int]]:
    """Yield where *text* is not in a normalization form: a character and the marks on it, or more.

    `version14.is_normalized` takes linear time: it does not sort marks.
    """
    if version14.is_normalized(form, text):
        return
    for match in _RUN.finditer(text):
        run, at = match[0], match.start()
        if version14.is_normalized(form, run):
            continue
        bases = (i for i, character in enumerate(run) if not version14.combining(character))
        spans = [
            (at + start, at + end)
            for start, end in pairwise([*bases, len(run)])
            if not version14.is_normalized(form, run[start:end])
        ]
        # Letters can compose too, as in Hangul, and a run can begin with marks.
        yield from _join(spans or [match.span()])


def _join(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield *spans*, and join those that touch."""
    start, end = spans[0]
    for span in spans[1:]:
        if span[0] > end:
            yield start, end
            start = span[0]
        end = span[1]
    yield start, end


# Patterns with many characters are compiled when first needed, because that takes long.
_SPACE_LIKE = f"[{SPACE_LIKE}]"
_INVISIBLE = f"[{NEVER_SEEN}]|([{CONTEXTUAL}])"


def space_like(parsed: ParsedText) -> Iterator[Hit]:
    """Yield characters that look like a space (6.1)."""
    for match in pattern(_SPACE_LIKE).finditer(parsed.text):
        reason = f"expected a visible character, found {spell(match[0])}"
        yield parsed.hit("space-like", match.span(), reason)


def invisible_characters(parsed: ParsedText) -> Iterator[Hit]:
    """Yield invisible characters, except joiners and selectors where they have a meaning."""
    for match in pattern(_INVISIBLE).finditer(parsed.text):
        if match[1] and is_in_place(parsed.text, match.start()):
            continue
        reason = f"expected a visible character, found {spell(match[0])}"
        yield parsed.hit("invisible-character", match.span(), reason)


#: Signs that look like a delimiter, from confusables.txt (UTS #39 section 4) and from compatibility
#: mappings. The rules for labels deal with letters.
_LIKE = {
    "/": "\u1735\u2041\u2044\u2215\u2571\u27cb\u29f8\u2f03\u31d2\u31d3\uff0f\U0001d23a",
    "\\": "\u2216\u2572\u27cd\u29f5\u29f9\u2f02\u31d4\ufe68\uff3c\U0001d20f\U0001d23b",
    ".": "\u0701\u0702\u2024\u3002\ua60e\ufe12\ufe52\uff0e\uff61\U00010a50",
    ":": "\u02d0\u02f8\u0589\u05c3\u0703\u0704\u205a\u2236\ua789\ufe13\ufe30\ufe55\uff1a",
    "?": "\u0294\u0241\ufe16\ufe56\uff1f",
    "#": "\ufe5f\uff03",
    "@": "\ufe6b\uff20",
    "%": "\ufe6a\uff05",
    "&": "\ufe60\uff06\U0001f672\U0001f674\U0001f675",
    ";": "\u037e\ufe14\ufe54\uff1b",
    "=": "\u207c\u208c\u2e40\u30a0\ua78a\ufe66\uff1d",
    "[": "\ufe47\uff3b",
    "]": "\ufe48\uff3d",
}
DELIMITER = {like: delimiter for delimiter, signs in _LIKE.items() for like in signs}
_DELIMITER_LIKE = f"[{''.join(DELIMITER)}]"
_BESIDE_ASCII = re.compile("(?<=[0-9A-Za-z]).|.(?=[0-9A-Za-z])")


def delimiter_look_alikes(parsed: ParsedText) -> Iterator[Hit]:
    """Yield all in an authority, elsewhere those beside ASCII: titles often end with "？"."""
    for match in pattern(_DELIMITER_LIKE).finditer(parsed.text):
        delimiter = DELIMITER[match[0]]
        found = spell(match[0])
        reason = f'expected another character than a look-alike of "{delimiter}", found {found}'
        hit = parsed.hit("delimiter-look-alike", match.span(), reason)
        in_authority = hit.component in {"iuserinfo", "ireg-name"}
        if in_authority or _BESIDE_ASCII.match(parsed.text, hit.start):
            yield hit


_UCSCHAR = f"[{grammar.UCSCHAR}]"
_IPRIVATE = f"[{grammar.IPRIVATE}]"


def unassigned(parsed: ParsedText) -> Iterator[Hit]:
    """Yield code points that are not assigned in Unicode 14.0."""
    if version14.is_printable(parsed.text):
        return
    for match in pattern(_UCSCHAR).finditer(parsed.text):
        if version14.category(match[0]) == "Cn":
            reason = f"expected a character that Unicode has, found {spell(match[0])}"
            yield parsed.hit("unassigned", match.span(), reason)


def private_use(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the characters of iprivate, which only a query can hold (2.2)."""
    start, end = parsed.spans.get("iquery", (0, 0))
    for match in pattern(_IPRIVATE).finditer(parsed.text, start, end):
        reason = f"expected a character with a public meaning, found {spell(match[0])}"
        yield parsed.hit("private-use", match.span(), reason)


# 4.2 and 7.5: components

#: The smaller components of a component: "it may be helpful to think about some syntax in terms of
#: components", such as labels, names and values, and the extensions in a resource name.
_COMPONENTS = {
    "iuserinfo": "(?s:.+)",
    "ireg-name": LABEL,
    "ipath": "[^/.]+",
    "iquery": "[^&;=]+",
    "ifragment": "(?s:.+)",
    "port": "[^:]+",
}
_BIDI = {
    1: ("bidi-mixed", "expected only right-to-left characters"),
    2: ("bidi-edge", "expected a right-to-left character at both ends"),
}


def bidi_structure(parsed: ParsedText) -> Iterator[Hit]:
    """Yield characters that break the restrictions on components (4.2)."""
    if not MAY_BE_RIGHT_TO_LEFT.search(parsed.text):
        return
    for name, component in _COMPONENTS.items():
        for match in pattern(component).finditer(parsed.text, *parsed.spans.get(name, (0, 0))):
            for violation in violations(match[0]):
                code, reason = _BIDI[violation.restriction]
                start, end = match.start() + violation.start, match.start() + violation.end
                yield Hit(code, name, start, end, reason)


# 4.4: components beside others

_RIGHT_TO_LEFT_LETTER = frozenset({"R", "AL"})


def bidi_order(parsed: ParsedText) -> Iterator[Hit]:
    r"""Yield digits and signs next to right-to-left text that are shown in another place.

    Two addresses can then look the same, as "/\u05d0/1" and "/1/\u05d0" do. Components with
    right-to-left letters are not findings: section 4.4 shows those from right to left.
    """
    runs = right_to_left_runs(parsed.text)
    parts = sorted(_parts(parsed)) if runs else []
    _, end_of_host = parsed.spans.get("ireg-name", (0, 0))
    first = 0
    for start, end in runs:
        while first < len(parts) and parts[first][1] <= start:
            first += 1
        last = first
        while last < len(parts) and parts[last][0] < end:
            last += 1
        if last - first > 1:
            of_host = start < end_of_host < end
            for part in parts[first:last]:
                yield from _find_moved(parsed.text, part, start, end, of_host=of_host)
        first = max(first, last - 1)  # this part may continue in the next run


def _parts(parsed: ParsedText) -> Iterator[tuple[int, int, str]]:
    """Yield where each component starts and ends, and its ABNF name."""
    for name, component in _COMPONENTS.items():
        for match in pattern(component).finditer(parsed.text, *parsed.spans.get(name, (0, 0))):
            yield *match.span(), name


def _find_moved(
    text: str, part: tuple[int, int, str], start: int, end: int, *, of_host: bool
) -> Iterator[Hit]:
    """Yield the part of a component in a run, if it does not hold a right-to-left letter."""
    start, end, name = max(start, part[0]), min(end, part[1]), part[2]
    if not _RIGHT_TO_LEFT_LETTER.isdisjoint(map(version14.bidirectional, text[start:end])):
        return
    if of_host and name != "ireg-name":
        reason = "expected text that is not shown inside the host"
        yield Hit("bidi-host", name, start, end, reason)
    else:
        reason = "expected text that is shown in its own place"
        yield Hit("bidi-order", name, start, end, reason)


def words(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the findings about words, except in a domain name."""
    for name in _COMPONENTS:
        start, end = parsed.spans.get(name, (0, 0))
        text = parsed.text[start:end]
        # The labels of a domain name have rules of their own.
        is_label = name == "ireg-name" and (parsed.scheme in DOMAIN_NAME or may_be_name(text))
        if not is_label and not text.isascii():
            yield from in_words(name, parsed.text, start, end)


def mailboxes(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the findings about the domain of a mailbox that those about words are not.

    In a text in ASCII only a domain with percent-encoded characters can look like another.
    """
    text, is_ascii = parsed.text, parsed.text.isascii()
    for name in ("ipath", "iquery") if parsed.scheme in MAILBOX else ():
        for match in DOMAIN.finditer(text, *parsed.spans.get(name, (0, 0))):
            if is_ascii and "%" not in match[0]:
                continue
            for hit in in_domain_name(text, *match.span(), is_known=False):
                # `words` does not see the words that percent-encoded characters are in.
                is_new = hit.code not in OF_WORDS or "%" in text[hit.start : hit.end]
                if is_new and hit.grade is not Severity.ERROR:
                    yield hit._replace(component=name)
