"""`iri audit --look-alikes`: names in a table that look alike."""

import json

import pytest

from iri3987.rows.look_alikes import look_alikes
from test_iri3987.rows_tables import LostError, StoredTable, at
from test_iri3987.test_rows_commands import command, refused

NAMES = [
    "paypal",
    "mary",
    None,
    "",
    "раураl",
    "bob",
    "rnary",
    "PAYPA1",
    "me:secret@a",
    "me:secret@а",
]


def test_groups():
    """Each group of names that look alike is told, in the order of their keys; others are not."""
    status, said, _ = command("audit", StoredTable(NAMES), look_alikes=True)
    assert 1 == status
    assert [
        *("3 rows look alike", "    1  paypal", "    5  раураl", "    8  PAYPA1"),
        *("2 rows look alike", "    2  mary", "    7  rnary"),
        *("2 rows look alike", "    9  me:***@a", "    10  me:***@а"),
        "Link.url: 10 rows, 3 groups of names that look alike",
    ] == said


def test_nothing_looks_alike():
    """The exit status is 0 if all names can be told apart; rows without a name do not count."""
    said = ["Link.url: 4 rows, 0 groups of names that look alike"]
    table = StoredTable(["a", "b", None, None])
    assert (0, said, []) == command("audit", table, look_alikes=True)


def test_batches():
    """Names in different batches are compared."""
    assert 3 == look_alikes(StoredTable(NAMES)).groups
    assert 1 == command("audit", StoredTable(NAMES), look_alikes=True, size=2)[0]


def test_ledger(tmp_path):
    """The ledger has a line for each group."""
    file = tmp_path / "names.jsonl"
    table = StoredTable(NAMES[:5])
    _, said, _ = command("audit", table, look_alikes=True, ledger=str(file))
    assert ["Link.url: 5 rows, 1 group of names that look alike"] == said
    (record,) = map(json.loads, file.read_text().splitlines())
    assert [{"pk": 1, "text": "paypal"}, {"pk": 5, "text": "раураl"}] == record["rows"]


@pytest.mark.parametrize("given", [{"profile": "web"}, {"part": (1, 2)}, {"after": "3"}])
def test_all_rows_are_compared(given):
    """Options that are for a part of the rows, or for addresses, are refused."""
    line = refused("audit", StoredTable(NAMES), look_alikes=True, **given)
    assert f"--look-alikes compares all rows: leave out --{next(iter(given))}" == line


def test_a_database_that_fails():
    """Where the work ends early, it has to begin again: a part of the rows is not enough."""
    table = StoredTable(NAMES, fault=at("read", LostError("gone")))
    assert "the database failed: gone" == refused("audit", table, look_alikes=True)
    later = StoredTable(NAMES, fault=_fail_after(4))
    status, _, warned = command("audit", later, look_alikes=True, size=2)
    assert (3, "Link.url: stopped before the end; run it again") == (status, warned[-1])


def _fail_after(key):
    def fault(_stage, rows):
        if any(row.pk > key for row in rows):
            raise LostError("gone")

    return fault
