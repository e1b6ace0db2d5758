"""Jobs on the addresses of a table: audit, rekey, convert, undo.

A task of a queue can call them as well, one part of the table in each task.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any, Final

from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.profile import Profile
from iri3987.rows.batches import Batch, Record, batches, failed, judged, problem
from iri3987.rows.ledger import Ledger, as_read
from iri3987.rows.tables import Row, Table
from iri3987.syntax.browser import safe

__all__ = ["Plan", "Report", "audit", "convert", "undo"]
__family__ = ["rekey"]

#: How many rows are asked for by their keys at once: databases limit the parameters of a statement.
MOST_KEYS: Final = 300
_KEY_UNREADABLE: Final = (
    "its primary key cannot be read back from a ledger, so undo would not find the row: "
    "convert this table by code of your own"
)


@dataclass(kw_only=True)
class Report:
    """How far the work is, and what was found."""

    #: How many rows were read.
    rows: int = 0
    #: How many of these have no address.
    empty: int = 0
    #: How many rows were written or, if nothing is to be written, would be.
    changed: int = 0
    #: How many rows are refused, for each code of a `Record`.
    codes: Counter[str] = field(default_factory=Counter)
    #: How many of the refused rows `convert` would not have changed.
    unchanged: int = 0
    #: How many accepted rows have findings.
    warned: int = 0
    #: How many accepted rows have each finding, by its code.
    findings: Counter[str] = field(default_factory=Counter)
    #: How many groups of equivalent rows there are (`iri3987.rows.duplicates`).
    groups: int = 0
    #: Text that is not an address, and how many rows have it, where these are several.
    not_addresses: Counter[str] = field(default_factory=Counter)
    #: How many rows have an address, and the database refuses the key of it.
    unkeyed: int = 0
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
        for record in batch.problems:
            if record["code"]:
                self.codes[record["code"]] += 1
                self.unchanged += "unchanged" in record
            else:
                self.warned += 1
                self.findings.update(record["findings"])


def _nothing(_record: Record) -> None:
    pass


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How the work is done."""

    #: The rows of a batch.
    size: int = 1000
    #: The seconds between two batches.
    pause: float = 0
    #: The key after which the work begins.
    after: Any = None
    #: The bounds of a part of the table, as `Table.part` returns them.
    between: tuple[Any, Any] = (None, None)
    #: It is called with a record of each row that is refused or would be converted, and of each
    #: group that is left: `Ledger.write` is such a function.
    tell: Callable[[Record], object] = _nothing
    #: It is called after each batch with the seconds to wait; a true result stops the work.
    #: `threading.Event.wait` is such a function.
    wait: Callable[[float], object] = time.sleep
    #: It is called with the report after each batch.
    watch: Callable[[Report], object] | None = None

    @property
    def bounds(self) -> tuple[Any, Any]:
        """The keys between which the work is."""
        low, until = self.between
        return (low if self.after is None else self.after), until

    def run(
        self,
        work: Iterable[Batch],
        report: Report,
        /,
        *,
        has_place: bool = True,
        is_exact: bool = False,
    ) -> Report:
        """Do *work*, batch by batch, until it ends or is stopped.

        Without *has_place*, it goes on from its beginning. Passwords are masked in what is told,
        but with *is_exact*, the exact text is there, too.
        """
        for batch in work:
            report.add(batch)
            if has_place:
                report.after = batch.rows[-1].pk
            for each in batch.problems:
                text = each["text"]
                exactly = {"old": text} if is_exact else {}
                self.tell({**each, "text": safe(text or ""), **exactly})
            if self.stops(report):
                break
        return report

    def stops(self, report: Report, /) -> bool:
        """Show how far the work is, wait, and return whether to stop."""
        if self.watch is not None:
            self.watch(report)
        report.is_stopped = bool(self.wait(self.pause))
        return report.is_stopped


def audit(table: Table, profile: Profile, /, plan: Plan = Plan()) -> Report:
    """Report the addresses that *profile* refuses, and those that it accepts with warnings.

    Nothing is written to the table.
    """

    def judge(row: Row) -> Record | None:
        if not row.text:
            return None
        try:
            profile.check(row.text)
        except IRIError as error:
            return judged(row, profile, error)
        return judged(row, profile, None)

    work = batches(table, judge, *plan.bounds, size=plan.size, write=False)
    return plan.run(work, Report(after=plan.after))


