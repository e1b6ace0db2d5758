"""What holds for every test: how Hypothesis works here, and where other projects' data are."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import settings

# The first host that an example maps loads the IDNA tables: no example has a time limit.
settings.register_profile("iri3987", deadline=None)
settings.load_profile("iri3987")

_BESIDE = Path(__file__).parents[2] / "shared" / "conformance"


@pytest.fixture(scope="session")
def conformance_rows():
    """Return a function that gives the rows of a file of conformance data, or skips the test."""
    folder = Path(os.environ.get("IRI3987_CONFORMANCE", _BESIDE))

    def rows(name):
        file = folder / name
        if not file.exists():
            pytest.skip(f"no conformance data: {file} is not there")
        return [json.loads(line) for line in file.read_text("utf-8").splitlines()]

    return rows
