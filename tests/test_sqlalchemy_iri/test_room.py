"""Text that is longer than its column: databases cut spaces without an error, and lax ones more."""

from contextlib import contextmanager

import pytest
from sqlalchemy import String, bindparam, insert, select, text, update
from sqlalchemy.exc import InvalidRequestError, StatementError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from iri3987 import IRIError
from sqlalchemy_iri import IRIKey, IRIType, with_key
from test_sqlalchemy_iri.link_models import keyed
from test_sqlalchemy_iri.ways import INSERTS

pytestmark = pytest.mark.each_database


class Base(DeclarativeBase):
    """The base of these models."""


class Name(Base):
    """A name, with a key."""

    __tablename__ = "name"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str | None] = mapped_column(String(5))
    name_key: Mapped[str | None] = IRIKey("name", unique=False)


@contextmanager
def created(engine, table):
    """Make *table*, and give a connection."""
    table.create(engine)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        table.drop(engine)


LONG = ["abcde ", "abcde  \t", "abcdef"]


def _change(session, value):
    row = Name(name="a")
    session.add(row)
    session.flush()
    row.name = value
    session.flush()


def _inserting(way):
    """Return a function that inserts a row, and another one with a value."""
    first = {"id": 1, "name": "a"}
    return lambda session, value: way(session, Name, [first, {"id": 2, "name": value}])


WAYS = {
    **{name: _inserting(way) for name, way in INSERTS.items()},
    "change": _change,
    "ignore": lambda session, value: session.execute(
        insert(Name).prefix_with("IGNORE", dialect="mysql").values(name=value)
    ),
    "both": lambda session, value: session.execute(
        insert(Name).values(**with_key(Name, name=value))
    ),
    "update": lambda session, value: session.execute(
        update(Name).values(**with_key(Name, name=value))
    ),
}


@pytest.mark.parametrize("value", LONG)
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_text_without_room(engine, way, value):
    """It is refused where the database could cut it. SQLite stores all of it, with its key."""
    with Session(engine) as session:  # the length counts characters, as the database does
        way(session, "äöü😀 ")
        found = session.execute(select(Name.name, Name.name_key))
        assert all(Name.name_key.type.key_digest(name) == key for name, key in found)
    with Session(engine) as session:
        if engine.dialect.name == "sqlite":
            way(session, value)
            found = session.execute(select(Name.name, Name.name_key))
            assert {(each, Name.name_key.type.key_digest(each)) for each in ("a", value)} >= set(
                found
            )
            return
        with pytest.raises(StatementError, match="too-long: expected at most 5 characters") as got:
            way(session, value)
        assert isinstance(got.value.orig, IRIError)
        assert (5, len(value)) == (got.value.orig.params["limit"], got.value.orig.params["length"])


@pytest.mark.parametrize("type_", [String(6), IRIType(), IRIType(6, profile="any")])
@pytest.mark.parametrize("is_insert", [True, False])
def test_columns_that_are_longer(engine, type_, is_insert):
    """They are not copied into a shorter column; those that are not longer are."""
    shorter = keyed(String(4))
    pair = select(shorter.c.homepage, shorter.c.key)
    with created(engine, shorter) as connection:
        connection.execute(insert(shorter).values(homepage="ab"))
        connection.execute(insert(Name).from_select(["name", "name_key"], pair))
        assert [("ab", Name.name_key.type.key_digest("ab"))] == connection.execute(
            select(Name.name, Name.name_key)
        ).all()
    longer = keyed(type_)
    values = {"name": longer.c.homepage, "name_key": longer.c.key}
    write = update(Name).values(values).where(Name.name == longer.c.homepage)
    if is_insert:
        write = insert(Name).from_select([*values], select(*values.values()))
    with created(engine, longer) as connection:
        if engine.dialect.name == "sqlite":
            connection.execute(write)
        else:
            with pytest.raises(InvalidRequestError, match="at most 5 characters"):
                connection.execute(write)


def test_parameters_that_are_not_checked_by_the_type(engine):
    """A parameter with a type of its own passes by the type of the column, and not by its room."""
    value = "urn:a" + " " * 3000
    page = keyed(IRIType(200))
    write = insert(page).values(
        homepage=bindparam("text", value, String()), key=with_key(page, homepage=value)["key"]
    )
    with created(engine, page) as connection:
        if engine.dialect.name == "sqlite":
            connection.execute(write)
            assert value == connection.scalar(text("SELECT homepage FROM t"))
        else:
            with pytest.raises(StatementError, match="too-long"):
                connection.execute(write)
