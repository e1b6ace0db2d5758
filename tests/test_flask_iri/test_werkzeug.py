"""Werkzeug's own tests of `iri_to_uri` and `uri_to_iri`, with `to_uri` and `to_iri` instead.

They are in Werkzeug's source distribution, whose folder the environment variable
IRI3987_WERKZEUG names: ``pip download --no-deps --no-binary :all: werkzeug``, and unpack it.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from test_flask_iri.werkzeug_urls import DIFFERENCES

FOLDER = os.environ.get("IRI3987_WERKZEUG")


@pytest.mark.skipif(not FOLDER, reason="IRI3987_WERKZEUG names no source of Werkzeug")
def test_urls():
    """All of Werkzeug's cases hold for our functions, except for those listed, which do not."""
    path = Path(FOLDER) / "tests" / "test_urls.py"
    plugins = ["-p", "werkzeug_urls", "-p", "no:cacheprovider", "-p", "no:django"]
    options = ["--noconftest", "-c", os.devnull, *plugins]
    command = [sys.executable, "-m", "pytest", "-q", *options, str(path)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}
    outcome = subprocess.run(
        command, env=environment, cwd=path.parent, capture_output=True, text=True, check=False
    )
    assert (0, "") == (outcome.returncode, outcome.stderr), outcome.stdout
    assert f", {len(DIFFERENCES)} xfailed" in outcome.stdout
