"""What is true of stored addresses whatever reads and writes them: the tests of a class `TestRows`.

A plug-in has such a class, which inherits from `Scenarios`, and a fixture `rows`, a `Rows`.
"""

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from iri3987 import WEB
from iri3987.comparison import key_digest
from iri3987.rows.duplicates import KeyedTable, dedupe
from iri3987.rows.jobs import Plan, Report, audit, convert, rekey, undo
from iri3987.rows.ledger import Ledger, entries
from iri3987.rows.tables import Table

A, B, C = "http://a.example/", "http://b.example/", "http://c.example/"
#: Texts as old code has stored them.
TEXTS = [A, "", None, "HTTP://A.example", "no iri %", "http://ü.example/", "x" * 200, "  "]
#: Equivalent addresses, and rows without an address.
SAME = [A, "HTTP://A.example", "http://a.example:80/", None, "", None, "", B]


def keys_of(texts: Sequence[str | None]) -> list[str | None]:
    """Return the key of each text."""
    return [key_digest(each) if each else None for each in texts]


class Rows:
    """A table with the columns id, url, url_key, which is not unique, and owner."""

    #: The table, as SQL has it.
    name: str

    @abstractmethod
    def sql(self, statement: str, **values: Any) -> list[Any]:
        """Run a statement, whose values are named as ":name", and return what it finds."""

    @abstractmethod
    def table(self) -> Table:
        """Return the rows of the table."""

    @abstractmethod
    def keyed(self, *by: str) -> KeyedTable:
        """Return the rows that have equal keys."""

    @abstractmethod
    def delete(self, keep: Any, others: Any) -> None:
        """Merge objects: delete the others."""

    @abstractmethod
    def execute(self, statement: str) -> None:
        """Run a statement of the plug-in's library, which is written for people."""

    def insert(
        self,
        texts: Sequence[str | None],
        owners: Sequence[str | None] = (),
        first: int = 1,
    ) -> None:
        """Store rows without keys, as old code did."""
        statement = f"INSERT INTO {self.name} (id, url, owner) VALUES (:id, :url, :owner)"  # noqa: S608
        for number, each in enumerate(texts):
            who = owners[number] if owners else "x"
            self.sql(statement, id=number + first, url=each, owner=who)

    def change(self, pk: int, **values: str | None) -> None:
        """Write columns of a row behind the back of the plug-in."""
        for name, value in values.items():
            statement = f"UPDATE {self.name} SET {name} = :value WHERE id = :id"  # noqa: S608
            self.sql(statement, value=value, id=pk)

    def stored(self, column: str) -> list[Any]:
        """Return what a column holds, in the order of the rows."""
        query = f"SELECT {column} FROM {self.name} ORDER BY id"  # noqa: S608
        return [value for (value,) in self.sql(query)]

    def rekey(self, **options: bool) -> Report:
        """Write the keys that are missing or stale."""
        return rekey(self.table(), Plan(size=3), **options)


