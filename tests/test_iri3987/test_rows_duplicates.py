"""Duplicates: groups in the order of their keys, each merged in a transaction of its own."""

from dataclasses import replace

import pytest

from iri3987 import IRIError
from iri3987.comparison import key_digest
from iri3987.rows.duplicates import dedupe
from iri3987.rows.jobs import Plan
from test_iri3987 import rows_tables
from test_iri3987.rows_tables import LostError, PassingError, RefusedError, StoredKeys, at, on

TEXTS = ["http://a.example", "b:b", "HTTP://a.example/", None, "b:b", "c:c", "http://a.example:80/"]
SMALL = Plan(size=1)


pauses = rows_tables.pauses


def merging(table):
    """Return a function that deletes all rows but the first."""

    def merge(_keep, others):
        for each in others:
            table.delete(each)

    return merge


def found(table, plan=SMALL, **options):
    """Return the report, and the keys of the rows of each group that is told of."""
    told = []
    report = dedupe(table, replace(plan, tell=told.append), **options)
    return report, [[row["pk"] for row in record["rows"]] for record in told]


def test_a_record_of_a_group():
    """It has the key, the rows without passwords, and why it is left, if that was not asked for."""
    told, plan = [], Plan()
    table = StoredKeys(["http://me:secret@a.example/", "http://me:secret@a.example"])
    for merge in (None, lambda *_: None):
        dedupe(table, replace(plan, tell=told.append), merge=merge)
    texts = ["http://me:***@a.example/", "http://me:***@a.example"]
    rows = [{"pk": pk, "text": text} for pk, text in enumerate(texts, 1)]
    first = {"key": key_digest("http://me:secret@a.example/"), "rows": rows}
    why = {"code": "not-merged", "reason": "expected one row to be left, found 2"}
    assert [first, first | why] == told


def test_addresses_that_a_policy_refuses_are_told():
    """Where a policy raises, the key is that of other text, and the rows are still a group."""

    def refuse(_text):
        raise IRIError("mine: no", "mine")

    class Refusing(StoredKeys):
        key_of = staticmethod(lambda text: key_digest(text, policy=refuse))

    texts = ["http://a.example", "n/a", "HTTP://a.example/", "n/a", "http://["]
    report, groups = found(Refusing(texts))
    assert [[1, 3]] == groups
    assert (1, {"n/a": 2}) == (report.groups, report.not_addresses)


def test_the_place_to_go_on_from():
    """Work that is stopped goes on after the key of its last group."""
    first, groups = found(StoredKeys(TEXTS), replace(SMALL, wait=lambda _: True))
    assert (1, True) == (first.groups, first.is_stopped)
    rest, others = found(StoredKeys(TEXTS), replace(SMALL, after=first.after))
    assert (1, False) == (rest.groups, rest.is_stopped)
    assert [[1, 3, 7], [2, 5]] == sorted(groups + others)


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (IRIError("bad: é\n", "bad\x1b"), r"bad\x1b", r"bad: é\n"),
        (KeyError("http://me:secret@a/"), "function-failed", "KeyError:***@a/'"),
        (RefusedError("no\n"), "not-written", "no"),
        (SystemExit(0), "function-failed", "SystemExit: 0"),
        (None, "not-merged", "expected one row to be left, found 0"),
    ],
)
def test_a_merge_that_fails(error, code, reason):
    """The group stays whole and is told with the reason; the other groups are merged."""
    table, told = StoredKeys(TEXTS), []

    def merge(keep, others):
        merging(table)(keep, others)
        if keep == 1:
            table.delete(keep)
            if error is not None:
                raise error

    report = dedupe(table, replace(SMALL, tell=told.append), merge=merge)
    assert ({code: 1}, 1, 2) == (report.codes, report.changed, report.groups)
    assert [(code, reason)] == [(group["code"], group["reason"]) for group in told]
    assert [1, 2, 3, 4, 6, 7] == sorted(table.texts)


def test_a_group_that_is_gone():
    """Rows that were merged or changed since the group was read are not merged again."""
    table, calls = StoredKeys(TEXTS), []

    def fault(stage, rows):
        if stage == "objects":
            for row in rows[1:]:
                table.delete(row.pk)

    table.fault = fault
    report = dedupe(table, merge=lambda *given: calls.append(given))
    assert ([], 2) == (calls, report.changed)


