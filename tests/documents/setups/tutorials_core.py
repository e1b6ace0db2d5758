"""docs/tutorials/core.md: the script is run, and reads the lines that the page shows."""

from pathlib import Path

from documents.page import ROOT

COMMANDS = ("python sort_out.py",)

_PAGE = (ROOT / "docs" / "tutorials" / "core.md").read_text("utf-8")
# The page shows one text that is not code: what is in this file.
_LINES = _PAGE.partition("```text\n")[2].partition("```")[0]
Path("addresses.txt").write_text(_LINES, "utf-8")
