"""Jobs on the addresses of a table: audit, rekey, convert, undo.

Each function works through a `Table` as `batches` does, and returns a `Report`. The commands of the
plug-ins are faces on them (`iri3987.rows.commands`). A task of a queue calls them as well, one part
of the table in each task.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from iri3987._unicode.text import exact, safe
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding, Severity, inspect
from iri3987.profile import Profile
from iri3987.rows.batches import Batch, Row, RowProblem, Table, batches, chosen, refusal
from iri3987.rows.ledger import Records, as_read

__all__ = [
    "AUDIT",
    "CONVERT",
    "PROBLEMS",
    "Plan",
    "Report",
    "audit",
    "convert",
    "rekey",
    "replaced",
    "undo",
]

#: The names in the ledger of `audit`.
AUDIT: Final = ("pk", "code", "position", "findings", "text")
#: The names in the ledger of `convert`: "new" for a row that is converted, "code" for another.
CONVERT: Final = ("pk", "old", "new", "code", "position", "reason")
#: The names in the ledger of `rekey` and `undo`.
PROBLEMS: Final = ("pk", "code", "position", "reason", "text")


@dataclass(kw_only=True)
class Report:
    """How far the work is, and what was found."""

    #: How many rows were read.
    rows: int = 0
    #: How many of these have no address.
    empty: int = 0
    #: How many rows were written or, if nothing is to be written, would be.
    changed: int = 0
    #: How many rows are refused, for each code of a `RowProblem`.
    codes: Counter[str] = field(default_factory=Counter)
    #: How many of the refused rows `convert` would not have changed.
    unchanged: int = 0
    #: How many accepted rows have findings.
    warned: int = 0
    #: How many accepted rows have each finding, by its code.
    findings: Counter[str] = field(default_factory=Counter)
    #: How often a batch was tried again.
    retries: int = 0
    #: How many groups of equivalent rows there are (`iri3987.rows.duplicates`).
    groups: int = 0
    #: How many rows have text that is not an address, and that another row has as well.
    not_addresses: int = 0
    #: The key after which the work goes on if it ends here, None for the beginning.
    after: Any = None
    #: Whether the work was stopped before its end.
    is_stopped: bool = False

    @property
    def refused(self) -> int:
        """The number of rows that are refused."""
        return self.codes.total()

    def add(self, batch: Batch, /) -> None:
        """Count what was done with *batch*."""
        self.rows += len(batch.rows)
        self.empty += sum(not row.text for row in batch.rows)
        self.changed += len(batch.changed)
        self.retries += batch.retries
        for problem in batch.problems:
            if problem.code:
                self.codes[problem.code] += 1
                self.unchanged += problem.is_unchanged
            else:
                self.warned += 1
                self.findings.update(problem.findings)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How the work is done.

    With `part`, each part of a table finds its bounds by itself, so begin all parts together: a row
    that is inserted between may be in no part, or in two. With `between`, it is told its bounds, so
    a part that is begun again later is the same one. `rekey` without either does what is left.
    """

    #: The rows of a batch.
    size: int = 1000
    #: The seconds between two batches.
    pause: float = 0
    #: The key after which the work begins.
    after: Any = None
    #: (2, 8): the second of eight parts.
    part: tuple[int, int] | None = None
    #: Instead of `part`: the bounds of a part, which `Table.part` has returned.
    between: tuple[Any, Any] | None = None
    #: Where the rows that are refused or converted are listed.
    ledger: Records | None = None
    #: It is called after each batch with the seconds to wait; a true result stops the work.
    #: `threading.Event.wait` is such a function.
    wait: Callable[[float], object] | None = None
    #: It is called with the report after each batch.
    watch: Callable[[Report], object] | None = None

    def bounds(self, table: Table, /) -> tuple[Any, Any]:
        """Return the keys between which the work is."""
        low, until = self.part_of(table)
        return (low if self.after is None else self.after), until

    def part_of(self, table: Table, /) -> tuple[Any, Any]:
        """Return the keys between which the part of the table is, None for its two ends."""
        if self.between is not None:
            return self.between
        return (None, None) if self.part is None else table.part(*self.part)

    def run(self, work: Iterable[Batch], report: Report, /, *, has_place: bool = True) -> Report:
        """Do *work*, batch by batch, until it ends or is stopped.

        Without *has_place*, it goes on from its beginning.
        """
        for batch in work:
            report.add(batch)
            if has_place:
                report.after = batch.rows[-1].pk
            self._list(batch.problems)
            if self.stops(report):
                break
        return report

    def stops(self, report: Report, /) -> bool:
        """Show how far the work is, wait, and return whether to stop."""
        if self.watch is not None:
            self.watch(report)
        if self.wait is not None:
            report.is_stopped = bool(self.wait(self.pause))
        elif self.pause:
            time.sleep(self.pause)
        return report.is_stopped

    def _list(self, problems: Sequence[RowProblem]) -> None:
        if self.ledger is None:
            return
        for row, code, reason, position, findings, _ in problems:
            # The ledger takes those that it has names for.
            self.ledger.write(
                pk=row.pk,
                code=code,
                position=position,
                findings=list(findings),
                reason=reason,
                text=safe(row.text or ""),
                old=row.text,
            )
        self.ledger.keep()


