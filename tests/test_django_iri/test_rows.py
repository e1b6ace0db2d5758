"""The rows of models, and the commands that audit, rekey, convert and dedupe them."""

import io
import json
import re
import signal
import uuid
from contextlib import nullcontext

import pytest
from django.core.management import CommandError, call_command
from django.db import connections, models, transaction
from django.test.utils import CaptureQueriesContext, isolate_apps

from django_iri.fields import IRIField, IRIHostField, IRIKeyField, with_key
from django_iri.rows import KeyedModelTable, ModelTable, rekey
from iri3987.comparison import key_digest
from iri3987.rows.jobs import Plan, convert
from iri3987.rows.ledger import Ledger
from iri3987.rows.tables import OuterTransactionError
from rows_scenarios import Rows, Scenarios
from test_django_iri.databases import on_each_database, table_of
from test_django_iri.testapp.models import (
    Bookmark,
    Cell,
    Entry,
    Link,
    Local,
    OldBookmark,
    Place,
    Row,
    Shop,
    Visit,
    Word,
)

#: Texts as old code has stored them: no address, no IRI, very long, and equivalent ones.
TEXTS = [
    None,
    "",
    "no address",
    "http://faß.de/",
    f"http://a.example/{'x' * 1900}",
    "HTTP://xn--fa-hia.de:80/",
    "http://me:secret@b.example/<",
    "urn:x",
]
MERGING = "test_django_iri.rows_merging"


def old_rows(texts, using):
    """Store addresses as code without our fields does."""
    rows = [OldBookmark(homepage=text, title=f"{number}") for number, text in enumerate(texts)]
    for row in rows:
        row.save(using=using)
    return [row.pk for row in rows]


def expected(texts):
    """Return the key of each text."""
    return [key_digest(text) if text else None for text in texts]


def keys(using):
    """Return the stored keys, in the order of the rows."""
    rows = OldBookmark.objects.using(using).order_by("pk")
    return list(rows.values_list("homepage_key", flat=True))


