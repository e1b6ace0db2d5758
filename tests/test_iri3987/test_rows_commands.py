"""The commands: what they print, their exit status, and one line for a mistake."""

import json
import os.path

import pytest

from iri3987 import ANY, INTRANET, WEB, IRIError, Profile
from iri3987.rows import batches, stored_urls
from iri3987.rows.commands import COMMANDS, OPTIONS, Place, UsageError, run
from iri3987.rows.stored_urls import from_url_field
from iri3987.rows.terminal import shown_key
from test_iri3987 import rows_tables
from test_iri3987.rows_tables import LostError, RefusedError, StoredKeys, StoredTable, at, on

TEXTS = ["http://a.example/", None, "a b", "urn:a", "http://me:secret@a.example/"]


pauses = rows_tables.pauses


def command(name, table, *, rule=None, **given):
    """Run a command; return its status, the lines of its result, and its other lines."""
    assert given.keys() <= {*COMMANDS[name].options}
    said, warned = [], []
    place = Place(table, "Link.url", rule)
    status = run(name, place, given, say=said.append, warn=warned.append)
    assert all(line.isprintable() for line in said + warned)
    assert f"iri {name} Link.url: begins" == warned[0]
    return status, said, warned[1:]


def refused(name, table, **given):
    """Return the line of a command that is not understood."""
    with pytest.raises(UsageError) as caught:
        command(name, table, **given)
    assert str(caught.value).isprintable()
    return str(caught.value)


# audit

SPACE = "           Enter the whole address, as in https://example.org/."


def test_audit():
    """It tells the numbers by kind and by code, and shows some of the rows."""
    status, said, warned = command("audit", StoredTable(TEXTS))
    assert (1, []) == (status, warned)
    assert [
        *("Link.url", "Addresses: 4", "Without an address: 1", "", "Refused: 2"),
        *("        1  bad-character", "           3: a b"),
        SPACE,
        *("        1  scheme-not-allowed", "           4: urn:a"),
        "           The address must begin with http:// or https://.",
        *(
            "",
            "With a password that everybody can read: 1",
            "           5: http://me:***@a.example/",
        ),
        "           The address contains a password. Everybody who sees the address can read it.",
    ] == said


def test_audit_in_another_language():
    """The page is what its reader speaks; the codes are the same."""
    _, said, _ = command("audit", StoredTable(["urn:a"]), language="de")
    assert ["Link.url", "Adressen: 1", "", "Abgelehnt: 1"] == said[:4]
    assert said[-1].strip().startswith("Die Adresse muss so beginnen:")
    expected = "--language: expected en, ar, de,"
    assert refused("audit", StoredTable([]), language="tlh").startswith(expected)


def test_rows_are_shown_with_sentences_for_people(tmp_path):
    """The rule is the column's; the ledger has the message for developers."""
    table, path = StoredTable(["http://me:secret@a.example/"]), tmp_path / "audit.jsonl"
    rule = Profile.named("any", schemes=["urn"])
    _, said, _ = command("audit", table, rule=rule)
    assert [
        "        1  scheme-not-allowed",
        "           1: http://me:***@a.example/",
        "           The address must begin with urn:.",
    ] == said[4:7]
    command("audit", table, rule=rule, ledger=str(path))
    record = json.loads(path.read_text())
    assert "scheme-not-allowed" == record["code"]
    assert record["reason"].startswith("scheme-not-allowed: expected ")


def test_no_sentence_is_made_for_rows_that_are_not_shown(monkeypatch):
    """A sentence takes longer than the check of a row."""
    made = []
    describe = batches.describe
    monkeypatch.setattr(
        batches, "describe", lambda *args, **how: made.append(0) or describe(*args, **how)
    )
    status, said, warned = command("audit", StoredTable(["a b"] * 60))
    assert (1, 3, []) == (status, len(made), warned)
    assert "Refused: 60" == said[3]


def test_sentence_about_what_a_function_has_made():
    """It is about the text that the rule refuses; an error of the project has its own words."""

    def using(text):
        if text == "b":
            raise IRIError("own: http://me:secret@b.example/", code="own")
        return f"http://{text}/%"

    _, _, warned = command("convert", StoredTable(["a", "b"]), rule=INTRANET, using=using)
    assert [
        "    1  bad-percent in 'http://a/%': Write %25 for the percent sign (character 10).",
        "    2  own:***@b.example/",
    ] == warned


