"""Batches: each row is done once, and one that fails is named, whatever happens on the way."""

import copy
import pickle
import tracemalloc
from contextlib import contextmanager, nullcontext

import pytest

from iri3987 import IRI, IRIError
from iri3987.rows.batches import batches, problem
from iri3987.rows.tables import OuterTransactionError, Row
from linear import seconds
from test_iri3987 import rows_tables
from test_iri3987.rows_tables import (
    ConstraintError,
    LostError,
    PassingError,
    RefusedError,
    StoredTable,
    at,
    on,
)

pauses = rows_tables.pauses


def upper(row):
    """Return the row with its text in upper case."""
    return row._replace(text=row.text and row.text.upper())


def outcome(work):
    """Return the keys of all rows, of those that changed, and of those with a problem."""
    done = list(work)
    return (
        [row.pk for batch in done for row in batch.rows],
        [new.pk for batch in done for _, new in batch.changed],
        [each["pk"] for batch in done for each in batch.problems],
    )


def joined(table):
    """Return all texts."""
    return "".join(table.texts.values())


@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_keys_that_come_again(length):
    """A database that compares keys otherwise than it gives them may go in a circle: work ends."""

    class Circle(StoredTable):
        def read(self, after, *_, **__):
            return [Row((after or 0) % length + 1, "http://a.example/", ("old",))]

    with pytest.raises(ValueError, match="the order of their primary keys"):
        list(batches(Circle(), lambda _: None, write=False))


def test_each_row_is_done_once_in_order():
    """Batches have *size* rows, and only rows that differ are written, in a statement each."""
    table = StoredTable(["a", "B", None, "d", "e"])
    assert ([1, 2, 3, 4, 5], [1, 4, 5], []) == outcome(batches(table, upper, size=2))
    assert [[1], [4], [5]] == [rows for stage, rows in table.calls if stage == "write"]
    assert ["A", "B", None, "D", "E"] == list(table.texts.values())


def test_which_rows():
    """Rows are those after a key, up to and with another, and of those that are chosen."""
    table = StoredTable("abcde")
    assert ([], [], []) == outcome(batches(table, upper, 5))
    assert [1, 3] == outcome(batches(table.only([3, 1, 9]), upper, write=False))[0]
    assert {"lock", "commit", "committed", "read"} == {stage for stage, _ in table.calls}
    assert "abcde" == joined(table)
    assert [2, 3, 4] == outcome(batches(table, upper, 1, 4))[1]
    assert "aBCDe" == joined(table)


def test_stopping_keeps_what_is_done():
    """A batch is committed before it is given: who stops iterating stops the work."""
    table = StoredTable("abcd")
    next(batches(table, upper, size=2))
    assert "ABcd" == joined(table)


@pytest.mark.parametrize("stage", ["lock", "write", "written", "commit"])
def test_a_deadlock_is_tried_again(stage, pauses):
    """A batch that meets a deadlock is tried again after a while, with half the rows."""
    table = StoredTable("abcdefgh", fault=at(stage, PassingError("deadlock")))
    assert [4, 4] == [len(batch.rows) for batch in batches(table, upper, size=8)]
    assert "ABCDEFGH" == joined(table)
    [pause] = pauses
    assert 0.02 <= pause <= 0.04


def test_locks_that_stay_name_their_rows(pauses):
    """A row that is locked for ever is listed after some tries, further ones after few."""
    table = StoredTable("abcdefgh", fault=on("lock", PassingError("lock timeout"), 5, 6, 8))
    assert ([*range(1, 9)], [1, 2, 3, 4, 7], [5, 6, 8]) == outcome(batches(table, upper, size=1))
    assert "ABCDefGh" == joined(table)
    assert 8 + 1 + 8 == len(pauses)
    assert max(pauses) <= 2


