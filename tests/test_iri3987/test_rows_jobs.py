"""Audit, rekey, convert and undo: exact counts, and a place to go on from."""

import threading
from dataclasses import replace

import pytest

from iri3987 import ANY, PUBLIC, WEB, IRIError
from iri3987.comparison import key_digest
from iri3987.rows.jobs import Plan, audit, convert, rekey, undo
from iri3987.rows.ledger import Ledger, entries
from test_iri3987 import rows_tables
from test_iri3987.rows_tables import (
    KilledError,
    LostError,
    PassingError,
    RefusedError,
    StoredTable,
    at,
    on,
)
from test_iri3987.test_attacks import ROWS

SMALL = Plan(size=2)


pauses = rows_tables.pauses


@pytest.fixture
def file(tmp_path):
    """The name of a ledger."""
    return tmp_path / "ledger.jsonl"


def stop_after(number):
    """Return the `wait` of a plan that stops after so many batches."""
    left = iter(range(number))
    next(left)
    return lambda _: next(left, None) is None


def upper(text):
    """Return *text* with its path in upper case; refuse one text, and fail for another."""
    if text.endswith("/refused"):
        raise IRIError("bad: no", "bad", position=3)
    if text.endswith("/failed"):
        raise KeyError(text)
    return text.replace("/a", "/A")


# audit


def test_audit():
    """Each row is read without a lock, counted, and told of if there is something to say."""
    texts = [
        *(None, "", "http://example.org/", "http://me:secret@example.org/", "urn:a"),
        *("http://me@example.org/", "http://a.example/%", "http://例え.テスト/"),
    ]
    table, told = StoredTable(texts), []
    report = audit(table, WEB, replace(SMALL, tell=told.append))
    assert {"read"} == {stage for stage, _ in table.calls}
    assert (8, 2, 0, 2) == (report.rows, report.empty, report.changed, report.refused)
    assert {"scheme-not-allowed": 1, "bad-percent": 1} == report.codes
    assert (2, {"userinfo": 2}) == (report.warned, report.findings)
    assert (8, False) == (report.after, report.is_stopped)
    warned, _, _, refused = told
    shown = {"pk": 4, "code": "", "position": None, "reason": "", "findings": ["userinfo"]}
    assert {**shown, "text": "http://me:***@example.org/"} == warned
    shown = {"pk": 7, "code": "bad-percent", "position": 17, "text": "http://a.example/%"}
    assert shown.items() <= refused.items()
    assert "bad-percent" in refused["findings"]


SECRET = "S3CRET"


def hostile():
    """Yield the inputs of attacks, with a password in front of each of their hosts."""
    for row in ROWS:
        if isinstance(given := row["input"], str):
            yield given.replace("://", f"://me:{SECRET}@")
            yield f"http://me:{SECRET}@{given}"
            yield f"{given}://u:{SECRET}@a/"


def test_audit_shows_no_password_and_no_control(file):
    """The ledger of an audit is lines of printable ASCII, and a password is in none of them."""
    texts = list(hostile())
    assert len(texts) > 300
    with Ledger(file) as ledger:
        assert len(texts) == audit(StoredTable(texts), PUBLIC, Plan(tell=ledger.write)).rows
    text = file.read_bytes().decode("ascii")
    assert SECRET not in text
    assert text.replace("\n", "").isprintable()


# The plan


@pytest.mark.parametrize("parts", [1, 2, 3, 8, 30])
def test_parts(parts):
    """Each row is in one part, and a part that is stopped goes on inside its bounds."""
    table = StoredTable(["a:a"] * 20)
    done = []
    for number in range(1, parts + 1):
        plan = Plan(size=2, between=table.part(number, parts))
        for wait in (stop_after(1), lambda _: False):
            report = audit(table, WEB, replace(plan, wait=wait))
            done.append(report.rows)
            plan = replace(plan, after=report.after)
    assert 20 == sum(done)
    assert plan.after == report.after
    assert (None, None) == StoredTable().part(1, parts)


def test_wait_and_watch():
    """After each batch the report is shown, and then the pause is waited for."""
    seen = []
    plan = Plan(size=2, pause=0.25, watch=lambda report: seen.append(report.rows), wait=seen.append)
    audit(StoredTable([None] * 3), WEB, plan)
    assert [2, 0.25, 3, 0.25] == seen
    event = threading.Event()
    assert not audit(StoredTable([None]), WEB, Plan(wait=event.wait)).is_stopped
    event.set()
    assert audit(StoredTable([None]), WEB, Plan(wait=event.wait)).is_stopped


# rekey


def stale(texts, *, missing=(), **options):
    """Return a table whose keys are stale, and those of some rows missing."""
    table = StoredTable(texts, **options)
    for pk in table.texts.keys() - {*missing}:
        table.sql("UPDATE link SET key = 'stale' WHERE pk = ?", pk)
    return table