def command(name, label, *, code=0, **options):
    """Run a command, and return what it prints: the result, and beside it."""
    out, err = io.StringIO(), io.StringIO()
    stops = pytest.raises(SystemExit, check=lambda stop: stop.code == code)
    with stops if code else nullcontext():
        call_command(name, label, stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def refused(name, label, **options):
    """Run a command that is not understood, and return its line."""
    with pytest.raises(CommandError) as caught:
        command(name, label, **options)
    assert 2 == caught.value.returncode
    (line,) = str(caught.value).splitlines()
    return line


def ledger(path):
    """Return the records of a ledger."""
    return [json.loads(line) for line in path.read_text("ascii").splitlines()]


# rekey


class ModelRows(Rows):
    """The rows of `Row`."""

    name = "testapp_row"

    def __init__(self, using):
        self.using = using

    def sql(self, statement, **values):
        """Run a statement."""
        with connections[self.using].cursor() as cursor:
            cursor.execute(re.sub(r":([a-z]+)", r"%(\1)s", statement), values)
            return cursor.fetchall() if cursor.description else []

    def table(self):
        """Return the rows."""
        return ModelTable(Row._meta.get_field("url"), self.using)

    def keyed(self, *by):
        """Return the rows by key."""
        return KeyedModelTable(Row._meta.get_field("url_key"), by, self.using)

    def delete(self, _keep, others):
        """Delete the others."""
        for each in others:
            each.delete(using=self.using)

    def execute(self, statement):
        """Run a statement of Django."""
        statement = statement.replace("objects", f"objects.using({self.using!r})")
        eval(statement, {"Row": Row, "with_key": with_key})  # noqa: S307 - our own


@pytest.fixture
def rows(database):
    """Give the table, which is empty."""
    return ModelRows(database)


@on_each_database
class TestRows(Scenarios):
    """What is true of every table."""


@on_each_database
def test_rekey_meets_an_equivalent_row(database, tmp_path):
    """A row that the database refuses stays as it is, and is listed; the others are written."""
    pks = old_rows(TEXTS, database)
    path = tmp_path / "rows.jsonl"
    out, _ = command(
        "iri_rekey", "testapp.Bookmark", database=database, ledger=path, size=4, code=1
    )
    assert "5 rows were written\n1 is refused" in out
    (record,) = ledger(path)
    assert (pks[5], "not-written", TEXTS[5]) == (record["pk"], record["code"], record["text"])
    assert "\n" not in record["reason"]
    assert [*expected(TEXTS)[:5], None, *expected(TEXTS)[6:]] == keys(database)
    out, _ = command("iri_rekey", "testapp.Bookmark", database=database, check=True, code=1)
    assert "testapp.Bookmark.homepage: 1 row is stale\n" == out
    stored = OldBookmark.objects.using(database)
    stored.filter(pk=pks[5]).delete()
    stored.filter(pk=pks[3]).update(homepage_host="old.example")
    out, _ = command("iri_rekey", "testapp.Bookmark.homepage", database=database)
    assert "testapp.Bookmark.homepage: 1 row was written\n" == out


@on_each_database
def test_convert(database, tmp_path):
    """Without --write the command tells what would be written; what is written can be undone."""
    pks = old_rows(["http://a.example/", "http://fault.example/", ""], database)
    label, path = "testapp.Bookmark.homepage", tmp_path / "undo.jsonl"
    using = f"{MERGING}.secure"
    out, _ = command("iri_convert", label, database=database, using=using, code=1)
    assert f"{label}: 1 of 3 rows would be written with --write\n1 is refused" in out
    options = {"database": database, "using": using, "write": True, "ledger": str(path)}
    out, _ = command("iri_convert", label, **options, code=1)
    assert f"{label}: 1 of 3 rows was written\n1 is refused" in out
    change = {"pk": pks[0], "old": "http://a.example/", "new": "https://a.example/"}
    assert change in ledger(path)
    out, _ = command("iri_convert", label, database=database, undo=str(path), write=True)
    assert f"{label}: 1 of 1 row was written\n" == out


@pytest.mark.django_db
@isolate_apps("test_django_iri.testapp")
def test_the_row_in_the_way_has_the_key_and_not_the_host():
    """Rows of the same host are not named, although the host comes before the key."""

    class HostFirst(Local):
        homepage = IRIField(null=True)
        homepage_host = IRIHostField(source="homepage")
        homepage_key = IRIKeyField(source="homepage")

        class Meta(Local.Meta):
            db_table = "testapp_bookmark"

    texts = [f"http://a.example/{path}" for path in "xyz"]
    pks = old_rows([*texts, "HTTP://a.example/y"], "default")
    told = []
    assert 3 == rekey(HostFirst, plan=Plan(tell=told.append)).changed
    assert [f"its address is that of row {pks[1]}"] == [each["reason"] for each in told]


@on_each_database
def test_rekey_meets_a_row_of_the_same_list(database, tmp_path):
    """Where rows of other lists may have the key, the database is quoted."""
    entries(database, ("a", "/x"), ("b", "/x"), ("b", "/y"))
    with connections[database].cursor() as cursor:
        sql = "UPDATE testapp_entry SET address = '/%%78', address_key = NULL WHERE address = %s"
        cursor.execute(sql, ["/y"])
    path = tmp_path / "rows.jsonl"
    out, _ = command("iri_rekey", "testapp.Entry", database=database, ledger=path, code=1)
    assert "0 rows were written\n1 is refused" in out
    (record,) = ledger(path)
    assert ("/%78", "not-written") == (record["text"], record["code"])
    assert "of row" not in record["reason"]


@on_each_database
@pytest.mark.parametrize(
    ("model", "rows"),
    [
        (Shop, [{"id": uuid.UUID(int=number)} for number in (7, 1, 2**127, 5)]),
        (Cell, [{"row": row, "column": column} for row in (1, 2) for column in ("b", "a")]),
    ],
)
def test_any_primary_key(database, model, rows):
    """UUIDs, keys of several columns, odd names of columns: each row gets its key, once."""
    manager = model.objects.using(database)
    texts = [f"http://{number}.example/" for number in range(len(rows))]
    manager.bulk_create([model(**row, address=text) for row, text in zip(rows, texts, strict=True)])
    table = connections[database].ops.quote_name(model._meta.db_table)
    column = model._meta.get_field("address_key").column
    with connections[database].cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET {connections[database].ops.quote_name(column)} = NULL"  # noqa: S608
        )
    adapter = ModelTable(model._meta.get_field("address"), database)
    parts = [Plan(size=1, between=adapter.part(n, 2)) for n in (1, 2)]
    found = [rekey(model, "address", using=database, plan=plan) for plan in parts]
    assert [2, 2] == [report.changed for report in found]
    assert all(
        row[0] == key_digest(row[1]) for row in manager.values_list("address_key", "address")
    )
    pks = list(manager.order_by("pk").values_list("pk", flat=True))
    # A ledger and a command line give each key back.
    as_json = json.loads(json.dumps(pks, default=str))
    assert pks == [adapter.key(each) for each in as_json]
    assert pks[1] == adapter.key(json.dumps(as_json[1]) if model is Cell else as_json[1])
    chosen = adapter.only(pks[:0:-1])
    assert pks[1:3] == [row.pk for row in chosen.read(None, None, 2, lock=False)]
    out, _ = command("iri_audit", f"testapp.{model.__name__}.address", database=database)
    assert "Addresses: 4\n" in out


