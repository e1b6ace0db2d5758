"""The documents tell the truth: their code runs, and the files they point to exist."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from documents import page

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *ROOT.glob("docs/**/*.md"),
    *ROOT.glob("benchmarks/*.md"),
    *ROOT.glob("integrations/*/*.md"),
    *ROOT.glob("example_projects/*/*.md"),
]
BY_NAME = {path.relative_to(ROOT).as_posix(): path for path in DOCUMENTS}
each_document = pytest.mark.parametrize("name", BY_NAME)
#: [text](target) where the target is a file.
LINK = re.compile(r"\]\((?!https?://|mailto:|#)([^)#\s]+)")
ADDRESS = tomllib.loads((ROOT / "release" / "site.toml").read_text("utf-8"))["url"]
#: A link to a page of the site that is published.
PAGE = re.compile(rf"{re.escape(ADDRESS)}/([^)>\s#]+)\.html")


def run(document, folder):
    """Run a document in a folder, in a process of its own."""
    command = [sys.executable, "-X", "utf8", "-W", "error", "-m", "documents.page", str(document)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests")}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.run(
        command, check=False, cwd=folder, env=environment, capture_output=True, text=True
    )


@pytest.mark.slow
@each_document
def test_code_runs(name, tmp_path):
    """The code of a document, run from top to bottom, does and prints what the document says."""
    document = BY_NAME[name]
    if not page.blocks(document.read_text("utf-8")):
        return
    done = run(document, tmp_path)
    if done.returncode == page.SKIPPED:
        pytest.skip(done.stdout)
    assert (0, "") == (done.returncode, done.stderr), done.stdout


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("pycon", ">>> 1 + 1\n3\n"),
        ("pycon", ">>> 1 +\n"),
        ("python", "import nothing_that_is_there\n"),
        ("python", "assert False\n"),
        ("python", "# a.py\nif\n"),
        ("python", "import warnings; warnings.warn('!')\n"),
        ("console", "$ python -m iri3987 map é\né\n"),
        ("console", "$ python -m iri3987 check 'a b'\n"),
        ("console", "$ python manage.py iri_audit links.Link.url --no-such-option\n"),
        ("sh", "flask iri dedupe Link --no-such-option\n"),
        ("sh", "make no-such-target\n"),
        ("sh", "if true\n"),
        ("json", "{'a': 1}\n"),
        ("toml", "a = b\n"),
        ("html+django", "{% load iri %}{{ a|no_such_filter }}\n"),
        ("html+jinja", "{{ a|no_such_filter }}\n"),
        ("html", "{{ a }}\n"),
    ],
)
def test_wrong_code_is_found(language, code, tmp_path):
    """A block that does not do or print what it says is told, with its line."""
    document = tmp_path / "page.md"
    document.write_text(f"# Page\n\n```{language}\n{code}```\n", "utf-8")
    done = run(document, tmp_path)
    assert 1 == done.returncode
    assert "page.md, line 3" in done.stdout


def test_right_code_is_run(tmp_path):
    """Blocks share their names; a block whose first line is a path is a file."""
    document = tmp_path / "page.md"
    document.write_text(
        "```python\n# links/model.py\nNAME = 'é'\n```\n"
        "```python\nfrom links.model import NAME\n```\n"
        "- ```pycon\n  >>> NAME\n  'é'\n\n  ```\n"
        "```console\n$ python -m iri3987 map é\n%C3%A9\n```\n",
        "utf-8",
    )
    done = run(document, tmp_path)
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
    assert "NAME = 'é'\n" in (tmp_path / "links" / "model.py").read_text("utf-8")


@each_document
def test_blocks_have_a_language(name):
    """Each block says what it is in, so that it is checked: output and the like are "text"."""
    blocks = page.blocks(BY_NAME[name].read_text("utf-8"))
    assert [] == [block for block in blocks if block.language not in page.LANGUAGES]


def test_exceptions_are_there():
    """Each block that is not run stands in its document, and has a reason."""
    for name, reasons in page.NOT_RUN.items():
        first_lines = {block.first for block in page.blocks(BY_NAME[name].read_text("utf-8"))}
        assert set() == reasons.keys() - first_lines
        assert all(reasons.values())


def test_setups_are_of_documents():
    """Each module that prepares a document is that of a document that is there."""
    setups = {page.setup_of(path) for path in DOCUMENTS} - {None}
    assert {path.stem for path in (ROOT / "tests" / "documents" / "setups").glob("*.py")} == setups


@each_document
def test_links_lead_somewhere(name):
    """Every file that a document links to exists."""
    document = BY_NAME[name]
    targets = LINK.findall(document.read_text("utf-8"))
    assert [] == [target for target in targets if not (document.parent / target).exists()]


@each_document
def test_links_to_the_site_lead_somewhere(name):
    """Every page of the site that a document links to is a page in docs/, or is made from one."""
    sources = {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.*")}
    pages = PAGE.findall(BY_NAME[name].read_text("utf-8"))
    assert [] == [page for page in pages if not {f"{page}.md", f"{page}.html"} & sources]
