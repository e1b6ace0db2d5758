"""The tasks of docs/how-to/queues.md, as they stand there: kill -9 of workers loses no row."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from textwrap import dedent

import django
import pytest

from iri3987.comparison import key_digest
from test_django_iri.settings import MISSING

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "queues.md").read_text("utf-8")
#: A stale key, as a process of an old release leaves it.
STALE = "1:stale"
SETTINGS = """
    SECRET_KEY = "for tests"
    INSTALLED_APPS = ["django_iri", "links"]
    DATABASES = {"default": DATABASE}
    DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
"""
MODELS = """
    from django.db import models
    from django_iri.fields import IRIField, IRIKeyField

    class Link(models.Model):
        url = IRIField()
        url_key = IRIKeyField(source="url", unique=False)
"""


def code(heading):
    """Return the code under a heading of the page."""
    return re.search(rf"^## {heading}\n.*?```python\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)[1]


class Project:
    """A project on disk, whose tasks are those of the page."""

    def __init__(self, folder, heading, database, connect):
        self.folder, self.connect = folder, connect
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "project_settings",
            "PYTHONPATH": str(folder),
        }
        (folder / "links").mkdir()
        (folder / "links" / "__init__.py").touch()
        settings = dedent(SETTINGS).replace("DATABASE}", f"{database!r}}}")
        (folder / "project_settings.py").write_text(settings)
        (folder / "links" / "models.py").write_text(dedent(MODELS))
        (folder / "links" / "tasks.py").write_text(code(heading))
        self.run("-m", "django", "migrate", "--run-syncdb")

    def run(self, *arguments):
        """Run Python in the project, and return what it prints."""
        process = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ("", 0) == (process.stderr if process.returncode else "", process.returncode)
        return process.stdout

    def ask(self, query, *rows):
        """Return the result of a query, or insert *rows*."""
        with closing(self.connect()) as connection, closing(connection.cursor()) as cursor:
            if rows:
                cursor.executemany(query, rows)
                connection.commit()
                return None
            cursor.execute(query)
            return cursor.fetchall()

    def insert(self, number):
        """Insert *number* rows that have no key or, each second one, a stale key."""
        mark = "?" if self.connect.func is sqlite3.connect else "%s"
        insert = f"INSERT INTO links_link (url, url_key) VALUES ({mark}, {mark})"  # noqa: S608
        rows = ((f"HTTP://Faß.de:80/{i}", STALE if i % 2 else None) for i in range(number))
        self.ask(insert, *rows)

    def left(self):
        """Return how many rows are still to be done."""
        query = "SELECT count(*) FROM links_link WHERE coalesce(url_key, '1:stale') = '1:stale'"
        return self.ask(query)[0][0]

    def wrong(self):
        """Return the rows whose keys are not those of their addresses."""
        rows = self.ask("SELECT url, url_key FROM links_link")
        return [row for row in rows if key_digest(row[0]) != row[1]]


@pytest.fixture
def on_sqlite(tmp_path):
    """A function that makes a project with a file for its database."""
    path = tmp_path / "links.sqlite3"
    database = {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {"timeout": 60},
    }
    return partial(Project, tmp_path, database=database, connect=partial(sqlite3.connect, path))


@pytest.fixture
def on_postgresql(tmp_path):
    """A function that makes a project with a database on PostgreSQL."""
    import psycopg

    server = {"host": "127.0.0.1", "user": "postgres"}
    name = f"iri3987_queue_{token_hex(8)}"

    def administer(statement):
        with closing(psycopg.connect(**server, dbname="postgres", autocommit=True)) as connection:
            connection.execute(statement)

    administer(f'CREATE DATABASE "{name}"')
    database = {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": server["host"],
        "USER": server["user"],
        "NAME": name,
    }
    yield partial(
        Project,
        tmp_path,
        database=database,
        connect=partial(psycopg.connect, **server, dbname=name),
    )
    administer(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.mark.skipif(django.VERSION < (6, 0), reason="Django 6.0 brought the Tasks")
@pytest.mark.parametrize("backend", ["immediate.ImmediateBackend", "dummy.DummyBackend"])
def test_tasks_of_django(on_sqlite, backend):
    """The backend that works does all parts; the one that notes them has the bounds of each."""
    project = on_sqlite("Django's Tasks")
    project.insert(10)
    with (project.folder / "project_settings.py").open("a") as settings:
        settings.write(f'TASKS = {{"default": {{"BACKEND": "django.tasks.backends.{backend}"}}}}\n')
    script = """
