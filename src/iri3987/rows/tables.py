"""What the tables of Django and of SQLAlchemy have in common.

A plug-in derives its own from `StoredTable` and `StoredKeys`: it says how rows are read, and runs
statements.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from itertools import count, groupby
from operator import itemgetter
from typing import Any, Self

from iri3987.rows import sql
from iri3987.rows.batches import Row
from iri3987.rows.duplicates import Group
from iri3987.rows.sql import Statement, Target

__all__ = ["StoredKeys", "StoredTable"]


class StoredTable(ABC):
    """Rows that have an address: a `Table` for those who read them."""

    #: How people call the table.
    label: str
    #: The columns of the primary key, by their names.
    pk_names: Sequence[str]
    #: The functions from an address to each of its derived values.
    derivations: Sequence[Callable[[str], str | None]]
    #: Whether only rows that have an address, and lack derived values, are read.
    is_missing: bool = False

    @property
    @abstractmethod
    def target(self) -> Target:
        """The table: its columns are that of the address, and those of the derived values."""

    @abstractmethod
    def run(self, statement: Statement, /) -> Any:
        """Run *statement*, and return the first value that it finds, or None."""

    @abstractmethod
    def count(self) -> int:
        """Return how many rows there are."""

    @abstractmethod
    def key_at(self, place: int, /) -> Any:
        """Return the key of the row that has *place* others before it, None if there is none."""

    @abstractmethod
    def key_part(self, number: int, value: Any, /) -> Any:
        """Return the value of a column of the primary key that *value* stands for.

        Return None or raise `ValueError` if it stands for none.
        """

    def write(self, changed: Sequence[tuple[Row, Row]], /) -> None:
        """Write the derived values of each second row of *changed*, and addresses if one differs.

        Where all addresses stay, a trigger for that column does not fire.
        """
        target = self.target
        first = all(new.text == old.text for old, new in changed)
        is_one = len(self.pk_names) == 1
        rows = [
            (*((row.pk,) if is_one else row.pk), *(row.text, *row.derived)[first:])
            for _, row in changed
        ]
        for statement in sql.updates(replace(target, columns=target.columns[first:]), rows):
            self.run(statement)

    def derive(self, text: str | None, /) -> tuple[str | None, ...]:
        """Return the values that are derived from the address *text*."""
        return tuple([derive(text) if text else None for derive in self.derivations])

    def key(self, value: object, /) -> Any:
        """Return the primary key that *value*, of a ledger or a command line, stands for.

        A key of several columns is a list, or text that is a list in JSON. Raises `ValueError`.
        """
        try:
            key = tuple(map(self.key_part, count(), self._parts(value)))
        except (TypeError, ValueError, RecursionError):
            key = (None,)
        is_one = len(self.pk_names) == 1
        if None in key:
            form = "" if is_one else f": expected [{', '.join(self.pk_names)}] in JSON"
            raise ValueError(f"{value!r} is not a primary key of {self.label}{form}")
        return key[0] if is_one else key

    def _parts(self, value: Any) -> Sequence[Any]:
        if len(self.pk_names) == 1:
            return [value]
        parts = json.loads(value) if isinstance(value, str) else value
        if not isinstance(parts, list | tuple) or len(parts) != len(self.pk_names):
            raise ValueError(parts)
        return parts

    def missing(self) -> Self:
        """Return the table of those rows alone that have an address, and lack a derived value."""
        table = copy(self)
        table.is_missing = True
        return table

    def part(self, number: int, parts: int, /) -> tuple[Any, Any]:
        """Return the bounds (after, until) of one of *parts* that have the same number of rows."""
        rows = self.count()
        first, last = rows * (number - 1) // parts, rows * number // parts
        if first == last:  # there are fewer rows than parts, and none for this one
            return (self.key_at(0),) * 2
        after = self.key_at(first - 1) if first else None
        return after, None if number == parts else self.key_at(last - 1)

    def estimate(self) -> int | None:
        """Return about how many rows there are; None if the database does not know."""
        query = sql.estimate(self.target)
        found = None if query is None else self.run(query)
        return None if found is None or found < 0 else int(found)


class StoredKeys(ABC):
    """Rows that have equal keys: a `KeyedTable` for those who read them.

    Rows are in one group if they have the same values in other columns, too, and none of these is
    NULL. `Row.derived` has these values here.
    """

    #: The function from an address to its key.
    key_of: Callable[[str], str | None]

    @abstractmethod
    def repeated(self, after: str | None, limit: int, /) -> Sequence[str]:
        """Return the next *limit* keys after the key *after* that several rows have."""

    @abstractmethod
    def alike(self, keys: Sequence[str], /) -> Iterable[tuple[int, str, Row]]:
        """Return the rows that have one of *keys*: the number of the group, its key, and the row.

        The database says which values are the same: a collation may ignore case.
        """

    def belongs(self, key: str, text: str | None, /) -> bool:
        """Return whether *text* is an address, and *key* is its key."""
        return isinstance(text, str) and text != "" and self.key_of(text) == key

    def groups(self, after: str | None, limit: int, /) -> Sequence[Group]:
        """Return the groups of the next keys after the key *after*, of at most *limit* keys.

        A row whose key is not that of its address is in no group: `rekey` has to write it first.
        """
        while keys := self.repeated(after, limit):
            groups = []
            for _, found in groupby(self.alike(keys), itemgetter(0)):
                rows = [(key, row) for _, key, row in found if self.belongs(key, row.text)]
                if len(rows) > 1:
                    groups.append(Group(rows[0][0], [row for _, row in rows]))
            if groups:
                return groups
            after = keys[-1]  # all of them are stale, or have changed meanwhile
        return []
