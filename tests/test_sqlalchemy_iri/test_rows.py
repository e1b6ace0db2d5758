"""`sqlalchemy_iri.rows`: the stored addresses of a table, on each database."""

import enum
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from uuid import UUID, uuid4

import pytest
from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    Enum,
    Index,
    Integer,
    Interval,
    LargeBinary,
    MetaData,
    Numeric,
    String,
    Table,
    TypeDecorator,
    create_engine,
    delete,
    event,
    insert,
    text,
    update,
)
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session, column_property, registry
from sqlalchemy.types import UserDefinedType

from iri3987 import WEB
from iri3987.comparison import key_digest
from iri3987.comparison.policy import without_trailing_slash
from iri3987.rows.duplicates import dedupe
from iri3987.rows.jobs import Plan, audit, undo
from iri3987.rows.ledger import entries
from iri3987.rows.sql import is_passing
from iri3987.rows.tables import OuterTransactionError
from iri3987.rows.terminal import shown_key
from rows_scenarios import SAME, TEXTS, A, B, C, Rows, Scenarios, keys_of
from sqlalchemy_iri import IRIType, with_key
from sqlalchemy_iri.rows import KeyedMappedTable, MappedTable, rekey
from test_sqlalchemy_iri.link_models import database
from test_sqlalchemy_iri.row_models import (
    NO_KEY,
    Base,
    Bookmark,
    Item,
    Pair,
    Tag,
    converted,
    store,
    stored,
)


@pytest.fixture(autouse=True)
def _empty(request):
    """Let no row be left from another test."""
    if "engine" in request.fixturenames:
        engine = request.getfixturevalue("engine")
        with engine.begin() as connection:
            for table in reversed(Base.metadata.sorted_tables):
                connection.execute(delete(table))


@pytest.fixture
def bookmarks(rows):
    """Store each text, from 1 on, without keys."""
    rows.insert(TEXTS)
    return rows.engine


# Keys


def test_rekey_two_keys_of_a_composite_primary_key(engine):
    """A row is found by all columns of its primary key, and each key has its own policy."""
    rows = [
        {"site": s, "number": n, "url": f"http://{s}.example/{n}/"} for s in "ab" for n in (1, 2, 3)
    ]
    store(engine, Pair, rows)
    plan = Plan(size=2, after=("a", 1))
    assert (5, 5) == (
        rekey(engine, Pair.url, plan=plan, missing=True).changed,
        rekey(engine, Pair.url, plan=plan, check=True).rows,
    )
    assert 1 == rekey(engine, Pair.url, plan=Plan(size=2)).changed
    expected = [
        (key_digest(row["url"]), key_digest(row["url"], policy=without_trailing_slash))
        for row in rows
    ]
    assert expected == stored(engine, Pair.url_key, Pair.page_key)
    table = MappedTable(engine, Pair.url)
    parts = [Plan(between=table.part(number, 4)) for number in (1, 2, 3, 4)]
    assert [1, 2, 1, 2] == [rekey(engine, Pair.url, plan=each, check=True).rows for each in parts]
    chosen = table.only([("b", 3), ("a", 1), ("b", 2)]).read(None, None, 2, lock=False)
    assert [("a", 1), ("b", 2)] == [row.pk for row in chosen]


def test_rekey_by_uuid(engine):
    """A primary key that is not stored as it is in Python is compared and written as stored."""
    uuids = [UUID(f"{n}0000000-0000-4000-8000-000000000000") for n in range(9)]
    store(
        engine,
        Item,
        [{"id": uuids[n], "url": f"http://{n}.example/"} for n in range(9)],
    )
    assert 9 == rekey(engine, Item.url, plan=Plan(size=2)).changed
    assert keys_of(stored(engine, Item.url)) == stored(engine, Item.url_key)
    key = MappedTable(engine, Item.url).key(str(uuids[4]))
    assert 4 == rekey(engine, Item.url, plan=Plan(after=key), check=True).rows


# Transactions