import django, json
django.setup()
from django.tasks import default_task_backend as backend
from links.tasks import rekey_all_links
rekey_all_links(parts=3)
print(json.dumps([result.args for result in getattr(backend, "results", [])]))
"""
    bounds = json.loads(project.run("-c", script))
    if backend == "dummy.DummyBackend":
        assert 3 == len(bounds)
        assert [None, *(until for _, until in bounds[:-1])] == [after for after, _ in bounds]
        assert 10 == project.left()
    else:
        assert [] == project.wrong()


APPLICATION = """
    from celery import Celery
    from iri3987 import IRI

    app = Celery("links", broker="amqp://guest:guest@127.0.0.1:5672//", backend="rpc://")
    app.conf.update(task_default_queue=QUEUE, worker_prefetch_multiplier=1)
    app.autodiscover_tasks(["links"])

    @app.task
    def refuse():
        IRI("http://example.org/100%")
"""
PRODUCER = """
import django
import json
django.setup()
from application import refuse
from links.tasks import rekey_all_links
error = refuse.delay().get(timeout=300, propagate=False)
print(json.dumps([type(error).__name__, error.code, error.position]))
rekey_all_links(parts=20)
"""


@pytest.fixture
def broker():
    """The name of a queue of this test alone on RabbitMQ."""
    kombu = pytest.importorskip("kombu", reason="celery is not installed")
    try:
        socket.create_connection(("127.0.0.1", 5672), timeout=10).close()
    except OSError:
        pytest.skip("RabbitMQ does not answer on 127.0.0.1:5672")
    name = f"iri3987_{token_hex(8)}"
    yield name
    with kombu.Connection("amqp://guest:guest@127.0.0.1:5672//") as connection:
        channel = connection.channel()
        channel.queue_delete(name)
        channel.exchange_delete(name)


def children(process):
    """Return the ids of the processes that *process* has started."""
    return [
        int(number)
        for file in Path(f"/proc/{process.pid}/task").glob("*/children")
        for number in file.read_text().split()
    ]


@pytest.mark.slow  # real workers
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc")
def test_celery_loses_nothing(broker, request):
    """Each process of the worker is killed at work, again and again: all keys are right."""
    database = "on_sqlite" if "postgresql" in MISSING else "on_postgresql"
    project = request.getfixturevalue(database)("Celery")
    rows = 30_000
    project.insert(rows)
    application = dedent(APPLICATION).replace("QUEUE", repr(broker))
    (project.folder / "application.py").write_text(application)
    log = project.folder / "worker.log"
    command = [sys.executable, "-m", "celery", "-A", "application", "worker", "--concurrency=2"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", f"--logfile={log}"]
    with ExitStack() as stack:
        worker = stack.enter_context(
            subprocess.Popen(
                [*command, *quiet],
                cwd=project.folder,
                env=project.environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        stack.callback(worker.terminate)
        error = json.loads(project.run("-c", PRODUCER))
        assert ["IRIError", "bad-percent", 22] == error
        deadline = time.monotonic() + 600
        kills = iter((0.9, 0.7, 0.5, 0.3))
        limit = next(kills)
        while left := project.left():
            assert time.monotonic() < deadline, log.read_text()
            if left < limit * rows:
                for child in children(worker):
                    with suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)
                limit = next(kills, 0)
            time.sleep(0.02)
    assert "WorkerLostError" in log.read_text()
    assert [] == project.wrong()
