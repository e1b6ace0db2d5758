"""The commands of the plug-ins: what they do and print, and their exit status.

``manage.py iri_audit`` and ``flask iri audit`` are the same command. A plug-in makes its parser of
`iri3987.rows.options`, finds the table that is meant, and calls `run`.

Exit status: 0, all is well; 1, something was found; 2, the command was not understood; 3, it was
stopped before its end, and says how to go on.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, NamedTuple

from iri3987._text import safe
from iri3987.display import display
from iri3987.profile import WEB, Profile
from iri3987.rows import duplicates, jobs
from iri3987.rows._terminal import Progress, Say, Shown, shown_key, stopping
from iri3987.rows.batches import OuterTransactionError
from iri3987.rows.duplicates import GROUPS, Group
from iri3987.rows.jobs import AUDIT, CONVERT, PROBLEMS, Plan, Report
from iri3987.rows.ledger import Ledger, Records, entries

__all__ = ["Place", "UsageError", "run"]


class UsageError(ValueError):
    """The command was not understood. The message is one line."""


class Place(NamedTuple):
    """What a command works on: a table, and how people call it."""

    #: A `Table`; for "dedupe" a `KeyedTable`.
    table: Any
    label: str
    #: The rule of the column; None if it is plain text.
    profile: Profile | None = None


def run(name: str, place: Place, options: Mapping[str, Any], /, *, say: Say, warn: Say) -> int:
    """Run the command *name* and return its exit status.

    *options* holds the values of its `Option`s by name. *say* prints a line of the result, *warn* a
    line of progress or about what is wrong. Raises `UsageError`.
    """
    progress = Progress(f"iri {name} {place.label}", warn)
    try:
        with _ledger(name, options, warn) as ledger, stopping() as wait, progress:
            progress.total = _total(name, place.table, options)
            plan = Plan(
                size=options["size"],
                pause=options["pause"],
                after=_after(name, place.table, options),
                part=options.get("part"),
                ledger=ledger,
                wait=wait,
                watch=progress,
            )
            report, lines, status = _RUN[name](place, options, plan, say)
    except OuterTransactionError as error:
        raise UsageError(str(error)) from error
    except place.table.failures as error:
        reason = f"the database failed: {safe(place.table.tell(error))}"
        if not progress.report.rows:
            raise UsageError(reason) from error
        report, lines, status = progress.report, [], 3
        warn(reason)
        if name == "rekey" and not options["missing"]:
            report.after = options["after"]  # the missing rows come first again
    for line in lines:
        say(line)
    if report.is_stopped or status == 3:
        go_on = "" if report.after is None else f" with --after {shown_key(report.after)}"
        warn(f"{place.label}: stopped before the end; go on{go_on}")
        return 3
    return int(status)


def _total(name: str, table: Any, options: Mapping[str, Any]) -> int | None:
    """Return about how many rows the command reads, if that is known before."""
    is_some = options["after"] is not None or options.get("missing") or options.get("undo")
    if name == "dedupe" or is_some:
        return None
    total: int | None = table.estimate()
    _, parts = options["part"] or (1, 1)
    return None if total is None else total // parts


def _audit(place: Place, options: Mapping[str, Any], plan: Plan, _: Say) -> Any:
    report = jobs.audit(place.table, options["profile"] or place.profile or WEB, plan)
    lines = [
        f"{place.label}: {report.rows:,} rows, {report.empty:,} of them without an address",
        f"{report.refused:,} rows are refused",
        *_counts(report.codes),
        f"{report.warned:,} rows are accepted with warnings",
        *_counts(report.findings),
    ]
    return report, lines, int(report.refused > 0)


def _rekey(place: Place, options: Mapping[str, Any], plan: Plan, _: Say) -> Any:
    check, missing = options["check"], options["missing"]
    if check and missing:
        raise UsageError("--check looks at all rows: leave out --missing")
    report = jobs.rekey(place.table, plan, missing=missing, check=check)
    done = "are stale" if check else "were written"
    lines = [f"{place.label}: {report.changed:,} rows {done}", *_refused(report)]
    return report, lines, int(report.refused > 0 or (check and report.changed > 0))


def _convert(place: Place, options: Mapping[str, Any], plan: Plan, _: Say) -> Any:
    using, path, write = options["using"], options["undo"], options["write"]
    if (using is None) == (path is None):
        raise UsageError("give --using, or --undo with the ledger of a conversion")
    if path is not None:
        report = _undo(place, path, plan, write=write)
    else:
        if write and not options["ledger"]:
            raise UsageError("--write needs --ledger FILE.jsonl: it can be undone with that file")
        report = jobs.convert(place.table, using, plan, profile=place.profile, write=write)
    done = "were written" if write else "would be written with --write"
    lines = [f"{place.label}: {report.changed:,} of {report.rows:,} rows {done}"]
    return report, [*lines, *_refused(report)], int(report.refused > 0)


def _undo(place: Place, path: str, plan: Plan, *, write: bool) -> Report:
    if plan.part is not None or plan.after is not None:
        raise UsageError("--undo takes the rows of the ledger: leave out --part and --after")
    try:
        return jobs.undo(place.table, entries(path), plan, write=write)
    except (OSError, LookupError, ValueError) as error:
        raise UsageError(f"{path} is not the ledger of a conversion: {error}") from error


def _dedupe(place: Place, options: Mapping[str, Any], plan: Plan, say: Say) -> Any:
    def tell(group: Group) -> None:
        first = display(group.rows[0].text or "")
        say(f"{len(group.rows)} rows are {first}{group.reason and f': {group.reason}'}")
        for row in group.rows:
            say(f"    {shown_key(row.pk)}  {safe(row.text or '')}")

    shown = None if options["ledger"] else tell
    report = duplicates.dedupe(place.table, plan, merge=options["merge"], tell=shown)
    left = report.groups - report.changed
    lines = [f"{place.label}: {report.groups:,} groups of equivalent rows"]
    if options["merge"] is not None:
        lines.append(f"{report.changed:,} of them were merged")
    lines += _refused(report)
    unkeyed = place.table.unkeyed()
    if unkeyed:
        lines.append(f"{unkeyed:,} rows have an address and no key yet: run rekey first")
    return report, lines, int(left > 0)


_RUN: Final = {"audit": _audit, "rekey": _rekey, "convert": _convert, "dedupe": _dedupe}
_LEDGERS: Final = {"audit": AUDIT, "rekey": PROBLEMS, "convert": CONVERT, "dedupe": GROUPS}


def _counts(counter: Counter[str]) -> Iterator[str]:
    for code, number in counter.most_common():
        yield f"    {number:>11,}  {code}"


def _refused(report: Report) -> Iterator[str]:
    if report.refused:
        yield f"{report.refused:,} are refused, and stay as they are"
        yield from _counts(report.codes)


def _after(name: str, table: Any, options: Mapping[str, Any]) -> Any:
    """Return the key that --after stands for."""
    text = options["after"]
    if text is None or name == "dedupe":
        return text
    try:
        return table.key(text)
    except ValueError as error:
        raise UsageError(f"--after: {error}") from error


def _ledger(name: str, options: Mapping[str, Any], warn: Say) -> AbstractContextManager[Records]:
    path = options["ledger"]
    if path is None:
        return nullcontext(Shown(warn))
    is_undone = name == "convert" and options["undo"] is not None
    names = PROBLEMS if is_undone else _LEDGERS[name]
    try:
        return Ledger(path, names, is_private=name == "convert")
    except (OSError, ValueError) as error:
        raise UsageError(f"--ledger: {error}") from error
