"""Audit, rekey, convert and undo: exact counts, and a place to go on from."""

import threading
from dataclasses import replace

import pytest

from iri3987 import ANY, PUBLIC, WEB, IRIError
from iri3987.comparison import key_digest
from iri3987.rows.jobs import AUDIT, CONVERT, PROBLEMS, Plan, audit, convert, rekey, undo
from iri3987.rows.ledger import Ledger, entries
from test_iri3987.rows_tables import (
    KilledError,
    LostError,
    MemoryTable,
    PassingError,
    RefusedError,
    at,
    on,
)
from test_iri3987.test_attacks import ROWS

SMALL = Plan(size=2)


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    """Do not wait before another try."""
    monkeypatch.setattr("time.sleep", lambda _: None)


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


def test_audit_counts():
    """Each row is read without a lock, and counted: empty, refused, with warnings, or clean."""
    texts = [
        *(None, "", "http://example.org/", "http://me:secret@example.org/", "urn:a", "urn:b"),
        *("http://me@example.org/", "a b", "http://例え.テスト/"),
    ]
    table = MemoryTable(texts)
    report = audit(table, WEB, SMALL)
    assert {"read"} == {stage for stage, _ in table.calls}
    assert (9, 2, 0, 3) == (report.rows, report.empty, report.changed, report.refused)
    assert {"scheme-not-allowed": 2, "bad-character": 1} == report.codes
    assert (2, {"userinfo": 2}) == (report.warned, report.findings)
    assert (9, False) == (report.after, report.is_stopped)


def test_audit_lists_what_it_finds(file):
    """The ledger has the code, the place, the findings and the text of each row."""
    table = MemoryTable(["http://a.example/%", "http://me:secret@a.example/", "http://a.example/"])
    with Ledger(file, AUDIT) as ledger:
        audit(table, WEB, Plan(ledger=ledger))
    first, second = entries(file)
    shown = {"pk": 1, "code": "bad-percent", "position": 17, "text": "http://a.example/%"}
    assert shown.items() <= first.items()
    assert "bad-percent" in first["findings"]
    shown = {"pk": 2, "code": "", "position": None, "findings": ["userinfo"]}
    assert {**shown, "text": "http://me:***@a.example/"} == second


SECRET = "S3CRET"


def hostile():
    """Yield the inputs of attacks, with a password in front of each of their hosts."""
    for row in ROWS:
        given = row["input"]
        if isinstance(given, dict) or not isinstance(given, str):
            continue
        yield given.replace("://", f"://me:{SECRET}@")
        yield f"http://me:{SECRET}@{given}"
        yield f"{given}://u:{SECRET}@a/"


def test_audit_shows_no_password_and_no_control(tmp_path):
    """The ledger of an audit is lines of printable ASCII, and a password is in none of them."""
    texts, file = list(hostile()), tmp_path / "a.jsonl"
    assert len(texts) > 300
    with Ledger(file, AUDIT) as ledger:
        report = audit(MemoryTable(texts), PUBLIC, Plan(ledger=ledger))
    assert len(texts) == report.rows
    text = file.read_bytes().decode("ascii")
    assert SECRET not in text
    assert text.replace("\n", "").isprintable()


# The plan


def test_the_place_to_go_on_from():
    """Work that is stopped goes on after `Report.after`, and each row is done once."""
    texts = [f"http://example.org/{name}" for name in "abcdefg"]
    report = audit(MemoryTable(texts), WEB, replace(SMALL, wait=stop_after(2)))
    assert (4, 4, True) == (report.rows, report.after, report.is_stopped)
    rest = audit(MemoryTable(texts), WEB, replace(SMALL, after=report.after))
    assert (3, 7, False) == (rest.rows, rest.after, rest.is_stopped)
    assert 7 == audit(MemoryTable("a"), WEB, Plan(after=7)).after


@pytest.mark.parametrize("parts", [1, 2, 3, 8])
def test_parts(parts):
    """Each row is in one part, and a part that is stopped goes on inside its bounds."""
    table = MemoryTable([f"http://example.org/{number}" for number in range(20)])
    done = 0
    for number in range(1, parts + 1):
        plan = Plan(size=2, part=(number, parts))
        first = convert(table, upper, replace(plan, wait=stop_after(1)))
        rest = convert(table, upper, replace(plan, after=first.after))
        done += first.rows + rest.rows
    assert 20 == done


def test_wait_and_watch():
    """After each batch the report is shown, and then the pause is waited for."""
    seen = []
    plan = Plan(
        size=2,
        pause=0.25,
        watch=lambda report: seen.append(report.rows),
        wait=seen.append,
    )
    audit(MemoryTable([None] * 3), WEB, plan)
    assert [2, 0.25, 3, 0.25] == seen


