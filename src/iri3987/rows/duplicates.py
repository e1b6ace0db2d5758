"""Rows whose addresses are equivalent (RFC 3987 section 5): find them, and merge them.

A row without an address has no key. It is in no group, and never merged. Nor is text that is not an
address, such as "n/a", although equal texts have equal keys.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from iri3987._unicode.text import safe
from iri3987.rows.batches import MOST_RETRIES, failed, wait_before
from iri3987.rows.jobs import Plan, Report
from iri3987.rows.sql import is_passing, tell
from iri3987.rows.tables import Row
from iri3987.values import IRIReference, load

__all__ = ["Group", "KeyedTable", "Merge", "dedupe"]


class Group(NamedTuple):
    """Rows whose addresses are equivalent, in the order of their primary keys."""

    #: The key that the rows share.
    key: str
    #: The rows; the first one is kept.
    rows: Sequence[Row]


#: A function of the project. It gets the row to keep and the others, as objects of the project's
#: own class. It moves what belongs to the others, and deletes them or changes their addresses.
Merge = Callable[[Any, Sequence[Any]], object]


class KeyedTable(ABC):
    """Rows that have keys: a plug-in says how they are read.

    Rows are in one group if they have the same values in other columns, too, and none of these is
    NULL. `Row.derived` has these values here.
    """

    #: As those of `iri3987.rows.tables.Table`.
    errors: tuple[type[Exception], ...]
    failures: tuple[type[Exception], ...]
    #: The function from an address to its key.
    key_of: Callable[[str], str | None]
    #: Whether the column is for IRI references: elsewhere, a relative one is not an address.
    is_reference: bool

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Any]:
        """Begin a transaction that is committed at the end of the block."""

    @abstractmethod
    def repeated(self, after: str | None, limit: int, /) -> Sequence[str]:
        """Return the next *limit* keys after the key *after* that several rows have."""

    @abstractmethod
    def alike(self, keys: Sequence[str], /) -> Iterable[tuple[int, str, Row]]:
        """Return the rows that have one of *keys*: the number of the group, its key, and the row.

        The database says which values are the same: a collation may ignore case.
        """

    @abstractmethod
    def objects(self, group: Group, /) -> Sequence[Any]:
        """Return the objects of those rows of *group* that still belong to it, and lock them."""

    @abstractmethod
    def unkeyed(self) -> int:
        """Return how many rows have an address and no key yet."""

    def belongs(self, key: str, text: str | None, /) -> bool:
        """Return whether *text* is an address, and *key* is its key."""
        return isinstance(text, str) and text != "" and self.key_of(text) == key

    def groups(self, after: str | None, limit: int, /) -> Iterator[Group]:
        """Yield the groups after the key *after*, in the order of keys, *limit* of them at a time.

        A row whose key is not that of its address is in no group: `rekey` has to write it first.
        """
        while keys := self.repeated(after, limit):
            for _, found in groupby(self.alike(keys), itemgetter(0)):
                rows = [(key, row) for _, key, row in found if self.belongs(key, row.text)]
                if len(rows) > 1:
                    yield Group(rows[0][0], [row for _, row in rows])
            after = keys[-1]


def dedupe(
    table: KeyedTable,
    /,
    plan: Plan = Plan(),  # noqa: B008 - it never changes
    *,
    merge: Merge | None = None,
) -> Report:
    """Report the groups of equivalent rows, and with *merge* make one row of each.

    A group of text that is not an address is only counted (`Report.not_addresses`).

    The first row by its primary key is kept. Each group has a transaction of its own. It stays as
    it was if *merge* raises, or does not leave one row ("not-merged"). `Plan.tell` gets each group
    that is left. `Report.changed` is the number of groups that were merged.
    """
    report = Report(after=plan.after)
    for group in table.groups(plan.after, plan.size):
        if _has_address(group, is_reference=table.is_reference):
            report.groups += 1
            report.rows += len(group.rows)
            fault = {} if merge is None else _merged(table, group, merge)
            if fault is None:
                report.changed += 1
            else:
                if fault:
                    report.codes[fault["code"]] += 1
                rows = [{"pk": row.pk, "text": safe(row.text or "")} for row in group.rows]
                plan.tell({"key": group.key, "rows": rows, **fault})
        else:
            report.not_addresses += len(group.rows)
        report.after = group.key
        if plan.stops(report):
            break
    return report


def _has_address(group: Group, *, is_reference: bool) -> bool:
    """Return whether one of the texts of *group* is an address, or lacks only percent-encoding.

    The key does not tell: a policy that raises gives addresses the key of other text.
    """
    values = (load(row.text or "", IRIReference) for row in group.rows)
    return any((each.path if is_reference else each.scheme) is not None for each in values)


def _merged(table: KeyedTable, group: Group, merge: Merge) -> dict[str, str] | None:
    """Merge *group*; return None, or the code and the reason why it was not merged."""
    retries = 0
    while True:
        try:
            with table.transaction():
                objects = table.objects(group)
                if len(objects) > 1:
                    merge(objects[0], objects[1:])
                    left = len(table.objects(group))
                    if left != 1:
                        raise _NotMergedError(f"expected one row to be left, found {left}")
        except table.errors as error:
            if is_passing(error) and retries < MOST_RETRIES:
                retries += 1
                wait_before(retries)
                continue
            return {"code": "not-written", "reason": safe(tell(error))}
        except _NotMergedError as error:
            return {"code": "not-merged", "reason": str(error)}
        # A function of a project may raise anything. SystemExit(0) would look like success.
        except (Exception, SystemExit) as error:  # noqa: BLE001
            code, reason, _ = failed(error)
            return {"code": code, "reason": reason}
        else:
            return None


class _NotMergedError(Exception):
    pass
