"""The commands of the plug-ins: what they do and print, and their exit status.

``manage.py iri_audit`` and ``flask iri audit`` are the same command. A plug-in makes its parser of
`iri3987.rows.options`, finds the table that is meant, and calls `run`.

Exit status: 0, all is well; 1, something was found; 2, the command was not understood; 3, it was
stopped before its end, and says how to go on.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any, Final, NamedTuple

from iri3987._unicode.text import one_line, safe
from iri3987.appearance import display
from iri3987.profile import WEB, Profile
from iri3987.rows import duplicates, jobs
from iri3987.rows.batches import OuterTransactionError
from iri3987.rows.duplicates import GROUPS, Group
from iri3987.rows.jobs import AUDIT, CONVERT, PROBLEMS, Plan, Report
from iri3987.rows.ledger import Ledger, Records, entries
from iri3987.rows.look_alikes import look_alikes
from iri3987.rows.sql import tell
from iri3987.rows.terminal import Progress, Say, Shown, shown_key, stopping

__all__ = ["Place", "UsageError", "run"]


class UsageError(ValueError):
    """The command was not understood. The message is one line."""

    def __init__(self, message: str, /) -> None:
        super().__init__(one_line(message))


class Place(NamedTuple):
    """The table that a command works on, and how people call it."""

    #: A `Table`; for "dedupe" a `KeyedTable`.
    table: Any
    #: How people call the column, as in "links.Link.homepage".
    label: str
    #: The rule of the column; None if it is plain text.
    profile: Profile | None = None


def run(name: str, place: Place, options: Mapping[str, Any], /, *, say: Say, warn: Say) -> int:
    """Run the command *name* and return its exit status.

    *options* holds the values of its `Option`s by name. *say* prints a line of the result, *warn* a
    line of progress or about what is wrong. Raises `UsageError`.
    """
    _check(name, options)
    progress = Progress(f"iri {name} {place.label}", warn)
    lines: list[str] = []
    try:
        after = _after(name, place.table, options)
        if options.get("undo") is not None:
            _check_ledger(place.table, options["undo"])
        with _ledger(name, options, progress.warn) as ledger, stopping() as wait, progress:
            progress.total = _total(name, place.table, options)
            plan = Plan(
                size=options["size"],
                pause=options["pause"],
                after=after,
                part=options.get("part"),
                ledger=ledger,
                wait=wait,
                watch=progress,
            )
            report, lines, status = _RUN[name](place, options, plan, say)
    except UsageError:  # a ValueError, which may be among the failures
        raise
    except OuterTransactionError as error:
        raise UsageError(str(error)) from error
    except (OSError, *place.table.failures) as error:
        if isinstance(error, place.table.failures):
            reason = f"the database failed: {safe(tell(error))}"
        else:
            reason = f"it failed: {safe(str(error))}"  # a disk that is full, a reader that has gone
        report, status = progress.report, 3
        if not (report.rows or report.changed):
            raise UsageError(reason) from error
        warn(reason)
    for line in lines:
        say(line)
    if report.is_stopped or status == 3:
        warn(f"{place.label}: stopped before the end; run it again{_resumed(name, place, report)}")
        return 3
    return int(status)


def _check(name: str, options: Mapping[str, Any]) -> None:
    """Raise `UsageError` for options that do not go together."""
    if name == "rekey" and options["check"] and options["missing"]:
        raise UsageError("--check looks at all rows: leave out --missing")
    if options.get("look_alikes"):
        for other in ("profile", "part", "after"):
            if options[other] is not None:
                raise UsageError(f"--look-alikes compares all rows: leave out --{other}")
    if name != "convert":
        return
    is_undone = options["undo"] is not None
    if is_undone == (options["using"] is not None):
        raise UsageError("give --using, or --undo with the ledger of a conversion")
    if is_undone and (options["part"] is not None or options["after"] is not None):
        raise UsageError("--undo takes the rows of the ledger: leave out --part and --after")
    if options["write"] and not is_undone and not options["ledger"]:
        raise UsageError("--write needs --ledger FILE.jsonl: it can be undone with that file")


def _check_ledger(table: Any, path: str) -> None:
    """Raise `UsageError` for a file that cannot be undone, before anything is."""
    try:
        for _ in jobs.replaced(table, entries(path)):
            pass
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} is not the ledger of a conversion: {error}") from error


def _total(name: str, table: Any, options: Mapping[str, Any]) -> int | None:
    """Return about how many rows the command reads, if that is known before."""
    is_some = options["after"] is not None or options.get("missing") or options.get("undo")
    if name == "dedupe" or is_some:
        return None
    total: int | None = table.estimate()
    _, parts = options["part"] or (1, 1)
    return None if total is None else total // parts


def _audit(place: Place, options: Mapping[str, Any], plan: Plan, say: Say) -> Any:
    if options["look_alikes"]:
        return _look_alikes(place, options, plan, say)
    report = jobs.audit(place.table, options["profile"] or place.profile or WEB, plan)
    rows = _many(report.rows, "row", "rows")
    lines = [
        f"{place.label}: {rows}, {report.empty:,} of them without an address",
        _many(report.refused, "row is refused", "rows are refused"),
        *_counts(report.codes),
        _many(report.warned, "row is accepted with warnings", "rows are accepted with warnings"),
        *_counts(report.findings),
    ]
    return report, lines, int(report.refused > 0)


def _rekey(place: Place, options: Mapping[str, Any], plan: Plan, _: Say) -> Any:
    check = options["check"]
    report = jobs.rekey(place.table, plan, missing=options["missing"], check=check)
    done = ("row is stale", "rows are stale") if check else ("row was written", "rows were written")
    lines = [f"{place.label}: {_many(report.changed, *done)}", *_refused(report)]
    return report, lines, int(bool(report.refused or (check and report.changed)))


def _convert(place: Place, options: Mapping[str, Any], plan: Plan, _: Say) -> Any:
    using, path, write = options["using"], options["undo"], options["write"]
    if path is not None:
        report = jobs.undo(place.table, entries(path), plan, write=write)
    else:
        report = jobs.convert(place.table, using, plan, profile=place.profile, write=write)
    was = "was" if report.changed == 1 else "were"
    done = f"{was} written" if write else "would be written with --write"
    line = f"{place.label}: {report.changed:,} of {_many(report.rows, 'row', 'rows')} {done}"
    lines = [line, *_refused(report)]
    if report.unchanged:
        were = _many(report.unchanged, "of these was", "of these were")
        lines.append(f"{were} not changed by the function")
    return report, lines, int(report.refused > 0)


def _dedupe(place: Place, options: Mapping[str, Any], plan: Plan, say: Say) -> Any:
    def tell(group: Group) -> None:
        first = display(group.rows[0].text or "")
        say(f"{len(group.rows)} rows are {first}{group.reason and f': {group.reason}'}")
        for row in group.rows:
            say(f"    {shown_key(row.pk)}  {safe(row.text or '')}")

    shown = None
    if not options["ledger"]:
        plan, shown = replace(plan, ledger=None), tell
    report = duplicates.dedupe(place.table, plan, merge=options["merge"], tell=shown)
    left = report.groups - report.changed
    found = _many(report.groups, "group of equivalent rows", "groups of equivalent rows")
    lines = [f"{place.label}: {found}"]
    if options["merge"] is not None:
        lines.append(_many(report.changed, "of them was merged", "of them were merged"))
    lines += _refused(report)
    for number, what in (
        (report.not_addresses, "the text of another that is not an address: empty or mend it"),
        (place.table.unkeyed(), "an address and no key yet: run rekey first"),
    ):
        if number:
            lines.append(f"{_many(number, 'row has', 'rows have')} {what}")
    return report, lines, int(left > 0)


def _look_alikes(place: Place, options: Mapping[str, Any], plan: Plan, say: Say) -> Any:
    def tell(group: Group) -> None:
        say(f"{len(group.rows)} rows look alike")
        for row in group.rows:
            say(f"    {shown_key(row.pk)}  {safe(row.text or '')}")

    shown = None
    if not options["ledger"]:
        plan, shown = replace(plan, ledger=None), tell
    report = look_alikes(place.table, plan, tell=shown)
    rows = _many(report.rows, "row", "rows")
    groups = _many(report.groups, "group of names", "groups of names")
    return report, [f"{place.label}: {rows}, {groups} that look alike"], int(report.groups > 0)


_RUN: Final = {"audit": _audit, "rekey": _rekey, "convert": _convert, "dedupe": _dedupe}
_LEDGERS: Final = {"audit": AUDIT, "rekey": PROBLEMS, "convert": CONVERT, "dedupe": GROUPS}


def _many(number: int, one: str, more: str) -> str:
    """Return *number* with the words for *one*, or those for none and for *more*."""
    return f"{number:,} {one if number == 1 else more}"


def _counts(counter: Counter[str]) -> Iterator[str]:
    for code, number in counter.most_common():
        yield f"    {number:>11,}  {code}"


def _refused(report: Report) -> Iterator[str]:
    if report.refused:
        kept = ("is refused, and stays as it is", "are refused, and stay as they are")
        yield _many(report.refused, *kept)
        yield from _counts(report.codes)


def _resumed(name: str, place: Place, report: Report) -> str:
    """Return the option to go on with, "" if the work has to begin again.

    A key that cannot be read back from its text is not a place to go on from.
    """
    if report.after is None:
        return ""
    shown = shown_key(report.after)
    try:
        is_readable = name == "dedupe" or place.table.key(shown) == report.after
    except ValueError:
        is_readable = False
    return f" with --after {shown}" if is_readable else ""


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
    if options.get("look_alikes"):
        names = GROUPS
    try:
        return Ledger(path, names, is_private=names is CONVERT)
    except (OSError, ValueError) as error:
        raise UsageError(f"--ledger: {error}") from error