def rekey(
    table: Table, /, plan: Plan = Plan(), *, missing: bool = False, check: bool = False
) -> Report:
    """Write the values that are derived from the addresses, where they are missing or stale.

    Rows without values are done first, so that a job that keeps being killed still makes progress.
    Then come all rows after `Plan.after`. With *missing*, only the rows that have none are done,
    from there on. With *check*, nothing is written, and `Report.changed` is the number of rows
    whose values are missing or stale.
    """

    def follow(row: Row) -> Row:
        return Row(row.pk, row.text, table.derive(row.text))

    report = Report(after=plan.after)
    if not (missing or check):
        first = batches(table.missing(), follow, *plan.between, size=plan.size)
        # The second pass meets the rows that are refused again.
        replace(plan, tell=_nothing).run(first, report, has_place=False)
        if report.is_stopped:
            return report
        report.rows = report.empty = 0
        report.codes.clear()
    rows = table.missing() if missing and not check else table
    work = batches(rows, follow, *plan.bounds, size=plan.size, write=not check)
    return plan.run(work, report)


def convert(
    table: Table,
    using: Callable[[str], str],
    /,
    plan: Plan = Plan(),
    *,
    profile: Profile | None = None,
    ledger: Ledger | None = None,
) -> Report:
    """Report what it would do to replace each address with the result of *using*, or do it.

    It is done with a *ledger*, which gets the records (instead of `Plan.tell`), those of a batch
    before it is written: it is what `undo` takes. If the process is killed, it may have rows that
    were not written; `undo` finds that they have the old text.

    A row stays as it is where *using* raises, where *profile* refuses the result, and where its
    primary key could not be read back from the ledger. If the result is refused and is the text
    that was there, the row is counted in `Report.unchanged`, too.
    """

    def converted(row: Row) -> Row | Record | None:
        if not row.text:
            return None
        text = exact(using(row.text))
        if profile is not None:
            try:
                profile.check(text)
            except IRIError as error:
                unchanged = {"unchanged": True} if text == row.text else {}
                return {**problem(row, *failed(error, text, profile)), **unchanged}
        if text == row.text:
            return None
        if not table.reads(as_read(row.pk), row.pk):
            return problem(row, "key-unreadable", _KEY_UNREADABLE)
        return Row(row.pk, text, table.derive(text))

    if ledger is None:
        work = batches(table, converted, *plan.bounds, size=plan.size, write=False)
        work = _told(work, plan.tell)
    else:
        plan = replace(plan, tell=ledger.write)
        work = batches(
            table,
            converted,
            *plan.bounds,
            size=plan.size,
            noting=lambda changed: ledger.noting(map(_conversion, changed)),
        )
    return plan.run(work, Report(after=plan.after), is_exact=True)


def _told(work: Iterable[Batch], tell: Callable[[Record], object]) -> Iterator[Batch]:
    for batch in work:
        for change in batch.changed:
            tell(_conversion(change))
        yield batch


def _conversion(change: tuple[Row, Row]) -> Record:
    old, new = change
    return {"pk": old.pk, "old": old.text, "new": new.text}


def undo(
    table: Table, ledger: Iterable[Record], /, plan: Plan = Plan(), *, write: bool = False
) -> Report:
    """Give the rows of *ledger* (`entries`) the texts that `convert` replaced, or report it.

    A row whose text is not the one that `convert` wrote stays as it is: "changed-since". Work that
    was stopped goes on from the beginning of the ledger, and finds what is done. Raises
    `ValueError` for a record that `convert` did not write.
    """
    records = replaced(table, ledger)

    def restored() -> Iterator[Batch]:
        while some := list(islice(records, min(plan.size, MOST_KEYS))):
            # If a row has two records, the later one has its current text.
            texts = {pk: (old, new) for pk, old, new in some}
            gone = dict.fromkeys(texts)
            restore = partial(_restored, table, texts)
            for batch in batches(table.only([*texts]), restore, size=plan.size, write=write):
                for row in batch.rows:
                    gone.pop(row.pk, None)
                yield batch
            if gone:
                rows = [Row(pk, None) for pk in gone]
                yield Batch(rows, (), list(map(_changed_since, rows)))

    return plan.run(restored(), Report(), has_place=False)


def _restored(table: Table, texts: Mapping[Any, tuple[str, str]], row: Row) -> Row | Record | None:
    old, new = texts[row.pk]
    if row.text == old:
        return None
    return Row(row.pk, old, table.derive(old)) if row.text == new else _changed_since(row)


def _changed_since(row: Row) -> Record:
    return problem(row, "changed-since", "expected the text that was written")


def replaced(table: Table, ledger: Iterable[Record], /) -> Iterator[tuple[Any, str, str]]:
    """Yield the key of each row that was converted, and its texts. Raises `ValueError`."""
    for entry in ledger:
        old, new = entry.get("old"), entry.get("new")
        if isinstance(old, str) and isinstance(new, str):
            yield table.key(entry["pk"]), old, new
        elif "old" not in entry or "new" in entry:  # a row that was refused has no new text
            raise ValueError("expected the texts before and after, old and new, in each record")
