"""The page that compares: each package makes of the texts what the page says."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

pytest.importorskip("yarl", reason="needs yarl")

from benchmarks import alternatives

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "why.md").read_text("utf-8")
PINS = (ROOT / "requirements" / "constraints.txt").read_text("utf-8")


@pytest.mark.parametrize("package", ["Django", "pydantic", "yarl"])
def test_versions(package: str) -> None:
    """The page names the versions that the project pins."""
    pinned = re.search(rf"^{package}==(.+)$", PINS, re.MULTILINE | re.IGNORECASE)
    assert pinned
    assert f"{package} {pinned[1]}" in PAGE


def test_table() -> None:
    """The table is what `python -m benchmarks.alternatives` prints, with these versions."""
    for package in ("Django", "pydantic", "yarl"):
        if f"{package} {version(package)}" not in PAGE:
            pytest.skip(f"the page is about another version of {package}")
    assert alternatives.table() in PAGE
    assert alternatives.measured() in PAGE
