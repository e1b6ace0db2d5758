"""Print, as Markdown, what it takes to give keys to a table that has rows.

``python -m benchmarks.data --rows 200000`` from the root of the repository, in an environment with
Django and drivers. SQLite is always there; PostgreSQL and MariaDB are used if they answer on
127.0.0.1. Each way runs in a process of its own, on a table without any key. Its time of the
processor is compared with that of `key_digest` alone in the same process.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[1]
_NAME = f"iri3987_bench_{os.getpid()}"
#: The ways, what they are called, and which module they need beside Django.
_WAYS = {
    "command": ("`manage.py iri_rekey --missing`", "django_iri.rows"),
    "sqlalchemy": ("`sqlalchemy_iri.rows.rekey(missing=True)`", "sqlalchemy_iri.rows"),
    "bulk_update": ("ORM: iterator, `bulk_update` of 1000", "django"),
    "save": ("ORM: `save(update_fields=...)`", "django"),
}
#: `save` takes long, so it does one row of so many.
_SAVED = 100
#: How many seconds the site writes alone.
_ALONE = 3
#: The locks that do not stop readers and writers.
_HARMLESS = ("AccessShareLock", "RowShareLock", "RowExclusiveLock")

Database = dict[str, Any]


@contextmanager
def sqlite() -> Iterator[Database]:
    """Give a database in a file."""
    with tempfile.TemporaryDirectory() as folder:
        yield {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(Path(folder, "links.sqlite3")),
            "OPTIONS": {"timeout": 60},
        }


@contextmanager
def postgresql() -> Iterator[Database]:
    """Give a database of a server; raise `OSError` if there is none."""
    try:
        import psycopg

        server = psycopg.connect(
            host="127.0.0.1", user="postgres", dbname="postgres", autocommit=True, connect_timeout=2
        )
    except Exception as error:
        raise OSError(str(error)) from error
    with server:
        server.execute(f"CREATE DATABASE {_NAME}")
        try:
            yield {
                "ENGINE": "django.db.backends.postgresql",
                "HOST": "127.0.0.1",
                "USER": "postgres",
                "NAME": _NAME,
            }
        finally:
            server.execute(f"DROP DATABASE {_NAME} WITH (FORCE)")


@contextmanager
def mariadb() -> Iterator[Database]:
    """Give a database of a server; raise `OSError` if there is none."""
    try:
        server = import_module("pymysql").connect(host="127.0.0.1", user="root", connect_timeout=2)
    except Exception as error:
        raise OSError(str(error)) from error
    with server, server.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {_NAME} CHARACTER SET utf8mb4")
        try:
            yield {
                "ENGINE": "django.db.backends.mysql",
                "HOST": "127.0.0.1",
                "PORT": 3306,
                "USER": "root",
                "NAME": _NAME,
            }
        finally:
            cursor.execute(f"DROP DATABASE {_NAME}")


DATABASES = {"SQLite": sqlite, "PostgreSQL": postgresql, "MariaDB": mariadb}


def _start(
    way: str, database: Database, rows: int, part: str = "", *, fresh: bool = False
) -> "subprocess.Popen[str]":
    options = {"way": way, "database": database, "rows": rows, "part": part, "fresh": fresh}
    return subprocess.Popen(  # noqa: S603 - our own interpreter and our own file
        [sys.executable, "-m", "benchmarks.data_ways", json.dumps(options)],
        cwd=_ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _ready(process: "subprocess.Popen[str]") -> None:
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    if process.stdout.readline() != "ready\n":
        raise RuntimeError("a process of the benchmark failed: see its error above")


def _go(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    process.stdin.write("\n")
    process.stdin.flush()


def _end(process: "subprocess.Popen[str]") -> Any:
    output, _ = process.communicate()
    if process.returncode:
        raise RuntimeError("a process of the benchmark failed: see its error above")
    return json.loads(output)


def _do(way: str, database: Database, rows: int) -> Any:
    return _end(_start(way, database, rows))


class Runs:
    """The ways on one database."""

    def __init__(self, database: Database, rows: int) -> None:
        self.database, self.rows = database, rows
        self.found: dict[str, Any] = {}
        _do("prepare", database, rows)

    def run(self, way: str, *parts: str) -> list[Any]:
        """Give keys to a fresh table, and return what each process has measured."""
        rows = self.rows // _SAVED if way == "save" else self.rows
        if way == "sqlalchemy":
            _do("restore", self.database, self.rows)
        processes = []
        for number, part in enumerate(parts or ("",)):
            processes.append(
                _start(way, self.database, rows, part, fresh=not number and way != "sqlalchemy")
            )
            _ready(processes[-1])
        for each in processes:
            _go(each)
        return [_end(each) for each in processes]

    def table(self) -> Iterator[str]:
        """Yield the lines about time and memory."""
        yield "| Way | CPU of Python a row | Of it, the key alone | Ratio | Rows a second | Peak |"
        yield "|---|---:|---:|---:|---:|---:|"
        columns: set[str] = set()
        for way, (label, module) in _WAYS.items():
            if not _is_there(module):
                yield f"| {label} | not there | | | | |"
                continue
            (found,) = self.run(way)
            self.found[way] = found
            done = self.rows // _SAVED if way == "save" else self.rows
            cpu, pure, rate = found["cpu"] / done, found["pure"], done / found["wall"]
            yield (
                f"| {label} | {cpu * 1e6:.1f} us | {pure * 1e6:.1f} us | {cpu / pure:.2f} "
                f"| {rate:,.0f} | {found['peak']:.0f} MiB |"
            )
            if way != "save":
                columns.add(json.dumps(found["column"]))
        verdict = "the same" if len(columns) == 1 else "DIFFERENT"
        yield f"\nThe column is {verdict} after each way: {', '.join(sorted(columns))}"

    def parts(self) -> Iterator[str]:
        """Yield the lines about parts: memory for a tenth, the clock for two halves."""
        whole = self.found["command"]
        (tenth,) = self.run("command", "1/10")
        two = max(each["wall"] for each in self.run("command", "1/2", "2/2"))
        column = _do("result", self.database, self.rows)
        is_same = "the same column" if column == whole["column"] else "ANOTHER COLUMN"
        yield f"- peak for a tenth of the rows {tenth['peak']:.0f} MiB, for all {whole['peak']:.0f}"
        yield (
            f"- two parts take {two:.1f} s, one takes {whole['wall']:.1f}: "
            f"{whole['wall'] / two:.2f} times as fast, {is_same}"
        )

    def site(self) -> Iterator[str]:
        """Yield the lines about a site that writes at the same time, and about locks."""
        yield "| The site's UPDATEs | Number | p50 | p99 | max |"
        yield "|---|---:|---:|---:|---:|"
        site = _start("writes", self.database, self.rows)
        _ready(site)
        _go(site)
        time.sleep(_ALONE)
        yield _latency("before", site)
        work = _start("command", self.database, self.rows, fresh=True)
        _ready(work)
        site = _start("writes", self.database, self.rows)
        _ready(site)
        with ExitStack() as stack:
            locks: set[str] = set()
            for each in site, work:
                _go(each)
            watch = stack.enter_context(_watching(self.database, locks))
            while work.poll() is None:
                watch()
                time.sleep(0.02)
        _end(work)
        yield _latency("while `iri_rekey --missing` runs", site)
        if self.database["ENGINE"].endswith("postgresql"):
            yield f"\nLocks above ROW EXCLUSIVE in pg_locks: {', '.join(sorted(locks)) or 'none'}"


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _latency(label: str, site: "subprocess.Popen[str]") -> str:
    _go(site)
    seconds = _end(site)["seconds"]
    if len(seconds) < 2:
        return f"| {label} | {len(seconds)} | | | |"
    percentiles = statistics.quantiles(seconds, n=100, method="inclusive")
    shown = (f"{each * 1000:.1f} ms" for each in (percentiles[49], percentiles[98], max(seconds)))
    return f"| {label} | {len(seconds)} | {' | '.join(shown)} |"


@contextmanager
def _watching(database: Database, locks: set[str]) -> Iterator[Any]:
    """Give a function that adds the heavier locks of this moment to *locks*, on PostgreSQL."""
    if not database["ENGINE"].endswith("postgresql"):
        yield lambda: None
        return
    import psycopg

    # A row that a statement waits for, and a file that grows, have locks of other types.
    query = (
        "SELECT DISTINCT mode FROM pg_locks JOIN pg_class ON relation = pg_class.oid "
        "WHERE locktype = 'relation' AND relname LIKE 'links%%' AND NOT mode = ANY(%s) "
        "AND pid <> pg_backend_pid() "
        "AND pid NOT IN (SELECT pid FROM pg_stat_activity WHERE backend_type LIKE 'autovacuum%%')"
    )
    with psycopg.connect(
        host="127.0.0.1", user="postgres", dbname=database["NAME"], autocommit=True
    ) as connection:
        yield lambda: locks.update(
            mode for (mode,) in connection.execute(query, [list(_HARMLESS)]).fetchall()
        )


def report(names: list[str], rows: int) -> Iterator[str]:
    """Yield all lines of the report."""
    yield f"# Keys for {rows:,} rows\n"
    yield f"Python {sys.version.split()[0]}, {os.cpu_count()} processors."
    for name in names:
        yield f"\n## {name}\n"
        with ExitStack() as stack:
            try:
                database = stack.enter_context(DATABASES[name]())
            except OSError as error:
                yield f"It does not answer: {str(error).splitlines()[0]}"
                continue
            runs = Runs(database, rows)
            yield from runs.table()
            if not _is_there("django_iri.rows"):
                continue
            yield ""
            yield from runs.parts()
            yield ""
            yield from runs.site()


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.data", description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000, help="default: 200000")
    parser.add_argument("--database", action="append", choices=DATABASES, help="default: all")
    options = parser.parse_args()
    with suppress(KeyboardInterrupt):
        for line in report(options.database or list(DATABASES), options.rows):
            print(line, flush=True)


if __name__ == "__main__":
    main()
