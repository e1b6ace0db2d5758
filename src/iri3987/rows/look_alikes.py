"""Rows whose names look alike (RFC 3987 section 8): find them before a column refuses them."""

from collections.abc import Iterator, Sequence
from typing import Any

from iri3987._unicode.text import safe
from iri3987.http.segment import look_alike_key
from iri3987.rows.batches import batches
from iri3987.rows.jobs import Plan, Report
from iri3987.rows.tables import Row, Table

__all__ = ["look_alikes"]

#: How many rows are asked for by their keys: databases limit the parameters of a statement.
_MOST_KEYS = 300


def look_alikes(
    table: Table,
    /,
    plan: Plan = Plan(),  # noqa: B008 - it never changes
) -> Report:
    """Report the groups of rows whose names are the same or look alike. Nothing is written.

    *table* has names, such as those of users, where others have addresses. A key is kept for each
    row until the end: that takes about 250 megabytes for a million rows. `Plan.tell` gets each
    group. If the work is stopped, the groups are those of the rows that were read.
    """
    first: dict[str, Any] = {}
    groups: dict[str, list[Any]] = {}

    def look(row: Row) -> None:
        if row.text:
            key = look_alike_key(row.text)
            if first.setdefault(key, row.pk) != row.pk:
                groups.setdefault(key, [first[key]]).append(row.pk)

    work = batches(table, look, *plan.bounds, size=plan.size, write=False)
    report = plan.run(work, Report(), has_place=False)
    for key, pks in groups.items():
        report.groups += 1
        rows = [{"pk": row.pk, "text": safe(row.text or "")} for row in _rows(table, pks)]
        plan.tell({"key": key, "rows": rows})
    return report


def _rows(table: Table, pks: Sequence[Any]) -> Iterator[Row]:
    for start in range(0, len(pks), _MOST_KEYS):
        some = pks[start : start + _MOST_KEYS]
        yield from table.only(some).read(None, None, len(some), lock=False)
