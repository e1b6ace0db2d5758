"""The modules of docs/playground, which is not on the path of Python."""

import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "playground"

sys.path.insert(0, str(ROOT))
try:
    build = importlib.import_module("docs.playground.build")
    playground = importlib.import_module("docs.playground.playground")
finally:
    sys.path.remove(str(ROOT))