def test_outer_transaction(bookmarks):
    """A connection in a transaction is refused; another one lends its engine and its options."""
    with bookmarks.connect() as connection:
        with connection.begin(), pytest.raises(OuterTransactionError, match="in a transaction"):
            rekey(connection, Bookmark.url)
        assert 6 == rekey(connection, Bookmark.url).changed
        assert not connection.in_transaction()


@pytest.mark.parametrize("level", ["AUTOCOMMIT", "SERIALIZABLE"])
def test_isolation(bookmarks, level):
    """Whatever the isolation level of the project is, a batch is written whole or not at all."""
    table = MappedTable(bookmarks.execution_options(isolation_level=level), Bookmark.url)

    def attempt():
        with table.transaction():
            [row] = table.read(None, None, 1, lock=True)
            table.write([(row, row._replace(derived=("0:x",)))])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        attempt()
    assert [None] * 8 == stored(bookmarks, Bookmark.url_key)


def test_project_begins_transactions_itself(tmp_path):
    """With SQLite, a project may begin transactions by an event, as SQLAlchemy's manual has it."""
    with database("sqlite", tmp_path) as engine:
        Base.metadata.create_all(engine)
        event.listen(engine, "connect", lambda driver, _: setattr(driver, "isolation_level", None))
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        engine.dispose()
        store(engine, Bookmark, [{"id": 1, "url": A}])
        assert 1 == rekey(engine, Bookmark.url).changed


def test_schema_translate_map(tmp_path):
    """The schemas of the engine hold for what is read and for what is written."""
    with database("sqlite", tmp_path) as engine:
        other = f"ATTACH DATABASE '{tmp_path / 'other.sqlite'}' AS other"
        event.listen(engine, "connect", lambda driver, _: driver.execute(other))
        engine.dispose()
        engine = engine.execution_options(schema_translate_map={None: "other"})  # noqa: PLW2901
        Base.metadata.create_all(engine)
        with engine.begin() as connection:
            connection.execute(text("INSERT INTO other.bookmark (id, url) VALUES (1, 'x:y')"))
        assert 1 == rekey(engine, Bookmark.url).changed
        engine.dispose()


def test_type_of_another_schema(engine, tmp_path):
    """PostgreSQL finds the type of a primary key in the schema that the engine has for it."""
    if engine.dialect.name != "postgresql":
        pytest.skip("only PostgreSQL has such types")
    other = engine.execution_options(schema_translate_map={None: "an other"})
    letter = Column("id:%", Enum("a", "b", name="other_letter"), primary_key=True)
    whole = Table("odd %", MetaData(), letter, Column("url", String(200)))
    with engine.begin() as connection:
        connection.execute(text('CREATE SCHEMA "an other"'))
    whole.metadata.create_all(other)
    with other.begin() as connection:
        connection.execute(insert(whole), [{"id:%": "a", "url": A}, {"id:%": "b", "url": B}])
    table = MappedTable(other, whole.c.url)
    assert 2 == converted(table, tmp_path / "undo.jsonl").changed
    assert [A + "x", B + "x"] == [row.text for row in table.read(None, None, 9, lock=False)]


def lock_first_row(engine, stack):
    """Let another transaction write the first row, and not end."""
    connection = stack.enter_context(engine.connect())
    connection.execute(text("UPDATE bookmark SET owner = 'me' WHERE id = 1"))
    return connection


def test_lock_held_elsewhere(bookmarks, monkeypatch):
    """A batch that meets a lock is tried again, until the other transaction has ended."""
    pauses = []
    engine = bookmarks
    if engine.dialect.name == "sqlite":
        engine = create_engine(engine.url, connect_args={"timeout": 0.1})
    with ExitStack() as stack:
        connection = lock_first_row(bookmarks, stack)

        def pause(seconds):
            pauses.append(seconds)
            if len(pauses) == 2:
                connection.rollback()

        monkeypatch.setattr("time.sleep", pause)
        report = rekey(engine, Bookmark.url, missing=True)
    assert (6, 2) == (report.changed, len(pauses))
    if engine is not bookmarks:
        engine.dispose()


