"""One process of `benchmarks.data`: ``python -m benchmarks.data_ways '{"way": ..., ...}'``.

It prints a line when it is ready, begins when it gets one, and prints what it has measured as JSON.
"""

import hashlib
import json
import random
import re
import resource
import sys
import time
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from benchmarks.data_rows import addresses
from iri3987.comparison import key_digest

#: How many texts show what `key_digest` alone takes, and how many come before that.
_PURE = 20_000
_WARM = 500


def configure(database: dict[str, Any]) -> None:
    """Set up Django with one database."""
    import django
    from django.conf import settings

    if database["ENGINE"].endswith("mysql"):
        import_module("pymysql").install_as_MySQLdb()
    settings.configure(
        DATABASES={"default": database},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=["django_iri", "benchmarks"],
    )
    django.setup()


def command(options: dict[str, Any]) -> Callable[[], None]:
    """Run ``manage.py iri_rekey --missing``."""
    from django.core.management import call_command

    from benchmarks.data_models import Link

    part = [f"--part={options['part']}"] if options.get("part") else []

    def work() -> None:
        label = Link._meta.label  # noqa: SLF001 - documented
        call_command("iri_rekey", label, "--missing", *part, stdout=StringIO(), stderr=StringIO())

    return work


def sqlalchemy(options: dict[str, Any]) -> Callable[[], None]:
    """Call `sqlalchemy_iri.rows.rekey`."""
    from sqlalchemy import URL, create_engine
    from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

    from sqlalchemy_iri import IRIKey, IRIType

    class Base(DeclarativeBase):
        pass

    class Link(Base):
        __tablename__ = "links"
        id: Mapped[int] = mapped_column(primary_key=True)
        url: Mapped[str] = mapped_column(IRIType(2048))
        url_key: Mapped[str | None] = IRIKey("url", unique=False)

    database = options["database"]
    drivers = {"sqlite3": "sqlite", "postgresql": "postgresql+psycopg", "mysql": "mysql+pymysql"}
    url = URL.create(
        drivers[database["ENGINE"].rpartition(".")[2]],
        username=database.get("USER") or None,
        host=database.get("HOST") or None,
        port=database.get("PORT") or None,
        database=database["NAME"],
    )
    engine = create_engine(url)
    engine.connect().close()
    rows = import_module("sqlalchemy_iri.rows")
    return lambda: rows.rekey(engine, Link.url, missing=True)


def bulk_update(_: dict[str, Any]) -> Callable[[], None]:
    """Loop over plain rows, and write a thousand at a time."""
    from benchmarks.data_models import PlainLink

    def work() -> None:
        batch: list[PlainLink] = []
        for row in PlainLink.objects.order_by("pk").iterator(1000):
            row.url_key = key_digest(row.url)
            batch.append(row)
            if len(batch) == 1000:
                PlainLink.objects.bulk_update(batch, ["url_key"])
                batch = []
        PlainLink.objects.bulk_update(batch, ["url_key"])

    return work


def save(options: dict[str, Any]) -> Callable[[], None]:
    """Loop over plain rows, and write each. Only the first rows are done, as it takes long."""
    from benchmarks.data_models import PlainLink

    def work() -> None:
        for row in PlainLink.objects.order_by("pk")[: options["rows"]]:
            row.url_key = key_digest(row.url)
            row.save(update_fields=["url_key"])

    return work


def writes(options: dict[str, Any]) -> dict[str, Any]:
    """Change random rows, as a site does, until a line comes; return the seconds of each."""
    import threading

    from benchmarks.data_models import Link

    ended = threading.Event()

    def end() -> None:
        sys.stdin.readline()
        ended.set()

    dice, seconds = random.Random(2), []  # noqa: S311 - nothing is secret
    threading.Thread(target=end, daemon=True).start()
    while not ended.wait(0.005):
        number = dice.randrange(options["rows"]) + 1
        start = time.perf_counter()
        Link.objects.filter(pk=number).update(url=f"https://changed.example/{number}")
        seconds.append(time.perf_counter() - start)
    return {"seconds": seconds}


