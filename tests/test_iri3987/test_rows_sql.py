"""`iri3987.rows.sql` and `iri3987.rows.tables`: what is written, waited for and said."""

from dataclasses import replace

import pytest

from iri3987.comparison import key_digest
from iri3987.rows.sql import Column, Statement, Target, is_passing, short_waits, tell, updates
from iri3987.rows.tables import Row
from test_iri3987.rows_tables import StoredTable

ONE = Target("postgresql", '"link"', [Column('"id"', "bigint")], [Column('"url"'), Column('"key"')])
TWO = replace(
    ONE, keys=[Column("a", "uuid", str), Column("b", "varchar(9)")], columns=[Column("c")]
)
ROWS = [(1, "urn:a", "k"), (2, "urn:b", None)]


def changed(target, rows):
    """Return the only statement that writes *rows*."""
    (statement,) = updates(target, rows)
    return statement


# What is written


def test_arrays():
    """PostgreSQL gets a list for each column: one statement for any number of rows."""
    sql = (
        'UPDATE "link" AS old SET "url" = new.c1, "key" = new.c2 '
        "FROM unnest(%s::bigint[], %s::text[], %s::text[]) AS new (c0, c1, c2) "
        'WHERE old."id" = new.c0'
    )
    values = ([1, 2], ["urn:a", "urn:b"], ["k", None])
    assert Statement(sql, values) == changed(ONE, ROWS)


def test_arrays_by_two_columns_and_numbered_marks():
    """A key of two columns is compared column by column, with values as the driver takes them."""
    sql = (
        'UPDATE "link" AS old SET c = new.c2 '
        "FROM unnest($1::uuid[], $2::varchar(9)[], $3::text[]) AS new (c0, c1, c2) "
        "WHERE old.a = new.c0 AND old.b = new.c1"
    )
    expected = Statement(sql, (["5"], ["x"], ["urn:a"]))
    assert expected == changed(replace(TWO, mark="$"), [(5, "x", "urn:a")])


@pytest.mark.parametrize("database", ["mysql", "mariadb"])
def test_cases(database):
    """MySQL and MariaDB get the value of each row by its key; a row beyond these stays."""
    sql = (
        'UPDATE "link" SET '
        '"url" = CASE WHEN "id" = %s THEN %s WHEN "id" = %s THEN %s ELSE "url" END, '
        '"key" = CASE WHEN "id" = %s THEN %s WHEN "id" = %s THEN %s ELSE "key" END '
        'WHERE ("id") IN ((%s), (%s))'
    )
    values = (1, "urn:a", 2, "urn:b", 1, "k", 2, None, 1, 2)
    assert Statement(sql, values) == changed(replace(ONE, database=database), ROWS)


def test_cases_by_two_columns():
    """A key of two columns is compared column by column."""
    sql = (
        'UPDATE "link" SET c = CASE WHEN a = ? AND b = ? THEN ? ELSE c END WHERE (a, b) IN ((?, ?))'
    )
    target = replace(TWO, database="mysql", mark="?")
    assert Statement(sql, ("5", "x", "y", "5", "x")) == changed(target, [(5, "x", "y")])


def test_cases_are_a_thousand_at_most():
    """MySQL looks through all cases for each row, so a large batch takes several statements."""
    target = replace(ONE, database="mysql", columns=ONE.columns[:1])
    found = list(updates(target, [(number, "urn:a") for number in range(2500)]))
    assert [3000, 3000, 1500] == [len(each.parameters) for each in found]
    assert 2499 == found[-1].parameters[-1]


@pytest.mark.parametrize("database", ["sqlite", "oracle"])
def test_one_by_one(database):
    """Another database gets a short statement, which is executed for each row."""
    sql = 'UPDATE "link" SET c = ? WHERE a = ? AND b = ?'
    target = replace(TWO, database=database, mark="?")
    expected = Statement(sql, [("y", "5", "x"), ("z", "6", "x")], is_many=True)
    assert expected == changed(target, [(5, "x", "y"), (6, "x", "z")])


# Locks


def test_short_waits():
    """The setting of a session of MySQL is given back, whatever happens; others have none."""
    ran = []

    def run(statement):
        ran.append(statement.sql)
        return 50

    def fail():
        with short_waits("mariadb", run):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    name = "innodb_lock_wait_timeout"
    assert [f"SELECT @@{name}", f"SET {name} = 1", f"SET {name} = 50"] == ran
    with short_waits("postgresql", run):
        assert 3 == len(ran)


class DriverError(Exception):
    """An error of a driver."""

    def __init__(self, *args, **attributes):
        super().__init__(*args)
        vars(self).update(attributes)


