"""The findings that `inspect` returns, and the hits of its rules, which they are made from."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from iri3987._unicode.patterns import late
from iri3987._unicode.text import spell
from iri3987.codes import CODES, FINDINGS, Severity
from iri3987.syntax.errors import parts

#: The most hits of one code that a rule yields: enough for a reader.
MOST = 32
#: The longest host, and the longest word, that the caches keep.
KEPT = 256


class Finding(NamedTuple):
    """Something worth knowing about ``text[start:end]``, found by `inspect`."""

    #: A code of `iri3987.codes.CODES`: stable across versions.
    code: str
    #: How grave it is.
    severity: Severity
    #: The ABNF name of the component, None for the whole text.
    component: str | None
    #: The index in the text where it begins.
    start: int
    #: The index after its last character.
    end: int
    #: One line that is safe to show and to log: no control character, no password.
    message: str
    #: The section that has the rule, as in `iri3987.codes.Code.section`.
    section: str


#: What a reason repeats of the text, or writes instead.
_FOUND = late(', found .*|(?<=expected )"[^"]*"')


class Hit(NamedTuple):
    """A hit of a rule: the ``text[start:end]`` that the rule is about, and the code."""

    code: str
    component: str
    start: int
    end: int
    #: The text that was expected there, in words, and the one that was found.
    reason: str
    #: How grave it is, if it differs from the register.
    severity: Severity | None = None

    @property
    def grade(self) -> Severity:
        """How grave it is. Raises `LookupError` for a code that findings do not have."""
        return self.severity or FINDINGS[self.code]

    def moved(self, by: int) -> "Hit":
        """Return this hit in a text that has *by* characters before this one."""
        code, component, start, end, reason, severity = self
        return Hit(code, component, start + by, end + by, reason, severity)

    def as_finding(self, secret: tuple[int, int]) -> Finding:
        """Return the finding, which tells at most one character of *secret*, a password."""
        start, end = secret
        is_told = self.end - self.start < 2 or self.end <= start or end <= self.start
        reason = self.reason if is_told else _FOUND.sub("", self.reason)
        message = f"{reason} in {self.component}, at position {self.start}"
        section = CODES[self.code].section
        return Finding(
            self.code, self.grade, self.component, self.start, self.end, message, section
        )


class ParsedText:
    """A text split at its delimiters, whether it is an IRI reference or not."""

    def __init__(self, text: str, /) -> None:
        self.text = text
        #: Where each component is, by its ABNF name; a port has its colon with it.
        self.spans = {part.name: (start, end) for start, end, part in parts(text) if start >= 0}
        start, end = self.spans.get("scheme", (0, 0))
        self.scheme = text[start:end].lower()

    def component_at(self, position: int) -> str:
        """Return the component that holds the character; the first slashes are the host's."""
        names = [name for name, (start, _) in self.spans.items() if start <= position]
        return names[-1] if names else next(iter(self.spans))

    def hit(self, code: str, span: tuple[int, int], reason: str) -> Hit:
        """Return a hit in the component where it starts."""
        return Hit(code, self.component_at(span[0]), *span, reason)

    def each(self, code: str, pattern: re.Pattern[str], expected: str) -> Iterator[Hit]:
        """Yield a hit for each match of *pattern*; its reason repeats a single character."""
        for match in pattern.finditer(self.text):
            found = f", found {spell(match[0])}" if len(match[0]) == 1 else ""
            yield self.hit(code, match.span(), f"expected {expected}{found}")
