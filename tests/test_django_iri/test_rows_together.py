"""Rows are rekeyed beside others that lock and write them, and by processes that are killed."""

import threading
import time
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connections, transaction

from iri3987.comparison import key_digest
from iri3987.rows import batches
from test_django_iri.databases import on_each_database
from test_django_iri.projects import Project
from test_django_iri.test_rows import command, expected, keys, old_rows
from test_django_iri.testapp.models import OldBookmark

SERVERS = ("postgresql", "mysql")
TEXTS = [f"http://{number}.example/" for number in range(3)]


@contextmanager
def in_thread(work, using):
    """Do *work* in a thread with a connection of its own; wait until it says that it has begun."""
    begun, end = threading.Event(), threading.Event()

    def run():
        try:
            work(begun, end)
        finally:
            connections[using].close()

    thread = threading.Thread(target=run)
    thread.start()
    assert begun.wait(120)
    try:
        yield
    finally:
        end.set()
        thread.join(120)


@on_each_database(engines=SERVERS, transaction=True)
def test_a_row_that_another_holds(database, monkeypatch):
    """A row that another has locked too long is named; the rows beside it are written."""
    monkeypatch.setattr(batches, "MOST_RETRIES", 1)
    pks = old_rows(TEXTS, database)

    def hold(begun, end):
        with transaction.atomic(using=database):
            OldBookmark.objects.using(database).filter(pk=pks[1]).update(title="held")
            begun.set()
            end.wait(120)

    options = {"database": database, "size": 1, "missing": True}
    with in_thread(hold, database):
        out, err = command("iri_rekey", "testapp.Bookmark", **options, code=1)
    assert "2 rows were written\n1 is refused" in out
    assert f"    {pks[1]}  " in err
    first, second, third = expected(TEXTS)
    assert [first, None, third] == keys(database)
    if database == "mariadb":  # the time-out of the session is what it was
        with connections[database].cursor() as cursor:
            cursor.execute("SELECT @@innodb_lock_wait_timeout = @@global.innodb_lock_wait_timeout")
            assert (1,) == cursor.fetchone()
    command("iri_rekey", "testapp.Bookmark", **options)
    assert [first, second, third] == keys(database)


@on_each_database(engines=SERVERS, transaction=True)
def test_a_deadlock(database):
    """Two that wait for each other: one of them is ended, and the batch is tried again."""
    pks = old_rows(TEXTS, database)
    rows = OldBookmark.objects.using(database)

    def hold(begun, _end):
        try:
            with transaction.atomic(using=database):
                rows.filter(pk=pks[2]).update(title="held")
                begun.set()
                time.sleep(0.3)  # the batch has locked the first row, and waits for the last
                rows.filter(pk=pks[0]).update(title="held")
        except OperationalError:
            pass  # it is ended; its rows are not those that count here

    with in_thread(hold, database):
        out, _ = command("iri_rekey", "testapp.Bookmark", database=database, missing=True)
    assert "3 rows were written\n" in out
    assert expected(TEXTS) == keys(database)


MODELS = """
    from django.db import models
    from django_iri.fields import IRIField, IRIKeyField

    class Link(models.Model):
        url = IRIField(profile="any")
        url_key = IRIKeyField(source="url", unique=False)
"""
REKEY = ("iri_rekey", "links.Link", "--size", "20", "--pause", "0.1")


class Old(Project):
    """A project with a table that old code writes."""

    def __init__(self, folder):
        super().__init__(folder, MODELS)
        self.sql("CREATE TABLE links_link (id integer PRIMARY KEY, url text, url_key varchar(66))")

    def keyed(self):
        """Return how many rows have a key."""
        return self.sql("SELECT count(url_key) FROM links_link")[0][0]

    def until_more(self, process):
        """Wait until *process* has written more keys."""
        before, end = self.keyed(), time.monotonic() + 120
        while self.keyed() <= before + 20:
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.01)


@pytest.fixture
def project(tmp_path):
    """A project that has rows without keys."""
    project = Old(tmp_path)
    rows = [(f"http://{number}.example/",) for number in range(1500)]
    project.sql("INSERT INTO links_link (url) VALUES (?)", *rows)
    return project


@pytest.mark.slow
def test_it_is_killed_beside_writers(project):
    """Each start goes further than the last, and in the end no key is wrong or missing."""
    end = threading.Event()

    def write():
        number = 0
        while not end.wait(0.01):
            number += 1
            text, row = f"http://new{number}.example/", number * 7 % 1500 + 1
            project.sql("UPDATE links_link SET url = ? WHERE id = ?", (text, row))
            project.sql("INSERT INTO links_link (url) VALUES (?)", (text,))

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(3):
            process = project.begin(*REKEY)
            project.until_more(process)
            process.kill()
            process.communicate(timeout=120)
    finally:
        end.set()
        writer.join(120)
    assert 0 == project.run("iri_rekey", "links.Link")[0]
    rows = project.sql("SELECT url, url_key FROM links_link")
    assert [] == [url for url, key in rows if key != key_digest(url)]
    assert 0 == project.run("iri_rekey", "links.Link", "--check")[0]
