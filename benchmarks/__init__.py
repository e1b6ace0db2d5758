"""How fast and how small the core is beside others: ``python -m benchmarks``."""

import sys
from pathlib import Path

# Where the data of others are is said once, for the tests too.
sys.path.append(str(Path(__file__).parents[1] / "tests"))
