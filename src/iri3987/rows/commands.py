"""The commands of the plug-ins: their options, what they do and print, and their exit status.

A plug-in makes its parser of `COMMANDS`, finds the table that is meant, and calls `run`.

Exit status: 0, all is well; 1, something was found; 2, the command was not understood; 3, it was
stopped before its end, and says how to go on.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from iri3987._unicode.text import one_line
from iri3987.appearance import display
from iri3987.comparison.policy import function
from iri3987.messages import known_language
from iri3987.profile import WEB, Profile
from iri3987.rows import duplicates, jobs
from iri3987.rows.batches import Record
from iri3987.rows.jobs import Plan, Report
from iri3987.rows.ledger import Ledger, entries
from iri3987.rows.page import Page
from iri3987.rows.sql import tell
from iri3987.rows.tables import OuterTransactionError
from iri3987.rows.terminal import Progress, Say, first_rows, shown_key, stopping
from iri3987.syntax.browser import safe

__family__ = ["COMMANDS", "OPTIONS", "Place", "UsageError", "run"]


class UsageError(Exception):
    """The command was not understood. The message is one line."""

    def __init__(self, message: str, /) -> None:
        super().__init__(one_line(message))


class Option(NamedTuple):
    """An option of commands."""

    help: str
    #: The name of the value in the help: "ROWS". None: the option has no value, and is True if it
    #: is given.
    metavar: str | None = None
    #: It makes the value of the text that was given. It may raise `ValueError` or `TypeError`.
    parse: Callable[[str], Any] = str
    default: Any = None
    #: Whether the option may be given several times.
    is_many: bool = False


def _part(text: str) -> tuple[int, int]:
    number, _, parts = text.partition("/")
    part = _number(number), _number(parts)
    if not 1 <= part[0] <= part[1]:
        raise ValueError(f"expected a part such as 1/8 or 8/8, not {text!r}")
    return part


def _size(text: str) -> int:
    if not (size := _number(text)):
        raise ValueError(f"expected a number of rows from 1 on, not {text!r}")
    return size


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < 3600:
        raise ValueError(f"expected seconds such as 0.1, less than 3600, not {text!r}")
    return seconds


#: The options of the commands.
OPTIONS: Final[Mapping[str, Option]] = {
    "profile": Option("the rule: web, public, ..., or a dotted path", "NAME", Profile.named),
    "language": Option("the language: en, de, ja, ... (default: en)", "LANG", known_language, "en"),
    "missing": Option("do only the rows that have no key"),
    "check": Option("write nothing, and report how many rows are stale"),
    "using": Option("the function, from text to text", "PATH", function),
    "write": Option("write the new texts; without it, they are only reported"),
    "undo": Option("give back the texts that the ledger FILE has", "FILE"),
    "merge": Option("the function that merges: keep, others", "PATH", function),
    "by": Option("only rows that have the same FIELD, too", "FIELD", is_many=True),
    "ledger": Option("list the rows in a new FILE, whose name ends in .jsonl", "FILE"),
    "size": Option("the rows of a batch (default: 1000)", "ROWS", _size, 1000),
    "pause": Option("the seconds between two batches (default: 0)", "SECONDS", _seconds, 0.0),
    "after": Option("begin after the row with this primary key, or group with this key", "KEY"),
    "part": Option("do one part of the table: 1/8, ..., 8/8", "I/N", _part),
}
#: How many texts that are not addresses are shown.
_SHOWN_TEXTS: Final = 20
_COMMON: Final = ("ledger", "size", "pause", "after")


class Command(NamedTuple):
    """A command: what it does, and its options, in the order of the help."""

    help: str
    options: tuple[str, ...]


#: The commands, by their names.
COMMANDS: Final[Mapping[str, Command]] = {
    "audit": Command(
        "Report the addresses in a column that would be refused. Nothing is written.",
        ("profile", "language", *_COMMON, "part"),
    ),
    "rekey": Command(
        "Write the keys and hosts of addresses that are missing or stale.",
        ("missing", "check", *_COMMON, "part"),
    ),
    "convert": Command(
        "Replace addresses by what a function makes of them, or report what that would do.",
        ("using", "write", "undo", *_COMMON, "part"),
    ),
    "dedupe": Command(
        "Report the rows whose addresses are equivalent, or merge them. Writes missing keys first.",
        ("merge", "by", *_COMMON),
    ),
}


class Place(NamedTuple):
    """The table that a command works on, and how people call it."""

    #: A `Table`; for "dedupe" a `KeyedTable`.
    table: Any
    #: How people call the column, as in "links.Link.homepage".
    label: str
    #: The rule of the column; None if it is plain text.
    profile: Profile | None = None


def run(name: str, place: Place, given: Mapping[str, Any], /, *, say: Say, warn: Say) -> int:
    """Run the command *name* and return its exit status.

    *given* holds what was given for its options, by name: text, or already a value. *say* prints a
    line of the result, *warn* a line of progress or about what is wrong. Raises `UsageError`.
    """
    options = {each: _value(each, given.get(each)) for each in COMMANDS[name].options}
    _check(name, options)
    progress = Progress(f"iri {name} {place.label}", warn)
    lines: list[str] = []
    try:
        plan = _plan(name, place.table, options)
        with _about("ledger"):
            book = nullcontext() if options["ledger"] is None else Ledger(options["ledger"])
        with book as ledger, stopping() as wait:
            shown = first_rows(warn) if ledger is None else ledger.write
            plan = replace(plan, tell=shown, wait=wait, watch=progress)
            with suppress(OSError):  # the work is also done where this line cannot be read
                warn(f"iri {name} {place.label}: begins")
            report, lines, is_found = _RUN[name](place, options, plan, ledger, say)
    except OuterTransactionError as error:
        raise UsageError(str(error)) from error
    except (OSError, *place.table.failures) as error:
        if isinstance(error, place.table.failures):
            reason = f"the database failed: {safe(tell(error))}"
        else:
            reason = f"it failed: {safe(str(error))}"  # a disk that is full, a reader that has gone
        report = replace(progress.report, is_stopped=True)
        if not (report.rows or report.changed):
            raise UsageError(reason) from error
        warn(reason)
    for line in lines:
        say(line)
    if report.is_stopped:
        warn(f"{place.label}: stopped before the end; run it again{_resumed(name, place, report)}")
        return 3
    return int(is_found)


def _value(name: str, given: Any) -> Any:
    option = OPTIONS[name]
    if option.metavar is None or not isinstance(given, str | int | float):
        return option.default if given is None else given
    with _about(name):
        return option.parse(str(given))


@contextmanager
def _about(option: str) -> Iterator[None]:
    try:
        yield
    except (OSError, TypeError, ValueError) as error:
        raise UsageError(f"--{option}: {error}") from error


def _check(name: str, options: Mapping[str, Any]) -> None:
    """Raise `UsageError` for options that do not go together."""
    if name == "rekey" and options["check"] and options["missing"]:
        raise UsageError("--check looks at all rows: leave out --missing")
    if name != "convert":
        return
    is_undone = options["undo"] is not None
    if is_undone == (options["using"] is not None):
        raise UsageError("give --using, or --undo with the ledger of a conversion")
    if is_undone and (options["part"] is not None or options["after"] is not None):
        raise UsageError("--undo takes the rows of the ledger: leave out --part and --after")
    if options["write"] and not is_undone and not options["ledger"]:
        raise UsageError("--write needs --ledger FILE.jsonl: it can be undone with that file")


def _plan(name: str, table: Any, options: Mapping[str, Any]) -> Plan:
    after = options["after"]
    if after is not None and name != "dedupe":
        with _about("after"):
            after = table.key(after)
    if (path := options.get("undo")) is not None:
        with _about("undo"):  # before anything is written
            for _ in jobs.replaced(table, entries(path)):
                pass
    part = options.get("part")
    between = (None, None) if part is None else table.part(*part)
    return Plan(size=options["size"], pause=options["pause"], after=after, between=between)


_Options = Mapping[str, Any]
_Done = tuple[Report, list[str], bool]


def _audit(place: Place, options: _Options, plan: Plan, ledger: Ledger | None, _: Say) -> _Done:
    page = Page(options["language"])

    def tell(record: Record) -> None:
        page.tell(record)
        if ledger is not None:
            ledger.write(record)

    profile = options["profile"] or place.profile or WEB
    report = jobs.audit(place.table, profile, replace(plan, tell=tell))
    page.addresses, page.empty = report.rows - report.empty, report.empty
    return report, [place.label, *page.lines()], report.refused > 0


def _rekey(place: Place, options: _Options, plan: Plan, *_: object) -> _Done:
    check = options["check"]
    report = jobs.rekey(place.table, plan, missing=options["missing"], check=check)
    done = ("row is stale", "rows are stale") if check else ("row was written", "rows were written")
    lines = [f"{place.label}: {_many(report.changed, *done)}", *_refused(report)]
    return report, lines, bool(report.refused or (check and report.changed))


def _convert(place: Place, options: _Options, plan: Plan, ledger: Ledger | None, _: Say) -> _Done:
    write = options["write"]
    if options["undo"] is not None:
        report = jobs.undo(place.table, entries(options["undo"]), plan, write=write)
    else:
        writing = ledger if write else None
        using, rule = options["using"], place.profile
        report = jobs.convert(place.table, using, plan, profile=rule, ledger=writing)
    was = "was" if report.changed == 1 else "were"
    done = f"{was} written" if write else "would be written with --write"
    line = f"{place.label}: {report.changed:,} of {_many(report.rows, 'row', 'rows')} {done}"
    lines = [line, *_refused(report)]
    if report.unchanged:
        were = _many(report.unchanged, "of these was", "of these were")
        lines.append(f"{were} not changed by the function")
    return report, lines, report.refused > 0


def _dedupe(place: Place, options: _Options, plan: Plan, ledger: Ledger | None, say: Say) -> _Done:
    def show(group: Record) -> None:
        rows, reason = group["rows"], group.get("reason")
        say(f"{len(rows)} rows are {display(rows[0]['text'])}{f': {reason}' if reason else ''}")
        for row in rows:
            say(f"    {shown_key(row['pk'])}  {row['text']}")

    plan = plan if ledger else replace(plan, tell=show)
    report = duplicates.dedupe(place.table, plan, merge=options["merge"])
    found = _many(report.groups, "group of equivalent rows", "groups of equivalent rows")
    lines = [f"{place.label}: {found}"]
    if options["merge"] is not None:
        lines.append(_many(report.changed, "of them was merged", "of them were merged"))
    lines += _refused(report)
    if number := report.not_addresses.total():
        has = _many(number, "row has", "rows have")
        lines.append(f"{has} the text of another that is not an address: empty or change them")
        texts = [text for text, _ in report.not_addresses.most_common(_SHOWN_TEXTS)]
        lines += [f"    {report.not_addresses[text]:>11,}  {display(text)}" for text in texts]
        lines.append(f"    {place.table.emptied(texts)}")
    if report.unkeyed:
        has = _many(report.unkeyed, "row has", "rows have")
        lines.append(f"{has} an address and no key yet: rekey says why")
    return report, lines, report.groups > report.changed


_RUN: Final[Mapping[str, Callable[..., _Done]]] = {
    "audit": _audit,
    "rekey": _rekey,
    "convert": _convert,
    "dedupe": _dedupe,
}


def _many(number: int, one: str, more: str) -> str:
    """Return *number* with the words for *one*, or those for none and for *more*."""
    return f"{number:,} {one if number == 1 else more}"


def _refused(report: Report) -> Iterator[str]:
    if report.refused:
        kept = ("is refused, and stays as it is", "are refused, and stay as they are")
        yield _many(report.refused, *kept)
        for code, number in report.codes.most_common():
            yield f"    {number:>11,}  {code}"


def _resumed(name: str, place: Place, report: Report) -> str:
    """Return the option to go on with, "" if the key cannot be read back from its text."""
    if report.after is None:
        return ""
    shown = shown_key(report.after)
    is_readable = name == "dedupe" or place.table.reads(shown, report.after)
    return f" with --after {shown}" if is_readable else ""
