"""The register of codes, as tables of a page."""

from collections.abc import Iterator
from urllib.parse import quote

from iri3987.codes import CODES, Code, Severity

_HEAD = """\
## Errors

Functions that take an IRI also raise the codes of `IRI` and `IRIReference`; everything that uses a
profile raises those of `Profile.check`. A code with a grade in the last column is also one of
findings. An error in a host is only a warning where browsers look the host up nevertheless, because
it is in ASCII. An example that is a link opens its text in the playground.

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
#: The calls that the playground makes with a text: it shows the codes of these examples.
_IN_PLAYGROUND = {
    "IRI({})",
    "PUBLIC.check({})",
    "WEB.check({})",
    "WEB.warnings({})",
    "inspect({})",
    "to_uri({})",
}


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
            cells = (_named(code), row.section, raised_by, row.why, _example(row), grade)
            yield f"| {' | '.join(cells)} |"


def _findings(severity: Severity) -> Iterator[str]:
    """Yield the codes of findings of one grade: the names of those above, a row for the others."""
    found = {code: row for code, row in CODES.items() if row.severity is severity}
    above = [f"[`{code}`](#{code})" for code, row in found.items() if row.raised_by]
    alone = {code: row for code, row in found.items() if not row.raised_by}
    if above:
        yield from (
            "",
            f"{'Findings with' if alone else 'All have'} codes of errors: {', '.join(above)}.",
        )
    if alone:
        yield from ("", "| code | section | why | example |", "|---|---|---|---|")
    for code, row in alone.items():
        yield f"| {_named(code)} | {row.section} | {row.why} | {_example(row)} |"


def _named(code: str) -> str:
    """Return *code* with an anchor, to which the search and other pages can lead."""
    return f"`{code}`{{#{code}}}"


def _example(row: Code) -> str:
    """Return the example of *row*, shortened so that it fits into a table.

    It is a link to the playground, with the whole text, if that shows the code.
    """
    text = row.text
    if len(text) > _MOST:
        text = f"{text[:_FIRST]}...{text[-_LAST:]}"
    example = f"`{row._replace(text=text).example}`"
    if row.call not in _IN_PLAYGROUND:
        return example
    fragment = f"text={quote(row.text, safe='')}"
    return f'<a href="../playground/index.html#{fragment}">{example}</a>'
