"""docs/tutorials/core.md: the script is run, and reads the lines that the page shows."""

from pathlib import Path

from documents.page import ROOT, blocks

COMMANDS = ("python sort_out.py",)

_PAGE = (ROOT / "docs" / "tutorials" / "core.md").read_text("utf-8")
# The page shows one text that is not code: what is in this file.
[_LINES] = (block.text for block in blocks(_PAGE) if block.language == "text")
Path("addresses.txt").write_text(_LINES, "utf-8")