@pytest.mark.django_db
def test_several_sources():
    """For a model with several addresses, each has its turn; a proxy is its table."""
    Shop.objects.create(address="http://a.example/", other="http://b.example/")
    out, _ = command("iri_rekey", "testapp.shopproxy", check=True)
    assert "testapp.Shop.address: 0 rows are stale\ntestapp.Shop.other: 0 rows are stale\n" == out
    line = refused("iri_rekey", "testapp.Shop", after="1")
    assert "--after is for one field: name testapp.Shop.address or testapp.Shop.other" == line


@pytest.mark.django_db
def test_several_sources_are_stopped(monkeypatch):
    """SIGTERM during the first of several addresses stops the whole command."""
    Shop.objects.create(address="http://a.example/", other="http://b.example/")
    key = Shop._meta.get_field("address_key")

    def compute(_text):
        signal.raise_signal(signal.SIGTERM)
        return "1:0"

    monkeypatch.setattr(key, "compute", compute)
    out, err = command("iri_rekey", "testapp.Shop", check=True, code=3)
    assert "testapp.Shop.address: 1 row is stale\n" == out
    assert "testapp.Shop.address: stopped before the end; run it again with --after " in err


@pytest.mark.parametrize(
    ("model", "source", "message"),
    [
        (Link, None, "Link has neither an IRIKeyField nor an IRIHostField"),
        (Place, None, "source must be homepage or web, not None"),
        (Place, "webs", "source must be homepage or web, not 'webs'"),
    ],
)
def test_rekey_of_an_unknown_source(model, source, message):
    """It must be clear which field is meant."""
    with pytest.raises(ValueError, match=message):
        rekey(model, source)


# audit


@on_each_database
def test_audit_of_any_column(database, tmp_path):
    """The audit reads plain text as well; passwords are not in its ledger."""
    pks = old_rows(TEXTS, database)
    path = tmp_path / "audit.jsonl"
    out, _ = command(
        "iri_audit", "testapp.OldBookmark.homepage", database=database, ledger=path, code=1
    )
    assert "Addresses: 6\nWithout an address: 2\n\nRefused: 3\n" in out
    assert {pks[2], pks[6], pks[7]} == {each["pk"] for each in ledger(path) if each["code"]}
    assert "secret" not in path.read_text("ascii")


@pytest.mark.django_db
def test_audit_by_the_profile_of_the_field():
    """An `IRIField` is audited by its own rule, unless another is named."""
    Link.objects.create(homepage="http://a.example/", anything="urn:x")
    command("iri_audit", "testapp.Link.anything")
    out, _ = command("iri_audit", "testapp.Link.anything", profile="web", code=1)
    assert "scheme-not-allowed" in out


# convert


@on_each_database(engines=("sqlite3", "postgresql"), transaction=True)  # MariaDB has no such key
@isolate_apps("test_django_iri.testapp")
def test_convert_where_undo_would_not_find_the_row(database, tmp_path):
    """A row whose primary key a ledger cannot give back is refused, and stays as it is."""

    class Digest(Local):
        sha = models.BinaryField(primary_key=True)
        address = IRIField()

    with table_of(Digest, database):
        Digest(sha=b"\xff", address="http://a.example/").save(using=database)
        table = ModelTable(Digest._meta.get_field("address"), database)
        with Ledger(tmp_path / "undo.jsonl") as records:
            report = convert(table, lambda text: f"{text}x", ledger=records)
        assert (0, {"key-unreadable": 1}) == (report.changed, report.codes)
        assert "http://a.example/" == Digest.objects.using(database).get().address