def sqlalchemy_error(driver):
    """Return an error as SQLAlchemy raises it, with the statement and its values."""
    error = Exception("SELECT secret", driver)
    error.orig = driver
    return error


def django_error(driver):
    """Return an error as Django raises it."""
    error = Exception(*driver.args)
    error.__cause__ = driver
    return error


@pytest.mark.parametrize("wrapped", [sqlalchemy_error, django_error, lambda driver: driver])
@pytest.mark.parametrize(
    ("driver", "is_expected", "told"),
    [
        (DriverError("deadlock\nDETAIL: x", sqlstate="40P01"), True, "deadlock"),
        (DriverError("no lock", pgcode="55P03"), True, "no lock"),
        (DriverError("x", sqlstate="40001"), True, "x"),
        (DriverError(1213, "Deadlock found"), True, "Deadlock found"),
        (DriverError("Lock wait", errno=1205), True, "Lock wait"),
        (DriverError("database is busy", sqlite_errorcode=261), True, "database is busy"),
        (DriverError("table is locked", sqlite_errorcode=6), True, "table is locked"),
        (DriverError("database is locked"), True, "database is locked"),
        (DriverError("not unique", sqlite_errorcode=19), False, "not unique"),
        (DriverError("too long", sqlstate="22001"), False, "too long"),
        (DriverError(1062, "Duplicate entry"), False, "Duplicate entry"),
        (DriverError({}), False, "{}"),
        (DriverError(), False, "DriverError"),
        (ValueError("40001"), False, "40001"),
    ],
)
def test_errors(wrapped, driver, is_expected, told):
    """An error that may be gone at the next try is known, for each driver; a line tells it."""
    assert is_expected == is_passing(wrapped(driver))
    assert told == tell(wrapped(driver))


# Tables


@pytest.fixture
def table():
    """Return a table of three rows."""
    return StoredTable(["urn:a", "urn:b", "urn:c"])


def pair(pk, old, new):
    """Return a row before and after."""
    return Row(pk, old), Row(pk, new, (key_digest(new),))


def test_write(table):
    """An address that stays is not named, so that a trigger for it does not fire."""
    ran, run = [], table.run
    table.run = lambda statement: ran.append(statement.sql) or run(statement)
    with table.transaction():
        table.write([pair(1, "urn:a", "urn:a"), pair(2, "urn:b", "urn:b")])
        table.write([pair(2, "urn:b", "urn:new"), pair(3, "urn:c", "urn:c")])
    assert ["UPDATE link SET key = ?", "UPDATE link SET url = ?, key = ?"] == [
        each.partition(" WHERE")[0] for each in ran
    ]
    texts = ["urn:a", "urn:new", "urn:c"]
    assert dict(enumerate(texts, 1)) == table.texts
    assert dict(enumerate(map(key_digest, texts), 1)) == table.keys


def test_two_columns(table):
    """The parts of a primary key are values of their own."""
    table.pk_names = ("pk", "url")
    table.target = replace(table.target, keys=[Column("pk"), Column("url")])
    row = Row((2, "urn:b"), "urn:b")
    with table.transaction():
        table.write([(row, row._replace(derived=("k",)))])
    assert {1: None, 2: "k", 3: None} == table.keys
    assert [(5, "a")] * 2 == [table.key('[5, "a"]'), table.key([5, "a"])]


def test_derive(table):
    """A row without an address has no derived values."""
    assert [(key_digest("urn:a"),), (None,), (None,)] == [*map(table.derive, ["urn:a", "", None])]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (1, [(None, None)]),
        (2, [(None, 1), (1, None)]),
        (4, [(1, 1), (None, 1), (1, 2), (2, None)]),
    ],
)
def test_part(table, parts, expected):
    """Each row is in one part, also where there are more parts than rows."""
    assert expected == [table.part(number, parts) for number in range(1, parts + 1)]


@pytest.mark.parametrize("value", ["x", None, "[1"])
def test_no_key(table, value):
    """Other text is refused with a sentence."""
    assert [5, 5] == [table.key("5"), table.key(5)]
    with pytest.raises(ValueError, match=r"is not a primary key of link$"):
        table.key(value)


@pytest.mark.parametrize("value", ["x", "[1]", "1", '"ab"', '["x", "y"]', "[" * 5000, 5, None])
def test_no_key_of_two_columns(table, value):
    """A primary key of two columns is a list of two values in JSON."""
    table.pk_names = ("id", "site")
    with pytest.raises(ValueError, match=r"key of link: expected \[id, site\] in JSON$"):
        table.key(value)