def prepare(options: dict[str, Any]) -> None:
    """Make the table, and another that keeps the addresses."""
    from django.db import connection

    from benchmarks.data_models import Link

    with connection.schema_editor() as editor:
        editor.create_model(Link)
    with connection.cursor() as cursor:
        kept = (
            "CREATE TABLE kept_links (id bigint NOT NULL PRIMARY KEY, url varchar(2048) NOT NULL)"
        )
        cursor.execute(kept)
        rows = enumerate(addresses(options["rows"]), 1)
        while batch := [row for _, row in zip(range(5000), rows, strict=False)]:
            insert = "INSERT INTO kept_links (id, url) VALUES "
            for first in range(0, len(batch), 400):
                some = batch[first : first + 400]
                values = ", ".join(["(%s, %s)"] * len(some))
                cursor.execute(insert + values, [each for row in some for each in row])


def restore(_: dict[str, Any]) -> None:
    """Fill the table anew: no row has a key."""
    from django.db import connection

    empty = "DELETE FROM links" if connection.vendor == "sqlite" else "TRUNCATE TABLE links"
    with connection.cursor() as cursor:
        cursor.execute(empty)
        cursor.execute("INSERT INTO links (id, url, url_key) SELECT id, url, NULL FROM kept_links")
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE links")


def result(_: dict[str, Any]) -> dict[str, Any]:
    """Return a digest of the column, and how many rows have no key."""
    from benchmarks.data_models import PlainLink

    digest, missing = hashlib.sha256(), 0
    for key in PlainLink.objects.order_by("pk").values_list("url_key", flat=True).iterator():
        digest.update((key or "").encode())
        missing += key is None
    return {"digest": digest.hexdigest()[:8], "missing": missing}


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _pure(rows: int, seed: int) -> float:
    """Return the seconds a row that `key_digest` alone takes, for texts that are new."""
    texts = list(addresses(min(rows, _PURE) + _WARM, seed=seed))
    for text in texts[:_WARM]:  # modules are loaded
        key_digest(text)
    del texts[:_WARM]
    start = _cpu()
    for text in texts:
        key_digest(text)
    return (_cpu() - start) / len(texts)


def _peak() -> float:
    """Return the most memory that the process has had, in MiB.

    The numbers of `resource` include those of the process that has started this one.
    """
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text("ascii")) if status.exists() else None
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (int(found[1]) if found else own) / 1024


WAYS = {each.__name__: each for each in (command, sqlalchemy, bulk_update, save)}
TASKS: dict[str, Callable[[dict[str, Any]], Any]] = {
    each.__name__: each for each in (writes, prepare, restore, result)
}


def wait() -> None:
    """Say that this process is ready, and wait until it may begin."""
    print("ready", flush=True)
    if not sys.stdin.readline():
        sys.exit("the benchmark has ended")


def main() -> None:
    """Do what the first argument says."""
    options = json.loads(sys.argv[1])
    is_django = options["way"] != "sqlalchemy"  # whose memory is that of SQLAlchemy alone
    if is_django:
        configure(options["database"])
    task = TASKS.get(options["way"])
    if task is not None:
        if task is writes:
            wait()
        print(json.dumps(task(options)), flush=True)
        return
    if options["fresh"]:
        restore(options)
    work = WAYS[options["way"]](options)
    before = _pure(options["rows"], seed=3)
    wait()
    cpu, wall = _cpu(), time.perf_counter()
    work()
    cpu, wall = _cpu() - cpu, time.perf_counter() - wall
    peak = _peak()
    if not is_django:
        configure(options["database"])
    pure = (before + _pure(options["rows"], seed=4)) / 2
    found = {"cpu": cpu, "wall": wall, "peak": peak, "pure": pure, "column": result(options)}
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
