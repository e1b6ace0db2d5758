"""The sections of standards that the source cites exist."""

import re
from pathlib import Path

import pytest

import iri3987
from test_iri3987.abnf import VECTORS

SOURCE = Path(iri3987.__file__).parent
#: Every module except generated tables, which are not for reading.
MODULES = {
    path.relative_to(SOURCE).as_posix(): path.read_text("utf-8")
    for path in sorted(SOURCE.rglob("*.py"))
    if path.name != "_tables.py"
}

_NUMBER = r"\d+(?:\.\d+)*"
_NUMBERS = rf"{_NUMBER}(?:(?:, and|, or|,| and| or| to) {_NUMBER})*(?![\d-])"
_DOCUMENT = r"(RFC \d+|3987bis|UTS #\d+|UAX #\d+)"
#: "RFC 3986 section 5.3", "sections 2.2, 4.1, and 6.1", "RFC 3987 2.2, 4.1", "(3.1)".
_CITATION = re.compile(
    rf"(?:{_DOCUMENT},? )?[Ss]ections? ({_NUMBERS})"
    rf"|{_DOCUMENT} ({_NUMBERS})"
    rf"|\((?=\d+\.)({_NUMBERS})\)"
    rf'|section="({_NUMBER})"'
)


def sections():
    """Return the sections of each document: its name, a colon, and their numbers, a line each."""
    lines = (VECTORS / "rfc3987-sections.txt").read_text("utf-8").splitlines()
    parted = (line.partition(":") for line in lines if not line.startswith("#"))
    return {document: set(numbers.split()) for document, _, numbers in parted}


def citations(source):
    """Yield what a module cites: a document, RFC 3987 where none is named, and a section."""
    # A citation may go on in the next line of a comment or a docstring.
    for match in _CITATION.finditer(re.sub(r"\n\s*(?:#:?\s*)?", " ", source)):
        document = match[1] or match[3] or "RFC 3987"
        numbers = next(filter(None, (match[2], match[4], match[5], match[6])))
        for number in re.findall(_NUMBER, numbers):
            yield document, number


@pytest.mark.parametrize("name", MODULES)
def test_cited_sections_exist(name):
    """Every section that the source cites is one of the document it names."""
    known = sections()
    wrong = {
        f"{document} section {number}"
        for document, number in citations(MODULES[name])
        if document in known and number not in known[document]
    }
    assert set() == wrong


def test_citations_are_found():
    """The patterns above do find citations, of more than one document."""
    found = {each for source in MODULES.values() for each in citations(source)}
    assert {("RFC 3987", "2.2"), ("RFC 3987", "4.1"), ("RFC 3986", "5.3")} <= found
    assert {("3987bis", "3.5"), ("RFC 3987", "6.1"), ("UTS #46", "4.2")} <= found
