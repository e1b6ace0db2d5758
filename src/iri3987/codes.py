"""The register of codes: what each code of an error or of a finding stands for.

A code is a short stable slug, and stands for one rule. `IRIError.code` and `Finding.code` are codes
of `CODES`, and no others: an error or a finding with a code that is not here cannot be made.
docs/codes.md is made from this register.

>>> CODES["bad-percent"].why
'"%" begins a percent-encoded octet: two hexadecimal digits must follow.'
"""

from collections.abc import Mapping
from types import MappingProxyType

from iri3987._register import findings, general, hosts
from iri3987._register.row import Code, Severity

__all__ = ["CODES", "FINDINGS", "Code", "Severity"]

#: Every code, with what it stands for: first those of errors, then those of findings alone.
CODES: Mapping[str, Code] = MappingProxyType(general.ROWS | hosts.ROWS | findings.ROWS)

#: The codes of findings, with how grave each is: those that a profile can be told to reject.
FINDINGS: Mapping[str, Severity] = MappingProxyType(
    {code: row.severity for code, row in CODES.items() if row.severity is not None}
)
