"""Tables in memory, which fail as they are told: in place of a database."""

from contextlib import contextmanager

from iri3987.comparison import key_digest
from iri3987.rows.batches import OuterTransactionError, Row
from iri3987.rows.duplicates import Group


class RefusedError(Exception):
    """The database refuses a row."""


class ConstraintError(RefusedError):
    """A constraint refuses the values of a row."""


class PassingError(Exception):
    """A deadlock, or a lock that timed out."""


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


class MemoryTable:
    """Rows in the order of their keys, which are numbers. *fault* is asked at each stage.

    The stages: "read", "lock" (the rows are read with a lock), "write", "written", "commit" (the
    transaction fails) and "committed" (it was committed, and then something fails).
    """

    errors = (RefusedError, PassingError)
    refusals = (ConstraintError,)
    failures = (RefusedError, PassingError, LostError)

    def __init__(self, texts=(), *, fault=nothing, keep=None):
        self.rows = dict(texts) if isinstance(texts, dict) else dict(enumerate(texts, 1))
        self.rows = {pk: Row(pk, text, (None,)) for pk, text in self.rows.items()}
        self.fault = fault
        self.keep = keep
        #: The calls: stages with the keys of the rows, and how deep transactions are.
        self.calls = []
        self.depth = 0

    @property
    def texts(self):
        """The text of each row."""
        return {pk: row.text for pk, row in self.rows.items()}

    @property
    def keys(self):
        """The derived key of each row."""
        return {pk: row.derived[0] for pk, row in self.rows.items()}

    def reached(self, stage, rows):
        """Note a stage, and fail if that was asked for."""
        self.calls.append((stage, [row.pk for row in rows]))
        self.fault(stage, rows)

    @contextmanager
    def transaction(self):
        """Restore all rows if the block fails."""
        if self.depth:
            raise OuterTransactionError("a transaction is open")
        self.depth += 1
        self.written = {}
        try:
            yield
            self.reached("commit", list(self.written.values()))
        except BaseException:
            self.rows |= self.written
            raise
        finally:
            self.depth -= 1
        self.reached("committed", list(self.written.values()))

    def found(self, rows, limit, *, lock):
        """Return the first of *rows*."""
        rows = [row for row in rows if self.keep is None or self.keep(row)][:limit]
        assert not lock or self.depth, "a lock needs a transaction"
        self.reached("lock" if lock else "read", rows)
        return rows

    def read(self, after, until, limit, *, lock):
        """Return rows between two keys."""
        low = 0 if after is None else after
        rows = []
        # Keys are dense, so a batch is found without a look at the rows before it.
        for pk in range(low + 1, max(self.rows, default=0) + 1):
            if (until is not None and pk > until) or len(rows) == limit:
                break
            if pk in self.rows and (self.keep is None or self.keep(self.rows[pk])):
                rows.append(self.rows[pk])
        return self.found(rows, limit, lock=lock)

    def pick(self, keys, *, lock):
        """Return the rows of *keys*, in any order."""
        rows = [self.rows[pk] for pk in reversed(keys) if pk in self.rows]
        return self.found(rows, len(keys), lock=lock)

    def write(self, rows):
        """Write *rows*."""
        assert self.depth, "a row is written in a transaction"
        self.reached("write", rows)
        for row in rows:
            self.written[row.pk] = self.rows[row.pk]
            self.rows[row.pk] = row
        self.reached("written", rows)

    def derive(self, text):
        """Return the key of a text."""
        return (key_digest(text) if text else None,)

    def key(self, value):
        """Return a number."""
        try:
            return int(value)
        except TypeError as error:
            raise ValueError(f"expected a number, not {value!r}") from error

    def is_passing(self, error):
        """Return whether the error may be gone at the next try."""
        return isinstance(error, PassingError)

    def tell(self, error):
        """Return what the error says."""
        return str(error)

    def missing(self):
        """Return the same rows, those without a key alone."""
        table = MemoryTable(fault=self.fault, keep=lambda row: row.text and not row.derived[0])
        table.rows, table.calls = self.rows, self.calls
        return table

    def part(self, number, parts):
        """Return the bounds of a part."""
        keys = sorted(self.rows)
        ends = [None, *(keys[len(keys) * i // parts - 1] for i in range(1, parts)), None]
        return ends[number - 1], ends[number]

    def estimate(self):
        """Return how many rows there are."""
        return len(self.rows)


class MemoryKeyedTable(MemoryTable):
    """Rows that have keys: objects are dictionaries, which a function may empty."""

    def __init__(self, texts=(), **options):
        super().__init__(texts, **options)
        self.rows = {
            pk: row._replace(derived=self.derive(row.text)) for pk, row in self.rows.items()
        }

    is_reference = False

    def groups(self, after, limit):
        """Return the next groups of equivalent rows."""
        groups = {}
        for row in self.rows.values():
            if row.derived[0]:
                groups.setdefault(row.derived[0], []).append(row)
        found = [Group(key, rows) for key, rows in sorted(groups.items()) if len(rows) > 1]
        rest = [group for group in found if after is None or group.key > after][:limit]
        self.reached("groups", [row for group in rest for row in group.rows])
        return rest

    def objects(self, group):
        """Return the keys of the rows that are left of a group."""
        rows = [self.rows[row.pk] for row in group.rows if row.pk in self.rows]
        self.reached("objects", rows)
        return [row.pk for row in rows if row.derived[0] == group.key]

    def delete(self, pk):
        """Delete a row, until the transaction fails."""
        self.written[pk] = self.rows.pop(pk)

    def unkeyed(self):
        """Return how many rows have an address and no key."""
        return sum(bool(row.text) and not row.derived[0] for row in self.rows.values())
