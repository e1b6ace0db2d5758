"""Rows whose addresses are equivalent (RFC 3987 section 5): find them, and merge them.

A row without an address has no key. It is in no group, and never merged. Nor is text that is not an
address, such as "n/a", although equal texts have equal keys.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple, Protocol

from iri3987._unicode.text import one_line, safe
from iri3987.exceptions import IRIError
from iri3987.rows.batches import Row
from iri3987.rows.jobs import Plan, Report
from iri3987.rows.retries import MOST_RETRIES, wait_before
from iri3987.rows.sql import is_passing
from iri3987.rows.sql import tell as tell_error
from iri3987.values import IRIReference, load

__all__ = ["GROUPS", "Group", "KeyedTable", "Merge", "dedupe"]

#: The names in the ledger of `dedupe`; "code" is there for a group that could not be merged.
GROUPS: Final = ("key", "rows", "code", "reason")


class Group(NamedTuple):
    """Rows whose addresses are equivalent, in the order of their primary keys."""

    #: The key that the rows share.
    key: str
    #: The rows; the first one is kept.
    rows: Sequence[Row]
    #: Why the group was not merged: a code of `iri3987.rows.batches.RowProblem`, or "not-merged" if
    #: equivalent rows are left, or none.
    code: str = ""
    #: The same in words: one line that is safe to show and to log.
    reason: str = ""


#: A function of the project. It gets the row to keep and the others, as objects of the project's
#: own class. It moves what belongs to the others, and deletes them or changes their addresses.
Merge = Callable[[Any, Sequence[Any]], object]


class KeyedTable(Protocol):
    """Rows that have keys."""

    #: As those of `iri3987.rows.batches.Table`.
    errors: tuple[type[Exception], ...]
    failures: tuple[type[Exception], ...]
    #: Whether the column is for IRI references: elsewhere, a relative one is not an address.
    is_reference: bool

    def transaction(self) -> AbstractContextManager[Any]:
        """Begin a transaction that is committed at the end of the block."""

    def groups(self, after: str | None, limit: int) -> Sequence[Group]:
        """Return the groups of the next *limit* keys after the key *after*, in the order of keys.

        With none, there are no more.
        """

    def objects(self, group: Group) -> Sequence[Any]:
        """Return the objects of those rows of *group* that still belong to it, and lock them."""

    def unkeyed(self) -> int:
        """Return how many rows have an address and no key yet."""


def dedupe(
    table: KeyedTable,
    /,
    plan: Plan = Plan(),  # noqa: B008 - it never changes
    *,
    merge: Merge | None = None,
    tell: Callable[[Group], object] | None = None,
) -> Report:
    """Report the groups of equivalent rows, and with *merge* make one row of each.

    A group of text that is not an address is only counted (`Report.not_addresses`).

    The first row by its primary key is kept. Each group has a transaction of its own. It stays as
    it was if *merge* raises, or does not leave one row. *tell* is called with each group that is
    left. `Report.changed` is the number of groups that were merged.
    """
    report = Report(after=plan.after)
    for found in _groups(table, plan):
        if _has_address(found, is_reference=table.is_reference):
            report.groups += 1
            report.rows += len(found.rows)
            group = found if merge is None else _merged(table, found, merge)
            if group is None:
                report.changed += 1
            else:
                if group.code:
                    report.codes[group.code] += 1
                _list(plan, group)
                if tell is not None:
                    tell(group)
        else:
            report.not_addresses += len(found.rows)
        report.after = found.key
        if plan.stops(report):
            break
    return report


def _groups(table: KeyedTable, plan: Plan) -> Iterator[Group]:
    after = plan.after
    while groups := table.groups(after, plan.size):
        yield from groups
        after = groups[-1].key


def _has_address(group: Group, *, is_reference: bool) -> bool:
    """Return whether one of the texts of *group* is an address, or lacks only percent-encoding.

    The key does not tell: a policy that raises gives addresses the key of other text.
    """
    values = (load(row.text or "", IRIReference) for row in group.rows)
    return any((each.path if is_reference else each.scheme) is not None for each in values)


def _merged(table: KeyedTable, group: Group, merge: Merge) -> Group | None:
    """Merge *group*; return None, or the group with the reason why it was not merged."""
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
            return group._replace(code="not-written", reason=safe(tell_error(error)))
        except _NotMergedError as error:
            return group._replace(code="not-merged", reason=str(error))
        except IRIError as error:
            return group._replace(code=one_line(error.code), reason=one_line(str(error)))
        # A function of a project may raise anything. SystemExit(0) would look like success.
        except (Exception, SystemExit) as error:  # noqa: BLE001
            reason = safe(f"{type(error).__name__}: {error}")
            return group._replace(code="function-failed", reason=reason)
        else:
            return None


class _NotMergedError(Exception):
    pass


def _list(plan: Plan, group: Group) -> None:
    if plan.ledger is None:
        return
    rows = [{"pk": row.pk, "text": safe(row.text or "")} for row in group.rows]
    record = {"key": group.key, "rows": rows}
    if group.code:
        record |= {"code": group.code, "reason": group.reason}
    plan.ledger.write(**record)
    plan.ledger.keep()