def test_rekey_begins_with_the_missing():
    """Work that is killed again and again goes further each time."""
    table = stale(["a:a"] * 20, missing=range(11, 21))
    for missing in (8, 6, 4, 2, 0):
        table.fault = at("committed", KilledError())
        with pytest.raises(KilledError):
            rekey(table, SMALL)
        assert missing == sum(key is None for key in table.keys.values())


def test_rekey_missing_alone():
    """No other row is read, from the place given on; a check tells of all, and writes nothing."""
    table = stale(["a:a"] * 8, missing=[2, 4, 6, 8])
    assert 8 == rekey(table, SMALL, check=True, missing=True).changed
    report = rekey(table, replace(SMALL, wait=stop_after(1)), missing=True)
    assert (2, 2, 4, True) == (report.rows, report.changed, report.after, report.is_stopped)
    report = rekey(table, replace(SMALL, after=report.after), missing=True)
    assert (2, 2, 8, False) == (report.rows, report.changed, report.after, report.is_stopped)
    assert ["stale"] * 4 == [key for key in table.keys.values() if key == "stale"]


def test_rekey_that_is_stopped_goes_on():
    """Whichever pass it is stopped in, the rest of the part is done from the place it gives."""
    for number in range(1, 6):
        table = stale(["a:a"] * 12, missing=[1, 3, 5, 7, 9, 11])
        plan = replace(SMALL, between=(2, 10))
        first = rekey(table, replace(plan, wait=stop_after(number)))
        assert first.is_stopped
        assert (None if number <= 2 else 2 + (number - 2) * 2) == first.after
        second = rekey(table, replace(plan, after=first.after))
        assert (8, 10 - (first.after or 2)) == (first.changed + second.changed, second.rows)
        assert {1: None, 2: "stale", 11: None, 12: "stale"} == {
            pk: key for pk, key in table.keys.items() if key != key_digest("a:a")
        }


@pytest.mark.parametrize("missing", [False, True])
def test_rekey_lists_a_refused_row_once(missing):
    """A row that both passes meet is counted and listed once; one that fails, too."""
    told, table = [], StoredTable(["a:a"] * 6, fault=on("write", RefusedError("no"), 3))
    table.sql("UPDATE link SET url = 'a:b' WHERE pk = 5")
    table.derivations = [lambda text: key_digest(text) if text == "a:a" else 1 / 0]
    report = rekey(table, replace(SMALL, tell=told.append), missing=missing)
    assert ({"not-written": 1, "function-failed": 1}, 4) == (report.codes, report.changed)
    assert [(3, "no"), (5, "ZeroDivisionError: division by zero")] == [
        (record["pk"], record["reason"]) for record in told
    ]


# convert, undo

TEXTS = [
    "http://example.org/a",
    None,
    "http://example.org/refused",
    "http://example.org/b",
    "http://example.org/failed",
    "",
    "http://example.org/aa",
    "http://me:secret@example.org/a",
]


def converted(table, file, plan=SMALL, using=upper, **options):
    """Convert a table, with a ledger."""
    with Ledger(file) as ledger:
        return convert(table, using, plan, ledger=ledger, **options)


def undone(table, *files, plan=SMALL):
    """Undo conversions, the last one first."""
    reports = [undo(table, entries(file), plan, write=True) for file in reversed(files)]
    return reports[0]


def test_convert_reports_at_first():
    """Without a ledger, nothing is written, and it is told what would be."""
    table, told = StoredTable(TEXTS), []
    report = convert(table, upper, replace(SMALL, tell=told.append))
    assert (8, 2, 3) == (report.rows, report.empty, report.changed)
    assert {"bad": 1, "function-failed": 1} == report.codes
    assert TEXTS == list(table.texts.values())
    assert {"pk": 1, "old": TEXTS[0], "new": "http://example.org/A"} == told[0]
    assert [1, 3, 5, 7, 8] == sorted(record["pk"] for record in told)


def test_convert_writes_texts_and_keys(file):
    """The ledger has exact texts, those that were refused too."""
    table = StoredTable(TEXTS)
    report = converted(table, file)
    assert (8, 3, 2) == (report.rows, report.changed, report.refused)
    assert {1, 7, 8} == {pk for pk, key in table.keys.items() if key}
    assert key_digest("http://example.org/A") == table.keys[1]
    found = {entry["pk"]: entry for entry in entries(file)}
    assert {"pk": 1, "old": TEXTS[0], "new": "http://example.org/A"} == found[1]
    assert TEXTS[7] == found[8]["old"]
    expected = {"pk": 3, "old": TEXTS[2], "code": "bad", "position": 3, "reason": "bad: no"}
    assert expected.items() <= found[3].items()