def test_deadlock(bookmarks):
    """A deadlock with the site's transaction is retried, and the site's is not lost for long."""
    if bookmarks.dialect.name == "sqlite":
        pytest.skip("SQLite has no deadlocks: one transaction writes at a time")
    order = [8, 1]
    is_locked, failed = threading.Event(), []

    def write():
        for _ in range(20):
            try:
                with bookmarks.begin() as connection:
                    for row in order:
                        connection.execute(
                            text("UPDATE bookmark SET owner = 'me' WHERE id = :id"), {"id": row}
                        )
                        is_locked.set()
                        time.sleep(0.02)
            except OperationalError as error:
                failed.append(is_passing(error))

    writer = threading.Thread(target=write)
    writer.start()
    assert is_locked.wait(60)
    report = rekey(bookmarks, Bookmark.url)
    writer.join()
    assert (8, keys_of(TEXTS)) == (report.rows, stored(bookmarks, Bookmark.url_key))
    assert all(failed)


def test_lost_connection(bookmarks):
    """A connection that is lost is an error of the database, not of this module."""
    if bookmarks.dialect.name == "sqlite":
        pytest.skip("SQLite has no connection to lose")
    table = MappedTable(bookmarks, Bookmark.url)
    kill = {
        "postgresql": "SELECT pg_terminate_backend(pg_backend_pid())",
        "mysql": "KILL CONNECTION_ID()",
    }[bookmarks.dialect.name]

    def lose():
        with table.transaction():
            connection = table._connection  # noqa: SLF001
            connection.exec_driver_sql(kill)
            connection.exec_driver_sql("SELECT 1")

    with pytest.raises(OperationalError):
        lose()
    assert 6 == rekey(bookmarks, Bookmark.url).changed


def test_settings_of_the_connection_are_given_back(bookmarks):
    """The setting of a transaction is not there afterwards."""
    if bookmarks.dialect.name != "mysql":
        pytest.skip("only MariaDB has such a setting of the session")
    engine = create_engine(bookmarks.url, pool_size=1, max_overflow=0)
    with engine.connect() as connection:
        connection.exec_driver_sql("SET innodb_lock_wait_timeout = 17")
    rekey(engine, Bookmark.url)
    with engine.connect() as connection:
        query = "SELECT @@innodb_lock_wait_timeout, @@tx_isolation"
        assert (17, "REPEATABLE-READ") == tuple(connection.exec_driver_sql(query).one())
    engine.dispose()


# Conversion


class Kind(enum.Enum):
    """A value of an enumeration in a primary key."""

    GOOD = "g"
    BAD = "b"


class Named(str, enum.Enum):  # noqa: UP042 - JSON has its value, and str() another text
    """A value that is text, too."""

    GOOD = "g"
    BAD = "b"