def test_pause_without_wait(monkeypatch):
    """A plan without `wait` sleeps between batches, if there is a pause."""
    slept = []
    monkeypatch.setattr("time.sleep", slept.append)
    audit(MemoryTable([None] * 3), WEB, SMALL)
    assert [] == slept
    audit(MemoryTable([None] * 3), WEB, Plan(size=2, pause=0.25))
    assert [0.25, 0.25] == slept


def test_an_event_stops():
    """`threading.Event.wait` is a `wait`."""
    event = threading.Event()
    assert not audit(MemoryTable([None]), WEB, Plan(wait=event.wait)).is_stopped
    event.set()
    assert audit(MemoryTable([None]), WEB, Plan(wait=event.wait)).is_stopped


# rekey


def stale(texts, *, missing=()):
    """Return a table whose keys are stale, and those of some rows missing."""
    table = MemoryTable(texts)
    for pk, row in table.rows.items():
        if pk not in missing:
            table.rows[pk] = row._replace(derived=("stale",))
    return table


def right(table):
    """Return the keys that the rows should have."""
    return {pk: key_digest(text) if text else None for pk, text in table.texts.items()}


def test_rekey_writes_what_is_missing_or_stale():
    """All keys are right then, and the second run finds nothing to do."""
    table = stale(["a:1", "a:2", None, "not an IRI", "a:5"], missing=[2, 3, 4])
    table.rows[5] = table.rows[5]._replace(derived=(key_digest("a:5"),))
    report = rekey(table, SMALL)
    assert right(table) == table.keys
    assert (5, 1, 3, 0) == (report.rows, report.empty, report.changed, report.refused)
    assert 0 == rekey(table).changed


def test_rekey_begins_with_the_missing():
    """Work that is killed again and again goes further each time."""
    table = stale(["a:a"] * 20, missing=range(11, 21))
    for missing in (8, 6, 4, 2, 0):
        table.fault = at("committed", KilledError())
        with pytest.raises(KilledError):
            rekey(table, SMALL)
        assert missing == sum(key is None for key in table.keys.values())


def test_rekey_missing_alone():
    """No other row is read, from the place given on."""
    table = stale(["a:a"] * 8, missing=[2, 4, 6, 8])
    report = rekey(table, replace(SMALL, wait=stop_after(1)), missing=True)
    assert (2, 2, 4, True) == (report.rows, report.changed, report.after, report.is_stopped)
    report = rekey(table, replace(SMALL, after=report.after), missing=True)
    assert (2, 2, 8, False) == (report.rows, report.changed, report.after, report.is_stopped)
    assert ["stale"] * 4 == [key for key in table.keys.values() if key == "stale"]


@pytest.mark.parametrize("missing", [False, True])
def test_rekey_check(missing):
    """Nothing is written, and all rows are read whose key is missing or stale."""
    table = stale(["a:a"] * 5, missing=[1, 2])
    table.rows[3] = table.rows[3]._replace(derived=(key_digest("a:a"),))
    before = dict(table.rows)
    assert 4 == rekey(table, SMALL, check=True, missing=missing).changed
    assert before == table.rows


def test_rekey_that_is_stopped_goes_on():
    """Whichever pass it is stopped in, the rest is done from the place that it gives."""
    for number in range(1, 6):
        table = stale(["a:a"] * 8, missing=[1, 3, 5, 7])
        first = rekey(table, replace(SMALL, wait=stop_after(number)))
        assert first.is_stopped
        assert (None if number <= 2 else (number - 2) * 2) == first.after
        second = rekey(table, replace(SMALL, after=first.after))
        assert right(table) == table.keys
        assert 8 == first.changed + second.changed
        assert 8 - (first.after or 0) == second.rows


def test_rekey_of_a_part_that_is_stopped():
    """Both passes stay inside the part, and the place is inside it."""
    table = stale(["a:a"] * 12, missing=range(1, 13))
    plan = Plan(size=2, part=(2, 3))
    first = rekey(table, replace(plan, wait=stop_after(3)))
    assert 6 == first.after
    assert {5, 6, 7, 8} == {pk for pk, key in table.keys.items() if key}
    second = rekey(table, replace(plan, after=first.after))
    assert (2, 0) == (second.rows, second.changed)


