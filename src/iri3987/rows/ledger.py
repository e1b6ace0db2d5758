"""The file that tells what was found in rows, or done with them: JSON Lines."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, Self, TextIO

__all__ = ["Ledger", "Records", "as_read", "entries"]


class Records(Protocol):
    """An object that takes the records of a job."""

    def write(self, **record: Any) -> None:
        """Write *record*, or the part of it that is wanted."""

    def flush(self) -> None:
        """Have the disk hold what was written."""

    def keep(self) -> None:
        """Keep what was written."""

    def drop(self) -> None:
        """Drop what was written since it was last kept."""


class Ledger(Records):
    """A new file of records, a line of JSON for each. Its name ends in ".jsonl".

    Records that were written since the last `keep` can be taken back with `drop`. *is_private* is
    for exact texts, which may hold passwords: only the owner may read the file.

    Raises `ValueError` for another suffix, and `OSError` for a file that cannot be made: a file
    that is there already is never overwritten. If the ``with`` block raises before the first
    `keep`, the file is removed.
    """

    def __init__(self, path: str | Path, names: Sequence[str], *, is_private: bool = False) -> None:
        if Path(path).suffix.lower() != ".jsonl":
            raise ValueError(f"the name of a ledger ends in .jsonl, not {str(path)!r}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        descriptor = os.open(path, flags, 0o600 if is_private else 0o666)
        self._file: TextIO = os.fdopen(descriptor, "w", encoding="ascii", newline="")
        self._path = path
        self._names = names
        self._kept = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            # Not dropped: perhaps the rows were written, although an exception came after that.
            self._file.close()
        finally:
            if kind is not None and Path(self._path).stat().st_size == 0:
                Path(self._path).unlink()

    def write(self, **record: Any) -> None:
        """Write *record*, whose values belong to the names of the file."""
        given = {name: record[name] for name in self._names if name in record}
        self._file.write(_json(given) + "\n")

    def flush(self) -> None:
        """Have the disk hold what was written: it is there even if the machine fails."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def keep(self) -> None:
        """Keep what was written."""
        self._file.flush()
        self._kept = self._file.tell()

    def drop(self) -> None:
        """Drop what was written since it was last kept."""
        self._file.flush()
        if self._file.tell() != self._kept:
            self._file.seek(self._kept)
            self._file.truncate()


def _json(value: Any) -> str:
    return json.dumps(value, default=str)


def as_read(value: Any, /) -> Any:
    """Return *value* as it comes back from a ledger.

    >>> from datetime import date
    >>> as_read((7, date(2026, 11, 22)))
    [7, '2026-11-22']
    """
    return json.loads(_json(value))


def entries(path: str | Path, /) -> Iterator[Mapping[str, Any]]:
    """Yield the records of a ledger.

    Raises `ValueError` for a line that is not such a record. The last line may be cut, because the
    process was killed while it wrote: the row was not written then, and the line is left out.
    """
    with Path(path).open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if isinstance(record, dict) and "pk" in record:
                yield record
            elif line.endswith("\n"):
                raise ValueError(f"line {number} is not a record of a ledger")
