"""The texts that fuzzing starts from: those of tests/vectors."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "tests" / "vectors"


def seeds() -> list[str]:
    """Return the texts of hostile inputs and of the rows of RFCs and functions, each once."""
    kinds = ("attacks.jsonl", "rfc*.jsonl", "functions/*.jsonl")
    paths = [path for kind in kinds for path in VECTORS.glob(kind)]
    lines = (line for path in paths for line in path.read_text("utf-8").splitlines())
    return sorted({text for line in lines for text in _texts(json.loads(line))})


def _texts(row: dict[str, Any]) -> Iterator[str]:
    text, base = row["input"], row.get("base")
    # A long text is told by what repeats in it; what is long only slows the fuzzer down.
    for each in text if isinstance(text, list) else [text]:
        if isinstance(each, str) and len(each) <= 200:
            yield each
            if base is not None:
                yield f"{base} {each}"
