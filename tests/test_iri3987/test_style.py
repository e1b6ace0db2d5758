"""How the source is written: citations exist, modules are short, sentences are plain."""

import io
import re
import tokenize
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# RFC 3986 section 9.9", [("RFC 3986", "9.9")]),
        ("# (section 1.1)", [("RFC 3987", "1.1")]),
        (
            "# sections 2.2,\n    # 4.1, and 6.1",
            [("RFC 3987", each) for each in ("2.2", "4.1", "6.1")],
        ),
        ('    """RFC 3987 2.2, 4.1)."""', [("RFC 3987", "2.2"), ("RFC 3987", "4.1")]),
        ("# the order (4.4) is", [("RFC 3987", "4.4")]),
        ("# [3.3](x)", []),
        ("range(1, 6), (2), 10-12", []),
    ],
)
def test_citation_forms(text, expected):
    """A citation is found in each of the forms in use."""
    assert expected == list(citations(text))


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_short(name):
    """A module can be read in one sitting."""
    assert len(MODULES[name].splitlines()) <= 400


# Plain English: mistakes that were made often. A quotation may make them.

ROOT = SOURCE.parents[1]
#: The documents and modules of the repository, except those of the core, which are above.
_READ = (
    "*.md",
    "docs/**/*.md",
    "docs/**/*.py",
    "integrations/*/*.md",
    "integrations/*/src/**/*.py",
    "example_projects/**/*.md",
    "example_projects/**/*.py",
    "tests/**/*.py",
    *(f"{folder}/*.py" for folder in ("benchmarks", "data", "fuzz", "release", "requirements")),
)
DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for paths in _READ
    for path in sorted(ROOT.glob(paths))
    if ".venv" not in path.parts
}
#: The mistake as a pattern, by what to write instead.
MISTAKES = {
    "is not an IRI, not: is no IRI": (
        r"(?<!\b[Tt]here )\b(?:is|are|was|were|be) no (?!longer\b|more\b)"
    ),
    "a subject at the start, not: Of ...": r"(?:^|[.!?:;] )Of (?!course\b)",
    "anyone who, not: Who ...": r"(?:^|[.!?;] )Who(?:ever)? [^?]*?[.;]|\bwhoever\b",
    "a noun at the start, not: What ...": r"(?:^|[.!?;] )What [^?.]*?\.(?: |$)",
    "a subject that exists, not: nobody": r"\b[Nn]obody\b",
    "except, not: but for, save that": r"\bbut for\b|\bsave (?:that|for|where)\b",
    "such as, not: say": r", say\b(?! so)",
    "why, not: for yet another reason": r"(?i)\bfor yet another reason|\bor never should have\b",
}
#: Code and quotations, in which none of that is ours; examples; the marks of a list or a heading.
_CODE = re.compile(r"```.*?```", re.DOTALL)
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"")
_EXAMPLE = re.compile(r"^\s*(?:>>>|\.\.\. ).*\n?", re.MULTILINE)
_PARAGRAPHS = re.compile(r"\n\s*\n|\n(?=[-|#>] ?)")


def paragraphs(name, text):
    """Yield the paragraphs of a document, or of a module's comments and docstrings."""
    parts = prose(text) if name.endswith(".py") else [_CODE.sub("", text)]
    for part in parts:
        for paragraph in _PARAGRAPHS.split(_EXAMPLE.sub("", part)):
            yield re.sub(r"^[-|#>* ]+", "", " ".join(_QUOTED.sub("X", paragraph).split()))


def prose(source):
    """Yield the comments of a module, those of neighbouring lines as one, and its docstrings."""
    comments, last = [], 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] > last + 1:
                yield " ".join(comments)
                comments = []
            comments.append(token.string.lstrip("#: "))
            last = token.start[0]
        elif token.type == tokenize.STRING and token.string.lstrip("r").startswith('"""'):
            yield token.string.lstrip("r").strip('"')
    yield " ".join(comments)


def mistakes(name, text):
    """Yield the mistakes in a module or a document, each with what to write instead."""
    for paragraph in paragraphs(name, text):
        for advice, mistake in MISTAKES.items():
            for match in re.finditer(mistake, paragraph):
                yield f"{advice}: {paragraph[max(0, match.start() - 20) : match.end() + 40]}"


@pytest.mark.parametrize("name", [*MODULES, *DOCUMENTS])
def test_sentences_are_plain(name):
    """Comments, docstrings and documents have subject, verb and object in their usual places."""
    text = MODULES.get(name) or DOCUMENTS[name]
    assert [] == list(mistakes(name, text))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.md", "It is no IRI. Of these, one is.\n", 2),
        ("a.md", "- Who writes this is wrong.\n- Who is it? There is no other.\n", 1),
        ("a.md", '```\nis no IRI\n```\nWrite `is no IRI`, and "nobody".\n', 0),
        ("a.py", "# What is left is not\n# empty. Nobody knows.\nx = 1  # it is no longer so\n", 2),
        ("a.py", 'def f():\n    """Return it, save that of X.\n\n    Of Y, no.\n    """\n', 2),
    ],
)
def test_mistakes_are_found(name, text, expected):
    """Each mistake is found in prose, over the ends of lines, and not in code or quotations."""
    assert expected == len(list(mistakes(name, text)))