@pytest.mark.parametrize(
    ("result", "profile", "expected"),
    [
        *((each, None, {"function-failed": 1}) for each in (None, 5, b"a:b")),
        ("urn:a", WEB, {"scheme-not-allowed": 1}),
        ("", ANY, {"not-absolute": 1}),
        ("", None, {}),
    ],
)
def test_convert_keeps_to_the_rule_of_the_column(file, result, profile, expected):
    """A result that is not text, or that the profile refuses, is listed and not written."""
    table = StoredTable(["a:a"])
    report = converted(table, file, using=lambda _: result, profile=profile)
    assert (expected, {1: "a:a" if expected else result}) == (report.codes, table.texts)


FAULTS = {
    "deadlock": lambda: at("write", PassingError("deadlock")),
    "deadlock-at-the-end": lambda: at("commit", PassingError("deadlock")),
    "deadlock-once-written": lambda: at("written", PassingError("deadlock"), times=3),
    "refused": lambda: on("write", RefusedError("no"), 7),
    "refused-at-the-end": lambda: on("commit", RefusedError("no"), 7),
    "locked": lambda: on("lock", PassingError("locked"), 2, 7),
    "lost-after-the-commit": lambda: at("committed", RefusedError("gone")),
    "lost": lambda: at("written", LostError("gone")),
    "lost-while-committing": lambda: at("committed", LostError("gone")),
    "killed-before-the-commit": lambda: at("commit", KilledError()),
    "killed-after-the-commit": lambda: at("committed", KilledError()),
}


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize("name", FAULTS)
def test_the_undo_file_is_exact(file, name, size):
    """Whatever happens, the ledger has each row that was written: undo gives back all texts."""
    texts = [*TEXTS, *TEXTS]
    table = StoredTable(texts, fault=FAULTS[name]())
    try:
        converted(table, file, Plan(size=size))
    except (LostError, KilledError):
        assert name.startswith(("lost", "killed"))
    table.fault = lambda *_: None
    written = [pk for pk, text in table.texts.items() if text != texts[pk - 1]]
    if not name.startswith(("killed", "lost")) and "end" not in name:
        noted = [entry["pk"] for entry in entries(file) if "new" in entry]
        assert written == noted  # a try that was taken back leaves no record
    assert file.exists() or not written
    if file.exists():
        report = undone(table, file)
        assert (len(written), 0) == (report.changed, report.refused)
    assert texts == list(table.texts.values())


def test_undo_of_a_conversion_that_was_stopped_and_went_on(tmp_path):
    """Each run has its own file, and each is undone."""
    table = StoredTable(TEXTS)
    files = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    first = converted(table, files[0], replace(SMALL, wait=stop_after(2)))
    assert (4, True) == (first.after, first.is_stopped)
    converted(table, files[1], replace(SMALL, after=first.after))
    assert "http://example.org/Aa" == table.texts[7]
    undone(table, *files)
    assert TEXTS == list(table.texts.values())


def test_undo_leaves_what_was_changed_since(file):
    """A row that somebody has changed or deleted is listed and stays; without *write*, all do."""
    table, told = StoredTable(TEXTS), []
    converted(table, file)
    table.sql("UPDATE link SET url = 'http://me:other@example.org/' WHERE pk = 1")
    table.sql("DELETE FROM link WHERE pk = 8")
    before = table.texts
    assert 1 == undo(table, entries(file)).changed
    assert before == table.texts
    report = undone(table, file, plan=Plan(tell=told.append))
    assert ({"changed-since": 2}, 1, 3) == (report.codes, report.changed, report.rows)
    assert [(1, "http://me:***@example.org/"), (8, "")] == [(n["pk"], n["text"]) for n in told]
    assert before | {7: TEXTS[6]} == table.texts
    assert key_digest(TEXTS[6]) == table.keys[7]


def test_undo_that_is_stopped_is_run_again(file):
    """A row that is restored already is left; there is no place to go on from."""
    table = StoredTable(TEXTS)
    converted(table, file)
    first = undone(table, file, plan=replace(SMALL, wait=stop_after(1)))
    assert (2, True, None) == (first.changed, first.is_stopped, first.after)
    second = undone(table, file)
    assert (1, 0) == (second.changed, second.refused)
    assert TEXTS == list(table.texts.values())


@pytest.mark.parametrize("size", [1, 100])
def test_undo_of_a_row_that_is_listed_twice(size):
    """The later record is about the text that the row has now."""
    records = [{"pk": 1, "old": "a:1", "new": "a:2"}, {"pk": 1, "old": "a:2", "new": "a:3"}]
    table = StoredTable(["a:3"])
    undo(table, records, Plan(size=size), write=True)
    assert {1: "a:2"} == table.texts


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"pk": 1}, "old and new"),
        ({"pk": 1, "old": None, "new": "a"}, "old and new"),
        ({"pk": 1, "old": "a", "new": 5}, "old and new"),
        ({"pk": None, "old": "a", "new": "b"}, "is not a primary key"),
    ],
)
def test_undo_of_another_file(record, message):
    """A record that `convert` did not write is an error."""
    with pytest.raises(ValueError, match=message):
        undo(StoredTable("a"), [record], write=True)
