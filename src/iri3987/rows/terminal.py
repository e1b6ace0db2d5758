"""The progress that a command shows while it runs, and how it is stopped."""

import json
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final, Self

from iri3987._unicode.text import safe
from iri3987.rows.jobs import Report
from iri3987.rows.ledger import Records

#: How many rows are shown if there is no ledger.
_SHOWN: Final = 20
#: The seconds between two lines of progress.
_INTERVAL: Final = 10

#: A function that prints a line.
Say = Callable[[str], object]


def shown_key(key: Any) -> str:
    """Return a primary key as ``--after`` takes it: JSON for one of several columns."""
    return json.dumps(key, default=str) if isinstance(key, tuple) else safe(str(key))


class Shown(Records):
    """The first rows, for people, where there is no ledger."""

    def __init__(self, warn: Say) -> None:
        self._warn = warn
        self._left = _SHOWN
        self._lines: list[str] = []

    def write(self, **record: Any) -> None:
        """Remember the row, if there is something to say about it."""
        if "new" in record:
            line = f"{safe(record['old'])} -> {safe(record['new'])}"
        else:
            line = record.get("reason", "")
        if line:  # a warning alone is only counted
            self._lines.append(f"    {shown_key(record['pk'])}  {line}")

    def flush(self) -> None:
        """Nothing is on a disk."""

    def keep(self) -> None:
        """Show the rows that are remembered, as many as are left to show."""
        for line in self._lines[: self._left]:
            self._warn(line)
        if len(self._lines) > self._left > 0:
            self._warn("    ... (--ledger FILE lists all of them)")
        self._left = max(0, self._left - len(self._lines))
        self.drop()

    def drop(self) -> None:
        """Forget the rows that are remembered."""
        self._lines = []


@contextmanager
def stopping() -> Iterator[Callable[[float], bool]]:
    """Yield a function that waits, and returns True after SIGINT or SIGTERM.

    The second signal does what it always does. A signal that is ignored stays so, and only the main
    thread can be stopped.
    """
    if threading.current_thread() is not threading.main_thread():
        yield threading.Event().wait
        return
    # Not an event: a handler that sets one may wait for ever for the lock of its own thread.
    asked: queue.SimpleQueue[int] = queue.SimpleQueue()

    def ask(number: int, _frame: Any) -> None:
        restore()
        asked.put(number)

    def restore() -> None:
        for each, handler in before.items():
            signal.signal(each, handler or signal.SIG_DFL)  # None: a handler of another language

    def wait(seconds: float) -> bool:
        try:
            asked.put(asked.get(timeout=seconds))
        except queue.Empty:
            return False
        return True

    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    before = {each: found for each, found in handlers.items() if found != signal.SIG_IGN}
    for each in before:
        signal.signal(each, ask)
    try:
        yield wait
    finally:
        restore()


class Progress:
    """A bar on a terminal, if tqdm is installed; elsewhere a line every ten seconds."""

    def __init__(self, label: str, warn: Say) -> None:
        #: About how many rows there are, if that is known.
        self.total: int | None = None
        #: How far the work is.
        self.report = Report()
        self._label = label
        self._warn = warn
        self._begin = self._said = time.monotonic()
        self._rows, self._last = 0, self._begin
        self._bar: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def __call__(self, report: Report, /) -> None:
        """Show how far the work is."""
        now = time.monotonic()
        if self.report is not report:
            self.report = report
            self._bar = _bar(self._label, self.total)
        if report.rows < self._rows:  # the second pass of `rekey` counts from 0 again
            self._begin = self._last
        self._rows, self._last = report.rows, now
        if self._bar is not None:
            self._bar.n = report.rows
            self._bar.refresh()
        elif now - self._said >= _INTERVAL:
            self._said = now
            self._warn(self._line(max(now - self._begin, 0.001)))

    def warn(self, line: str, /) -> None:
        """Print *line*, not into the bar."""
        if self._bar is not None:
            self._bar.clear()
        self._warn(line)

    def _line(self, seconds: float) -> str:
        report = self.report
        rate = report.rows / seconds
        total = f" of about {self.total:,}" if self.total else ""
        line = f"{self._label}: {report.rows:,}{total} rows, {rate:,.0f} a second"
        if self.total and self.total > report.rows:
            line += f", {timedelta(seconds=round((self.total - report.rows) / rate))} left"
        for number, what in (report.changed, "changed"), (report.refused, "refused"):
            if number:
                line += f", {number:,} {what}"
        return line


def _bar(label: str, total: int | None) -> Any:
    """Return a bar of tqdm, None where there is no terminal or no tqdm."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(desc=label, total=total, unit=" rows", unit_scale=True)