class Scenarios:
    """The tests."""

    def test_rekey(self, rows: Rows) -> None:
        """Keys that are missing or stale are written, and no others; texts stay."""
        rows.insert(TEXTS)
        report = rows.rekey(missing=True)
        assert (6, 0) == (report.changed, report.refused)
        assert keys_of(TEXTS) == rows.stored("url_key")
        rows.change(1, url=B)
        rows.change(4, url=None)
        rows.change(6, url_key="1:0")
        assert 0 == rows.rekey(missing=True).changed
        assert [3, 3, 0] == [rows.rekey(check=each).changed for each in (True, False, False)]
        texts = [B, *TEXTS[1:3], None, *TEXTS[4:]]
        assert (texts, keys_of(texts)) == (rows.stored("url"), rows.stored("url_key"))

    def test_audit(self, rows: Rows) -> None:
        """Texts that the profile refuses are counted, whatever the column holds."""
        rows.insert(TEXTS)
        report = audit(rows.table(), WEB)
        assert (8, 2, 3) == (report.rows, report.empty, report.refused)

    def test_convert_and_undo(self, rows: Rows, tmp_path: Path) -> None:
        """Texts and keys are written together, and given back; what is refused stays."""
        rows.insert(TEXTS)
        rows.rekey()
        path = tmp_path / "undo.jsonl"

        def change(text: str) -> str:
            # No database holds the one, and servers do not hold the other in this column.
            bad = {A: "\ud800", "http://ü.example/": "x" * 5000}
            return text + bad[text] if text in bad else text.replace("HTTP://A", "https://é")

        with Ledger(path) as ledger:
            report = convert(rows.table(), change, Plan(size=3), ledger=ledger)
        stores_any_length = report.changed == 2
        assert {"not-written": 1 if stores_any_length else 2} == report.codes
        long = "http://ü.example/" + "x" * 5000 * stores_any_length
        texts = [*TEXTS[:3], "https://é.example", TEXTS[4], long, *TEXTS[6:]]
        assert (texts, keys_of(texts)) == (rows.stored("url"), rows.stored("url_key"))
        assert report.changed == undo(rows.table(), entries(path), write=True).changed
        assert (TEXTS, keys_of(TEXTS)) == (rows.stored("url"), rows.stored("url_key"))

    def groups(self, table: KeyedTable, **options: Any) -> tuple[Report, list[list[Any]]]:
        """Return the report, and the keys of the rows of each group that is told of."""
        told: list[Any] = []
        report = dedupe(table, Plan(size=1, tell=told.append, **options))
        return report, [[row["pk"] for row in group["rows"]] for group in told]

    def test_dedupe(self, rows: Rows) -> None:
        """Rows with equivalent addresses become the first; those without an address stay."""
        rows.insert([*SAME, C, "http://C.example"])
        rows.rekey()
        report, groups = self.groups(rows.keyed())
        assert (2, 0) == (report.groups, report.unkeyed)
        assert [[1, 2, 3], [9, 10]] == sorted(groups)
        _, rest = self.groups(rows.keyed(), after=rows.stored("url_key")[groups[0][0] - 1])
        assert groups[1:] == rest
        report = dedupe(rows.keyed(), merge=rows.delete)
        assert (2, 2) == (report.groups, report.changed)
        assert [1, 4, 5, 6, 7, 8, 9] == rows.stored("id")

    def test_dedupe_by(self, rows: Rows) -> None:
        """Rows with other values there, or none, are not in the group."""
        rows.insert([A] * 6 + [B] * 3, ["x", "x", "y", None, None, "x", "x", "y", "z"])
        rows.rekey()
        table = rows.keyed("owner")
        (group,) = table.groups(None, 10)
        assert [1, 2, 6] == [row.pk for row in group.rows]
        rows.change(6, owner="z")
        rows.change(2, url=C, url_key=key_digest(C))
        with table.transaction():
            assert 1 == len(table.objects(group))
        rows.change(6, owner="x")
        assert 1 == dedupe(table, Plan(size=1), merge=rows.delete).changed
        assert [1, 2, 3, 4, 5, 7, 8, 9] == rows.stored("id")

    def test_placeholders_are_never_merged(self, rows: Rows) -> None:
        """Text that is not an address is in no group, and a statement says how to empty it."""
        rows.insert(["n/a", B, "n/a", "HTTP://B.example", "http://[x", "http://[x"])
        rows.rekey()
        report = dedupe(rows.keyed(), Plan(size=1), merge=rows.delete)
        assert (1, 1) == (report.groups, report.changed)
        assert {"n/a": 2, "http://[x": 2} == report.not_addresses
        assert [1, 2, 3, 5, 6] == rows.stored("id")
        rows.execute(rows.keyed().emptied(["n/a", "http://[x"]))
        assert [B] == [text for text in rows.stored("url") if text]
        assert keys_of([B]) == [key for key in rows.stored("url_key") if key]

    def test_stale_keys_are_in_no_group(self, rows: Rows) -> None:
        """A row that has the key of another address, or no address, is not merged by that key."""
        rows.insert(SAME)
        rows.rekey()
        rows.insert([C, C], first=21)
        for pk in (4, 8):
            rows.change(pk, url_key=key_digest(A))
        for pk in (21, 22):
            rows.change(pk, url_key="1:0")
        assert [[1, 2, 3]] == self.groups(rows.keyed())[1]

    def test_large_groups(self, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
        """A group of more rows than a statement can hold is merged in parts, by the owner."""
        monkeypatch.setattr("iri3987.rows.duplicates.MOST_KEYS", 2)
        rows.insert([A, "HTTP://A.example"] * 6, ["x", "y", None] * 4)
        rows.rekey()
        report = dedupe(rows.keyed("owner"), merge=rows.delete)
        assert (2, 2) == (report.groups, report.changed)
        assert [1, 2, 3, 6, 9, 12] == rows.stored("id")
