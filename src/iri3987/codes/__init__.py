"""The register of codes: the rule behind each code of an error or a finding.

A code is a short stable slug that stands for one rule. All errors and findings that this package
makes have a code of `CODES`. A function or a profile of a project may raise an `IRIError` with a
code of its own; its sentence for people (`iri3987.messages`) is then the general one.
docs/reference/codes.md is generated from this register.

>>> CODES["bad-percent"].why
'"%" begins a percent-encoded octet: two hexadecimal digits must follow.'
"""

from collections.abc import Mapping
from types import MappingProxyType

from iri3987.codes import findings, hosts, syntax
from iri3987.codes.row import Code, Severity

__all__ = ["CODES", "Code", "Severity"]

#: Every code with its row: first the codes of errors, then those that only findings have.
CODES: Mapping[str, Code] = MappingProxyType(syntax.ROWS | hosts.ROWS | findings.ROWS)

#: The codes of findings and their severity. `Profile.reject` takes these.
FINDINGS: Mapping[str, Severity] = MappingProxyType(
    {code: row.severity for code, row in CODES.items() if row.severity is not None}
)
