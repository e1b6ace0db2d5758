"""Batches: each row is done once, and one that fails is named, whatever happens on the way."""

import tracemalloc

import pytest

from iri3987 import IRI, IRIError
from iri3987.rows.batches import OuterTransactionError, Row, RowProblem, batches, chosen
from linear import seconds
from test_iri3987.rows_tables import (
    ConstraintError,
    LostError,
    MemoryTable,
    PassingError,
    RefusedError,
    at,
    on,
)


@pytest.fixture(autouse=True)
def pauses(monkeypatch):
    """The seconds that were waited for: none of them is."""
    found = []
    monkeypatch.setattr("time.sleep", found.append)
    return found


def upper(row):
    """Return the row with its text in upper case."""
    return row._replace(text=row.text and row.text.upper())


def outcome(work):
    """Return the keys of all rows, of those that changed, and of those with a problem."""
    done = list(work)
    return (
        [row.pk for batch in done for row in batch.rows],
        [new.pk for batch in done for _, new in batch.changed],
        [problem.row.pk for batch in done for problem in batch.problems],
    )


def tries(table):
    """Return how many rows each try has written, or wanted to."""
    return [len(rows) for stage, rows in table.calls if stage == "write"]


def test_each_row_is_done_once_in_order():
    """Batches have *size* rows, and only rows that differ are written."""
    table = MemoryTable(["a", "B", None, "d", "e"])
    assert ([1, 2, 3, 4, 5], [1, 4, 5], []) == outcome(batches(table, upper, size=2))
    assert [1, 1, 1] == tries(table)
    assert ["A", "B", None, "D", "E"] == list(table.texts.values())


@pytest.mark.parametrize(
    ("work", "keys", "texts"),
    [
        (lambda table: batches(table, upper, 1, 4), [2, 3, 4], "aBCDe"),
        (lambda table: batches(table, upper, 5), [], "abcde"),
        (lambda table: chosen(table, upper, []), [], "abcde"),
        (lambda table: chosen(table, upper, iter([4, 2, 5]), size=2), [4, 2, 5], "aBcDE"),
        (lambda table: chosen(table, upper, [2], write=False), [2], "abcde"),
    ],
    ids=["bounds", "no-rows", "nothing-chosen", "chosen", "chosen-without-write"],
)
def test_which_rows(work, keys, texts):
    """Rows are those after a key, up to and with another; or those that are chosen, in order."""
    table = MemoryTable("abcde")
    assert (keys, keys, []) == outcome(work(table))
    assert texts == "".join(table.texts.values())


def test_without_write():
    """Nothing is locked and nothing is written, but it is told what would be."""
    table = MemoryTable("ab")
    assert ([1, 2], [1, 2], []) == outcome(batches(table, upper, write=False))
    assert {"read"} == {stage for stage, _ in table.calls}
    assert "ab" == "".join(table.texts.values())


def test_stopping_keeps_what_is_done():
    """A batch is committed before it is given: who stops iterating stops the work."""
    table = MemoryTable("abcd")
    next(batches(table, upper, size=2))
    assert "ABcd" == "".join(table.texts.values())
    assert ([3, 4], [3, 4], []) == outcome(batches(table, upper, 2))


@pytest.mark.parametrize("stage", ["lock", "write", "written", "commit"])
def test_a_deadlock_is_tried_again(stage, pauses):
    """A batch that meets a deadlock is tried again after a while, with half the rows."""
    table = MemoryTable("abcdefgh", fault=at(stage, PassingError("deadlock")))
    done = list(batches(table, upper, size=8))
    assert "ABCDEFGH" == "".join(table.texts.values())
    assert [(4, 1), (4, 0)] == [(len(batch.rows), batch.retries) for batch in done]
    assert 1 == len(pauses)
    assert 0.02 <= pauses[0] <= 0.04


def test_a_lock_that_stays_names_its_row(pauses):
    """A row that is locked for ever is listed after some tries, and all others are done."""
    table = MemoryTable("abcdefgh", fault=on("lock", PassingError("lock timeout"), 6))
    assert (list(range(1, 9)), [1, 2, 3, 4, 5, 7, 8], [6]) == outcome(batches(table, upper))
    assert "ABCDEfGH" == "".join(table.texts.values())
    assert 8 <= len(pauses) <= 20
    assert max(pauses) <= 2


