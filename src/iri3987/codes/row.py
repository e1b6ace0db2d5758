"""The types of the rows of `iri3987.codes`."""

from enum import Enum
from typing import NamedTuple


class Severity(Enum):
    """How grave a finding is."""

    #: The text is not an IRI reference, or its host is missing or cannot be a domain name.
    ERROR = "error"
    #: The RFC advises against it, or it can mislead its readers.
    WARNING = "warning"
    #: It is worth knowing, and often intended.
    INFO = "info"


class Code(NamedTuple):
    """The meaning of a code: one rule, and a text that breaks it."""

    #: The section of RFC 3987 that has the rule, as "2.2"; a section of another document with its
    #: name, as "RFC 8288 section 3"; or "" for a rule of this package.
    section: str
    #: How grave a finding with this code is; None if findings do not have this code. About
    #: the labels of a host that browsers look up nevertheless, an error is a warning; what 4.2 says
    #: of the order of characters is a warning in the authority.
    severity: Severity | None
    #: The functions that raise an `IRIError` with this code, by their names in `iri3987`: "IRI",
    #: "http.headers.map_header". Empty if only findings have this code.
    raised_by: tuple[str, ...]
    #: The rule, or why it is worth a finding, in one sentence.
    why: str
    #: A text that breaks the rule.
    text: str
    #: The call that raises or finds the code; "{}" stands for the text.
    call: str = "inspect({})"

    @property
    def example(self) -> str:
        r"""A Python expression, in ASCII, that raises an error or makes a finding with the code.

        >>> Code("", None, (), "", "http://\u0661/", "WEB.check({})").example
        "WEB.check('http://\\u0661/')"
        """
        return self.call.replace("{}", ascii(self.text))
