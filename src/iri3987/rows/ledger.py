"""The file that tells what was found in rows, or done with them: JSON Lines, or CSV."""

import csv
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, Self, TextIO

__all__ = ["Ledger", "Records", "as_read", "entries"]

# A spreadsheet takes text that begins with one of these for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


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
    """A new file of records, in the format of its suffix: ".jsonl" or ".csv".

    Records that were written since the last `keep` can be taken back with `drop`. *is_private* is
    for exact texts, which may hold passwords: only the owner may read the file, and its format is
    JSON Lines.

    Raises `ValueError` for another suffix, and `OSError` for a file that cannot be made: a file
    that is there already is never overwritten. A block that an exception ends before any record was
    kept leaves no file. In CSV, text that a spreadsheet would take for a formula begins with an
    apostrophe, and characters beyond ASCII are escaped.
    """

    def __init__(self, path: str | Path, names: Sequence[str], *, is_private: bool = False) -> None:
        suffixes = [".jsonl"] if is_private else [".jsonl", ".csv"]
        if Path(path).suffix.lower() not in suffixes:
            raise ValueError(
                f"the name of a ledger ends in {' or '.join(suffixes)}, not {str(path)!r}"
            )
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        descriptor = os.open(path, flags, 0o600 if is_private else 0o666)
        self._file: TextIO = os.fdopen(descriptor, "w", encoding="ascii", newline="")
        self._rows = None
        if Path(path).suffix.lower() == ".csv":
            self._rows = csv.DictWriter(_Escaped(self._file), names)
            self._rows.writeheader()
        self._path = path
        self._names = names
        self.keep()
        self._begin = self._kept

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            # Not dropped: perhaps the rows were written, although an exception came after that.
            self._file.close()
        finally:
            if kind is not None and Path(self._path).stat().st_size == self._begin:
                Path(self._path).unlink()

    def write(self, **record: Any) -> None:
        """Write *record*, whose values belong to the names of the file."""
        if self._rows is not None:
            self._rows.writerow({name: _cell(record.get(name)) for name in self._names})
        else:
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


class _Escaped:
    """A file for CSV: a character beyond ASCII is written as in a literal of Python."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        self._file.write(text.encode("ascii", "backslashreplace").decode("ascii"))


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return " ".join(value)
    if isinstance(value, list | tuple):
        return _json(value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def _json(value: Any) -> str:
    return json.dumps(value, default=str)


def as_read(value: Any, /) -> Any:
    """Return *value* as it comes back from a ledger in JSON Lines.

    >>> from datetime import date
    >>> as_read((7, date(2026, 11, 22)))
    [7, '2026-11-22']
    """
    return json.loads(_json(value))


def entries(path: str | Path, /) -> Iterator[Mapping[str, Any]]:
    """Yield the records of a ledger in JSON Lines.

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