@pytest.mark.parametrize("stage", ["lock", "write", "commit"])
@pytest.mark.parametrize("count", [1, 7, 8, 100])
def test_a_row_that_is_refused_is_named(stage, count, pauses):
    """The row that the database refuses is listed with what it says, and all others are done."""
    error = RefusedError("too long: http://me:secret@a/\n")
    for bad in {1, count // 2 + 1, count}:
        table = StoredTable(["a"] * count, fault=on(stage, error, bad))
        problems = [each for batch in batches(table, upper, size=50) for each in batch.problems]
        assert [problem(Row(bad, "a"), "not-written", "too long:***@a/")] == problems
        assert [bad] == [pk for pk, text in table.texts.items() if text == "a"]
    assert [] == pauses


@pytest.mark.parametrize("share", [1, 2, 3, 50])
def test_many_refused_rows_cost_few_tries(share):
    """Work grows with the rows that are refused, not with the size of a batch for each of them."""
    bad = range(1, 601, share) if share > 1 else range(2, 100)
    table = StoredTable(["a"] * 600, fault=on("write", RefusedError("no"), *bad))
    assert [*bad] == outcome(batches(table, upper, size=300))[2]
    assert sum(len(rows) for stage, rows in table.calls if stage == "write") < 5_000


def test_if_all_are_refused_it_is_not_the_rows():
    """The hundredth failure in sequence is raised, unless it is about a row's values."""

    def table(count, error):
        return StoredTable(["a"] * count, fault=on("write", error, *range(1, 351)))

    assert [*range(1, 100)] == outcome(batches(table(99, RefusedError()), upper))[2]
    with pytest.raises(RefusedError, match="disk full"):
        outcome(batches(table(200, RefusedError("disk full")), upper))
    assert [*range(1, 351)] == outcome(batches(table(400, ConstraintError()), upper))[2]


def test_another_failure_goes_up():
    """A lost connection is not the fault of a row: it ends the work, and what is done stays."""
    table = StoredTable("abcd", fault=on("lock", LostError("gone"), 3))
    with pytest.raises(LostError):
        list(batches(table, upper, size=2))
    assert "ABcd" == joined(table)


def test_a_row_that_is_deleted_while_it_is_locked():
    """A row that could not be locked, and is gone then, is neither done nor listed."""
    table = StoredTable("a")

    def fault(stage, rows):
        if stage == "lock" and rows:
            table.is_gone = True
            raise RefusedError("locked")

    read = table.read
    table.fault, table.is_gone = fault, False
    table.read = lambda *bounds, lock: [] if table.is_gone else read(*bounds, lock=lock)
    assert ([], [], []) == outcome(batches(table, upper))


def test_a_function_that_raises():
    """The row stays and is listed: with the code of an `IRIError`, or the name of the error."""

    def change(row):
        if row.pk == 1:
            raise IRIError("bad: http://me:secret@é\n", "bad\x1b", position=3)
        if row.pk == 2:
            raise KeyError("http://me:secret@a/\n")
        if row.pk == 3:
            raise SystemExit(0)
        return None if row.pk == 4 else problem(row, "", findings=["long"])

    [batch] = batches(StoredTable("abcde"), change)
    assert [
        (r"bad\x1b", 3, r"bad:***@é\n", []),
        ("function-failed", None, "KeyError:***@a/\\\\n'", []),
        ("function-failed", None, "SystemExit: 0", []),
        ("", None, "", ["long"]),
    ] == [tuple(each.values())[1:5] for each in batch.problems]
    assert not batch.changed


def test_a_record_can_be_copied():
    """A task may send it to another process."""

    def change(row):
        raise IRIError(row.text, "bad")

    [batch] = batches(StoredTable(["é"]), change)
    assert batch.problems == copy.deepcopy(batch.problems)
    assert batch.problems == pickle.loads(pickle.dumps(batch.problems))


def test_the_error_of_a_refused_text():
    """Its message is as it is everywhere: what is escaped in it is not escaped again."""
    with pytest.raises(IRIError) as caught:
        IRI("http://a/b\\\u202e")
    [batch] = batches(StoredTable(["http://a/b\\\u202e"]), lambda row: row.text and IRI(row.text))
    assert [str(caught.value)] == [each["reason"] for each in batch.problems]


def test_a_transaction_around_the_work():
    """It is refused: nothing would be committed before its end."""
    table = StoredTable("a")
    with table.transaction(), pytest.raises(OuterTransactionError):
        list(batches(table, upper))


@pytest.mark.parametrize(
    ("stage", "expected"),
    [
        ("write", [[1, 2], "failed", [1], [2]]),
        ("commit", [[1, 2], [1], [2]]),
        ("committed", [[1, 2]]),
    ],
)
def test_noting(stage, expected):
    """It gets the changes of each try, and its block fails only if they are certainly not there."""
    calls, table = [], StoredTable("ab", fault=at(stage, PassingError()))

    @contextmanager
    def noting(changed):
        assert table.database.in_transaction
        calls.append([old.pk for old, _ in changed])
        try:
            yield
        except PassingError:
            calls.append("failed")
            raise

    list(batches(table, upper, noting=noting))
    assert expected == calls
    assert "AB" == joined(table)


# Costs


class Endless(StoredTable):
    """Many rows, which are not kept in memory."""

    def transaction(self):
        """Begin nothing."""
        return nullcontext()

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
