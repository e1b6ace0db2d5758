"""A table that has addresses: what Django's and SQLAlchemy's have in common.

A plug-in derives its own from `Table`: it says how rows are read, and runs statements.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from copy import copy
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple, Self

from iri3987.rows import sql
from iri3987.rows.sql import Statement, Target
from iri3987.syntax.browser import safe

__family__ = ["LostKeyError", "OuterTransactionError", "Row", "Table"]


class Row(NamedTuple):
    """A row: its primary key, its address as it is stored, and what is computed from that."""

    #: A tuple if it has several columns.
    pk: Any
    text: str | None
    #: The keys of the address, for example.
    derived: tuple[str | None, ...] = ()


class OuterTransactionError(RuntimeError):
    """There is a transaction around the work: it would lock every row until it ends."""


class LostKeyError(ValueError):
    """The database does not find a row by its primary key: nothing may be written by that key."""

    def __init__(self, stored: str, asked: object) -> None:
        super().__init__(
            f"the primary key {safe(stored)!r} is read as a value that is written as "
            f"{safe(str(asked))!r}: mend the type of the column, which must write what it has read"
        )


class Table(ABC):
    """Rows that have an address, in the order of their primary keys."""

    #: The exceptions of the database for a row that it refuses.
    errors: tuple[type[Exception], ...]
    #: Those of them that are about the values of the row, such as a value that is not unique.
    refusals: tuple[type[Exception], ...]
    #: All its exceptions: also for a column that does not exist, or a connection that is lost.
    failures: tuple[type[Exception], ...]
    #: How people call the table.
    label: str
    #: The columns of the primary key, by their names.
    pk_names: Sequence[str]
    #: The functions from an address to each of its derived values.
    derivations: Sequence[Callable[[str], str | None]]
    #: Whether only rows that have an address, and lack derived values, are read.
    is_missing: bool = False
    #: The primary keys of the rows that are read; None for all.
    chosen: Sequence[Any] | None = None

    @property
    @abstractmethod
    def target(self) -> Target:
        """The table: its columns are that of the address, and those of the derived values."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Any]:
        """Begin a transaction, or raise `OuterTransactionError` inside another one."""

    @abstractmethod
    def run(self, statement: Statement, /) -> Any:
        """Run *statement*, and return the first value that it finds, or None."""

    @abstractmethod
    def read(self, after: Any, until: Any, limit: int, *, lock: bool) -> list[Row]:
        """Return at most *limit* rows after the key *after*, up to and with *until*."""

    @abstractmethod
    def holder(self, row: Row, /) -> Any:
        """Return the key of another row that has a unique derived value of *row*, or None."""

    @abstractmethod
    def count(self) -> int:
        """Return how many rows there are."""

    @abstractmethod
    def key_at(self, place: int, /) -> Any:
        """Return the key of the row that has *place* others before it, None if there is none."""

    @abstractmethod
    def key_part(self, number: int, value: Any, /) -> Any:
        """Return the value of a column of the key that *value* stands for, or None."""

    def write(self, changed: Sequence[tuple[Row, Row]], /) -> None:
        """Write the derived values of each second row of *changed*, and changed addresses."""
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
        """Return the primary key that *value* stands for: text, or a list, which JSON may hold."""
        is_one = len(self.pk_names) == 1
        key: tuple[Any, ...] = ()
        parts: Any = [value] if is_one else value
        with suppress(TypeError, ValueError, RecursionError):
            if isinstance(parts, str):
                parts = json.loads(parts)
            if isinstance(parts, list | tuple) and len(parts) == len(self.pk_names):
                key = tuple(map(self.key_part, count(), parts))
        if not key or None in key:
            form = "" if is_one else f": expected [{', '.join(self.pk_names)}] in JSON"
            raise ValueError(f"{value!r} is not a primary key of {self.label}{form}")
        return key[0] if is_one else key

    def reads(self, value: object, key: Any, /) -> bool:
        """Return whether *value* stands for the primary key *key*."""
        try:
            return bool(self.key(value) == key)
        except ValueError:
            return False

    def missing(self) -> Self:
        """Return the table of those rows alone that have an address, and lack a derived value."""
        table = copy(self)
        table.is_missing = True
        return table

    def only(self, keys: Sequence[Any], /) -> Self:
        """Return the table of those rows alone that have one of the primary *keys*."""
        table = copy(self)
        table.chosen = keys
        return table

    def part(self, number: int, parts: int, /) -> tuple[Any, Any]:
        """Return the bounds (after, until) of one of *parts* that have the same number of rows."""
        rows = self.count()
        first, last = rows * (number - 1) // parts, rows * number // parts
        if first == last:  # there are fewer rows than parts, and none for this one
            return (self.key_at(0),) * 2
        after = self.key_at(first - 1) if first else None
        return after, None if number == parts else self.key_at(last - 1)