@pytest.mark.parametrize(
    ("texts", "options", "refused"),
    [
        (TEXTS[:2] + TEXTS[4:], {}, 0),
        ([], {}, 0),
        (["urn:a", "http://wiki/"], {"rule": ANY}, 0),
        (["urn:a", "http://wiki/"], {"rule": INTRANET}, 1),
        (["urn:a", "http://wiki/"], {"rule": ANY, "profile": WEB}, 2),
    ],
)
def test_audit_by_a_rule(texts, options, refused):
    """The rule is that of --profile, else the column's, else `WEB`; warnings are not an error."""
    status, said, _ = command("audit", StoredTable(texts), **options)
    assert int(refused > 0) == status
    found = [line for line in said if "Refused" in line]
    assert ([f"Refused: {refused}"] if refused else []) == found


def test_some_rows_are_shown():
    """After twenty rows it says where the others would be."""
    for count, shown in ((20, 20), (21, 21), (400, 21)):
        table = StoredTable(["a b"] * count)
        warned = command("convert", table, size=7, using=stored_urls.to_readable)[2]
        assert shown == len(warned)
        more = "    ... (--ledger FILE lists all of them)"
        assert [more] * (count > 20) == [line for line in warned if "..." in line]


def test_a_ledger_has_all_rows(tmp_path):
    """They are all in the file, and three of each kind are on the page."""
    file = tmp_path / "a.jsonl"
    table = StoredTable(TEXTS)
    assert command("audit", table) == command("audit", table, ledger=str(file))
    assert [3, 4, 5] == [json.loads(line)["pk"] for line in file.read_text().splitlines()]


# rekey


def test_rekey():
    """It says how many rows were written; with --check, how many would be."""
    table = StoredTable(TEXTS)
    assert (1, ["Link.url: 4 rows are stale"], []) == command("rekey", table, check=True)
    missing = command("rekey", StoredTable(TEXTS), missing=True)
    assert (0, ["Link.url: 4 rows were written"], []) == command("rekey", table) == missing
    assert (0, ["Link.url: 0 rows are stale"], []) == command("rekey", table, check=True)


def test_rekey_with_a_refused_row():
    """The row is named, and the status tells of it."""
    table = StoredTable(TEXTS, fault=on("write", RefusedError("no"), 3))
    status, said, warned = command("rekey", table)
    assert 1 == status
    assert [
        "Link.url: 3 rows were written",
        "1 is refused, and stays as it is",
        "              1  not-written",
    ] == said
    assert ["    3  no"] == warned


# convert


def test_convert_at_first():
    """It shows what it would do, and says how to do it."""
    status, said, warned = command(
        "convert", StoredTable(["a.example", "a:b"]), using=from_url_field
    )
    assert (0, ["    1  a.example -> https://a.example"]) == (status, warned)
    assert ["Link.url: 1 of 2 rows would be written with --write"] == said


def test_convert_and_undo(tmp_path):
    """The ledger of a conversion takes it back."""
    file, table = tmp_path / "a.jsonl", StoredTable(["a.example/\u202eb", "a.example", None])
    options = {"using": from_url_field, "write": True, "ledger": str(file)}
    status, said, warned = command("convert", table, rule=WEB, **options)
    assert (1, []) == (status, warned)
    assert [
        "Link.url: 1 of 3 rows was written",
        "1 is refused, and stays as it is",
        "              1  bidi-formatting",
    ] == said
    assert "https://a.example" == table.texts[2]
    status, said, _ = command("convert", table, undo=str(file))
    assert (0, ["Link.url: 1 of 1 row would be written with --write"]) == (status, said)
    status, said, _ = command("convert", table, undo=str(file), write=True)
    assert (0, ["Link.url: 1 of 1 row was written"]) == (status, said)
    assert "a.example" == table.texts[2]


