"""The register of codes, as tables of a page."""

from collections.abc import Iterator

from iri3987.codes import CODES, Code, Severity

_HEAD = """\
## Errors

Functions that take an IRI also raise the codes of `IRI` and `IRIReference`; everything that uses a
profile raises those of `Profile.check`. A code with a grade in the last column is also one of
findings. An error in a host is only a warning where browsers look the host up nevertheless, because
it is in ASCII.

| code | section | raised by | rule | example | as a finding |
|---|---|---|---|---|---|"""

_MEANINGS = {
    Severity.ERROR: (
        "The text is not an IRI reference, or leads nowhere because its host is missing or cannot "
        "be a domain name."
    ),
    Severity.WARNING: "The RFC advises against it, or it can mislead its readers.",
    Severity.INFO: "It is worth knowing, and often intended.",
}

#: How much of an example's text is shown: its beginning and its end.
_MOST, _FIRST, _LAST = 40, 30, 10


def as_markdown() -> str:
    """Return the tables of errors and of findings."""
    lines = [_HEAD, *_errors()]
    for severity, meaning in _MEANINGS.items():
        lines += ["", f"## Findings: {severity.value}", "", meaning, *_findings(severity)]
    return "\n".join(lines) + "\n"


def _errors() -> Iterator[str]:
    """Yield a row for each code that is raised."""
    for code, row in CODES.items():
        if row.raised_by:
            raised_by = ", ".join(f"`{name}`" for name in row.raised_by)
            grade = row.severity.value if row.severity else ""
            example = f"`{_shown(row).example}`"
            start = f"| {_named(code)} | {row.section} | {raised_by} | {row.why}"
            yield f"{start} | {example} | {grade} |"


def _findings(severity: Severity) -> Iterator[str]:
    """Yield the codes of findings of one grade: the names of those above, a row for the others."""
    found = {code: row for code, row in CODES.items() if row.severity is severity}
    above = [f"`{code}`" for code, row in found.items() if row.raised_by]
    alone = {code: row for code, row in found.items() if not row.raised_by}
    if above:
        yield from (
            "",
            f"{'Findings with' if alone else 'All have'} codes of errors: {', '.join(above)}.",
        )
    if alone:
        yield from ("", "| code | section | why | example |", "|---|---|---|---|")
    for code, row in alone.items():
        yield f"| {_named(code)} | {row.section} | {row.why} | `{_shown(row).example}` |"


def _named(code: str) -> str:
    """Return *code* with an anchor, to which the search and other pages can lead."""
    return f"`{code}`{{#{code}}}"


def _shown(row: Code) -> Code:
    """Return *row* with an example that fits into a table."""
    text = row.text
    if len(text) > _MOST:
        text = f"{text[:_FIRST]}...{text[-_LAST:]}"
    return row._replace(text=text)