@pytest.mark.parametrize("missing", [False, True])
def test_rekey_lists_a_refused_row_once(file, missing):
    """A row that both passes meet is counted and listed once."""
    table = MemoryTable(["a:a"] * 6, fault=on("write", RefusedError("no"), 3))
    with Ledger(file, PROBLEMS) as ledger:
        report = rekey(table, replace(SMALL, ledger=ledger), missing=missing)
    assert ({"not-written": 1}, 5) == (report.codes, report.changed)
    expected = {"pk": 3, "code": "not-written", "position": None, "reason": "no", "text": "a:a"}
    assert [expected] == list(entries(file))


def test_rekey_beside_a_function_that_fails(monkeypatch):
    """A key that cannot be computed is listed with its row, and the others are written."""
    table = MemoryTable(["a:a", "a:b"])

    def derive(text):
        return (key_digest(text),) if text == "a:b" else 1 / 0

    monkeypatch.setattr(table, "derive", derive)
    report = rekey(table)
    assert ({"function-failed": 1}, 1) == (report.codes, report.changed)


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


def converted(table, file, plan=SMALL, **options):
    """Convert a table as a command does, with a ledger."""
    with Ledger(file, CONVERT, is_private=True) as ledger:
        return convert(table, upper, replace(plan, ledger=ledger), **options)


def undone(table, *files):
    """Undo conversions, the last one first."""
    reports = [undo(table, entries(file), SMALL, write=True) for file in reversed(files)]
    return reports[0]


def test_convert_reports_at_first(file):
    """Nothing is written, but the ledger has what would be."""
    table = MemoryTable(TEXTS)
    report = converted(table, file)
    assert 3 == convert(table, upper).changed
    assert (8, 2, 3) == (report.rows, report.empty, report.changed)
    assert {"bad": 1, "function-failed": 1} == report.codes
    assert TEXTS == list(table.texts.values())
    assert [1, 3, 5, 7, 8] == [entry["pk"] for entry in entries(file)]


def test_convert_writes_texts_and_keys(file):
    """The ledger has exact texts, those that were refused too."""
    table = MemoryTable(TEXTS)
    report = converted(table, file, write=True)
    assert (8, 3, 2) == (report.rows, report.changed, report.refused)
    assert {1, 7, 8} == {pk for pk, key in table.keys.items() if key}
    assert key_digest("http://example.org/A") == table.keys[1]
    found = {entry["pk"]: entry for entry in entries(file)}
    expected = {"pk": 1, "old": "http://example.org/a", "new": "http://example.org/A"}
    assert expected == found[1]
    assert "http://me:secret@example.org/a" == found[8]["old"]
    expected = {"code": "bad", "position": 3, "reason": "bad: no"}
    assert {"pk": 3, "old": TEXTS[2], **expected} == found[3]


@pytest.mark.parametrize(
    ("result", "profile", "expected"),
    [
        *((each, None, {"function-failed": 1}) for each in (None, 5, b"a:b")),
        ("urn:a", WEB, {"scheme-not-allowed": 1}),
        ("", ANY, {"not-absolute": 1}),
        ("", None, {}),
    ],
)
def test_convert_keeps_to_the_rule_of_the_column(result, profile, expected):
    """A result that is not text, or that the profile refuses, is listed and not written."""
    table = MemoryTable(["a:a"])
    report = convert(table, lambda _: result, profile=profile, write=True)
    assert (expected, {1: "a:a" if expected else result}) == (report.codes, table.texts)


FAULTS = {
    "deadlock": lambda: at("write", PassingError("deadlock")),
    "deadlock-at-the-end": lambda: at("commit", PassingError("deadlock")),
    "deadlock-once-written": lambda: at("written", PassingError("deadlock"), times=3),
    "refused": lambda: on("write", RefusedError("no"), 7),
    "refused-at-the-end": lambda: on("commit", RefusedError("no"), 7),
    "locked": lambda: on("lock", PassingError("locked"), 7),
    "lost-after-the-commit": lambda: at("committed", RefusedError("gone")),
    "lost": lambda: at("written", LostError("gone")),
    "lost-while-committing": lambda: at("committed", LostError("gone")),
    "killed-before-the-commit": lambda: at("commit", KilledError()),
    "killed-after-the-commit": lambda: at("committed", KilledError()),
}


@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize("name", FAULTS)
def test_the_undo_file_is_exact(file, name, size):
    """Whatever happens, the ledger has each row that was written: undo gives back all texts."""
    texts = [*TEXTS, *TEXTS]
    table = MemoryTable(texts, fault=FAULTS[name]())
    try:
        converted(table, file, Plan(size=size), write=True)
    except (LostError, KilledError):
        assert name.startswith(("lost", "killed"))
    table.fault = lambda *_: None
    written = [pk for pk, text in table.texts.items() if text != texts[pk - 1]]
    assert file.exists() or not written
    if file.exists():
        report = undone(table, file)
        assert (len(written), 0) == (report.changed, report.refused)
    assert texts == list(table.texts.values())


