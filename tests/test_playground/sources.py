"""The modules of docs/playground, which is not on the path of Python."""

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "playground"

sys.path[:0] = [str(ROOT), str(FOLDER)]
try:
    playground = importlib.import_module("playground")
    build = importlib.import_module("docs.playground.build")
finally:
    del sys.path[:2]
