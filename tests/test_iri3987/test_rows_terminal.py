"""A command in a terminal and in a process of its own: progress, stopping, and being killed."""

import json
import os
import pty
import signal
import sqlite3
import subprocess
import sys
import termios
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from iri3987.comparison import key_digest
from iri3987.rows import terminal as module
from iri3987.rows.jobs import Report
from iri3987.rows.terminal import Progress, stopping

SCRIPT = Path(__file__).with_name("rows_process.py")


@pytest.fixture
def database(tmp_path):
    """The name of a database of a thousand addresses without keys."""
    path = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE link (pk INTEGER PRIMARY KEY, url TEXT, key TEXT)")
        texts = [(f"http://example.org/{number:04}",) for number in range(1000)]
        connection.executemany("INSERT INTO link (url) VALUES (?)", texts)
        connection.commit()
    return path


def rows(path):
    """Return the texts and the keys of a database, by their primary keys."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT pk, url, key FROM link").fetchall()
    return {pk: url for pk, url, _ in found}, {pk: key for pk, _, key in found}


@pytest.fixture
def begun():
    """A function that begins a command in a process of its own, which ends with the test."""

    def begun(path, name, *, closed="", **options):
        command = [sys.executable, "-u", str(SCRIPT), str(path), name, json.dumps(options)]
        if closed:
            command = ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *command]
        streams = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
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


def some_are_keyed(path):
    """Return whether the first batch is written."""
    return keyed(path) > 0


def keyed(path):
    """Return how many rows have a key."""
    return sum(key is not None for key in rows(path)[1].values())


# Stopping


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_after_the_batch(begun, database, number):
    """The status is 3, even in a long pause, and a line says how to go on; that does the rest."""
    process = begun(database, "rekey", missing=True, size=100, pause=3000)
    wait_for(lambda: some_are_keyed(database))
    process.send_signal(number)
    status, _, errors = ended(process)
    assert (3, "Link.url: stopped before the end; run it again with --after 100") == (
        status,
        errors[-1],
    )
    assert "Traceback" not in "".join(errors)
    assert list(range(1, 101)) == [pk for pk, key in rows(database)[1].items() if key]
    status, output, errors = ended(begun(database, "rekey", missing=True, after="100"))
    assert (0, ["Link.url: 900 rows were written"], []) == (status, output, errors)


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


def test_a_handler_of_another_language(monkeypatch):
    """Python cannot put it back: the signal does then what it does by default."""
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(module.signal, "getsignal", lambda _: None)
    terminates = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with stopping() as wait:
            signal.raise_signal(signal.SIGTERM)
            assert wait(0)
    finally:
        monkeypatch.undo()
        found = signal.getsignal(signal.SIGINT)
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGTERM, terminates)
    assert signal.SIG_DFL == found


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
def test_a_process_that_is_killed_goes_further_each_time(begun, database):
    """No key is wrong, whenever it is killed, and the last run does the rest."""
    for _ in range(3):
        killed(begun(database, "rekey", size=50, pause=0.1), database)
    assert 0 == ended(begun(database, "rekey"))[0]
    texts, keys = rows(database)
    assert {pk: key_digest(text) for pk, text in texts.items()} == keys


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


def progress(monkeypatch, *reports, total=None, **counts):
    """Return what is told of reports, which come at the seconds given."""
    now, lines = [0], []
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    report = Report(**counts)
    with Progress("iri rekey Link.url", lines.append) as shown:
        shown.total = total
        for seconds, count in reports:
            now[0], report.rows = seconds, count
            shown(report)
    return lines


def test_a_line_every_ten_seconds(monkeypatch):
    """It has the rows, how fast they are done, and the time that is left, if that is known."""
    assert [] == progress(monkeypatch, (1, 100), (9.9, 2000))
    told = progress(monkeypatch, (10, 20_000), (19, 25_000), (20, 30_000), total=60_000)
    end = "0:00:20 left"
    assert [
        f"iri rekey Link.url: 20,000 of about 60,000 rows, 2,000 a second, {end}",
        f"iri rekey Link.url: 30,000 of about 60,000 rows, 1,500 a second, {end}",
    ] == told
    (told,) = progress(monkeypatch, (10, 50), changed=40, codes=Counter({"bad-percent": 2}))
    assert "iri rekey Link.url: 50 rows, 5 a second, 40 changed, 2 refused" == told
    more = "iri rekey Link.url: 70,000 of about 60,000 rows, 7,000 a second"
    assert [more] == progress(monkeypatch, (10, 70_000), total=60_000)
    plain = "iri rekey Link.url: 20,000 rows, 2,000 a second"
    assert [plain] == progress(monkeypatch, (10, 20_000))


def test_a_second_pass_has_a_rate_of_its_own(monkeypatch):
    """It counts from 0 again, and so does its time."""
    told = progress(monkeypatch, (100, 1000), (101, 10), (110, 200))
    assert "200 rows, 20 a second" in told[-1]


def test_without_a_terminal_there_is_no_bar(begun, database):
    """Errors that go to a file have lines alone."""
    assert (0, ["Link.url: 1,000 rows were written"], []) == ended(begun(database, "rekey", size=9))


def on_terminal(path, name, **options):
    """Return what a command shows on a terminal, and what it prints beside that."""
    main, end = pty.openpty()
    termios.tcsetwinsize(end, (24, 100))
    command = [sys.executable, str(SCRIPT), str(path), name, json.dumps(options)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end) as process:
        os.close(end)
        shown = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:  # the other end is closed
                break
            shown += piece
        output = process.stdout.read()
    os.close(main)
    assert 0 == process.returncode
    return shown.decode(), output.decode()


def test_a_bar_on_a_terminal(database):
    """It ends at all rows, and is not among the results."""
    pytest.importorskip("tqdm")
    shown, output = on_terminal(database, "rekey", size=100)
    assert "iri rekey Link.url: 100%|" in shown
    assert "Link.url: 1,000 rows were written\n" == output


def test_lines_beside_a_bar(database):
    """A line that is printed while there is a bar stands alone."""
    pytest.importorskip("tqdm")
    shown, _ = on_terminal(database, "convert", size=5)
    line = "    9  http://example.org/0008 -> http://example.org/000"
    pieces = shown.replace("\n", "\r").split("\r")
    assert line in pieces


def test_a_terminal_without_tqdm(monkeypatch):
    """It has lines then."""

    class Terminal:
        """A stream that is one."""

        def isatty(self):
            """Say so."""
            return True

    monkeypatch.setattr(module.sys, "stderr", Terminal())
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert 1 == len(progress(monkeypatch, (10, 20)))


@pytest.mark.parametrize("closed", ["2>&-", "2</dev/null"])
def test_without_a_standard_error(begun, database, closed):
    """Nothing is shown, and the work is done."""
    process = begun(database, "rekey", size=100, closed=closed)
    assert (0, ["Link.url: 1,000 rows were written"], []) == ended(process)
