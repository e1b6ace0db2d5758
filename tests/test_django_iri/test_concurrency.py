"""One row for each resource, however many write at once, on every server that can be reached.

SQLite has one writer at a time, so there is nothing to see.
"""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction

from django_iri.fields import with_key
from test_django_iri.databases import on_each_database
from test_django_iri.testapp.models import Bookmark, Visit

WRITERS = 16

#: MariaDB's error when it ends one of two transactions that wait for each other. It asks the client
#: to begin again. Two inserts of one unique key can deadlock, whatever the application does.
DEADLOCK = 1213

#: How an address may be written: another way for each writer, and one resource (section 5.3).
SPELLINGS = [
    f"{scheme}://{host}{port}{path}"
    for scheme, port in [("http", ""), ("HTTP", ":80")]
    for host in ["faß.de", "FA%C3%9f.de", "xn--fa-hia.de", "FAß.DE"]
    for path in ["/%7E", "/./~"]
]


def save(bookmark, using):
    """Save, and say whether the row is ours."""
    try:
        with transaction.atomic(using=using):
            bookmark.save(using=using)
    except IntegrityError:
        return False
    return True


def save_in_two_steps(bookmark, using):
    """Change the address of a row of our own to one that another may have."""
    row = Bookmark(homepage=None, title=bookmark.title)
    row.save(using=using)
    row.homepage = bookmark.homepage
    try:
        with transaction.atomic(using=using):
            row.save(using=using, update_fields=with_key(Bookmark, homepage=""))
    except IntegrityError:
        row.delete(using=using)
        return False
    return True


def update(bookmark, using):
    """Do the same by `QuerySet.update`."""
    row = Bookmark(homepage=None, title=bookmark.title)
    row.save(using=using)
    try:
        with transaction.atomic(using=using):
            values = with_key(Bookmark, homepage=bookmark.homepage)
            Bookmark.objects.using(using).filter(pk=row.pk).update(**values)
    except IntegrityError:
        row.delete(using=using)
        return False
    return True


def get_or_create(bookmark, using):
    """Get the row of another, or create it."""
    found, created = Bookmark.objects.using(using).get_or_create(
        homepage__equivalent=bookmark.homepage,
        defaults={"homepage": bookmark.homepage, "title": bookmark.title},
    )
    assert created == (found.homepage == bookmark.homepage)
    return created


def bulk_create(bookmark, using):
    """Leave the row of another alone."""
    Bookmark.objects.using(using).bulk_create([bookmark], ignore_conflicts=True)
    titles = Bookmark.objects.using(using).filter(title=bookmark.title)
    return titles.exists()


def together(work, count, using):
    """Do *work* in *count* threads at once, each with a connection of its own."""
    barrier = threading.Barrier(count)

    def run(number):
        try:
            # Connected before the others start.
            connections[using].ensure_connection()
            barrier.wait(timeout=120)
            return work(number)
        finally:
            connections[using].close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


@pytest.mark.slow
@on_each_database(engines=("postgresql", "mysql"), transaction=True)
@pytest.mark.parametrize("write", [save, save_in_two_steps, update, get_or_create, bulk_create])
def test_one_row_for_each_resource(database, write):
    """One writer wins; the others are told, or get its row, and their transactions go on."""
    assert WRITERS == len(set(SPELLINGS))

    def work(number):
        while True:
            try:
                return write_and_read(number)
            except OperationalError as error:
                if error.args[0] != DEADLOCK:
                    raise

    def write_and_read(number):
        bookmark = Bookmark(homepage=SPELLINGS[number], title=f"{number}")
        with transaction.atomic(using=database):
            wrote = write(bookmark, database)
            # After it was refused, this transaction still reads and writes.
            bookmark = Bookmark.objects.using(database).get(
                homepage__equivalent=SPELLINGS[number - 1]
            )
            Visit.objects.using(database).create(bookmark=bookmark)
        return wrote

    for _ in range(2):
        Visit.objects.using(database).all().delete()
        Bookmark.objects.using(database).all().delete()
        assert 1 == sum(together(work, WRITERS, database))
        winner = Bookmark.objects.using(database).get()
        assert SPELLINGS[int(winner.title)] == winner.homepage
        assert WRITERS == Visit.objects.using(database).filter(bookmark=winner).count()
