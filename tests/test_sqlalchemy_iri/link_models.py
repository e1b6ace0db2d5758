"""Models with IRIs, and the databases that their tests use: SQLite, and what answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, create_engine, text
from sqlalchemy.dialects import mysql, postgresql, sqlite
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from iri3987 import IRI, IRIReference
from iri3987.comparison import key_digest
from sqlalchemy_iri import IRIKey, IRIType

SERVERS = {
    "postgresql": "postgresql+psycopg://postgres@127.0.0.1/postgres",
    "mariadb": "mysql+pymysql://root@127.0.0.1/?charset=utf8mb4",
}
DATABASES = ["sqlite", *SERVERS]


class Base(DeclarativeBase):
    """The base, with a type for each annotation."""

    type_annotation_map = {  # noqa: RUF012
        IRI: IRIType(profile="any"),
        IRIReference: IRIType(500, allow_relative=True),
    }


class Link(Base):
    """A link, of which two may not be equivalent."""

    __tablename__ = "link"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str | None] = mapped_column(IRIType(profile="any", allow_relative=True))
    homepage: Mapped[IRI | None]
    homepage_key: Mapped[str | None] = IRIKey("homepage")
    icon: Mapped[IRIReference | None]


@contextmanager
def database(name, folder) -> Iterator[Engine]:
    """Make a database of that name, and give its engine; skip where no server answers."""
    if name == "sqlite":
        url = f"sqlite:///{folder}/links.sqlite"
        engine = create_engine(url, pool_size=20, connect_args={"timeout": 60})
        yield engine
        engine.dispose()
        return
    server_url = make_url(SERVERS[name])
    own = f"test_sqlalchemy_iri_{token_hex(8)}"  # runs may overlap, or leave one behind
    server = create_engine(
        server_url, isolation_level="AUTOCOMMIT", connect_args={"connect_timeout": 30}
    )
    try:
        with server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {own}"))
    except OperationalError as error:
        pytest.skip(f"no {name} on {server_url.host}: {error.orig}")
    engine = create_engine(server_url.set(database=own), pool_size=20)
    try:
        yield engine
    finally:
        engine.dispose()
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {own}"))
        server.dispose()


def keyed(type_=None, key=None, **options):
    """Return a table whose address has this type and these options, and its key has those."""
    return Table(
        "t",
        MetaData(),
        Column("id", Integer, primary_key=True),
        Column("title", String(10)),
        Column("homepage", type_ or IRIType(), **options),
        IRIKey("homepage", name="key", **{"unique": False, **(key or {})}).column,
    )


@contextmanager
def connected(table) -> Iterator[Connection]:
    """Make a table in a database of its own, and give a connection to it."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        table.create(connection)
        connection.commit()
        yield connection
    engine.dispose()


def stored(session, name="homepage", table="link"):
    """Return the addresses of all rows; each has the key that is its own."""
    query = f"SELECT {name}, {name}_key FROM {table} ORDER BY id"  # noqa: S608 - of a test module
    rows = session.execute(text(query)).all()
    expected = [key_digest(address) if address else None for address, _ in rows]
    assert expected == [key for _, key in rows]
    return [address for address, _ in rows]


def upsert(session, values):
    """Return an INSERT that sets *values* where there is such a row, for the session's database."""
    name, links = session.get_bind().dialect.name, Base.metadata.tables["link"]
    address = {"homepage": "http://a.example/"}
    if name in {"mysql", "mariadb"}:
        return mysql.insert(links).values(address).on_duplicate_key_update(values)
    statement = {"sqlite": sqlite, "postgresql": postgresql}[name].insert(links).values(address)
    return statement.on_conflict_do_update(index_elements=["homepage_key"], set_=values)