# dedupe


def entries(using, *pairs):
    """Store rows of lists."""
    for list_, address in pairs:
        Entry(list=list_, address=address).save(using=using)


@on_each_database
def test_dedupe_by_owner(database):
    """Rows of one owner are never merged with those of another, as a constraint says."""
    entries(database, ("a", "/x"), ("b", "/x"), ("b", "/y"), ("c", "/%7E"))
    out, _ = command("iri_dedupe", "testapp.Entry", database=database)
    assert "rows of a group have equivalent addresses, and the same list\n" in out
    # Fields that are named take the place of those of the constraint.
    out, _ = command("iri_dedupe", "testapp.Entry", database=database, by=["id"])
    assert "and the same id\n" in out
    # Before the constraint is there, equivalent rows of all are a group.
    everywhere = KeyedModelTable(Entry._meta.get_field("address_key"), (), database)
    (group,) = everywhere.groups(None, 10)
    assert ["/x", "/x"] == [row.text for row in group.rows]


@on_each_database
def test_dedupe_where_the_key_is_unique_already(database):
    """Rows whose key a unique column refuses are in the group of the row that has it."""
    texts = ["http://a.example/", "HTTP://a.example", "http://b.example/", "http://A.example"]
    pks = old_rows(texts, database)
    label = "testapp.Bookmark"
    out, err = command("iri_rekey", label, database=database, code=1)
    assert "2 rows were written\n2 are refused" in out
    assert f"    {pks[1]}  its address is that of row {pks[0]}\n" in err
    stored = OldBookmark.objects.using(database)
    stored.filter(pk=pks[0]).update(homepage_key=None)
    stored.filter(pk=pks[3]).update(homepage_key=expected(texts)[0])
    out, _ = command("iri_dedupe", label, database=database, code=1)
    assert f"3 rows are http://A.example\n    {pks[3]}  " in out
    assert "2 rows have an address and no key yet: rekey says why" in out
    merge = f"{MERGING}.delete"
    out, _ = command("iri_dedupe", label, database=database, merge=merge)
    assert f"{label}.homepage_key: 1 group of equivalent rows\n1 of them was merged\n" in out
    # The first row is kept, which had no key.
    assert [pks[0], pks[2]] == list(stored.order_by("pk").values_list("pk", flat=True))
    assert expected([texts[0], texts[2]]) == keys(database)
    assert "no key yet" not in out


# Mistakes


@pytest.mark.parametrize(
    ("name", "label", "options", "message"),
    [
        ("iri_audit", "testap.Link", {}, "No installed app with label 'testap'"),
        ("iri_audit", "testapp.Lnik", {}, "App 'testapp' doesn't have a 'Lnik' model"),
        ("iri_audit", "testapp", {}, "App 'testapp' doesn't have a '' model"),
        ("iri_audit", "testapp.Link", {}, "has fields with text of its own: homepage, anything"),
        ("iri_audit", "testapp.Visit", {}, "has fields with text of its own: none"),
        ("iri_audit", "testapp.Link.id", {}, "'id' with text of its own; it has homepage, "),
        ("iri_audit", "testapp.Bookmark.homepage_key", {}, "; it has homepage"),
        ("iri_audit", "testapp.PrivateBookmark.homepage", {}, "'homepage' with text of its own"),
        ("iri_audit", "testapp.Link.homepage", {"database": "x"}, "no database 'x' in DATABASES"),
        ("iri_audit", "testapp.Link.homepage", {"size": 0}, "--size: expected a number of rows"),
        ("iri_rekey", "testapp.Link", {}, "has fields with a key or a host: none"),
        ("iri_rekey", "testapp.Place.title", {}, "no field 'title' with a key or a host"),
        ("iri_rekey", "testapp.Shop", {"ledger": "x.jsonl"}, "--ledger is for one field: name "),
        ("iri_convert", "testapp.Link.homepage", {"using": "no.such"}, "--using: 'no.such' leads"),
        ("iri_dedupe", "testapp.Link", {}, "testapp.Link has fields with a key: none"),
        ("iri_dedupe", "testapp.Shop", {}, "has fields with a key: address_key, other_key"),
        ("iri_dedupe", "testapp.Shop.adress_key", {}, "with a key; it has address_key, "),
        ("iri_dedupe", "testapp.Entry", {"by": ["lst"]}, "; it has id, address, list"),
    ],
)
def test_usage(name, label, options, message):
    """A command that is not understood says in a line what would be."""
    assert message in refused(name, label, **options)