class Minutes(TypeDecorator):
    """A type of the project: a duration as a number."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value, _dialect):
        """Return the number."""
        return value.seconds // 60

    def process_result_value(self, value, _dialect):
        """Return the duration."""
        return timedelta(minutes=value)


class Tenth(Decimal):
    """A number that is made of its text."""


class Tenths(TypeDecorator):
    """A type of the project that says what its values are."""

    impl = Integer
    cache_ok = True
    python_type = Tenth

    def process_bind_param(self, value, _dialect):
        """Return the number of tenths."""
        return int(value * 10)

    def process_result_value(self, value, _dialect):
        """Return the number."""
        return Tenth(value) / 10


def stored_by(engine, request, types, keys):
    """Return the table of rows with a key of *types*, in a database."""
    columns = [Column(f"key{n}", type_, primary_key=True) for n, type_ in enumerate(types)]
    whole = Table(uuid4().hex, MetaData(), *columns, Column("url", String(200)))
    request.addfinalizer(lambda: whole.metadata.drop_all(engine))
    whole.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(
            insert(whole),
            [{"url": A, **dict(zip(whole.c.keys(), key, strict=False))} for key in keys],
        )
    return MappedTable(engine, whole.c.url)


@pytest.mark.parametrize(
    ("types", "keys"),
    [
        ([Boolean()], [(True,), (False,)]),
        ([Enum(Kind, name="kind")], [(Kind.GOOD,), (Kind.BAD,)]),
        ([Enum(Named, name="named")], [(Named.GOOD,), (Named.BAD,)]),
        ([Enum("g", "b", name="letter")], [("g",), ("b",)]),
        (
            [Integer(), Enum(Kind, name="kind"), Boolean()],
            [(1, Kind.GOOD, True), (1, Kind.BAD, False)],
        ),
        ([Tenths()], [(Tenth("1.5"),), (Tenth("-2.1"),)]),
        ([String(5).with_variant(String(5, collation="C"), "postgresql")], [("g",), ("b",)]),
    ],
)
def test_undo_by_any_key(engine, request, tmp_path, types, keys):
    """The ledger gives each row back by its primary key, and --after reads the key."""
    table, path = stored_by(engine, request, types, keys), tmp_path / "undo.jsonl"
    assert 2 == converted(table, path).changed
    assert 2 == undo(table, entries(path), write=True).changed
    rows = table.read(None, None, 9, lock=False)
    assert [A, A] == [row.text for row in rows]
    assert [row.pk for row in rows] == [table.key(shown_key(row.pk)) for row in rows]


def test_each_value_of_an_enumeration_in_its_turn(engine, request):
    """Each row is read once, however the database orders the values of its primary key."""
    types = [Integer(), Enum("m", "z", "a", "b", name="letter")]
    table = stored_by(engine, request, types, [(1, letter) for letter in "abmz"])
    assert 4 == audit(table, WEB, Plan(size=1)).rows
    parts = [Plan(size=1, between=table.part(number, 2)) for number in (1, 2)]
    assert [2, 2] == [audit(table, WEB, plan).rows for plan in parts]


@pytest.mark.parametrize(
    ("types", "keys"),
    [
        ([Interval()], [(timedelta(days=1, seconds=5),)]),
        ([Minutes()], [(timedelta(minutes=5),)]),
        ([Integer(), Minutes()], [(1, timedelta(minutes=5))]),
    ],
)
def test_convert_where_undo_would_not_find_the_row(engine, request, tmp_path, types, keys):
    """A row whose primary key a ledger cannot give back is refused, and stays as it is."""
    table, path = stored_by(engine, request, types, keys), tmp_path / "undo.jsonl"
    report = converted(table, path)
    assert (0, {"key-unreadable": 1}) == (report.changed, report.codes)
    assert [A] == [row.text for row in table.read(None, None, 9, lock=False)]


def test_constraint_of_the_project(tmp_path):
    """A row that a constraint refuses is listed with one line of the database."""
    with database("sqlite", tmp_path) as engine:
        metadata = MetaData()
        whole = Table(
            "checked",
            metadata,
            Column("id", Integer, primary_key=True),
            Column("url", String(200), CheckConstraint("url <> 'x:'")),
        )
        metadata.create_all(engine)
        with engine.begin() as connection:
            connection.execute(insert(whole), [{"id": 1, "url": A}, {"id": 2, "url": B}])
        path = tmp_path / "undo.jsonl"
        using = {A: "x:", B: C}.__getitem__
        report = converted(MappedTable(engine, whole.c.url), path, using)
    assert (1, 1) == (report.changed, report.refused)
    assert ["CHECK constraint failed: url <> 'x:'"] == [
        each["reason"] for each in entries(path) if "reason" in each
    ]


def test_values_that_are_not_text(tmp_path):
    """SQLite stores anything in a column of text: it is listed, and stops nothing."""
    with database("sqlite", tmp_path) as engine:
        Base.metadata.create_all(engine)
        with engine.begin() as connection:
            connection.execute(text("INSERT INTO bookmark (id, url) VALUES (1, x'ff'), (2, 'x:y')"))
        assert 2 == audit(MappedTable(engine, Bookmark.url), WEB).refused


# Duplicates


@pytest.fixture
def repeated(rows):
    """Store equivalent addresses, with keys, and rows without an address."""
    rows.insert(SAME, ["x", "x", "y", "x", "x", "x", "x", "x"])
    with rows.engine.begin() as connection:
        connection.execute(insert(Tag), [{"id": n, "bookmark_id": n} for n in (1, 2, 3)])
    return rows.engine


def merge(keep, others):
    """Give the tags to the row that is kept."""
    session = Session.object_session(keep)
    for other in others:
        keep.tags += other.tags
        session.delete(other)


class Bookmarks(Rows):
    """The rows of `Bookmark`."""

    name = "bookmark"

    def __init__(self, engine):
        self.engine = engine

    def sql(self, statement, **values):
        """Run a statement."""
        with self.engine.begin() as connection:
            found = connection.execute(text(statement), values)
            return found.all() if found.returns_rows else []

    def table(self):
        """Return the rows."""
        return MappedTable(self.engine, Bookmark.url)

    def keyed(self, *by):
        """Return the rows by key."""
        return KeyedMappedTable(self.engine, Bookmark.url, by)

    def delete(self, keep, others):
        """Delete the others."""
        merge(keep, others)

    def execute(self, statement):
        """Run a statement of SQLAlchemy."""
        names = {"update": update, "with_key": with_key, "Bookmark": Bookmark}
        with self.engine.begin() as connection:
            connection.execute(eval(statement, names))  # noqa: S307 - our own


@pytest.fixture
def rows(engine):
    """Give the table, which is empty."""
    return Bookmarks(engine)


class TestRows(Scenarios):
    """What is true of every table."""


@pytest.mark.parametrize("by", ["owner", Bookmark.owner])
def test_what_belongs_to_a_row(repeated, by):
    """The first row gets what belonged to the others, by an attribute or its name."""
    rekey(repeated, Bookmark.url)
    report = dedupe(KeyedMappedTable(repeated, Bookmark.url_key, by=[by]), merge=merge)
    assert (1, 1) == (report.groups, report.changed)
    assert [1, 1, 3] == stored(repeated, Tag.bookmark_id)


def invalid(keep, others):
    """Write an address that the type refuses."""
    merge(keep, others)
    keep.url = "no iri"


@pytest.mark.parametrize(
    ("function", "code", "reason"),
    [
        (lambda *_: None, "not-merged", "expected one row to be left, found 3"),
        (invalid, "not-written", "bad-character: expected ipchar"),
    ],
)
def test_merge_that_fails(repeated, rows, function, code, reason):
    """The group stays whole, and says why, without the statement."""
    rekey(repeated, Bookmark.url)
    groups = []
    table = KeyedMappedTable(repeated, Bookmark.url)
    dedupe(table, Plan(tell=groups.append), merge=function)
    assert [code] == [group["code"] for group in groups]
    assert groups[0]["reason"].startswith(reason)
    assert SAME == rows.stored("url")
    assert [1, 2, 3] == stored(repeated, Tag.bookmark_id)


# What is refused

OTHER = registry()


@OTHER.mapped
class Odd:
    """A class with columns of other types."""

    __table__ = Table(
        "odd", MetaData(), Column("id", Integer, primary_key=True), Column("number", Integer)
    )
    both = column_property(__table__.c.id + __table__.c.number)


SQLITE = create_engine("sqlite://")
# Also for what no type checker lets through.
REKEY: Callable[..., object] = rekey


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (partial(REKEY, Session(), Bookmark.url), TypeError, "an Engine or a Connection, not Sess"),
        (partial(REKEY, None, Odd.__table__.c.number), TypeError, "odd.number does not hold text"),
        (partial(REKEY, None, Odd.both), TypeError, "expected an attribute such as Link.url"),
        (partial(REKEY, None, "url"), TypeError, "an attribute such as Link.url, not str"),
        (partial(REKEY, None, Bookmark.url_key), TypeError, "is a key: name the address, url"),
        (partial(REKEY, None, Bookmark.tags), TypeError, "an attribute such as Link.url"),
        (partial(rekey, SQLITE, NO_KEY.c.url), ValueError, "'plain_link' has no primary key"),
        (partial(rekey, SQLITE, Bookmark.owner), ValueError, r"no IRIKey\('owner'\) beside"),
        # Groups need a mapped class and one key.
        *(
            (partial(KeyedMappedTable, SQLITE, attribute, by), error, message)
            for attribute, by, error, message in [
                (Bookmark.__table__.c.url, [], TypeError, "of a mapped class, not the column"),
                (Pair.url, [], ValueError, "found url_key, page_key"),
                (Bookmark.owner, [], ValueError, "found none"),
                (Bookmark.url, ["nothing"], ValueError, "Bookmark has no column 'nothing'"),
                (Bookmark.url, ["tags"], ValueError, "Bookmark has no column 'tags'"),
            ]
        ),
    ],
)
def test_refused(call, error, message):
    """A name that is not a table of addresses is refused before anything is read."""
    with pytest.raises(error, match=message):
        call()


class Own(UserDefinedType):
    """A type that does not say what its values are."""

    @property
    def python_type(self):
        """Raise, as types of SQLAlchemy 2.0 do."""
        raise NotImplementedError


def table_by(type_):
    """Return a table whose primary key has a type."""
    whole = Table("t", MetaData(), Column("id", type_, primary_key=True), Column("url", IRIType()))
    return MappedTable(create_engine("sqlite://"), whole.c.url)


@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        (Integer(), "-12", -12),
        (Integer(), 12, 12),
        (String(), "a", "a"),
        (LargeBinary(), repr(b"\xff'"), b"\xff'"),
        (DateTime(), "2026-01-02 03:04:05.6", datetime(2026, 1, 2, 3, 4, 5, 600000)),  # noqa: DTZ001
        (Date(), "2026-01-02", date(2026, 1, 2)),
        (Numeric(), "1.50", Decimal("1.50")),
        (Own(), "a", "a"),
    ],
)
def test_key(type_, value, expected):
    """A primary key is read as a ledger has it."""
    assert expected == table_by(type_).key(value)


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        (Integer(), "a"),
        (Integer(), "١"),
        (Integer(), "1.5"),
        (Integer(), " 5 "),
        (LargeBinary(), "a"),
        (LargeBinary(), "b'a"),
        (Integer(), None),
        (Boolean(), "1"),
        (Enum(Kind), "c"),
        (Interval(), "1:00:00"),
    ],
)
def test_no_key(type_, value):
    """Other text is refused with a sentence."""
    with pytest.raises(ValueError, match=r"is not a primary key of t$"):
        table_by(type_).key(value)


def test_keys_that_are_unique_already(engine, rows):
    """Rows whose key is refused are named with the row in the way, and merged with it."""
    rows.insert([A, B, A, ""])
    with engine.begin() as connection:
        connection.execute(text("CREATE UNIQUE INDEX one_bookmark ON bookmark (url_key)"))
    index = Index("one_bookmark", Bookmark.__table__.c.url_key, unique=True)
    told = []
    try:
        report = rekey(engine, Bookmark.url, plan=Plan(tell=told.append))
        assert (2, ["its address is that of row 1"]) == (
            report.changed,
            [each["reason"] for each in told],
        )
        table = KeyedMappedTable(engine, Bookmark.url)
        assert (1, 1) == (dedupe(table).groups, dedupe(table).unkeyed)
        report = dedupe(table, merge=merge)
        assert (1, 0) == (report.changed, report.unkeyed)
        assert [1, 2, 4] == stored(engine, Bookmark.id)
    finally:
        Bookmark.__table__.indexes.discard(index)
