"""Work through a table of any size, one batch of rows at a time.

Nothing here knows a framework or a database: a `Table` reads and writes. The plug-ins have one for
Django's models and one for SQLAlchemy.

A batch is read in the order of the primary key, its rows are locked in that order, the new values
are computed, one statement writes those that differ, and the transaction is committed. No state is
kept elsewhere: work that begins again finds in the table itself what is done.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import KW_ONLY, dataclass, field
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol, Self

from iri3987._unicode.text import one_line, safe
from iri3987.exceptions import IRIError
from iri3987.rows.retries import MOST_RETRIES, wait_before
from iri3987.rows.sql import is_passing, tell

__all__ = [
    "Batch",
    "BeforeWriting",
    "Change",
    "OuterTransactionError",
    "Row",
    "RowProblem",
    "Table",
    "batches",
    "chosen",
    "refusal",
]

#: How many failures in sequence, each at another row, are the fault of the database.
_MOST_FAILURES: Final = 100


class Row(NamedTuple):
    """A row: its primary key, its address, and the values that are computed from the address."""

    #: The primary key: a tuple if it has several columns.
    pk: Any
    #: The address as it is stored, None for NULL.
    text: str | None
    #: The values that are computed from the address: its keys, for example.
    derived: tuple[str | None, ...] = ()


class RowProblem(NamedTuple):
    """A fault of a row, or something else that is worth knowing about it.

    The code is that of an `IRIError`, or one of these: "function-failed" (a function of the project
    raised something else), "not-written" (the database refused the row), "key-unreadable"
    (`convert` found a primary key that its ledger could not give back), "changed-since" (`undo`
    found another text than the ledger has). It is "" for a row with findings alone.
    """

    #: The row as it was read.
    row: Row
    #: Which rule the address breaks.
    code: str
    #: One line that is safe to show and to log.
    reason: str
    #: The index in the text of the first wrong character, if the fault is in one place.
    position: int | None = None
    #: The codes of `iri3987.inspect`.
    findings: tuple[str, ...] = ()
    #: Whether the text is refused that the row has, and `convert` would keep.
    is_unchanged: bool = False


def refusal(row: Row, error: IRIError, /) -> RowProblem:
    """Return the problem of a *row* that *error* is about; the project may have made the error."""
    return RowProblem(row, one_line(error.code), one_line(str(error)), error.position)


class OuterTransactionError(RuntimeError):
    """There is a transaction around the work: it would lock every row until it ends."""


class Table(Protocol):
    """Rows that have an address, in the order of their primary keys."""

    #: The exceptions of the database for a row that it refuses.
    errors: tuple[type[Exception], ...]
    #: Those of them that are about the values of the row, such as a value that is not unique.
    refusals: tuple[type[Exception], ...]
    #: All its exceptions: also for a column that does not exist, or a connection that is lost.
    failures: tuple[type[Exception], ...]

    def transaction(self) -> AbstractContextManager[Any]:
        """Begin a transaction that is committed at the end of the block.

        Raises `OuterTransactionError` inside another one.
        """

    def read(self, after: Any, until: Any, limit: int, *, lock: bool) -> list[Row]:
        """Return at most *limit* rows after the key *after*, up to and with *until*."""

    def pick(self, keys: Sequence[Any], *, lock: bool) -> list[Row]:
        """Return the rows that have one of *keys*."""

    def write(self, changed: Sequence[tuple[Row, Row]]) -> None:
        """Write each row of *changed*, which has it as it was read and as it shall be."""

    def derive(self, text: str | None) -> tuple[str | None, ...]:
        """Return the derived values of the address *text*."""

    def key(self, value: object) -> Any:
        """Return the key that *value* stands for, in a ledger or on a command line.

        Raises `ValueError` if it stands for none.
        """

    def missing(self) -> Self:
        """Return the table of those rows alone that have an address, and not its derived values."""

    def part(self, number: int, parts: int) -> tuple[Any, Any]:
        """Return the bounds (after, until) of one of *parts* that have the same number of rows."""

    def estimate(self) -> int | None:
        """Return about how many rows there are; None if the database does not know."""


#: A function that says what to do with a row: write another in its place, list a problem, nothing.
Change = Callable[[Row], Row | RowProblem | None]


class Batch(NamedTuple):
    """Some rows, and what was done with them."""

    #: The rows as they were read.
    rows: Sequence[Row]
    #: Each row that differs now, before and after.
    changed: Sequence[tuple[Row, Row]] = ()
    #: The faults of these rows.
    problems: Sequence[RowProblem] = ()
    #: How often the batch was tried again.
    retries: int = 0


#: It is called with the changes of a batch before they are written, in the same transaction. It
#: returns an undo function, called when the write certainly failed. A transaction that fails while
#: it is committed is not certain: the connection may be lost after the commit.
BeforeWriting = Callable[[Sequence[tuple[Row, Row]]], Callable[[], object]]


def batches(
    table: Table,
    change: Change,
    /,
    after: Any = None,
    until: Any = None,
    *,
    size: int = 1000,
    write: bool = True,
    before_writing: BeforeWriting | None = None,
) -> Iterator[Batch]:
    """Yield the batches of *table*, each after it is committed: stop iterating to stop the work.

    *change* is asked about each row between the keys *after* and *until*. If it raises, the row
    stays as it is and becomes a `RowProblem`. Without *write*, nothing is locked or written. Each
    new try of a batch calls *change* and *before_writing* again.

    A batch that meets a deadlock or a lock is tried again, with fewer rows. A row that the database
    refuses becomes a `RowProblem`, and the work goes on with the next row. The hundredth failure in
    sequence that is not about the values of a row (`Table.refusals`) is raised.
    """
    work = _Work(table, change, size, write=write, before_writing=before_writing)
    while True:

        def read(limit: int, *, lock: bool, after: Any = after) -> list[Row]:
            return table.read(after, until, limit, lock=lock)

        batch = work.settle(read)
        if not batch.rows:
            return
        yield batch
        after = batch.rows[-1].pk


def chosen(
    table: Table,
    change: Change,
    keys: Iterable[Any],
    /,
    *,
    size: int = 1000,
    write: bool = True,
) -> Iterator[Batch]:
    """Yield batches of the rows that have *keys*, in their order; else do as `batches` does.

    *change* gets a row without an address for a key that no row has.
    """
    work, keys = _Work(table, change, size, write=write), iter(keys)
    while these := list(islice(keys, size)):
        while these:

            def read(limit: int, *, lock: bool, these: Sequence[Any] = these) -> list[Row]:
                found = {row.pk: row for row in table.pick(these[:limit], lock=lock)}
                return [found.get(key, Row(key, None)) for key in these[:limit]]

            batch = work.settle(read)
            yield batch
            these = these[len(batch.rows) :]


class _Read(Protocol):
    def __call__(self, limit: int, *, lock: bool) -> list[Row]: ...


@dataclass
class _Work:
    table: Table
    change: Change
    size: int
    _: KW_ONLY
    write: bool
    before_writing: BeforeWriting | None = None
    #: How many rows are tried next. Halved by a failure and doubled by a success, it finds a row
    #: that is refused in few tries, and many such rows in few tries each.
    limit: int = field(init=False)
    #: The rows that the last try has read.
    rows: Sequence[Row] = ()
    #: How many rows in sequence the database has refused for another reason than their values.
    failures: int = 0

    def __post_init__(self) -> None:
        self.limit = self.size

    def settle(self, read: _Read) -> Batch:
        """Do as many of the next rows as the database takes in one transaction."""
        retries = 0
        while True:
            try:
                batch = self.attempt(read)
            except self.table.errors as error:
                may_pass = is_passing(error)
                # A transaction that forgot to end may hold many rows: not so long for each of them.
                most = 1 if self.failures else MOST_RETRIES
                if self.limit == 1 and (retries >= most or not may_pass):
                    return self.refused(read, error)._replace(retries=retries)
                if may_pass:
                    retries += 1
                    wait_before(retries)
                self.limit = max(1, min(self.limit, len(self.rows) or self.limit) // 2)
            else:
                self.failures = 0
                self.limit = min(self.size, self.limit * 2)
                return batch._replace(retries=retries)

    def attempt(self, read: _Read) -> Batch:
        self.rows = ()
        if not self.write:
            self.rows = read(self.limit, lock=False)
            return self.compute()
        with self.table.transaction():
            self.rows = read(self.limit, lock=True)
            batch = self.compute()
            if batch.changed:
                self.save(batch.changed)
        return batch

    def save(self, changed: Sequence[tuple[Row, Row]]) -> None:
        take_back = None if self.before_writing is None else self.before_writing(changed)
        try:
            self.table.write(changed)
        except BaseException:
            if take_back is not None:
                take_back()
            raise

    def compute(self) -> Batch:
        changed, problems = [], []
        for row in self.rows:
            try:
                new = self.change(row)
            except IRIError as error:
                new = refusal(row, error)
            # A function of a project may raise anything. SystemExit(0) would look like success.
            except (Exception, SystemExit) as error:  # noqa: BLE001
                new = RowProblem(row, "function-failed", safe(f"{type(error).__name__}: {error}"))
            if isinstance(new, RowProblem):
                problems.append(new)
            elif new is not None and new != row:
                changed.append((row, new))
        return Batch(self.rows, changed, problems)

    def refused(self, read: _Read, error: Exception) -> Batch:
        """Return a batch of one row, which the database refuses."""
        if not isinstance(error, self.table.refusals):
            self.failures += 1
        if self.failures == _MOST_FAILURES:
            raise error
        # A row that is locked could not be read with a lock. Perhaps it was deleted since.
        rows = self.rows or read(1, lock=False)
        reason = safe(tell(error))
        return Batch(rows, problems=[RowProblem(row, "not-written", reason) for row in rows])