def test_a_lock_on_many_rows():
    """The first of several locked rows in sequence is waited for, the others less."""
    table = MemoryTable("abcd", fault=on("lock", PassingError("lock timeout"), 2, 3, 4))
    done = list(batches(table, upper, size=1))
    assert [(0, 0), (1, 8), (1, 1), (1, 1)] == [
        (len(batch.problems), batch.retries) for batch in done
    ]


@pytest.mark.parametrize("stage", ["lock", "write", "commit"])
@pytest.mark.parametrize("count", [1, 2, 7, 8, 100])
def test_a_row_that_is_refused_is_named(stage, count, pauses):
    """The row that the database refuses is listed with what it says, and all others are done."""
    error = RefusedError("too long: http://me:secret@a/\n")
    for bad in {1, count // 2 + 1, count}:
        table = MemoryTable(["a"] * count, fault=on(stage, error, bad))
        done = list(batches(table, upper, size=50))
        problems = [problem for batch in done for problem in batch.problems]
        expected = RowProblem(Row(bad, "a", (None,)), "not-written", "too long:***@a/")
        assert [expected] == problems
        assert {bad} == {pk for pk, text in table.texts.items() if text == "a"}
    assert [] == pauses


@pytest.mark.parametrize("share", [1, 2, 3, 50])
def test_many_refused_rows_cost_few_tries(share):
    """Work grows with the rows that are refused, not with the size of a batch for each of them."""
    bad = range(1, 601, share) if share > 1 else range(2, 100)
    table = MemoryTable(["a"] * 600, fault=on("write", RefusedError("no"), *bad))
    assert [*bad] == outcome(batches(table, upper, size=300))[2]
    assert sum(tries(table)) < 5_000


def test_if_all_are_refused_it_is_not_the_rows():
    """The hundredth failure in sequence that is not about a row's values is raised."""
    table = MemoryTable(["a"] * 200, fault=at("write", RefusedError("disk full"), times=10**6))
    work, problems = batches(table, upper), []
    with pytest.raises(RefusedError, match="disk full"):
        problems.extend(problem for batch in work for problem in batch.problems)
    few = MemoryTable(["a"] * 99, fault=at("write", RefusedError("no"), times=10**6))
    assert [*range(1, 100)] == outcome(batches(few, upper))[2]


def test_rows_with_bad_values_are_not_a_failure_of_the_database():
    """However many rows in sequence a constraint refuses, the rows after them are written."""
    error = ConstraintError("not unique")
    table = MemoryTable(["a"] * 400, fault=on("write", error, *range(1, 351)))
    assert [*range(1, 351)] == outcome(batches(table, upper))[2]
    assert "A" * 50 == "".join(table.texts[pk] for pk in range(351, 401))


def test_another_failure_goes_up():
    """A lost connection is not the fault of a row: it ends the work, and what is done stays."""
    table = MemoryTable("abcd", fault=on("lock", LostError("gone"), 3))
    with pytest.raises(LostError):
        list(batches(table, upper, size=2))
    assert "ABcd" == "".join(table.texts.values())


def test_a_row_that_is_deleted_while_it_is_locked():
    """A row that could not be locked, and is gone then, is neither done nor listed."""
    table = MemoryTable("a")

    def fault(stage, _):
        if stage == "lock" and table.rows:
            table.rows.clear()
            raise RefusedError("locked")

    table.fault = fault
    assert ([], [], []) == outcome(batches(table, upper))


def test_the_row_that_failed_is_the_one_that_is_named():
    """A row that is deleted while it fails is named, and the next one is done."""
    table = MemoryTable("ab")

    def fault(stage, rows):
        if stage == "write" and rows[0].pk == 1:
            raise RefusedError("no")
        if stage == "read":
            del table.rows[1]

    table.fault = fault
    assert ([1, 2], [2], [1]) == outcome(batches(table, upper, size=1))


def test_a_function_that_raises():
    """The row stays and is listed: with the code of an `IRIError`, or the name of the error."""

    def change(row):
        if row.pk == 1:
            raise IRIError("bad: é\n", "bad\x1b", position=3)
        if row.pk == 2:
            raise KeyError("http://me:secret@a/\n")
        if row.pk == 5:
            raise SystemExit(0)
        return None if row.pk == 3 else RowProblem(row, "", "", None, ("long",))

    table = MemoryTable("abcde")
    [batch] = batches(table, change)
    assert () == tuple(batch.changed)
    assert [
        (r"bad\x1b", r"bad: é\n", 3),
        ("function-failed", "KeyError:***@a/\\\\n'", None),
        ("", "", None),
        ("function-failed", "SystemExit: 0", None),
    ] == [(each.code, each.reason, each.position) for each in batch.problems]


def test_the_error_of_a_refused_text():
    """Its message is as it is everywhere: what is escaped in it is not escaped again."""
    with pytest.raises(IRIError) as caught:
        IRI("http://a/b\\\u202e")
    [batch] = batches(MemoryTable(["http://a/b\\\u202e"]), lambda row: row.text and IRI(row.text))
    assert [str(caught.value)] == [each.reason for each in batch.problems]


def test_a_transaction_around_the_work():
    """It is refused: nothing would be committed before its end."""
    table = MemoryTable("a")
    with table.transaction(), pytest.raises(OuterTransactionError):
        list(batches(table, upper))


def test_before_writing():
    """It gets the changes of each try in the transaction, and is told what was not written."""
    calls, table = [], MemoryTable("abcd", fault=at("write", PassingError()))

    def before(changed):
        keys = [old.pk for old, _ in changed]
        assert table.depth
        assert all(table.rows[old.pk] == old for old, _ in changed)
        calls.append(keys)
        return lambda: calls.append(["not", *keys])

    list(batches(table, upper, before_writing=before))
    assert [[1, 2, 3, 4], ["not", 1, 2, 3, 4], [1, 2], [3, 4]] == calls


@pytest.mark.parametrize("stage", ["commit", "committed"])
def test_before_writing_and_a_commit_that_fails(stage):
    """A transaction that fails at its end may have been committed: nothing is taken back."""
    calls = []

    def before(changed):
        calls.append([old.pk for old, _ in changed])
        return lambda: calls.append("taken back")

    table = MemoryTable("ab", fault=at(stage, PassingError()))
    list(batches(table, upper, before_writing=before))
    assert ([[1, 2], [1], [2]] if stage == "commit" else [[1, 2]]) == calls
    assert "AB" == "".join(table.texts.values())


# chosen


def test_chosen_rows_that_do_not_exist():
    """A function gets a row without an address for a key that no row has."""
    found = []
    list(chosen(MemoryTable("a"), found.append, [1, 7]))
    assert [Row(1, "a", (None,)), Row(7, None)] == found


def test_chosen_rows_that_are_refused():
    """They are named and the others done, as with `batches`."""
    table = MemoryTable("abcdefgh", fault=on("write", RefusedError("no"), 3))
    keys = [8, 3, 1, 5]
    assert (keys, [8, 1, 5], [3]) == outcome(chosen(table, upper, keys))


# Costs


class Endless(MemoryTable):
    """So many rows, none of which is held."""

    def read(self, after, until, limit, **_):
        """Return made-up rows."""
        low = (after or 0) + 1
        return [Row(pk, "a", (None,)) for pk in range(low, min(low + limit, until + 1))]

    def write(self, changed):
        """Forget them."""


@pytest.mark.slow
def test_memory_does_not_grow():
    """A batch is forgotten when the next one is read."""

    def most(count):
        tracemalloc.start()
        for _ in batches(Endless(), upper, None, count):
            pass
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    few = most(2_000)
    assert most(20_000) < few * 1.5


@pytest.mark.slow
def test_time_is_linear():
    """Ten times the rows take about ten times the time."""

    def taken(count):
        return seconds(lambda _: list(batches(Endless(), upper, None, count)), "", runs=3)

    assert taken(50_000) < 40 * taken(5_000)
