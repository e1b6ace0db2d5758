"""The audit of a table of messy old addresses, and their conversion.

It is what ``manage.py iri_audit django_links.OldLink.address`` does, and ``iri_convert`` with
``--using django_links.old.mend --write --ledger FILE``. The page calls the same functions.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from django_iri.messages import describe
from django_iri.rows import ModelTable
from django_links.models import OldLink
from django_links.settings import DATABASE
from iri3987 import WEB, IRIError
from iri3987.comparison import key_digest
from iri3987.rows import jobs
from iri3987.rows.batches import Record
from iri3987.rows.jobs import Plan
from iri3987.rows.ledger import Ledger, entries

#: How an old address is mended: white space at its ends is dropped, a scheme is added, and what an
#: IRI cannot hold is percent-encoded. A mailbox must not become a host with a user name.
MEND = replace(WEB, assume_scheme="https", allow_userinfo=False)

#: The old texts, which `undo` gives back.
LEDGER = DATABASE.with_name("old.jsonl")


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


def judge(rows: Iterable[tuple[int, str]], found: Mapping[int, Record]) -> Iterator[Judged]:
    """Yield what there is to say about each row; *found* has what the audit has told."""
    first: dict[str, int] = {}
    for number, text in rows:
        record = found.get(number, {"code": "", "text": text})
        try:
            WEB.check(text)
            said = [describe(each, text) for each in WEB.warnings(text)]
        except IRIError as error:
            said = [describe(error, text, WEB)] if text else []
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


def table() -> ModelTable:
    """Return the table of old addresses."""
    return ModelTable(OldLink._meta.get_field("address"))


@require_http_methods(["GET", "HEAD", "POST"])
def old(request: HttpRequest) -> HttpResponse:
    """Show what the audit finds; convert the rows that can be mended, or give them back."""
    if request.method == "POST":
        changed = change(undo="undo" in request.POST)
        messages.success(request, f"{changed} rows were changed")
        return redirect("old")
    records: list[Record] = []
    report = jobs.audit(table(), WEB, Plan(tell=records.append))
    found = {record["pk"]: record for record in records}
    rows = judge(OldLink.objects.order_by("pk").values_list("pk", "address"), found)
    context = {"report": report, "codes": report.codes.most_common(), "rows": list(rows)}
    return render(request, "old.html", context | {"is_converted": LEDGER.exists()})


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
            changed = jobs.undo(table(), entries(LEDGER), write=True).changed
            LEDGER.unlink()
            return changed
        with Ledger(LEDGER) as ledger:
            return jobs.convert(table(), mend, profile=WEB, ledger=ledger).changed
