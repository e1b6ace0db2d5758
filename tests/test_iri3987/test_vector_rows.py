"""tests/vectors/README.md: the format of the rows, which other projects read as well."""

import json
import re
import unicodedata

import pytest

from vector_rows import FOLDER, FUNCTIONS, made, rows, texts

README = (FOLDER / "README.md").read_text("utf-8")
NAMES = [*sorted(path.stem for path in FOLDER.glob("*.jsonl")), *FUNCTIONS]
#: Rows that need no reason: what readers type, and what must not take long.
WITHOUT_REASON = {"site_searches", "slow_texts"}


def wrong(name):
    """Yield what is wrong with each row of a file."""
    for row in rows(name):
        if not re.fullmatch(r"[A-Za-z0-9._-]+", row.get("id", "")):
            yield row, "id"
        if f"`{row.get('op')}`" not in README and name != "attacks":
            yield row, "the README does not have the operation"
        if name not in WITHOUT_REASON and not (row.get("why") or row.get("source")):
            yield row, "no reason"
        if name != "slow_texts" and not all(map(is_text, inputs(row))):
            yield row, "input"


def inputs(row):
    """Return the inputs of a row as they are written."""
    return row["input"] if isinstance(row["input"], list) else [row["input"]]


def is_text(value):
    """Return whether a value is a text, or tells by its parts what one is."""
    if isinstance(value, str):
        return True
    types = {"before": str, "part": str, "times": int, "after": str | dict}
    known = all(isinstance(part, types.get(name, ())) for name, part in value.items())
    return known and is_text(value.get("after", ""))


@pytest.mark.parametrize("name", NAMES)
def test_rows(name):
    """A row has an id, an operation that the README tells, an input that is a text, a reason."""
    assert [] == list(wrong(name))
    ids = [row["id"] for row in rows(name)]
    assert len(ids) == len(set(ids)) > 40
    assert f"`{name.removeprefix('functions/')}.jsonl`" in README


@pytest.mark.parametrize("name", NAMES)
def test_lines(name):
    """A line is JSON that any reader takes: no NaN, no name twice, nothing that cannot be seen."""

    def refuse(value):
        raise AssertionError(value)

    def once(pairs):
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    text = (FOLDER / f"{name}.jsonl").read_text("utf-8")
    assert text.endswith("}\n")
    for line in text.removesuffix("\n").split("\n"):
        assert isinstance(json.loads(line, parse_constant=refuse, object_pairs_hook=once), dict), (
            line
        )
    kinds = {unicodedata.category(each) for each in set(text) - {" ", "\n"}}
    assert set() == kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"}


def test_long_texts():
    """A long text is made of its parts, one after the other."""
    assert "ab" == made({"before": "a", "after": "b"})
    assert "abbbc" == made({"before": "a", "part": "b", "times": 3, "after": "c"})
    assert "aab" == made({"part": "a", "times": 2, "after": {"part": "b"}})
    assert ["a", "bb"] == texts({"input": ["a", {"part": "b", "times": 2}]})
    assert 1_000_000 < max(len(text) for row in rows("attacks") for text in texts(row))
