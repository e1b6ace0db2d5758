"""A command in a terminal and in a process of its own: progress, stopping, and being killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest

from iri3987.rows import terminal as module
from iri3987.rows.jobs import Report
from iri3987.rows.terminal import Progress, stopping
from test_iri3987.rows_tables import StoredTable

TESTS = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other signals and shells")


@pytest.fixture
def database(tmp_path):
    """The name of a database of a thousand addresses without keys."""
    path = tmp_path / "db.sqlite3"
    StoredTable([f"http://example.org/{number:04}" for number in range(1000)], path=path)
    return path


def rows(path):
    """Return the texts and the keys of a database, by their primary keys."""
    table = StoredTable(path=path)
    return table.texts, table.keys


@pytest.fixture
def begun():
    """A function that begins a command in a process of its own, which ends with the test."""

    def begun(path, name, *, closed="", **options):
        module = "test_iri3987.rows_process"
        command = [sys.executable, "-um", module, str(path), name, json.dumps(options)]
        if closed:
            command = ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *command]
        streams = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "cwd": TESTS,
        }
        process = processes.enter_context(subprocess.Popen(command, text=True, **streams))
        processes.callback(process.kill)
        return process

    with ExitStack() as processes:
        yield begun


def ended(process):
    """Return the status of a process, and the lines of its output and of its errors."""
    output, errors = process.communicate(timeout=120)
    return process.returncode, output.splitlines(), errors.splitlines()


def wait_for(condition):
    """Wait until *condition* holds, which it does soon."""
    for _ in range(12000):
        if condition():
            return
        time.sleep(0.01)
    raise TimeoutError


# Stopping


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_after_the_batch(begun, database, number):
    """The status is 3, even in a long pause, and a line says how to go on; that does the rest."""
    process = begun(database, "rekey", missing=True, size=100, pause=3000)
    wait_for(lambda: any(rows(database)[1].values()))
    process.send_signal(number)
    status, _, errors = ended(process)
    assert (3, "Link.url: stopped before the end; run it again with --after 100") == (
        status,
        errors[-1],
    )
    assert "Traceback" not in "".join(errors)
    assert list(range(1, 101)) == [pk for pk, key in rows(database)[1].items() if key]
    status, output, errors = ended(begun(database, "rekey", missing=True, after="100"))
    assert (0, ["Link.url: 900 rows were written"]) == (status, output)
    assert ["iri rekey Link.url: begins"] == errors


def test_the_second_signal_acts_at_once():
    """It does what it did before; so do all signals, after the work."""
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    with stopping() as wait:
        assert not wait(0)
        os.kill(os.getpid(), signal.SIGTERM)
        assert wait(60)
        assert wait(0)
        assert before == (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert before == (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT))


def test_a_signal_that_is_ignored_stays_so():
    """A command in the background of a shell, or under nohup, ignores signals on purpose."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with stopping() as wait:
            signal.raise_signal(signal.SIGINT)
            assert not wait(0)
        assert signal.SIG_IGN == signal.getsignal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_another_thread_leaves_signals_alone():
    """Only the main thread may handle them: a task of a thread waits, and is never stopped."""
    found = []

    def work():
        with stopping() as wait:
            found.append((wait(0), signal.getsignal(signal.SIGTERM)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert [(False, signal.getsignal(signal.SIGTERM))] == found


# Killing


def killed(process, path):
    """Kill a process once the database has changed, or where it has ended before one looked."""
    before = rows(path)
    wait_for(lambda: before != rows(path) or process.poll() is not None)
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_a_conversion_that_is_killed_can_be_undone(begun, database, tmp_path):
    """Each run has its ledger; undone from the last to the first, every text is back."""
    before, files = rows(database)[0], []
    for number in range(2):
        file = tmp_path / f"{number}.jsonl"
        options = {"write": True, "size": 50, "pause": 0.1, "after": str(100 * number)}
        killed(begun(database, "convert", ledger=str(file), **options), database)
        files.append(str(file))
    assert before != rows(database)[0]
    for file in reversed(files):
        assert 0 == ended(begun(database, "convert", undo=file, write=True))[0]
    assert before == rows(database)[0]


# Progress


def progress(monkeypatch, *reports, **counts):
    """Return what is told of reports, which come at the seconds given."""
    now, lines = [0], []
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    report, shown = Report(**counts), Progress("iri rekey Link.url", lines.append)
    for now[0], report.rows in reports:
        shown(report)
    return lines


def test_a_line_every_ten_seconds(monkeypatch):
    """It has the rows, how fast they are done since the last line, and what was found."""
    assert [] == progress(monkeypatch, (1, 100), (9.9, 2000))
    assert [
        "iri rekey Link.url: 20,000 rows, 2,000 a second",
        "iri rekey Link.url: 30,000 rows, 1,000 a second",
    ] == progress(monkeypatch, (10, 20_000), (19, 25_000), (20, 30_000))
    (told,) = progress(monkeypatch, (10, 50), changed=40, codes=Counter({"bad-percent": 2}))
    assert "iri rekey Link.url: 50 rows, 5 a second, 40 changed, 2 refused" == told
    # The second pass counts from 0 again.
    told = progress(monkeypatch, (100, 1000), (101, 10), (110, 210))
    assert "210 rows, 20 a second" in told[-1]


@pytest.mark.parametrize("closed", ["2>&-", "2</dev/null"])
def test_without_a_standard_error(begun, database, closed):
    """Nothing is shown, and the work is done."""
    process = begun(database, "rekey", size=100, closed=closed)
    assert (0, ["Link.url: 1,000 rows were written"], []) == ended(process)
