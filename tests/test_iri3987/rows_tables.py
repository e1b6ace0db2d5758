"""Tables of SQLite, which fail as they are told."""

import sqlite3
from contextlib import contextmanager

import pytest

from iri3987.comparison import key_digest
from iri3987.rows.duplicates import KeyedTable
from iri3987.rows.sql import Column, Target
from iri3987.rows.tables import OuterTransactionError, Row, Table


@pytest.fixture(autouse=True)
def pauses(monkeypatch):
    """The seconds that a job would wait for. It does not wait."""
    found = []
    monkeypatch.setattr("time.sleep", found.append)
    return found


class RefusedError(Exception):
    """The database refuses a row."""


class ConstraintError(RefusedError):
    """A constraint refuses the values of a row."""


class PassingError(Exception):
    """A deadlock, or a lock that timed out."""

    sqlstate = "40P01"


class LostError(Exception):
    """The connection is lost."""


class KilledError(BaseException):
    """The process ends here."""


def nothing(_stage, _rows):
    """Do not fail."""


def at(stage, error, *, times=1):
    """Return a fault: *error* is raised at a stage, so many times."""
    left = [times]

    def fault(now, _rows):
        if now == stage and left[0]:
            left[0] -= 1
            raise error

    return fault


def on(stage, error, *keys):
    """Return a fault: *error* is raised at a stage whenever one of the rows has one of *keys*."""

    def fault(now, rows):
        if now == stage and any(row.pk in keys for row in rows):
            raise error

    return fault


class StoredTable(Table):
    """The table "link" of a database. *fault* is asked at each stage.

    The stages: "read", "lock" (the rows are read with a lock), "write", "written", "commit" (the
    transaction fails) and "committed" (it was committed, and then something fails).
    """

    errors: tuple[type[Exception], ...] = (RefusedError, PassingError, sqlite3.IntegrityError)
    refusals: tuple[type[Exception], ...] = (ConstraintError, sqlite3.IntegrityError)
    failures: tuple[type[Exception], ...] = (*errors, LostError, sqlite3.Error)
    label = "link"
    pk_names = ("pk",)
    derivations = (key_digest,)
    target = Target("sqlite", "link", [Column("pk")], [Column("url"), Column("key")], "?")

    def __init__(self, texts=(), *, fault=nothing, path=":memory:", database=None):
        self.fault = fault
        #: The calls: stages with the keys of the rows.
        self.calls = []
        self.database = database or sqlite3.connect(path, isolation_level=None)
        self.is_shared = database is not None
        self.database.text_factory = lambda octets: octets.decode("utf-8", "surrogatepass")
        create = "CREATE TABLE IF NOT EXISTS link (pk INTEGER PRIMARY KEY, url TEXT, key TEXT)"
        self.database.execute(create)
        rows = [(text and text.encode("utf-8", "surrogatepass"),) for text in texts]
        if rows:  # in one transaction: a commit waits for the disk
            self.database.execute("BEGIN")
            self.database.executemany("INSERT INTO link (url) VALUES (CAST(? AS TEXT))", rows)
            self.database.execute("COMMIT")

    def __del__(self):
        """Close the database, unless it is that of a copy."""
        if not (self.is_shared or "chosen" in vars(self) or "is_missing" in vars(self)):
            self.database.close()

    def sql(self, statement, *parameters):
        """Run a statement, as another program does."""
        return self.database.execute(statement, parameters).fetchall()

    @property
    def texts(self):
        """The text of each row."""
        return dict(self.sql("SELECT pk, url FROM link"))

    @property
    def keys(self):
        """The derived key of each row."""
        return dict(self.sql("SELECT pk, key FROM link"))

    def reached(self, stage, rows):
        """Note a stage, and fail if that was asked for."""
        self.calls.append((stage, [row.pk for row in rows]))
        self.fault(stage, rows)

    @contextmanager
    def transaction(self):
        """Write what the block writes, or nothing."""
        if self.database.in_transaction:
            raise OuterTransactionError("a transaction is open")
        self.database.execute("BEGIN IMMEDIATE")
        self.written = []
        try:
            yield
            self.reached("commit", self.written)
        except BaseException:
            self.database.execute("ROLLBACK")
            raise
        self.database.execute("COMMIT")
        self.reached("committed", self.written)

    def run(self, statement):
        """Run a statement."""
        execute = self.database.executemany if statement.is_many else self.database.execute
        return execute(statement.sql, statement.parameters).fetchone()

    def read(self, after, until, limit, *, lock):
        """Return rows between two keys."""
        assert not lock or self.database.in_transaction, "a lock needs a transaction"
        conditions, values = ["pk > ?", "pk <= ?"], [after or 0, until or 10**9]
        if self.chosen is not None:
            conditions.append(f"pk IN ({', '.join('?' * len(self.chosen))})")
            values += self.chosen
        if self.is_missing:
            conditions.append("length(url) > 0 AND key IS NULL")
        query = f"SELECT * FROM link WHERE {' AND '.join(conditions)} ORDER BY pk LIMIT ?"  # noqa: S608
        rows = [Row(pk, url, (key,)) for pk, url, key in self.sql(query, *values, limit)]
        self.reached("lock" if lock else "read", rows)
        return rows

    def write(self, changed):
        """Write the second row of each pair."""
        rows = [new for _, new in changed]
        self.reached("write", rows)
        super().write(changed)
        self.written = rows
        self.reached("written", rows)

    def holder(self, row):
        """Return another row with the same key."""
        query = "SELECT pk FROM link WHERE key = ? AND pk <> ? ORDER BY pk"
        return next((pk for (pk,) in self.sql(query, row.derived[0], row.pk)), None)

    def count(self):
        """Return how many rows there are."""
        return len(self.texts)

    def key_at(self, place):
        """Return the key of a row."""
        return next(iter([*self.texts][place : place + 1]), None)

    def key_part(self, number, value):
        """Return a number, or text for the second column."""
        return (int, str)[number](value)


