"""What a command shows while it runs, and how it is stopped."""

import json
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from iri3987.rows.batches import Reason, Record
from iri3987.rows.jobs import Report
from iri3987.syntax.browser import safe

#: How many rows are shown if there is no ledger.
_SHOWN: Final = 20
#: The seconds between two lines of progress.
_INTERVAL: Final = 10

#: A function that prints a line.
Say = Callable[[str], object]


def shown_key(key: Any) -> str:
    """Return a primary key as ``--after`` takes it: JSON for one of several columns."""
    return json.dumps(key, default=str) if isinstance(key, tuple) else safe(str(key))


def first_rows(warn: Say) -> Callable[[Record], None]:
    """Return a function that shows the first records of rows, where there is no ledger."""
    left = _SHOWN

    def tell(record: Record) -> None:
        nonlocal left
        reason = record.get("reason")
        if left > 0:
            if reason is None:
                line = f"{safe(record['old'])} -> {safe(record['new'])}"
            else:
                line = reason.for_people if isinstance(reason, Reason) else reason
            warn(f"    {shown_key(record['pk'])}  {line}")
        elif left == 0:
            warn("    ... (--ledger FILE lists all of them)")
        left -= 1

    return tell


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
    handlers = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    before = {each: found for each, found in handlers.items() if found != signal.SIG_IGN}

    def restore() -> None:
        for each, handler in before.items():
            signal.signal(each, handler or signal.SIG_DFL)  # None: a handler of another language

    def ask(number: int, _frame: Any) -> None:
        restore()
        asked.put(number)

    def wait(seconds: float) -> bool:
        try:
            asked.put(asked.get(timeout=seconds))
        except queue.Empty:
            return False
        return True

    for each in before:
        signal.signal(each, ask)
    try:
        yield wait
    finally:
        restore()


class Progress:
    """A line every ten seconds."""

    def __init__(self, label: str, warn: Say) -> None:
        self.report = Report()
        self._label = label
        self._warn = warn
        #: The time and the number of rows of the last line.
        self._said, self._rows = time.monotonic(), 0

    def __call__(self, report: Report, /) -> None:
        """Show how far the work is."""
        self.report = report
        self._rows = min(self._rows, report.rows)  # the second pass of `rekey` counts from 0 again
        seconds = time.monotonic() - self._said
        if seconds < _INTERVAL:
            return
        rate = (report.rows - self._rows) / seconds
        line = f"{self._label}: {report.rows:,} rows, {rate:,.0f} a second"
        for number, what in (report.changed, "changed"), (report.refused, "refused"):
            if number:
                line += f", {number:,} {what}"
        self._warn(line)
        self._said, self._rows = self._said + seconds, report.rows