@pytest.fixture
def _small_parts(monkeypatch):
    """Ask for two rows at a time."""
    monkeypatch.setattr("iri3987.rows.duplicates.MOST_KEYS", 2)


@pytest.mark.usefixtures("_small_parts")
def test_a_group_of_more_rows_than_a_statement_takes():
    """It is merged in parts, all with the row to keep; rows with stale keys are left."""
    table, calls = StoredKeys(["a:a", *["b:b", "a:a"] * 7]), []
    stale = [1, 3, 5, 9]
    table.sql("UPDATE link SET url = 'd:' || pk WHERE pk IN (1, 3, 5, 9)")

    def merge(keep, others):
        calls.append((keep, list(others)))
        merging(table)(keep, others)

    report, groups = found(table)
    assert (2, 11) == (report.groups, report.rows)
    told = [[7, 11], [7, 13, 15], [2, 4], [2, 6, 8], [2, 10, 12], [2, 14]]
    assert sorted(told) == sorted(groups)
    report, groups = found(table, merge=merge)
    assert (2, 2, []) == (report.groups, report.changed, groups)
    assert sorted((first, others) for first, *others in told) == sorted(calls)
    assert [*stale, 2, 7] == sorted(table.texts, key=lambda pk: (pk not in stale, pk))


@pytest.mark.usefixtures("_small_parts")
def test_a_large_group_whose_function_fails():
    """It is not called again for this group; what was merged before stays so."""
    table = StoredKeys(["a:a"] * 9)

    def merge(keep, others):
        assert 5 not in others
        merging(table)(keep, others)

    report, groups = found(table, merge=merge)
    assert (1, 0, {"function-failed": 1}) == (report.groups, report.changed, report.codes)
    assert ([[1, 5, 6]], [1, 5, 6, 7, 8, 9]) in [
        ([group], sorted(table.texts)) for group in groups
    ] or [[1, 4, 5]] == groups


def test_locks(pauses):
    """A group that meets a deadlock is tried again; one that stays locked is told."""
    table = StoredKeys(TEXTS, fault=at("commit", PassingError("deadlock"), times=2))
    assert (2, []) == (found(table, merge=merging(table))[0].changed, found(table)[1])
    assert [1, 2, 4, 6] == sorted(table.texts)
    assert 2 == len(pauses)
    table = StoredKeys(TEXTS, fault=on("objects", PassingError("locked"), 3))
    report, groups = found(table, merge=merging(table))
    assert ([[1, 3, 7]], {"not-written": 1}, 1) == (groups, report.codes, report.changed)
    assert 2 + 8 == len(pauses)


@pytest.mark.parametrize(("first", "expected"), [("a:a", [[1, 2]]), ("b:b", [])])
def test_a_key_that_the_database_refuses(first, expected):
    """The row is in a group with the one that has the key, unless that key is stale."""
    table = StoredKeys(["a:a", "a:a", "c:c"])
    table.sql("UPDATE link SET url = ? WHERE pk = 1", first)
    table.sql("UPDATE link SET key = NULL WHERE pk = 2")
    table.sql("CREATE UNIQUE INDEX one_link ON link (key)")
    report, groups = found(table)
    assert (1, len(expected), expected) == (report.unkeyed, report.groups, groups)


def test_a_stop_while_keys_are_written():
    """No group is looked for, and none is merged."""
    table = StoredKeys(["a:a", "a:a", "b:b"])
    table.sql("UPDATE link SET key = NULL WHERE pk = 3")
    report, groups = found(table, Plan(wait=lambda _: True), merge=merging(table))
    assert (True, 0, []) == (report.is_stopped, report.groups, groups)
    assert (3, key_digest("b:b")) == (len(table.texts), table.keys[3])
    assert "groups" not in dict(table.calls)


def test_a_failure_that_is_not_of_a_group():
    """A lost connection ends the work."""
    table = StoredKeys(TEXTS, fault=at("groups", LostError("gone")))
    with pytest.raises(LostError):
        dedupe(table)