class StoredKeys(StoredTable, KeyedTable):
    """Rows that have keys: an object is the primary key of a row."""

    is_reference = False
    merge_errors = (RefusedError, PassingError)
    key_of = staticmethod(key_digest)

    def __init__(self, texts=(), **options):
        super().__init__(texts, **options)
        for pk, text in self.texts.items():
            self.sql("UPDATE link SET key = ? WHERE pk = ?", text and self.key_of(text), pk)

    def repeated(self, after, limit):
        """Return the keys of several rows."""
        query = (
            "SELECT key FROM link WHERE key > ? GROUP BY key HAVING count(*) > 1 ORDER BY 1 LIMIT ?"
        )
        found = [key for (key,) in self.sql(query, after or "", limit)]
        self.reached("groups", [])
        return found

    def alike(self, keys, limit):
        """Return the first rows of keys."""
        for number, key in enumerate(keys):
            query = "SELECT pk, url FROM link WHERE key = ? ORDER BY pk LIMIT ?"
            for pk, url in self.sql(query, key, limit):
                yield number, key, Row(pk, url)

    def some(self, group, after, limit):
        """Return rows of a group, or rows without a key."""
        where = "key = ?" if group else "length(url) > 0 AND key IS ?"
        query = f"SELECT pk, url FROM link WHERE {where} AND pk > ? ORDER BY pk LIMIT ?"  # noqa: S608
        key = group and group.key
        return [Row(pk, url) for pk, url in self.sql(query, key, after or 0, limit)]

    def emptied(self, texts):
        """Say how to empty rows."""
        return f"empty {texts}"

    def objects(self, group):
        """Return the keys of the rows that are left of a group."""
        self.reached("objects", group.rows)
        texts = self.texts
        return [row.pk for row in group.rows if self.belongs(group.key, texts.get(row.pk))]

    def delete(self, pk):
        """Delete a row."""
        self.sql("DELETE FROM link WHERE pk = ?", pk)
