"""Where data are that are not part of the repository: `make data` fetches some into data/."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]


def outside(variable: str, name: str) -> Path:
    """Return the path that an environment variable names, or *name* beside the clone or in data/.

    A folder that it names need not exist: then the tests that ask for it skip.
    """
    if named := os.environ.get(variable):
        return Path(named)
    beside = ROOT.parent / "shared" / name
    return beside if beside.exists() else ROOT / "data" / name