@pytest.mark.parametrize(
    ("model", "value"),
    [(Link, "x"), (Link, None), (Shop, "x"), (Cell, "[1]"), (Cell, "[1,"), (Cell, 5)],
)
def test_what_is_not_a_primary_key(model, value):
    """It is said in a line."""
    field = model._meta.get_field("homepage" if model is Link else "address")
    with pytest.raises(ValueError, match=f"is not a primary key of testapp.{model.__name__}"):
        ModelTable(field).key(value)


def test_by_of_several_constraints(monkeypatch):
    """If it is not clear which rows belong to one owner, it must be said."""
    monkeypatch.setattr(Entry._meta, "unique_together", [("id", "address_key")])
    line = refused("iri_dedupe", "testapp.Entry")
    assert "testapp.Entry has several constraints with address_key: say --by" == line


def test_a_bad_option_of_the_field(monkeypatch):
    """A wrong profile of the field is told as the command's own."""
    field = Link._meta.get_field("homepage")
    monkeypatch.setattr(field, "profile", "wbe")
    monkeypatch.delitem(field.__dict__, "rule", raising=False)
    assert "testapp.Link.homepage: " in refused("iri_audit", "testapp.Link.homepage")


# Databases


@on_each_database(transaction=True)
def test_an_outer_transaction(database):
    """Work in an outer transaction would lock all rows: it is refused in one line."""
    old_rows(["http://a.example/"], database)
    label = "testapp.Bookmark"
    with transaction.atomic(using=database):
        with pytest.raises(OuterTransactionError, match="set atomic = False"):
            rekey(Bookmark, using=database)
        assert "would be locked" in refused("iri_rekey", label, database=database)
    if database == "postgresql":  # its autocommit can be switched off by hand, too
        connections[database].set_autocommit(False)
        with pytest.raises(OuterTransactionError):
            rekey(Bookmark, using=database)
        connections[database].rollback()
        connections[database].set_autocommit(True)
    assert [None] == keys(database)


@on_each_database(engines=("sqlite3",))
def test_a_key_that_is_too_large(database, tmp_path):
    """A ledger with a key that SQLite cannot hold is refused in a line."""
    file = tmp_path / "x.jsonl"
    file.write_text('{"pk": 99999999999999999999, "old": "a", "new": "b"}\n')
    options = {"undo": str(file), "database": database}
    assert "too large" in refused("iri_convert", "testapp.Link.homepage", **options)


@on_each_database(transaction=True)
def test_a_table_that_is_not_there(database):
    """A table or a column that no migration has made yet is told in one line."""
    with connections[database].schema_editor() as editor:
        editor.delete_model(Visit)
        editor.remove_field(Place, Place._meta.get_field("web_host"))
        editor.delete_model(Word)
    try:
        line = refused("iri_audit", "testapp.Word.page", database=database)
        assert "the database failed: " in line
        line = refused("iri_rekey", "testapp.Place.web", database=database)
        assert "the database failed: " in line
    finally:
        with connections[database].schema_editor() as editor:
            editor.create_model(Word)
            editor.create_model(Visit)
            editor.add_field(Place, Place._meta.get_field("web_host"))


@pytest.mark.django_db
def test_statements_are_not_kept(settings):
    """With DEBUG, Django keeps each statement; the work would need ever more memory."""
    settings.DEBUG = True
    old_rows([f"http://{number}.example/" for number in range(20)], "default")
    rekey(Bookmark, plan=Plan(size=1))
    assert 20 > len(connections["default"].queries_log)


@on_each_database
def test_one_statement(database):
    """A batch is written at once: by one statement, whatever the database."""
    old_rows([f"http://{number}.example/" for number in range(20)], database)
    with CaptureQueriesContext(connections[database]) as captured:
        rekey(Bookmark, using=database, missing=True)
    updates = [each["sql"] for each in captured if re.match("([0-9]+ times: )?UPDATE", each["sql"])]
    assert 1 == len(updates)