def test_convert_counts_what_the_audit_counts():
    """Text that the function leaves and the field refuses is refused: the sum is the audit's."""
    texts = ["a.example", "n/a", "javascript:a", "http://[::1", "", None, "http://a.example/"]
    table = StoredTable(texts)
    options = {"using": from_url_field, "rule": WEB}
    status, said, _ = command("convert", table, **options)
    assert 1 == status
    assert [
        "Link.url: 1 of 7 rows would be written with --write",
        "3 are refused, and stay as they are",
    ] == said[:2]
    assert "2 of these were not changed by the function" == said[-1]
    table.sql("UPDATE link SET url = 'https://a.example' WHERE pk = 1")
    assert "Refused: 3" in command("audit", table, rule=WEB)[1]


def test_a_row_that_undo_would_not_find(tmp_path, monkeypatch):
    """A row whose primary key cannot be read back is refused in words, and never written."""
    table, file = StoredTable(["a.example", "b.example"]), tmp_path / "a.jsonl"
    monkeypatch.setattr(table, "key", {2: 2}.get)
    options = {"using": from_url_field, "write": True, "ledger": str(file)}
    status, said, _ = command("convert", table, **options)
    assert (1, "              1  key-unreadable") == (status, said[-1])
    assert {1: "a.example", 2: "https://b.example"} == table.texts
    (reason,) = [
        each["reason"]
        for each in map(json.loads, file.read_text().splitlines())
        if "reason" in each
    ]
    assert "convert this table by code of your own" in reason


@pytest.mark.parametrize("key", [{}.__getitem__, {}.get, int], ids=["fails", "other", "number"])
def test_a_place_that_cannot_be_read(monkeypatch, key):
    """Work that was stopped says --after only with a key that it takes."""
    table = StoredTable(["a.example", "b.example"], fault=on("read", LostError("gone"), 2))

    def read(value):
        try:
            return key(value)
        except LookupError as error:
            raise ValueError(value) from error

    monkeypatch.setattr(table, "key", read)
    status, _, warned = command("audit", table, size=1)
    assert 3 == status
    assert warned[-1].endswith("run it again with --after 1" if key is int else "run it again")


# dedupe

DOUBLES = ["http://a.example", "HTTP://a.example/", "http://me:secret@b.example", None, "a:b"]


def test_dedupe():
    """It shows the groups with their rows, and the status tells of them."""
    table = StoredKeys([*DOUBLES, "http://me:secret@b.example/"])
    status, said, warned = command("dedupe", table)
    assert (1, []) == (status, warned)
    assert {
        "2 rows are http://a.example",
        "    1  http://a.example",
        "    2  HTTP://a.example/",
        "2 rows are http://me:***@b.example",
        "    3  http://me:***@b.example",
        "    6  http://me:***@b.example/",
    } == set(said[:-1])
    assert "Link.url: 2 groups of equivalent rows" == said[-1]


def test_dedupe_with_a_ledger(tmp_path):
    """The groups are in the file alone."""
    file = tmp_path / "a.jsonl"
    status, said, _ = command("dedupe", StoredKeys(DOUBLES), ledger=str(file))
    assert (1, ["Link.url: 1 group of equivalent rows"]) == (status, said)
    assert [1, 2] == [row["pk"] for row in json.loads(file.read_text())["rows"]]


def test_dedupe_that_merges():
    """The status is 0 once no group is left; a group that is left is shown with the reason."""
    status, said, _ = command("dedupe", table := StoredKeys(DOUBLES), merge=lambda *_: 1 / 0)
    assert 1 == status
    assert "2 rows are http://a.example: ZeroDivisionError: division by zero" == said[0]
    assert "              1  function-failed" == said[-1]
    status, said, _ = command("dedupe", table, merge=lambda _, others: table.delete(*others))
    assert 0 == status
    assert ["Link.url: 1 group of equivalent rows", "1 of them was merged"] == said
    table.sql("UPDATE link SET key = NULL")
    assert "Link.url: 0 groups of equivalent rows" == command("dedupe", table)[1][-1]
    assert {None} == {table.texts[pk] for pk, key in table.keys.items() if key is None}


