"""What a row of `iri3987.codes` holds."""

from enum import Enum
from typing import NamedTuple


class Severity(Enum):
    """How grave a finding is."""

    #: The text is not an IRI reference, or nothing can be reached by it: its host is missing or
    #: cannot be a domain name.
    ERROR = "error"
    #: The RFC advises against it, or it can mislead its readers.
    WARNING = "warning"
    #: Worth knowing, and often right.
    INFO = "info"


class Code(NamedTuple):
    """What a code stands for: one rule, and a text that breaks it."""

    #: The section of RFC 3987 that has the rule: "2.2"; a section of another document with the name
    #: of that: "RFC 8288 section 3"; or "" for a rule that this package makes.
    section: str
    #: How grave a finding with this code is; None where the code is never that of a finding. About
    #: the labels of a host that browsers look up nevertheless, an error is a warning.
    severity: Severity | None
    #: Which functions raise an `IRIError` with this code, by their names in `iri3987`: "IRI",
    #: "headers.map_header". None do where the code is that of a finding alone.
    raised_by: tuple[str, ...]
    #: The rule, or why it is worth a finding, in one sentence.
    why: str
    #: A text that breaks the rule.
    text: str
    #: What raises the code, or finds it; "{}" stands for the text.
    call: str = "inspect({})"

    @property
    def example(self) -> str:
        r"""A Python expression, in ASCII, that raises an error or makes a finding with the code.

        >>> Code("", None, (), "", "http://\u0661/", "WEB.check({})").example
        "WEB.check('http://\\u0661/')"
        """
        return self.call.replace("{}", ascii(self.text))