_AT_ONCE: Final = Plan()
_KEY_UNREADABLE: Final = (
    "its primary key cannot be read back from a ledger, so undo would not find the row: "
    "convert this table by code of your own"
)


def audit(table: Table, profile: Profile, /, plan: Plan = _AT_ONCE) -> Report:
    """Report the addresses that *profile* refuses, and those that it accepts with warnings.

    Nothing is written to the table. The ledger (`AUDIT`) has the codes, and the texts with their
    passwords masked.
    """

    def judge(row: Row) -> RowProblem | None:
        if not row.text:
            return None
        try:
            profile.check(row.text)
        except IRIError as error:
            return refusal(row, error)._replace(findings=_codes(inspect(row.text)))
        found = _codes(profile.warnings(row.text))
        return RowProblem(row, "", "", None, found) if found else None

    work = batches(table, judge, *plan.bounds(table), size=plan.size, write=False)
    return plan.run(work, Report(after=plan.after))


def _codes(findings: Iterable[Finding]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.code for each in findings if each.severity != Severity.INFO))


def rekey(
    table: Table, /, plan: Plan = _AT_ONCE, *, missing: bool = False, check: bool = False
) -> Report:
    """Write the values that are derived from the addresses, where they are missing or stale.

    Rows without values are done first, so that a job that keeps being killed still makes progress.
    Then come all rows after `Plan.after`. With *missing*, only the rows that have none are done,
    from there on. With *check*, nothing is written, and `Report.changed` is the number of rows
    whose values are missing or stale.
    """

    def follow(row: Row) -> Row:
        return Row(row.pk, row.text, table.derive(row.text))

    low, until = plan.part_of(table)
    after = low if plan.after is None else plan.after
    report = Report(after=plan.after)
    if missing and not check:
        work = batches(table.missing(), follow, after, until, size=plan.size)
        return plan.run(work, report)
    if not check:
        work = batches(table.missing(), follow, low, until, size=plan.size)
        # The second pass meets the rows that are refused again, unless it begins after them.
        is_seen_again = plan.after is None
        first = replace(plan, ledger=None) if is_seen_again else plan
        first.run(work, report, has_place=False)
        if report.is_stopped:
            return report
        report.rows = report.empty = 0
        if is_seen_again:
            report.codes.clear()
    work = batches(table, follow, after, until, size=plan.size, write=not check)
    return plan.run(work, report)


