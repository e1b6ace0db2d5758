"""What the documents say is true: their examples run, and the files they point to exist."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/**/*.md"),
    *ROOT.glob("integrations/*/*.md"),
    *ROOT.glob("example_projects/*/*.md"),
]
each_document = pytest.mark.parametrize(
    "document", [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in DOCUMENTS]
)
#: A block of Python in Markdown; its line number is lost, its text is shown when it fails.
PYTHON = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: [text](target) where the target is a file.
LINK = re.compile(r"\]\((?!https?://|mailto:|#)([^)#\s]+)")


@each_document
def test_examples_run(document):
    """Every `>>>` example of a document, run from top to bottom, prints what it says."""
    text = "\n".join(PYTHON.findall(document.read_text("utf-8")))
    report = []
    examples = doctest.DocTestParser().get_doctest(text, {}, document.name, str(document), 0)
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    assert "" == "".join(report)


@each_document
def test_links_lead_somewhere(document):
    """Every file that a document links to exists."""
    targets = LINK.findall(document.read_text("utf-8"))
    assert [] == [target for target in targets if not (document.parent / target).exists()]
