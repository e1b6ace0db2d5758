"""The audit of a table of messy old addresses, and their conversion.

The core does that for any table: `OldTable` tells it how to read and write this one, in SQLite.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from fastapi import APIRouter, Request, Response

from iri3987 import WEB, IRIError
from iri3987.comparison import key_digest
from iri3987.messages import describe
from iri3987.rows import jobs
from iri3987.rows.batches import Row, Table
from iri3987.rows.jobs import CONVERT, Plan
from iri3987.rows.ledger import Ledger, entries
from starlette_links.db import DATABASE, connect
from starlette_links.forms import OwnForm, redirect_to
from starlette_links.language import language_of
from starlette_links.templating import templates

#: How an old address is mended: white space at its ends is dropped, a scheme is added, and what an
#: IRI cannot hold is percent-encoded. A mailbox must not become a host with a user name.
MEND = replace(WEB, assume_scheme="https", allow_userinfo=False)

#: The old texts, which `undo` gives back.
LEDGER = DATABASE.with_name("old.jsonl")

router = APIRouter(include_in_schema=False)


class OldTable(Table):
    """The table ``old_link``, whose addresses nothing is derived from."""

    errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    refusals: tuple[type[Exception], ...] = (sqlite3.IntegrityError,)
    failures: tuple[type[Exception], ...] = (sqlite3.Error,)
    _connection: sqlite3.Connection

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Begin a transaction that is committed at the end of the block."""
        with connect() as self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            yield

    def read(self, after: Any, until: Any, limit: int, *, lock: bool) -> list[Row]:  # noqa: ARG002
        """Return at most *limit* rows after the key *after*, up to and with *until*."""
        with connect() as connection:
            rows = connection.execute(
                "SELECT id, address FROM old_link WHERE id > ? AND id <= ? ORDER BY id LIMIT ?",
                (after or 0, until or 2**62, limit),
            )
            return [Row(*row) for row in rows]

    def pick(self, keys: Sequence[Any], *, lock: bool) -> list[Row]:  # noqa: ARG002
        """Return the rows that have one of *keys*."""
        return [row for row in self.read(None, None, -1, lock=False) if row.pk in keys]

    def write(self, rows: Sequence[Row]) -> None:
        """Write the address of each of *rows*."""
        self._connection.executemany(
            "UPDATE old_link SET address = ? WHERE id = ?", [(row.text, row.pk) for row in rows]
        )

    def derive(self, text: str | None) -> tuple[str | None, ...]:  # noqa: ARG002
        """Return nothing: there is no column of keys."""
        return ()

    def key(self, value: Any) -> int:
        """Return the key that *value* stands for, in a ledger."""
        return int(value)

    def is_passing(self, error: Exception) -> bool:
        """Tell whether *error* may be gone at the next try."""
        return isinstance(error, sqlite3.OperationalError)

    def describe(self, error: Exception) -> str:
        """Return what the database says."""
        return str(error)

    def missing(self) -> Self:
        """Return the table: no row lacks anything."""
        return self

    def part(self, number: int, parts: int) -> tuple[Any, Any]:  # noqa: ARG002
        """Return the bounds of all rows: this table is small."""
        return None, None

    def estimate(self) -> int | None:
        """Return None: the number is only for the progress of a command."""
        return None


class Kept:
    """The records of a job, by the primary key of the row. A command has a `Ledger` instead."""

    def __init__(self) -> None:
        self.records: dict[Any, dict[str, Any]] = {}

    def write(self, **record: Any) -> None:
        """Keep *record*."""
        self.records[record["pk"]] = record

    def flush(self) -> None:
        """Write nothing: there is no file."""

    keep = drop = flush


class Judged(NamedTuple):
    """A row, as the page shows it."""

    number: int
    #: The text as it is stored, safe to show.
    text: str
    code: str
    #: Why it is refused, or what can mislead in it.
    said: list[str]
    #: The text that it would be converted to; "" if it stays.
    proposal: str
    #: The number of the first row with an equivalent address.
    same: int | None


def mend(text: str) -> str:
    """Return the address that is meant by *text*. Raises `IRIError` where that is not clear."""
    return str(MEND.clean(text))


def judge(rows: Iterable[tuple[int, str]], kept: Kept, language: str) -> Iterator[Judged]:
    """Yield what there is to say about each row; *kept* has what the audit has found."""
    first: dict[str, int] = {}
    for number, text in rows:
        record = kept.records.get(number, {"code": "", "text": text})
        try:
            WEB.check(text)
            said = [describe(each, text, language=language) for each in WEB.warnings(text)]
        except IRIError as error:
            said = [describe(error, text, WEB, language=language)] if text else []
        try:
            meant = mend(text)
        except IRIError:
            meant = text
        same = first.setdefault(key_digest(meant), number) if text else number
        yield Judged(
            number,
            record["text"],
            record["code"],
            said,
            "" if meant == text else meant,
            None if same == number else same,
        )


@router.api_route("/old", methods=["GET", "HEAD"])
def old(request: Request) -> Response:
    """Show what the audit finds."""
    kept = Kept()
    report = jobs.audit(OldTable(), WEB, Plan(ledger=kept))
    stored = [(row.pk, row.text or "") for row in OldTable().read(None, None, -1, lock=False)]
    rows = list(judge(stored, kept, language_of(request)))
    context = {"report": report, "codes": report.codes.most_common(), "rows": rows}
    context["is_converted"] = LEDGER.exists()
    return templates.TemplateResponse(request, "old.html", context)


@router.post("/old")
def change_old(request: Request, form: OwnForm) -> Response:
    """Convert the rows that can be mended, or give them back."""
    return redirect_to(request, f"{change(undo='undo' in form)} rows were changed", "old")


@contextmanager
def alone(name: Path) -> Iterator[None]:
    """Do the block while no other thread or process does it: SQLite locks the file *name*."""
    with closing(sqlite3.connect(name, timeout=60)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def change(*, undo: bool) -> int:
    """Convert the rows, or give them back, unless somebody just did. Return how many."""
    with alone(LEDGER.with_suffix(".lock")):
        if undo != LEDGER.exists():
            return 0
        if undo:
            changed = jobs.undo(OldTable(), entries(LEDGER), write=True).changed
            LEDGER.unlink()
            return changed
        with Ledger(LEDGER, CONVERT, is_private=True) as ledger:
            plan = Plan(ledger=ledger)
            return jobs.convert(OldTable(), mend, plan, profile=WEB, write=True).changed
