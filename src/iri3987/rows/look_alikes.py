"""Rows whose names look alike (RFC 3987 section 8): find them before a column refuses them."""

from collections.abc import Callable
from typing import Any

from iri3987._unicode.text import safe
from iri3987.http.segment import look_alike_key
from iri3987.rows.batches import Row, Table, batches
from iri3987.rows.duplicates import Group
from iri3987.rows.jobs import Plan, Report

__all__ = ["look_alikes"]


def look_alikes(
    table: Table,
    /,
    plan: Plan = Plan(),  # noqa: B008 - it never changes
    *,
    tell: Callable[[Group], object] | None = None,
) -> Report:
    """Report the groups of rows whose names are the same or look alike. Nothing is written.

    *table* has names, such as those of users, where others have addresses. A key is kept for each
    row until the end: that takes about 250 megabytes for a million rows. *tell* is called with each
    group, and the ledger (`iri3987.rows.duplicates.GROUPS`) has its rows. If the work is stopped,
    the groups are those of the rows that were read.
    """
    first: dict[str, Any] = {}
    groups: dict[str, list[Any]] = {}

    def look(row: Row) -> None:
        if row.text:
            key = look_alike_key(row.text)
            if first.setdefault(key, row.pk) != row.pk:
                groups.setdefault(key, [first[key]]).append(row.pk)

    work = batches(table, look, *plan.bounds(table), size=plan.size, write=False)
    report = plan.run(work, Report(), has_place=False)
    for key, pks in groups.items():
        found = {row.pk: row for row in table.pick(pks, lock=False)}
        group = Group(key, [found[pk] for pk in pks if pk in found])
        report.groups += 1
        if plan.ledger is not None:
            rows = [{"pk": row.pk, "text": safe(row.text or "")} for row in group.rows]
            plan.ledger.write(key=key, rows=rows)
            plan.ledger.keep()
        if tell is not None:
            tell(group)
    return report
