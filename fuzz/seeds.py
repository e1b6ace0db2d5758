"""The texts that fuzzing starts from: those of tests/vectors."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "tests" / "vectors"


def seeds() -> list[str]:
    """Return the texts of hostile inputs and of the rows of RFCs and functions, each once."""
    found = [*_rows("attacks.jsonl"), *_rows("rfc*.jsonl")]
    # Rows of a function that share a reason are alike, and each takes time from the fuzzer.
    found += {(row["op"], row["why"]): row for row in _rows("functions/*.jsonl")}.values()
    return sorted({text for row in found for text in _texts(row)})


def _rows(names: str) -> Iterator[dict[str, Any]]:
    for path in VECTORS.glob(names):
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def _texts(row: dict[str, Any]) -> Iterator[str]:
    text, base = row["input"], row.get("base")
    # A long text is told by what repeats in it; what is long only slows the fuzzer down.
    for each in text if isinstance(text, list) else [text]:
        if isinstance(each, str) and len(each) <= 200:
            yield each
            if base is not None:
                yield f"{base} {each}"