@pytest.mark.parametrize("name", ["deadlock", "deadlock-once-written", "refused", "locked"])
def test_the_undo_file_has_no_row_twice(file, name):
    """A try that was taken back leaves no record."""
    table = MemoryTable(TEXTS, fault=FAULTS[name]())
    converted(table, file, Plan(size=8), write=True)
    found = [entry["pk"] for entry in entries(file)]
    assert len(found) == len(set(found))
    new = {entry["pk"] for entry in entries(file) if "new" in entry}
    assert new == {pk for pk, text in table.texts.items() if text != TEXTS[pk - 1]}


def test_undo_of_a_conversion_that_was_stopped_and_went_on(tmp_path):
    """Each run has its own file, and each is undone."""
    table = MemoryTable(TEXTS)
    files = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    first = converted(table, files[0], replace(SMALL, wait=stop_after(2)), write=True)
    assert (4, True) == (first.after, first.is_stopped)
    converted(table, files[1], replace(SMALL, after=first.after), write=True)
    assert "http://example.org/Aa" == table.texts[7]
    undone(table, *files)
    assert TEXTS == list(table.texts.values())


def test_undo_leaves_what_was_changed_since(file):
    """A row that somebody has changed or deleted is listed and stays; without *write*, all do."""
    table = MemoryTable(TEXTS)
    converted(table, file, write=True)
    table.rows[1] = table.rows[1]._replace(text="http://example.org/other")
    del table.rows[8]
    before = dict(table.rows)
    assert 1 == undo(table, entries(file)).changed
    assert before == table.rows
    report = undone(table, file)
    assert ({"changed-since": 2}, 1, 3) == (report.codes, report.changed, report.rows)
    assert "http://example.org/other" == table.texts[1]
    assert TEXTS[6] == table.texts[7]
    assert key_digest(TEXTS[6]) == table.keys[7]


def test_undo_lists_without_passwords(tmp_path, file):
    """Its own ledger has the masked text of each row that it leaves."""
    table = MemoryTable(["http://me:secret@example.org/a"])
    converted(table, file, write=True)
    table.rows[1] = table.rows[1]._replace(text="http://me:other@example.org/")
    with Ledger(tmp_path / "undo.jsonl", PROBLEMS) as ledger:
        undo(table, entries(file), Plan(ledger=ledger), write=True)
    text = (tmp_path / "undo.jsonl").read_text()
    assert "changed-since" in text
    assert ("secret" in text, "other" in text) == (False, False)


def test_undo_that_is_stopped_is_run_again(file):
    """A row that is restored already is left; there is no place to go on from."""
    table = MemoryTable(TEXTS)
    converted(table, file, write=True)
    first = undo(table, entries(file), replace(SMALL, wait=stop_after(1)), write=True)
    assert (2, True, None) == (first.changed, first.is_stopped, first.after)
    second = undone(table, file)
    assert (1, 0) == (second.changed, second.refused)
    assert TEXTS == list(table.texts.values())


@pytest.mark.parametrize("size", [1, 100])
def test_undo_of_a_row_that_is_listed_twice(size):
    """The later record is about the text that the row has now."""
    records = [{"pk": 1, "old": "a:1", "new": "a:2"}, {"pk": 1, "old": "a:2", "new": "a:3"}]
    table = MemoryTable(["a:3"])
    undo(table, records, Plan(size=size), write=True)
    assert {1: "a:2"} == table.texts


@pytest.mark.parametrize(
    "record",
    [{"pk": 1}, {"pk": 1, "old": None, "new": "a"}, {"pk": 1, "old": "a", "new": 5}],
)
def test_undo_of_another_file(record):
    """A record that `convert` did not write is an error."""
    with pytest.raises(ValueError, match="old and new"):
        undo(MemoryTable("a"), [record], write=True)
    with pytest.raises(ValueError, match="expected a number"):
        undo(MemoryTable("a"), [{"pk": None, "old": "a", "new": "b"}], write=True)


@pytest.mark.parametrize("text", ["\udc80\0", "\U0010ffff", "é" * 100_000, '"\\\n'])
def test_undo_of_any_text(file, text):
    """Whatever a column holds comes back."""
    table = MemoryTable([text])
    with Ledger(file, CONVERT, is_private=True) as ledger:
        convert(table, lambda _: "a:b", Plan(ledger=ledger), write=True)
    undone(table, file)
    assert {1: text} == table.texts
