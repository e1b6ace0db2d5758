import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@pytest.fixture
def silence():
    """Log nothing during a test; `logging.disable` also clears the caches of the loggers."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture(scope="session")
def patterns(made_once):
    """List every pattern of the packages: its module, its text and its flags."""

    def find(folder):
        environment = os.environ | {"PYTHONPATH": str(TESTS)}
        command = [sys.executable, "-m", "test_patterns.found"]
        found = subprocess.check_output(command, env=environment, cwd=TESTS)
        (folder / "patterns.json").write_bytes(found)

    return json.loads((made_once("patterns", find) / "patterns.json").read_text("utf-8"))
