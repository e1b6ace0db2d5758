"""A reader who follows a tutorial, word by word, sees what it says."""

from pathlib import Path

import pytest

from test_examples.visitor import Visitor
from test_tutorials.links import follow, misuse
from test_tutorials.reader import Reader
from test_tutorials.tutorial import Tutorial


@pytest.mark.parametrize("name", ["django", "flask", "fastapi"])
def test_tutorial(name: str, tmp_path: Path, port: int) -> None:
    """The tutorial leads from an empty folder to a page with an Arabic address."""
    with Tutorial(name, tmp_path, port) as tutorial:
        reader = Reader(port)
        follow(tutorial, reader)
        misuse(reader)
        other = Visitor(port)
        assert other.get(f"/go/{2**64}/").status == (422 if name == "fastapi" else 404)
        forged = other.post("/", {"homepage": "http://example.org/forged", "topic": "forged"})
        # Django and Flask-WTF take a form only from a page of the site, and say so.
        assert (name != "fastapi") == (b"CSRF" in forged.body)
        assert (name == "fastapi") == (b"forged" in other.get("/").body)
