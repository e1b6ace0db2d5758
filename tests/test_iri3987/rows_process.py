"""Run a command on a table of SQLite, as a process that a test can stop, kill and look at.

Its arguments: the database, the name of the command, and its options as JSON.
"""

import json
import sqlite3
import sys
from contextlib import closing, contextmanager

from iri3987.comparison import key_digest
from iri3987.rows.batches import Row
from iri3987.rows.commands import Place, UsageError, run
from iri3987.rows.options import COMMANDS


class SqliteTable:
    """The rows of the table "link"."""

    errors = failures = (sqlite3.Error,)
    refusals = (sqlite3.IntegrityError,)

    def __init__(self, database, condition="TRUE"):
        self.database = database
        self.condition = condition

    @contextmanager
    def transaction(self):
        """Write what the block writes, or nothing."""
        self.database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.database.execute("ROLLBACK")
            raise
        self.database.execute("COMMIT")

    def read(self, after, until, limit, **_):
        """Return rows between two keys."""
        found = self.database.execute(
            f"SELECT pk, url, key FROM link WHERE {self.condition} AND pk > ? AND pk <= ? "  # noqa: S608
            "ORDER BY pk LIMIT ?",
            [after or 0, until or sys.maxsize, limit],
        )
        return [Row(pk, url, (key,)) for pk, url, key in found]

    def pick(self, keys, **_):
        """Return the rows of keys."""
        marks = ", ".join("?" * len(keys))
        found = self.database.execute(f"SELECT pk, url, key FROM link WHERE pk IN ({marks})", keys)  # noqa: S608
        return [Row(pk, url, (key,)) for pk, url, key in found]

    def write(self, changed):
        """Write the second row of each pair."""
        values = [(row.text, *row.derived, row.pk) for _, row in changed]
        self.database.executemany("UPDATE link SET url = ?, key = ? WHERE pk = ?", values)

    def derive(self, text):
        """Return the key of a text."""
        return (key_digest(text),)

    def key(self, value):
        """Return a number."""
        return int(value)

    def missing(self):
        """Return the rows without a key alone."""
        return SqliteTable(self.database, "key IS NULL")

    def estimate(self):
        """Return how many rows there are."""
        return self.database.execute("SELECT count(*) FROM link").fetchone()[0]


def shorter(text):
    """Return *text* without its last character."""
    return text[:-1]


def main(path, name, given):
    """Run a command, and return its exit status."""
    options = {option.name: option.default for option in COMMANDS[name].options}
    options |= {"using": shorter} if name == "convert" and "undo" not in given else {}
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        place = Place(SqliteTable(database), "Link.url")
        warn = sys.stderr and (lambda line: print(line, file=sys.stderr, flush=True))  # noqa: T201
        return run(name, place, options | given, say=print, warn=warn or (lambda _: None))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
    except UsageError as error:
        sys.exit(f"usage: {error}")
