"""`IRIKey`: the key that is unique under equivalence, whatever writes the row."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import (
    Column,
    Integer,
    MetaData,
    Table,
    func,
    insert,
    inspect,
    lambda_stmt,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, InvalidRequestError, StatementError
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    Session,
    aliased,
    configure_mappers,
    defer,
    mapped_column,
)

from iri3987 import IRI, WEB
from iri3987.comparison import key_digest
from sqlalchemy_iri import IRIKey, IRIKeyType, IRIType, with_key
from test_sqlalchemy_iri.link_models import Base, Link, connected, stored
from test_sqlalchemy_iri.ways import INSERTS, UPDATES, assign

LINKS = Base.metadata.tables["link"]
A, B, C = "http://a.example/", "http://b.example/", "http://c.example/"
SPELLED = "HTTP://A.example:80"
#: The events that `IRIKey` listens to.
LISTENED = {
    *("Engine before_execute", "Engine before_cursor_execute"),
    "Mapper mapper_configured",
}
#: One resource (RFC 3987 5.3.3), as people write it.
SPELLINGS = [
    "http://faß.example/~a",
    "HTTP://faß.example/~a",
    "http://FAẞ.example:80/~a",
    "http://xn--fa-hia.example/%7Ea",
    "http://xn--fa-hia.example:/%7ea",
    "http://fa%C3%9F.example/./b/../~a",
]


def only(session, homepage=A, row=1):
    """Store a row, and forget it."""
    session.add(Link(id=row, homepage=homepage))
    session.flush()
    session.expunge_all()


# INSERT


@pytest.mark.parametrize("way", INSERTS)
def test_insert(session, way):
    """Each way to insert fills the key."""
    INSERTS[way](session, Link, [{"id": 1, "homepage": A}, {"id": 2, "homepage": B}])
    assert [A, B] == stored(session)


def test_null(session):
    """Without an address there is no key, and of that there may be many; two of one there may not.

    An update that leaves the address alone leaves the key alone.
    """
    session.add_all([Link(), Link(homepage=None)])
    session.execute(insert(Link), [{"icon": "/icon"}, {"icon": None}])
    session.execute(insert(LINKS).values([{"icon": "/icon"}]))
    session.flush()
    assert [None] * 5 == stored(session)
    session.add(Link(homepage=SPELLINGS[0]))
    session.flush()
    session.execute(update(Link).values(icon="/other"))
    assert [None] * 5 + SPELLINGS[:1] == stored(session)
    session.add(Link(homepage=SPELLINGS[3]))
    with pytest.raises(IntegrityError):
        session.flush()


def test_key_is_there_after_the_flush(session):
    """The object has the key, without asking the database."""
    link = Link(homepage=A)
    session.add(link)
    session.flush()
    assert key_digest(A) == inspect(link).dict["homepage_key"]
    link.homepage = B
    session.flush()
    assert key_digest(B) == inspect(link).dict["homepage_key"]


def test_wrong_key_is_corrected(session):
    """A key that is set beside the address is not believed."""
    session.add(Link(homepage=A, homepage_key="1:wrong"))
    session.flush()
    assert [A] == stored(session)


# UPDATE


@pytest.mark.parametrize(
    "homepage", [B, SPELLED, None, ""], ids=["other", "spelled", "no", "empty"]
)
@pytest.mark.parametrize(
    "way",
    [
        lambda s, homepage: assign(s, homepage=homepage),
        lambda s, homepage: (s.merge(Link(id=1, homepage=homepage)), s.flush()),
        lambda s, homepage: (s.get(Link, 1, options=[defer("*")]), assign(s, homepage=homepage)),
        lambda s, homepage: (s.get(Link, 1), s.expire_all(), assign(s, homepage=homepage)),
    ],
    ids=["assigned", "merged", "deferred", "expired"],
)
def test_unit_of_work(session, way, homepage):
    """The unit of work keeps the key in step, also if it is the same for another spelling."""
    only(session)
    way(session, homepage)
    assert [homepage] == stored(session)


def test_object_in_place_of_another(session):
    """So it does where an object takes the place of one that is deleted."""
    only(session)
    session.delete(session.get(Link, 1))
    session.add(Link(id=1, homepage=B))
    session.flush()
    assert [B] == stored(session)


@pytest.mark.parametrize("way", UPDATES)
def test_statements_with_the_key(session, way):
    """Each way to write a statement takes the address with its key."""
    only(session)
    UPDATES[way](session, with_key(Link, homepage=B))
    assert [B] == stored(session)


REMEDY = r"has a key: set 'homepage_key' beside it, as values\(\*\*with_key\([Ll]ink, homepage="


@pytest.mark.parametrize("homepage", [B, None], ids=["other", "NULL"])
@pytest.mark.parametrize("way", UPDATES)
def test_statements_without_the_key(session, way, homepage):
    """Without it, each is refused with the remedy, and nothing is written."""
    only(session)
    with pytest.raises(InvalidRequestError, match=REMEDY), session.begin_nested():
        UPDATES[way](session, {"homepage": homepage})
    assert [A] == stored(session)


def test_lambda(session):
    """A statement that is written as a lambda is read like any other, with the values of now."""
    only(session)

    def change(iri, key):
        statement = lambda_stmt(lambda: update(LINKS).values(homepage=iri, homepage_key=key))
        session.connection().execute(statement)
        return stored(session)

    assert [[B], [C]] == [change(iri, key_digest(iri)) for iri in (B, C)]
    with pytest.raises(InvalidRequestError, match="'homepage_key' is the key of 'homepage'"):
        change(A, key_digest(B))


def test_with_key():
    """The values and the keys of the addresses among them, by the names that the target has."""
    expected = {"homepage": B, "homepage_key": key_digest(B), "icon": "/"}
    assert expected == with_key(Link, homepage=B, icon="/") == with_key(LINKS, homepage=B, icon="/")
    assert {"homepage": None, "homepage_key": None} == with_key(Link, homepage=None)
    with pytest.raises(ValueError, match="there is no IRIKey for icon, title"):
        with_key(Link, icon="/", title="x")
    with pytest.raises(InvalidRequestError, match="cannot be set to an SQL expression"):
        with_key(Link, homepage=func.lower(B))


# Refused


@pytest.mark.parametrize("default", [{"default": A}, {"server_default": A}])
def test_defaults(default):
    """An address that is left to a default behind the key, or to the database, is refused."""
    table = Table(
        "t",
        MetaData(),
        Column("id", Integer, primary_key=True),
        IRIKey("homepage", name="key").column,
        Column("homepage", IRIType(), **default),
    )
    with connected(table) as connection:
        connection.execute(insert(table).values(homepage=B))
        assert key_digest(B) == connection.scalar(select(table.c.key))
        with pytest.raises(StatementError, match="has a key, so INSERT has to give its value"):
            connection.execute(insert(table))


def test_no_such_column():
    """A key beside which there is no such column is refused when the mappers are made."""

    class OwnBase(DeclarativeBase):
        pass

    class Wrong(OwnBase):
        __tablename__ = "wrong"
        id: Mapped[int] = mapped_column(primary_key=True)
        key: Mapped[str] = IRIKey("hompage")

    with pytest.raises(
        InvalidRequestError, match=r"there is no column 'hompage' beside wrong\.key"
    ):
        configure_mappers()
    OwnBase.registry.dispose()


# Names and shapes


def test_column_of_another_name():
    """The attribute may have another name than the column, which is the one to give."""

    class OwnBase(DeclarativeBase):
        pass

    class Page(OwnBase):
        __tablename__ = "page"
        id: Mapped[int] = mapped_column(primary_key=True)
        address: Mapped[IRI] = mapped_column("url", IRIType())
        address_key: Mapped[str] = IRIKey("url", name="url_key")

    with connected(Page.__table__) as connection, Session(connection) as session:
        page = Page(address=A)
        session.add(page)
        session.flush()
        page.address = B
        session.flush()
        assert key_digest(B) == page.address_key
        with pytest.raises(InvalidRequestError, match=r"with_key\(Page, address="):
            session.execute(update(Page).values(address=C))
        session.execute(update(Page), [{"id": page.id, **with_key(Page, address=C)}])
        session.execute(insert(Page).values([{"address": A}, {"address": B}]))
        keys = session.scalars(select(Page.address_key).order_by(Page.id)).all()
        assert [key_digest(each) for each in (C, A, B)] == keys
        session.expire_all()
        assert key_digest(C) == page.address_key
        assert page is session.scalar(select(Page).where(Page.address_key.equivalent(C)))
    OwnBase.registry.dispose()


# Searching


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_equivalent(session, spelling):
    """A row is found by every spelling of its address, by the address and by the key."""
    only(session, SPELLINGS[0])
    other = aliased(Link)
    for key, condition in [
        (Link.id, Link.homepage.equivalent(spelling)),
        (Link.id, Link.homepage_key.equivalent(spelling)),
        (other.id, other.homepage.equivalent(spelling)),
        (LINKS.c.id, LINKS.c.homepage.equivalent(spelling)),
    ]:
        assert [1] == list(session.scalars(select(key).where(condition)))
        assert [] == list(session.scalars(select(key).where(~condition)))


@pytest.mark.parametrize("nonsense", ["", "no iri", "\ud800", "\0", "http://faß.example/~A"])
def test_equivalent_to_nonsense(session, nonsense):
    """A text that is not an IRI, or another one, is found nowhere."""
    only(session, SPELLINGS[0])
    assert [] == list(session.scalars(select(Link.id).where(Link.homepage.equivalent(nonsense))))


def old_row(session, homepage):
    """Store text as code without our types did, with the key that `flask iri rekey` writes."""
    key = IRIKeyType("homepage").key_digest(homepage)
    row = {"homepage": homepage, "key": key}
    session.execute(
        text("INSERT INTO link (id, homepage, homepage_key) VALUES (1, :homepage, :key)"), row
    )


#: A row from before, and the address that each form makes of it.
OLD = [
    ("https://fonts.example/css?family=A|B", "https://fonts.example/css?family=A%7CB"),
    ("https://a.example/100%", "https://a.example/100%25"),
    ("https://a.example/?filter[name]=x", "https://a.example/?filter%5Bname%5D=x"),
    ("https://a.example/a b", "https://a.example/a%20b"),
]


@pytest.mark.parametrize(("old", "typed"), OLD)
def test_old_text_is_the_address_that_a_form_makes_of_it(session, old, typed):
    """A row from before is found by its text and by what is typed now; there is no second one."""
    old_row(session, old)
    assert typed == WEB.clean(old)
    for address in (old, typed, typed.replace("https:", "HTTPS:")):
        found = select(Link.id).where(Link.homepage.equivalent(address))
        assert [1] == list(session.scalars(found))
    session.add(Link(homepage=typed))
    with pytest.raises(IntegrityError):
        session.flush()


@pytest.mark.parametrize("old", ["http://[", "http://a b/", " http://a.example/ ", "\u202e"])
def test_text_that_cannot_be_repaired_is_equivalent_to_itself(session, old):
    """A row from before is found by its own text alone."""
    old_row(session, old)
    assert [1] == list(session.scalars(select(Link.id).where(Link.homepage.equivalent(old))))
    assert [] == list(session.scalars(select(Link.id).where(Link.homepage.equivalent(old + "x"))))


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        (Link.icon, "link.icon"),
        (Link.homepage.label("home"), "link.homepage"),
        (func.max(Link.homepage), r"max\(link.homepage\)"),
    ],
    ids=["column", "label", "function"],
)
def test_equivalent_without_a_key(expression, shown):
    """Without a key there is nothing to compare: an error says what is missing."""
    with pytest.raises(InvalidRequestError, match=f"no IRIKey beside {shown}"):
        expression.equivalent("/icon")


# Unique


@pytest.mark.slow
def test_writers(engine):
    """One of 16 that write one address at once wins; the others get an `IntegrityError`.

    Their transactions are whole after it: a savepoint is enough.
    """
    writers = 16
    barrier = Barrier(writers)

    def write(number, path):
        spelling = f"{SPELLINGS[number % len(SPELLINGS)]}/{path}"
        with Session(engine) as session:
            session.execute(select(Link.id).limit(1))
            barrier.wait(120)
            try:
                with session.begin_nested():
                    session.add(Link(homepage=spelling))
            except IntegrityError:
                won = False
            else:
                won = True
            session.execute(select(Link.id).limit(1))
            session.commit()
        return won

    with ThreadPoolExecutor(writers) as pool:
        for path in range(5):
            results = list(pool.map(write, range(writers), [path] * writers))
            assert [True] == [won for won in results if won]
    with Session(engine) as session:
        assert 5 == len(stored(session))
        session.execute(text("DELETE FROM link"))
        session.commit()


@pytest.mark.parametrize(("key", "expected"), [("", set()), ("IRIKey('url')", LISTENED)])
def test_nothing_listens_without_a_key(key, expected):
    """In a fresh process, no class of SQLAlchemy has a listener until there is a key."""
    run = f"""
from sqlalchemy import Column, MetaData, String, Table, event

def listen(target, name, *arguments, listen=event.listen, **options):
    listen(target, name, *arguments, **options)
    if isinstance(target, type):
        print(target.__name__, name)

event.listen = listen
import sqlalchemy_iri.rows
from sqlalchemy_iri import IRIKey, IRIType

Table("t", MetaData(), Column("url", IRIType()), Column("key", String(9)))
{key}
"""
    command = [sys.executable, "-W", "error", "-c", run]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert expected == set(done.stdout.splitlines())
