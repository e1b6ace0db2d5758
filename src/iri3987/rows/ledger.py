"""The file that tells what was found in rows, or done with them: JSON Lines."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TextIO

__all__ = ["Ledger", "entries"]


class Ledger:
    """A new file of records, a line of JSON for each. Its name ends in ".jsonl".

    It may hold exact texts, and these a password: only the owner may read the file.

    Raises `ValueError` for another suffix, and `OSError` for a file that cannot be made: a file
    that is there already is never overwritten. If the ``with`` block raises before the first
    record, the file is removed.
    """

    def __init__(self, path: str | Path, /) -> None:
        if Path(path).suffix.lower() != ".jsonl":
            raise ValueError(f"the name of a ledger ends in .jsonl, not {str(path)!r}")
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        # Each record can be read as soon as it is written.
        self._file: TextIO = os.fdopen(descriptor, "w", 1, encoding="ascii", newline="")
        self._path = Path(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self._file.close()
        finally:
            if kind is not None and self._path.stat().st_size == 0:
                self._path.unlink()

    def write(self, *records: Mapping[str, Any]) -> None:
        """Write *records*."""
        self._file.write("".join(f"{_json(record)}\n" for record in records))

    @contextmanager
    def noting(self, records: Iterable[Mapping[str, Any]], /) -> Iterator[None]:
        """Have the disk hold *records* before the block begins, and drop them if it raises."""
        start = self._file.tell()
        try:
            self.write(*records)
            os.fsync(self._file.fileno())
            yield
        except BaseException:
            self._file.seek(start)
            self._file.truncate()
            raise


def _json(value: Any) -> str:
    return json.dumps(value, default=str)


def as_read(value: Any, /) -> Any:
    """Return *value* as it comes back from a ledger."""
    return json.loads(_json(value))


def entries(path: str | Path, /) -> Iterator[Mapping[str, Any]]:
    """Yield the records of a ledger. Raises `ValueError` for a line that is not such a record.

    The last line is left out if it is cut: the process was killed before it wrote the row.
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
