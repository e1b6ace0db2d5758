"""The audit of a table of messy old addresses, and their conversion.

It is what ``flask iri audit OldLink.address`` does, and ``flask iri convert`` with
``--using flask_links.old.mend --write --ledger FILE``. The page calls the same functions.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from flask import current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from flask_links.language import language
from flask_links.models import OldLink, db
from flask_links.views import pages
from iri3987 import WEB, IRIError
from iri3987.comparison import key_digest
from iri3987.rows import jobs
from iri3987.rows.jobs import CONVERT, Plan
from iri3987.rows.ledger import Ledger, entries
from iri3987.words import tell
from sqlalchemy_iri.rows import MappedTable

#: How an old address is mended: white space at its ends is dropped, a scheme is added, and what an
#: IRI cannot hold is percent-encoded. A mailbox must not become a host with a user name.
MEND = replace(WEB, assume_scheme="https", allow_userinfo=False)


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


def judge(rows: Iterable[tuple[int, str]], kept: Kept) -> Iterator[Judged]:
    """Yield what there is to say about each row; *kept* has what the audit has found."""
    first: dict[str, int] = {}
    for number, text in rows:
        record = kept.records.get(number, {"code": "", "text": text})
        try:
            WEB.check(text)
            said = [tell(each, text, language=language()) for each in WEB.warnings(text)]
        except IRIError as error:
            said = [tell(error, text, WEB, language=language())] if text else []
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


def table() -> MappedTable:
    """Return the table of old addresses."""
    return MappedTable(db.engine, OldLink.address)


@pages.route("/old", methods=["GET", "POST"])
def old() -> ResponseReturnValue:
    """Show what the audit finds; convert the rows that can be mended, or give them back."""
    #: The old texts, which `undo` gives back.
    path = current_app.config["DATABASE"].with_name("old.jsonl")
    if request.method == "POST":
        flash(f"{change(path, undo='undo' in request.form)} rows were changed")
        return redirect(url_for("links.old"))
    kept = Kept()
    report = jobs.audit(table(), WEB, Plan(ledger=kept))
    stored = db.session.execute(select(OldLink.id, OldLink.address).order_by(OldLink.id)).tuples()
    return render_template(
        "old.html",
        report=report,
        codes=report.codes.most_common(),
        rows=list(judge(stored, kept)),
        is_converted=path.exists(),
    )


@contextmanager
def alone(name: Path) -> Iterator[None]:
    """Do the block while no other thread or process does it: SQLite locks the file *name*."""
    with closing(sqlite3.connect(name, timeout=60)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def change(path: Path, *, undo: bool) -> int:
    """Convert the rows, or give them back, unless somebody just did. Return how many."""
    with alone(path.with_suffix(".lock")):
        if undo != path.exists():
            return 0
        if undo:
            changed = jobs.undo(table(), entries(path), write=True).changed
            path.unlink()
            return changed
        with Ledger(path, CONVERT, is_private=True) as ledger:
            plan = Plan(ledger=ledger)
            return jobs.convert(table(), mend, plan, profile=WEB, write=True).changed
