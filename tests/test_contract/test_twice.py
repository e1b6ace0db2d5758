"""The first thing that a stranger sees: two forms say of the same texts what Django answers."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "docs" / "index.md"]


@pytest.fixture(scope="module")
def table() -> str:
    """The answers, from a process with settings of its own."""
    command = [sys.executable, str(ROOT / "example_projects" / "twice.py")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_the_table_is_true(table: str) -> None:
    """README and the first page of the site have the same table."""
    assert [True, True] == [table in page.read_text("utf-8") for page in PAGES]


def test_the_forms_differ(table: str) -> None:
    """One of the two forms says more of each text, and ours never saves one without a word."""
    rows = [row.split(" | ") for row in table.splitlines()[2:]]
    assert 3 == len(rows)
    for _, usual, ours in rows:
        assert usual in {"*saved*", "Enter a valid URL."}
        assert re.search(r"https?://example\.org|apple\.com", ours)


def test_the_code_has_the_options() -> None:
    """The model below the table is the one that has answered."""
    source = (ROOT / "example_projects" / "twice.py").read_text("utf-8")
    for page in PAGES:
        text = page.read_text("utf-8")
        for line in ("IRIField(confirm_warnings=True)", 'IRIKeyField(source="homepage")'):
            assert line in source
            assert line in text
