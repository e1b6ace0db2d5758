"""Duplicates: groups in the order of their keys, each merged in a transaction of its own."""

import json
from dataclasses import replace

import pytest

from iri3987 import IRIError
from iri3987.comparison import key_digest
from iri3987.comparison.policy import keyed
from iri3987.rows.duplicates import GROUPS, dedupe
from iri3987.rows.jobs import Plan
from iri3987.rows.ledger import Ledger
from test_iri3987.rows_tables import (
    LostError,
    MemoryKeyedTable,
    PassingError,
    RefusedError,
    at,
    on,
)

TEXTS = ["http://a.example", "b:b", "HTTP://a.example/", None, "b:b", "c:c", "http://a.example:80/"]
SMALL = Plan(size=1)


@pytest.fixture(autouse=True)
def pauses(monkeypatch):
    """The seconds that were waited for: none of them is."""
    found = []
    monkeypatch.setattr("time.sleep", found.append)
    return found


def merging(table):
    """Return a function that deletes all rows but the first."""

    def merge(_keep, others):
        for each in others:
            table.delete(each)

    return merge


def found(table, plan=SMALL, **options):
    """Return the report, and the keys of the rows of each group that is told of."""
    groups = []
    report = dedupe(table, plan, tell=groups.append, **options)
    return report, [[row.pk for row in group.rows] for group in groups]


def test_groups_are_told():
    """Equivalent addresses are a group; rows without an address are in none."""
    report, groups = found(MemoryKeyedTable(TEXTS))
    assert [[1, 3, 7], [2, 5]] == sorted(groups)
    assert (2, 5, 0, 0) == (report.groups, report.rows, report.changed, report.refused)


def test_addresses_that_a_policy_refuses_are_told():
    """Where a policy raises, the key is that of other text, and the rows are still a group."""

    def refuse(_text):
        raise IRIError("mine: no", "mine")

    table = MemoryKeyedTable(["http://a.example", "n/a", "HTTP://a.example/", "n/a", "http://["])
    table.rows = {
        pk: row._replace(derived=(keyed(row.text, key=refuse),)) for pk, row in table.rows.items()
    }
    report, groups = found(table)
    assert [[1, 3]] == groups
    assert (1, 2) == (report.groups, report.not_addresses)


def test_groups_are_merged():
    """The first row by its primary key is kept."""
    table = MemoryKeyedTable(TEXTS)
    report, groups = found(table, merge=merging(table))
    assert ([], 2, 2) == (groups, report.groups, report.changed)
    assert [1, 2, 4, 6] == sorted(table.rows)


def test_the_place_to_go_on_from():
    """Work that is stopped goes on after the key of its last group."""
    plan = replace(SMALL, wait=lambda _: True)
    first, groups = found(MemoryKeyedTable(TEXTS), plan)
    assert (1, True) == (first.groups, first.is_stopped)
    rest, others = found(MemoryKeyedTable(TEXTS), replace(SMALL, after=first.after))
    assert (1, False) == (rest.groups, rest.is_stopped)
    assert [[1, 3, 7], [2, 5]] == sorted(groups + others)
    assert first.after < rest.after


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (IRIError("bad: é\n", "bad\x1b"), r"bad\x1b", r"bad: é\n"),
        (KeyError("http://me:secret@a/"), "function-failed", "KeyError:***@a/'"),
        (RefusedError("no\n"), "not-written", "no"),
        (SystemExit(0), "function-failed", "SystemExit: 0"),
    ],
)
def test_a_merge_that_fails(error, code, reason):
    """The group stays whole and is told with the reason; the other groups are merged."""
    table, told = MemoryKeyedTable(TEXTS), []

    def merge(keep, others):
        merging(table)(keep, others)
        if keep == 1:
            raise error

    report = dedupe(table, SMALL, merge=merge, tell=told.append)
    assert ({code: 1}, 1, 2) == (report.codes, report.changed, report.groups)
    assert [(code, reason)] == [(group.code, group.reason) for group in told]
    assert [1, 2, 3, 4, 6, 7] == sorted(table.rows)


@pytest.mark.parametrize(
    ("which", "left"), [(slice(1, 2), 2), (slice(None), 0)], ids=["too-few", "too-many"]
)
def test_a_merge_that_does_not_leave_one_row(which, left):
    """Such a group stays whole, and is told."""
    table, told = MemoryKeyedTable(["a:a", "b:b", "A:a", "a:a"]), []

    def merge(keep, others):
        for each in (keep, *others)[which]:
            table.delete(each)

    report = dedupe(table, merge=merge, tell=told.append)
    assert ({"not-merged": 1}, 0) == (report.codes, report.changed)
    assert [f"expected one row to be left, found {left}"] == [group.reason for group in told]
    assert {1, 2, 3, 4} == table.rows.keys()


def test_a_group_that_is_gone():
    """Rows that were merged or changed since the group was read are not merged again."""
    table, calls = MemoryKeyedTable(TEXTS), []
    groups = table.groups(None, 10)
    for pk in (3, 5, 7):
        del table.rows[pk]
    table.groups = lambda after, _limit: [] if after else groups
    report = dedupe(table, merge=lambda *given: calls.append(given))
    assert ([], 2) == (calls, report.changed)


def test_a_deadlock_is_tried_again(pauses):
    """A group that meets a deadlock is tried again; what was done is done once."""
    table = MemoryKeyedTable(TEXTS, fault=at("commit", PassingError("deadlock"), times=2))
    assert 2 == found(table, merge=merging(table))[0].changed
    assert [1, 2, 4, 6] == sorted(table.rows)
    assert 2 == len(pauses)


def test_a_lock_that_stays(pauses):
    """The group is told, and the others are merged."""
    table = MemoryKeyedTable(TEXTS, fault=on("objects", PassingError("locked"), 3))
    report, groups = found(table, merge=merging(table))
    assert ([[1, 3, 7]], {"not-written": 1}, 1) == (groups, report.codes, report.changed)
    assert 8 == len(pauses)


def test_a_failure_that_is_not_of_a_group():
    """A lost connection ends the work."""
    table = MemoryKeyedTable(TEXTS, fault=on("groups", LostError("gone"), 1))
    with pytest.raises(LostError):
        dedupe(table)


def test_the_ledger_has_groups(tmp_path):
    """Each group that is left has its key, its rows, and why it is left; no password is shown."""
    file = tmp_path / "groups.jsonl"
    table = MemoryKeyedTable(["http://me:secret@a.example/", "http://me:secret@a.example"])
    with Ledger(file, GROUPS) as ledger:
        dedupe(table, Plan(ledger=ledger))
        dedupe(table, Plan(ledger=ledger), merge=lambda *_: None)
    assert "secret" not in file.read_text()
    texts = ["http://me:***@a.example/", "http://me:***@a.example"]
    rows = [{"pk": pk, "text": text} for pk, text in enumerate(texts, 1)]
    first = {"key": key_digest("http://me:secret@a.example/"), "rows": rows}
    why = {"code": "not-merged", "reason": "expected one row to be left, found 2"}
    assert [first, first | why] == [json.loads(line) for line in file.read_text().splitlines()]
