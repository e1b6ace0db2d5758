"""Rows whose addresses are equivalent (RFC 3987 section 5): find them, and merge them.

A row without an address is not in a group, and neither is other text, such as "n/a", although
equal texts have equal keys.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from iri3987.exceptions import IRIError
from iri3987.rows.batches import MOST_RETRIES, failed, wait_before
from iri3987.rows.jobs import MOST_KEYS, Plan, Report, rekey
from iri3987.rows.sql import is_passing, tell
from iri3987.rows.tables import Row, Table
from iri3987.syntax.browser import safe
from iri3987.values import IRIReference, load

__all__ = ["dedupe"]
__family__ = ["Group", "KeyedTable"]


#: How many keys are asked for at once: databases limit the parameters of a statement.
_MOST_GROUPS: Final = 1000


class Group(NamedTuple):
    """Rows whose addresses are equivalent, in the order of their primary keys."""

    #: The key that the rows share.
    key: str
    #: The rows; the first one is kept.
    rows: Sequence[Row]
    #: The values that the rows share in other columns.
    by: tuple[Any, ...] = ()
    #: The primary key after which the group has more rows, perhaps; None if it has none.
    last: Any = None


#: A function of the project. It gets the row to keep and the others, as objects of the project's
#: own class. It moves what belongs to the others, and deletes them or changes their addresses. It
#: gets at most 300 others: for a larger group it is called again, with the same row to keep.
Merge = Callable[[Any, Sequence[Any]], object]


class KeyedTable(Table):
    """Rows that have keys, in groups that share `Row.derived`: a plug-in says how they are read."""

    #: The exceptions of the database while a function of the project merges rows.
    merge_errors: tuple[type[Exception], ...]
    #: The function from an address to its key.
    key_of: Callable[[str], str | None]
    #: Whether the column is for IRI references: elsewhere, a relative one is not an address.
    is_reference: bool

    @abstractmethod
    def emptied(self, texts: Sequence[str], /) -> str:
        """Return the statement, for people, that empties the rows that have one of *texts*."""

    @abstractmethod
    def repeated(self, after: str | None, limit: int, /) -> Sequence[str]:
        """Return the next *limit* keys after the key *after* that several rows have."""

    @abstractmethod
    def alike(self, keys: Sequence[str], limit: int, /) -> Iterable[tuple[int, str, Row]]:
        """Return at most *limit* rows of each group that has one of *keys*: number, key, row.

        The database says which values are the same: a collation may ignore case.
        """

    @abstractmethod
    def some(self, group: Group | None, after: Any, limit: int, /) -> list[Row]:
        """Return at most *limit* rows of *group*, or of those without a key, after *after*."""

    @abstractmethod
    def objects(self, group: Group, /) -> Sequence[Any]:
        """Return the rows that still belong to *group*, locked, by their primary keys."""

    def belongs(self, key: str, text: str | None, /) -> bool:
        """Return whether *text* is an address, and *key* is its key."""
        return isinstance(text, str) and text != "" and self.key_of(text) == key

    def groups(self, after: str | None, limit: int, /) -> Iterator[Group]:
        """Yield the groups after the key *after*, in the order of keys, *limit* of them at a time.

        A row whose key is not that of its address is in no group: `rekey` has to write it first.
        """
        while keys := self.repeated(after, min(limit, _MOST_GROUPS)):
            for _, found in groupby(self.alike(keys, MOST_KEYS), itemgetter(0)):
                alike = list(found)
                _, key, row = alike[0]
                group = self._with(Group(key, (), row.derived), [row for _, _, row in alike])
                while group.last is not None and len(group.rows) < 2:  # the others are stale
                    group = self._more(group)
                if len(group.rows) > 1:
                    yield group
            after = keys[-1]

    def _more(self, group: Group) -> Group:
        return self._with(group, self.some(group, group.last, MOST_KEYS))

    def _with(self, group: Group, found: Sequence[Row]) -> Group:
        rows = [row for row in found if self.belongs(group.key, row.text)]
        last = found[-1].pk if len(found) == MOST_KEYS else None
        return group._replace(rows=[*group.rows, *rows], last=last)

    def refused(self, limit: int, /) -> Iterator[Group]:
        """Yield groups of rows without a key and the rows that have theirs, which is unique."""
        after = None
        while found := self.some(None, after, min(limit, _MOST_GROUPS)):
            after = found[-1].pk
            groups: dict[tuple[Any, ...], list[Row]] = {}
            keys = {row.pk: self.key_of(row.text or "") for row in found}
            names = {key for key in keys.values() if key is not None}
            for _, key, row in self.alike([*names], 1):
                if self.belongs(key, row.text):
                    groups.setdefault((key, *row.derived), []).append(row)
            for row in found:
                groups.setdefault((keys[row.pk], *row.derived), []).append(row)
            for (key, *by), rows in groups.items():
                if key is not None and len(rows) > 1:
                    yield Group(key, rows, tuple(by))

    def parts(self, group: Group, /) -> Iterator[Group]:
        """Yield *group* as groups of a size that a statement can hold; all have its first row."""
        first, rest = group.rows[0], group.rows[1:]
        while True:
            for start in range(0, len(rest), MOST_KEYS):
                yield group._replace(rows=[first, *rest[start : start + MOST_KEYS]])
            if group.last is None:
                return
            group = self._more(group._replace(rows=()))
            rest = group.rows


def dedupe(
    table: KeyedTable,
    /,
    plan: Plan = Plan(),
    *,
    merge: Merge | None = None,
) -> Report:
    """Report the groups of equivalent rows, and with *merge* make one row of each.

    Keys that are missing are written first. A group of text that is not an address is only counted
    (`Report.not_addresses`).

    The first row by its primary key is kept. Each group has a transaction of its own, and a large
    one has several. It stays as it was if *merge* raises, or does not leave one row ("not-merged").
    `Plan.tell` gets each group that is left. `Report.changed` is the number of groups that were
    merged, and `Report.unkeyed` that of the rows that have an address and still no key.
    """
    report = Report(after=plan.after)
    _fill(table, plan, report)
    if report.is_stopped:
        return report
    groups = table.groups(plan.after, plan.size)
    for group in chain(groups, table.refused(plan.size) if report.unkeyed else ()):
        if _has_address(group, is_reference=table.is_reference):
            _settle(table, group, merge, plan, report)
        else:
            text = safe(group.rows[0].text or "")
            rows = sum(len(part.rows) - 1 for part in table.parts(group))
            report.not_addresses[text] += 1 + rows
        report.after = group.key
        if plan.stops(report):
            return report
    if report.unkeyed and report.changed:
        _fill(table, plan, report)  # the row that was kept may be the one that had no key
    return report


def _fill(table: KeyedTable, plan: Plan, report: Report) -> None:
    """Write the keys that are missing, where the database takes them."""

    def watch(filled: Report) -> None:
        if plan.watch is not None:
            plan.watch(replace(filled, after=report.after))

    written = rekey(
        table, Plan(size=plan.size, pause=plan.pause, wait=plan.wait, watch=watch), missing=True
    )
    report.unkeyed, report.is_stopped = written.refused, written.is_stopped


def _settle(
    table: KeyedTable, group: Group, merge: Merge | None, plan: Plan, report: Report
) -> None:
    report.groups += 1
    report.rows += 1
    for part in table.parts(group):
        report.rows += len(part.rows) - 1
        fault = {} if merge is None else _merged(table, part, merge)
        if fault is None:
            continue
        rows = [{"pk": row.pk, "text": safe(row.text or "")} for row in part.rows]
        plan.tell({"key": part.key, "rows": rows, **fault})
        if fault:
            report.codes[fault["code"]] += 1
            return
    report.changed += merge is not None


def _has_address(group: Group, *, is_reference: bool) -> bool:
    """Return whether *group* has an address; its key may be that of other text after an error."""
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
                        raise IRIError(f"expected one row to be left, found {left}", "not-merged")
        except table.merge_errors as error:
            if is_passing(error) and retries < MOST_RETRIES:
                retries += 1
                wait_before(retries)
                continue
            return {"code": "not-written", "reason": safe(tell(error))}
        # A function of a project may raise anything. SystemExit(0) would look like success.
        except (Exception, SystemExit) as error:  # noqa: BLE001
            code, reason, _ = failed(error)
            return {"code": code, "reason": reason}
        else:
            return None
