"""Coverage-guided fuzzing of the core: ``python -m fuzz --minutes 5``. See fuzz/README.md."""

import sys
from pathlib import Path

# The laws are those that the tests try, too.
sys.path.append(str(Path(__file__).parents[1] / "tests"))