@pytest.mark.parametrize("text", ["n/a", "-", "http://[::1"])
def test_dedupe_of_what_is_not_an_address(text):
    """Placeholders are in no group, although their texts are equal: it says how many there are."""
    table = StoredKeys([*DOUBLES[1:], text, text, text])
    calls = []
    status, said, _ = command("dedupe", table, merge=lambda *rows: calls.append(rows))
    assert (0, []) == (status, calls)
    assert [
        "Link.url: 0 groups of equivalent rows",
        "0 of them were merged",
        "3 rows have the text of another that is not an address: empty or change them",
        f"              3  {text}",
        f"    empty {[text]}",
    ] == said


def test_dedupe_goes_on_after_a_key():
    """--after is a key there, as the line says that tells how to go on."""

    def fault(stage, _):
        if stage == "groups" and table.calls.count(("groups", [])) == 2:
            raise LostError("gone")

    table = StoredKeys(DOUBLES, fault=fault)
    status, _, warned = command("dedupe", table, size=1)
    after = warned[-1].removeprefix("Link.url: stopped before the end; run it again with --after ")
    assert (3, table.keys[1]) == (status, after)
    assert 0 == command("dedupe", StoredKeys(DOUBLES), after=after)[0]


# What was not understood


@pytest.mark.parametrize(
    ("name", "given", "line"),
    [
        ("rekey", {"check": True, "missing": True}, "leave out --missing"),
        ("convert", {}, "give --using, or --undo"),
        ("convert", {"using": str, "undo": "x"}, "give --using, or --undo"),
        ("convert", {"using": str, "write": True}, "--write needs --ledger"),
        ("convert", {"undo": "x", "after": "1"}, "leave out --part and --after"),
        ("convert", {"undo": "x", "part": (1, 2)}, "leave out --part and --after"),
        ("audit", {"after": "x"}, "--after: 'x' is not a primary key"),
        ("audit", {"after": "\x1b"}, r"--after: '\x1b' is not"),
    ],
)
def test_mistakes(name, given, line, tmp_path):
    """One line tells of it, and no file is made."""
    file = tmp_path / "a.jsonl"
    if "write" not in given:
        given = given | {"ledger": str(file)}
    assert line in refused(name, StoredTable(TEXTS), **given)
    assert not file.exists()


@pytest.mark.parametrize(
    "name",
    [
        *("none/a.jsonl", "old.jsonl/a.jsonl", "a.txt", "old.jsonl", "a\0.jsonl", "\x1b[31m.txt"),
        "a@b/\n.jsonl",
    ],
)
def test_ledgers_that_cannot_be_made(tmp_path, name):
    """One line says why."""
    (tmp_path / "old.jsonl").write_text("precious")
    line = refused("audit", StoredTable(TEXTS), ledger=f"{tmp_path}/{name}")
    assert line.startswith("--ledger: ")
    assert "precious" == (tmp_path / "old.jsonl").read_text()


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"pk,old,new\r\n",
        b"\xff",
        b'{"pk": 1, "code": "bad", "text": "a"}\n',
        b'{"pk": 1, "old": "a", "new": "b"}\n{"pk": "x", "old": "a", "new": "b"}\n',
        b'{"pk": 1, "old": "a", "new": "b"}\n{"pk": 1}\n',
    ],
    ids=["missing", "csv", "octets", "audit", "key", "second"],
)
def test_files_that_cannot_be_undone(tmp_path, content):
    """One line says so, and nothing is written, not even for the lines before."""
    file, table = tmp_path / "a\n.jsonl", StoredTable(["b"])
    if content is not None:
        file.write_bytes(content)
    line = refused("convert", table, undo=str(file), write=True)
    assert "--undo: " in line
    assert {1: "b"} == table.texts


def test_a_transaction_around_the_command():
    """One line says so."""
    table = StoredTable(TEXTS)
    with table.transaction():
        assert "a transaction is open" == refused("rekey", table)


def test_a_database_that_fails_at_once(tmp_path):
    """One line has what the database says, and no file is left."""
    table = StoredTable(TEXTS, fault=at("read", LostError("no such column: url\n")))
    file = tmp_path / "a.jsonl"
    line = refused("audit", table, ledger=str(file))
    assert "the database failed: no such column: url" == line
    assert not file.exists()


# What was stopped


