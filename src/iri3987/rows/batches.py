"""Work through a table of any size, one batch of rows at a time, in the order of the primary key.

Each batch is a transaction, and one statement writes the rows that differ. No state is kept
elsewhere: work that begins again finds in the table itself what is done.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, NamedTuple, Self

from iri3987._unicode.text import one_line
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding, Severity, inspect
from iri3987.messages import MESSAGES, describe
from iri3987.profile import Profile
from iri3987.rows.sql import is_passing, tell
from iri3987.rows.tables import Row, Table
from iri3987.syntax.browser import masked, safe
from iri3987.syntax.errors import excerpt

__all__ = ["Record"]

#: How often work that met a deadlock or a lock is tried again.
MOST_RETRIES: Final = 8
#: How many failures in sequence, each at another row, are the fault of the database.
_MOST_FAILURES: Final = 100


#: What a ledger has about a row, by names. `problem` makes one of a fault. The code is that of an
#: `IRIError`, or one of these: "function-failed" (a function of the project raised something else),
#: "not-written" (the database refused the row), "key-unreadable" (`convert` found a primary key
#: that its ledger could not give back), "changed-since" (`undo` found another text than the ledger
#: has). It is "" for a row with findings alone.
Record = Mapping[str, Any]

#: A function that says what to do with a row: write another in its place, list a problem, nothing.
Change = Callable[[Row], Row | Record | None]


class Batch(NamedTuple):
    """Some rows as they were read, and what was done with them."""

    rows: Sequence[Row]
    #: Each row that differs now, before and after.
    changed: Sequence[tuple[Row, Row]] = ()
    problems: Sequence[Record] = ()


def batches(
    table: Table,
    change: Change,
    /,
    after: Any = None,
    until: Any = None,
    *,
    size: int = 1000,
    write: bool = True,
    noting: Callable[[Sequence[tuple[Row, Row]]], AbstractContextManager[Any]] = nullcontext,
) -> Iterator[Batch]:
    """Yield the batches of *table*, each after it is committed: stop iterating to stop the work.

    *change* is asked about each row between the keys *after* and *until*. If it raises, the row
    stays as it is and becomes a `problem`. Without *write*, nothing is locked or written.
    *noting* gets the changes of each try; they are written inside its block, which an exception
    ends only if they certainly were not.

    A batch that meets a deadlock or a lock is tried again, with fewer rows. A row that the database
    refuses becomes a `problem`, and the work goes on with the next row. The hundredth failure in
    sequence that is not about the values of a row (`Table.refusals`) is raised. Raises `ValueError`
    if the primary keys come again.
    """
    # How many rows are tried next. Halved by a failure and doubled by a success, it finds a row
    # that is refused in few tries, and many such rows in few tries each.
    limit = size
    retries = failures = 0
    # The last key of the batch 1, 2, 4, 8 ...: a circle of any length comes back to one of them.
    passed: Any = object()
    number = 0
    while True:
        rows: list[Row] = []
        try:
            with table.transaction() if write else nullcontext():
                rows = table.read(after, until, limit, lock=write)
                batch = _computed(rows, change)
                if write and batch.changed:
                    with noting(batch.changed):
                        table.write(batch.changed)
        except table.errors as error:
            may_pass = is_passing(error)
            # After the first row that stays locked, retry once per row instead of eight times.
            if limit > 1 or (may_pass and retries < (1 if failures else MOST_RETRIES)):
                if may_pass:
                    retries += 1
                    wait_before(retries)
                limit = max(1, min(limit, len(rows) or limit) // 2)
                continue
            failures += not isinstance(error, table.refusals)
            if failures == _MOST_FAILURES:
                raise
            # A row that is locked could not be read with a lock. Perhaps it was deleted since.
            rows = rows or table.read(after, until, 1, lock=False)
            batch = _refused(table, rows, change, error)
        else:
            failures, limit = 0, min(size, limit * 2)
        if not rows:
            return
        yield batch
        after, retries = rows[-1].pk, 0
        if after == passed:
            raise ValueError(
                "the database does not read the rows in the order of their primary keys: does it "
                "store each key as another value than it is asked for?"
            )
        number += 1
        passed = passed if number & (number - 1) else after


def _refused(table: Table, rows: Sequence[Row], change: Change, error: Exception) -> Batch:
    """Return the batch of *rows*, one or none, which the database refused, with the reason."""
    reason = safe(tell(error))
    if isinstance(error, table.refusals):
        for new in filter(None, map(change, rows)):
            if isinstance(new, Row) and (other := table.holder(new)) is not None:
                reason = f"its address is that of row {safe(str(other))}"
    return Batch(rows, (), [problem(row, "not-written", reason) for row in rows])


def _computed(rows: Sequence[Row], change: Change) -> Batch:
    changed, problems = [], []
    for row in rows:
        try:
            new = change(row)
        # A function of a project may raise anything. SystemExit(0) would look like success.
        except (Exception, SystemExit) as error:  # noqa: BLE001
            new = problem(row, *failed(error, row.text))
        if isinstance(new, Row):
            if new != row:
                changed.append((row, new))
        elif new is not None:
            problems.append(new)
    return Batch(rows, changed, problems)


def problem(
    row: Row, code: str, reason: str = "", position: int | None = None, findings: Iterable[str] = ()
) -> Record:
    """Return the record of a fault of *row*, with its exact text; *reason* is safe to show."""
    what = {"code": code, "position": position, "reason": reason, "findings": list(findings)}
    return {"pk": row.pk, **what, "text": row.text}


class Reason(str):
    """The message of the *error* that *profile* has raised about *text*, or "" for None."""

    __slots__ = ("error", "findings", "profile", "text")

    error: IRIError | None
    findings: Sequence[Finding]
    profile: Profile | None
    text: str

    def __new__(
        cls,
        text: str,
        error: IRIError | None = None,
        profile: Profile | None = None,
        findings: Sequence[Finding] = (),
    ) -> Self:
        """Keep the error without its traceback, which holds the variables of functions."""
        # The messages of this package are safe, and their errors have a reason.
        message = "" if error is None else str(error) if error.reason else masked(str(error))
        self = super().__new__(cls, one_line(message))
        self.error = error.with_traceback(None) if error is not None else None
        self.text, self.profile, self.findings = text, profile, findings
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    def told(self, about: IRIError | Finding, language: str = "en") -> str:
        """Return the sentence about the error or a finding, or a project's own message."""
        if about.code not in MESSAGES:
            return str(self)
        return one_line(describe(about, self.text, self.profile, language=language))

    @property
    def for_people(self) -> str:
        """The code, the text around the fault, and the sentence."""
        if self.error is None or self.error.code not in MESSAGES:
            return str(self)
        around = "".join(excerpt(self.text, self.error.position or 0))
        return f"{self.error.code} in '{around}': {self.told(self.error)}"


def judged(row: Row, profile: Profile, error: IRIError | None, /) -> Record | None:
    """Return the record of a *row* that is refused or has findings, None for all others."""
    text = row.text or ""
    every = profile.warnings(text) if error is None else inspect(text)
    found = [each for each in every if each.severity is not Severity.INFO]
    if error is None and not found:
        return None
    code, place = ("", None) if error is None else (one_line(error.code), error.position)
    codes = dict.fromkeys(each.code for each in found)
    return problem(row, code, Reason(text, error, profile, found), place, codes)


def failed(
    error: BaseException, text: str | None = None, profile: Profile | None = None, /
) -> tuple[str, str, int | None]:
    """Return the code, the reason and the position of an *error* that a function has raised."""
    if isinstance(error, IRIError):  # the project may have made it
        return one_line(error.code), Reason(text or "", error, profile), error.position
    return "function-failed", safe(f"{type(error).__name__}: {error}"), None


def wait_before(number: int, /) -> None:
    """Wait before the new try of that *number*: longer before each, two seconds at most."""
    # Random, so that two waiting jobs do not collide again.
    time.sleep(random.uniform(1 / 2, 1) * min(0.02 * 2**number, 2))  # noqa: S311
