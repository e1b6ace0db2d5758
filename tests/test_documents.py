"""The documents tell the truth: their code runs, and the files they point to exist."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from documents import page

ROOT = Path(__file__).parents[1]
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


def run(document, folder):
    """Run a document in a folder, in a process of its own: it may configure Django."""
    # Advanced Alchemy uses what SQLAlchemy deprecates, and Litestar imports it.
    warnings = ["-W", "error", "-W", "ignore:The declarative_mixin decorator"]
    command = [sys.executable, "-X", "utf8", *warnings, "-m", "documents.page", str(document)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests")}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.run(
        command, check=False, cwd=folder, env=environment, capture_output=True, text=True
    )


@pytest.mark.slow
@each_document
def test_code_runs(name, tmp_path):
    """The code of a document, run from top to bottom, does and prints what the document says."""
    if "```" not in BY_NAME[name].read_text("utf-8"):
        return
    done = run(BY_NAME[name], tmp_path)
    if done.returncode == page.SKIPPED:
        pytest.skip(done.stdout)
    assert (0, "") == (done.returncode, done.stderr), done.stdout


@pytest.mark.slow
def test_wrong_code_is_found(tmp_path):
    """Each block that does not do or print what it says is told, with its line."""
    document = tmp_path / "page.md"
    document.write_text(
        "```pycon\n>>> 1 + 1\n3\n```\n```python\nassert False\n```\n"
        "```console\n$ iri3987 to-uri é\né\n```\n```json\n{'a': 1}\n```\n"
        "```html+jinja\n{{ a|no_such_filter }}\n```\n```python\n# a.py\nif\n```\n",
        "utf-8",
    )
    done = run(document, tmp_path)
    assert ["2", "5", "8", "12", "15", "18"] == re.findall(
        r"^page\.md, line (\d+)", done.stdout, re.MULTILINE
    )


@each_document
def test_blocks_have_a_language(name):
    """Each block says what it is in, so that it is checked: output and the like are "text"."""
    languages = {each.language for each in page.blocks(BY_NAME[name].read_text("utf-8"))}
    assert set() == {each for each in languages if not each.startswith("{")} - page.LANGUAGES


#: A name of ours as pip gets it, not the path of a folder; with extras it is for what is installed.
OURS = r"(?<![\w/.-])(?:iri3987|(?:django|flask|sqlalchemy|starlette)-iri)(?![\w/-])"


@each_document
def test_our_names_are_not_asked_of_an_index(name):
    """Until a release, somebody else may have a name: files are installed, and then extras."""
    installs = re.findall(r"pip install ([^`\n]*)", BY_NAME[name].read_text("utf-8"))
    if name != "RELEASING.md":
        assert [] == [each for each in installs if re.search(rf"{OURS}(?!\[)", each)]
    is_guide = name.startswith("docs/how-to/")
    with_extras = [at for at, each in enumerate(installs) if re.search(OURS, each)]
    if with_extras and not is_guide and name != "RELEASING.md":
        assert "wheels/*.whl" in installs[: with_extras[0]]


def test_paragraphs_say_one_thing():
    """A page of the site has no cell of more than 35 words, and no paragraph of more than 75."""
    longer = []
    for name in (name for name in BY_NAME if name.startswith("docs/")):
        text = re.sub(
            r"^```.*?^```|<!--.*?-->|!\[.*?\]\(.*?\)",
            "",
            BY_NAME[name].read_text("utf-8"),
            flags=re.MULTILINE | re.DOTALL,
        )
        cells = [
            cell
            for row in re.findall(r"^\|.*", text, re.MULTILINE)
            for cell in re.split(r"(?<!\\)\|", row)
        ]
        paragraphs = re.split(r"\n\s*\n|^\|.*|^(?:[-*]|\d+\.) ", text, flags=re.MULTILINE)
        longer += [
            (name, each)
            for most, parts in ((35, cells), (75, paragraphs))
            for each in parts
            if len(each.split()) > most
        ]
    assert [] == longer


@pytest.mark.parametrize("name", [name for name in BY_NAME if not name.startswith("docs/")])
def test_links_lead_somewhere(name):
    """Every file that a document links to exists; Sphinx looks after those in docs/."""
    document = BY_NAME[name]
    targets = LINK.findall(document.read_text("utf-8"))
    assert [] == [target for target in targets if not (document.parent / target).exists()]
