"""The rows of tests/vectors. Its README tells their format."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "vectors"

Row = dict[str, Any]

#: The files about single functions, as `rows` takes their names.
FUNCTIONS = sorted(f"functions/{path.stem}" for path in FOLDER.glob("functions/*.jsonl"))


def rows(name: str) -> list[Row]:
    """Return the rows of a file, named without its ending."""
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def made(text: str | Row) -> str:
    """Return a text; one that is told by what repeats in it is put together."""
    if isinstance(text, str):
        return text
    repeated = text.get("part", "") * text.get("times", 1)
    return f"{text.get('before', '')}{repeated}{made(text.get('after', ''))}"


def texts(row: Row) -> list[str]:
    """Return the inputs of a row, of which some have two."""
    given = row["input"]
    return list(map(made, given if isinstance(given, list) else [given]))
