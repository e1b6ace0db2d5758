"""The findings that `inspect` returns, and the hits of its rules, which they are made from."""

from typing import NamedTuple

from iri3987.codes import CODES, FINDINGS, Severity

#: The most hits of one code that a rule yields: enough for a reader.
MOST = 32


class Finding(NamedTuple):
    """Something worth knowing about ``text[start:end]``, found by `inspect`."""

    #: One of `iri3987.codes.FINDINGS`: stable across versions.
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

    def as_finding(self) -> Finding:
        """Return the finding. Raises `LookupError` for a code that findings do not have."""
        message = f"{self.reason} in {self.component}, at position {self.start}"
        section = CODES[self.code].section
        return Finding(
            self.code, self.grade, self.component, self.start, self.end, message, section
        )