def convert(
    table: Table,
    using: Callable[[str], str],
    /,
    plan: Plan = _AT_ONCE,
    *,
    profile: Profile | None = None,
    write: bool = False,
) -> Report:
    """Replace each address with the result of *using*, or report what that would do.

    A row stays as it is where *using* raises, and where *profile* refuses the result. If the result
    is the text that was there, the row is counted in `Report.unchanged`, too.

    The ledger (`CONVERT`) has the exact texts, each before it is written: it is what `undo` takes.
    It may have rows that were not written, if the process was killed: `undo` finds that they have
    the old text. A row whose primary key could not be read back from it stays as it is.
    """

    def converted(row: Row) -> Row | RowProblem | None:
        if not row.text:
            return None
        text = exact(using(row.text))
        if profile is not None:
            try:
                profile.check(text)
            except IRIError as error:
                return refusal(row, error)._replace(is_unchanged=text == row.text)
        if text == row.text:
            return None
        if plan.ledger is not None and not _is_readable(table, row.pk):
            return RowProblem(row, "key-unreadable", _KEY_UNREADABLE)
        return Row(row.pk, text, table.derive(text))

    def noted(work: Iterable[Batch]) -> Iterator[Batch]:
        for batch in work:
            note(batch.changed)
            yield batch

    note, bounds = partial(_note, plan.ledger), plan.bounds(table)
    work = batches(table, converted, *bounds, size=plan.size, write=write, before_writing=note)
    return plan.run(work if write else noted(work), Report(after=plan.after))


def _is_readable(table: Table, pk: Any, /) -> bool:
    """Return whether *table* finds the row again by the primary key that a ledger has."""
    try:
        return bool(table.key(as_read(pk)) == pk)
    except ValueError:
        return False


def _note(ledger: Records | None, changed: Sequence[tuple[Row, Row]], /) -> Callable[[], object]:
    """List rows before they are written, and return the function that takes that back."""
    if ledger is None:
        return lambda: None
    ledger.keep()  # perhaps the rows of an earlier try were written
    for old, new in changed:
        ledger.write(pk=old.pk, old=old.text, new=new.text)
    ledger.flush()
    return ledger.drop


def undo(
    table: Table,
    ledger: Iterable[Mapping[str, Any]],
    /,
    plan: Plan = _AT_ONCE,
    *,
    write: bool = False,
) -> Report:
    """Give the rows of *ledger* (`entries`) the texts that `convert` replaced, or report it.

    A row whose text is not the one that `convert` wrote stays as it is: "changed-since". Work that
    was stopped goes on from the beginning of the ledger, and finds what is done. Raises
    `ValueError` for a record that `convert` did not write.
    """
    #: The texts of the rows of this batch, before and after they were converted.
    texts: dict[Any, tuple[str, str]] = {}

    def keys() -> Iterator[Any]:
        for key, old, new in replaced(table, ledger):
            is_new = key not in texts
            texts[key] = old, new  # of two records of a row, the later one is about what it has now
            if is_new:
                yield key

    def restored(row: Row) -> Row | RowProblem | None:
        old, new = texts[row.pk]
        if row.text == old:
            return None
        if row.text != new:
            return RowProblem(row, "changed-since", "expected the text that was written")
        return Row(row.pk, old, table.derive(old))

    def forgetting(work: Iterable[Batch]) -> Iterator[Batch]:
        for batch in work:
            for row in batch.rows:
                del texts[row.pk]
            yield batch

    work = chosen(table, restored, keys(), size=plan.size, write=write)
    return plan.run(forgetting(work), Report(), has_place=False)


def replaced(
    table: Table, ledger: Iterable[Mapping[str, Any]], /
) -> Iterator[tuple[Any, str, str]]:
    """Yield the key of each row that was converted, and its texts before and after.

    Raises `ValueError` for a record that `convert` did not write.
    """
    for entry in ledger:
        old, new = entry.get("old"), entry.get("new", "")
        if not (isinstance(old, str) and isinstance(new, str)):
            reason = "expected the texts before and after, old and new, in each record"
            raise ValueError(reason)  # noqa: TRY004 - the file is wrong
        if "new" in entry:
            yield table.key(entry["pk"]), old, new