def test_a_database_that_fails_later():
    """It says how to go on, which does the rest."""
    table = StoredTable(["a:a"] * 6, fault=on("read", LostError("gone"), 5))
    status, said, warned = command("audit", table, size=2)
    assert (3, []) == (status, said)
    assert [
        "the database failed: gone",
        "Link.url: stopped before the end; run it again with --after 4",
    ] == warned[-2:]
    table.fault = lambda *_: None
    said = command("audit", table, after="4")[1]
    assert "Addresses: 2" == said[1]


@pytest.mark.parametrize(
    ("stage", "keys", "missing", "how"),
    [
        ("write", [4], False, ""),
        ("write", [2], True, " with --after 1"),
        ("lock", [], False, " with --after 3"),
    ],
    ids=["first-pass", "missing", "second-pass"],
)
def test_rekey_that_fails(stage, keys, missing, how):
    """In its first pass it has no place, for that pass needs none."""
    table = StoredTable(["a:a"] * 4)
    if keys:
        table.fault = on(stage, LostError("gone"), *keys)
    else:
        table.fault = fail_if_keyed
    status, _, warned = command("rekey", table, size=1, missing=missing)
    assert (3, f"Link.url: stopped before the end; run it again{how}") == (status, warned[-1])


def fail_if_keyed(stage, rows):
    """Lose the connection at the fourth row, once it has a key: in the second pass."""
    if stage == "lock" and any(row.pk == 4 and row.derived[0] for row in rows):
        raise LostError("gone")


def test_a_disk_that_is_full(tmp_path, monkeypatch):
    """One line says so; what is not in the ledger is not written."""
    table, calls = StoredTable(["a.example"] * 6), []

    def full(_):
        calls.append(1)
        if len(calls) > 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("iri3987.rows.ledger.os.fsync", full)
    options = {"using": from_url_field, "write": True, "ledger": str(tmp_path / "a.jsonl")}
    status, _, warned = command("convert", table, size=2, **options)
    assert 3 == status
    assert [
        "it failed: [Errno 28] No space left on device",
        "Link.url: stopped before the end; run it again with --after 4",
    ] == warned
    assert [5, 6] == [pk for pk, text in table.texts.items() if text == "a.example"]


def test_a_key_of_several_columns():
    """It is shown as --after takes it: JSON."""
    assert ('[1, "a b"]', "5", "a\\n") == tuple(map(shown_key, [(1, "a b"), 5, "a\n"]))


# Options


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("profile", "iri3987.profile.WEB", WEB),
        ("using", "os.path:basename", os.path.basename),
        ("using", "builtins.str", str),
        ("merge", "builtins.print", print),
        ("part", "1/8", (1, 8)),
        ("part", "8/8", (8, 8)),
        ("size", "999999999", 999_999_999),
        ("pause", "0.1", 0.1),
    ],
)
def test_values(name, text, expected):
    """An option makes a value of its text."""
    assert expected == OPTIONS[name].parse(text)


WRONG: dict[str, list[object]] = {
    "profile": ["", "nothing", "a.b", "os.path.join", "\ud800", "a\nb"],
    "using": ["", "os", "os.path", "os.none", "nothing.at.all", "os.sep", "a b.c\n", "\0.a"],
    "part": ["", "1", "0/1", "2/1", "1/0", "a/b", "1/8/2", "-1/8", "²/8", "1/" + "9" * 5000],
    "size": ["", "0", 0, "-1", "1.5", "²", "9" * 5000, "x"],
    "pause": ["", "-1", "nan", "inf", "3600", "x", "\ud800"],
}


@pytest.mark.parametrize(
    ("name", "given"), [(name, each) for name in WRONG for each in WRONG[name]]
)
def test_wrong_values(name, given):
    """The error is one line that can be printed."""
    command = "convert" if name == "using" else "audit"
    assert refused(command, StoredTable(), **{name: given}).startswith(f"--{name}: ")


@pytest.mark.parametrize(
    "line", ["1 / 0", "def f(:", "raise SystemExit(0)", "raise KeyError('\\x1b')"]
)
@pytest.mark.parametrize("name", ["using", "profile"])
def test_a_module_that_fails(name, line, tmp_path, monkeypatch):
    """An error of a module while it is imported is told in a line, without control characters."""
    (tmp_path / "failing_module.py").write_text(line)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="cannot be imported") as caught:
        OPTIONS[name].parse("failing_module.x")
    assert str(caught.value).isprintable()
