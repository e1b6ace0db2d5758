"""A part of a table that is told its bounds, as tasks of a queue are (docs/how-to/queues.md)."""

from contextlib import nullcontext

import pytest

from iri3987.rows.batches import Row
from iri3987.rows.jobs import Plan, rekey


class _Numbered:
    """A table in memory: the rows 1 to 10, whose derived value is their text."""

    errors = refusals = failures = ()

    def __init__(self, rows=None, *, is_missing=False):
        self.rows = rows if rows is not None else {pk: Row(pk, "a", (None,)) for pk in range(1, 11)}
        self.is_missing = is_missing

    def transaction(self):
        return nullcontext()

    def read(self, after, until, limit, **_):
        rows = [row for pk, row in self.rows.items() if (after or 0) < pk <= (until or 10)]
        return [row for row in rows if not self.is_missing or row.derived == (None,)][:limit]

    def write(self, changed):
        self.rows.update((row.pk, row) for _, row in changed)

    def derive(self, text):
        return (text,)

    def missing(self):
        return _Numbered(self.rows, is_missing=True)

    def done(self):
        """Return the keys of the rows that have their value."""
        return [pk for pk, row in self.rows.items() if row.derived == ("a",)]


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize(
    ("between", "expected"),
    [((None, 3), [1, 2, 3]), ((3, 7), [4, 5, 6, 7]), ((7, None), [8, 9, 10]), ((3, 3), [])],
)
def test_between(between, expected, missing):
    """The rows after the first bound are done, up to and with the second, and no others."""
    table = _Numbered()
    report = rekey(table, Plan(size=2, between=between), missing=missing)
    assert (expected, len(expected)) == (table.done(), report.changed)


def test_after_within():
    """The work goes on after a key within the bounds, and the rows without a value come first."""
    table = _Numbered({pk: Row(pk, "a", (None if pk == 4 else "b",)) for pk in range(1, 11)})
    rekey(table, Plan(between=(3, 7), after=5))
    assert [4, 6, 7] == table.done()
