"""Print the catalogue of findings as a page of the documentation (docs/findings.md)."""

import sys

from iri3987.inspection._findings import CATALOGUE, Severity

_PREFACE = """\
# The findings of `inspect`

`iri3987.inspect(text)` and `python -m iri3987 inspect TEXT` tell what is worth knowing about a
text: a code, how grave it is, where in the text, and why. Codes are stable; messages may change.
The examples are written as in Python, characters beyond ASCII as escapes.

This page is made from the code, by `python -m iri3987.inspection > docs/findings.md`."""

_MEANING = {
    Severity.ERROR: "The text is not an IRI reference, or its host cannot be made a domain name.",
    Severity.WARNING: "The RFC advises against it, or it can mislead its readers.",
    Severity.INFO: "Worth knowing, and often right.",
}


def as_markdown() -> str:
    """Return the catalogue as a page of the documentation."""
    lines = [_PREFACE]
    for severity, meaning in _MEANING.items():
        lines += [
            "",
            f"## {severity.value.capitalize()}",
            "",
            meaning,
            "",
            "| code | section of RFC 3987 | why | example |",
            "|---|---|---|---|",
        ]
        lines += [
            f"| `{code}` | {kind.section} | {kind.why} | `{_shown(kind.example)}` |"
            for code, kind in CATALOGUE.items()
            if kind.severity is severity
        ]
    return "\n".join(lines) + "\n"


def _shown(example: str) -> str:
    shown = example if len(example) <= 40 else f"{example[:30]}...{example[-10:]}"
    return ascii(shown)[1:-1]


if __name__ == "__main__":
    sys.stdout.write(as_markdown())
