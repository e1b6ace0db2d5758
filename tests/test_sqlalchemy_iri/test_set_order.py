"""MariaDB and MySQL evaluate SET from left to right, so they read what was just written."""

import pytest
from sqlalchemy import String, create_mock_engine, func, insert, select, update
from sqlalchemy.dialects import mysql
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, aliased, mapped_column, synonym

from iri3987 import IRI
from sqlalchemy_iri import IRIKey, IRIType, guard, with_key
from test_sqlalchemy_iri import link_models

A, B, C = "http://a.example/", "http://b.example/", "http://c.example/"


class Base(DeclarativeBase):
    """A base of its own."""

    type_annotation_map = {IRI: IRIType()}  # noqa: RUF012


class Page(Base):
    """A page that has moved. The order of the columns is that of SET."""

    __tablename__ = "page"

    id: Mapped[int] = mapped_column(primary_key=True)
    previous: Mapped[IRI | None]
    title: Mapped[str | None] = mapped_column(String(20))
    url: Mapped[IRI | None]
    url_key: Mapped[str | None] = IRIKey("url", unique=False)
    previous_key: Mapped[str | None] = IRIKey("previous", unique=False)
    address = synonym("url")
    address_key = synonym("url_key")


class Feed(Base):
    """What a page may be read from, in another table."""

    __tablename__ = "feed"

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[IRI | None]
    url_key: Mapped[str | None] = IRIKey("url", unique=False)


PAGES, FEEDS = Base.metadata.tables["page"], Base.metadata.tables["feed"]
OTHER = PAGES.alias()
NEW = with_key(Page, url=C)
KEEP = {"previous": PAGES.c.url, "previous_key": PAGES.c.url_key}
FROM_FEED = {PAGES.c.url: FEEDS.c.url, PAGES.c.url_key: FEEDS.c.url_key}
FROM_OTHER = {PAGES.c.previous: OTHER.c.url, PAGES.c.previous_key: OTHER.c.url_key}
NEW_FEED = {FEEDS.c[name]: value for name, value in NEW.items()}
NEW_OTHER = {OTHER.c[name]: value for name, value in NEW.items()}


@pytest.fixture
def session(engine):
    """Give a session that leaves nothing behind, with two pages and a feed."""
    with Session(engine) as session:
        session.add_all([Page(id=1, url=A, previous=B), Page(id=2, url=B), Feed(id=1, url=B)])
        session.flush()
        session.expunge_all()
        yield session


def stored(session, name="url", table="page"):
    """Return the addresses of all rows, whose keys are their own."""
    return link_models.stored(session, name, table)


#: Statements that read an address or a key, and set it as well, in one table.
READS = {
    "update": lambda s: s.execute(update(Page).values(**KEEP, **NEW)),
    "ordered": lambda s: s.execute(
        update(PAGES).ordered_values(*((PAGES.c[k], v) for k, v in (NEW | KEEP).items()))
    ),
    "parameters": lambda s: s.connection().execute(update(PAGES).values(**KEEP), NEW),
    "by primary key": lambda s: s.execute(update(Page).values(**KEEP), [{"id": 1, **NEW}]),
    "attributes": lambda s: s.execute(
        update(Page).values(previous=Page.url, previous_key=Page.url_key, **NEW)
    ),
    "synonyms": lambda s: s.execute(
        update(Page).values(previous=Page.address, previous_key=Page.address_key, **NEW)
    ),
    "swapped": lambda s: s.execute(
        update(PAGES).values(**KEEP, url=PAGES.c.previous, url_key=PAGES.c.previous_key)
    ),
    "query": lambda s: s.query(Page).update({**KEEP, **NEW}, synchronize_session=False),
    "synchronized": lambda s: (
        s.get(Page, 1),
        s.execute(
            update(Page).values(**KEEP, **NEW).execution_options(synchronize_session="fetch")
        ),
    ),
}
#: The same with clauses that only MariaDB and MySQL have.
READS_THERE = {
    "upsert": lambda s: s.execute(
        mysql.insert(PAGES).values(id=1, url=A).on_duplicate_key_update(**KEEP, **NEW)
    ),
    "upsert, ordered": lambda s: s.execute(
        mysql.insert(PAGES).values(id=1).on_duplicate_key_update([*NEW.items(), *KEEP.items()])
    ),
    "upsert of many": lambda s: s.execute(
        mysql.insert(PAGES).on_duplicate_key_update(**KEEP, **NEW), [{"id": 1}, {"id": 2}]
    ),
    "tables": lambda s: s.execute(
        update(PAGES).values(FROM_FEED | NEW_FEED).where(PAGES.c.id == FEEDS.c.id)
    ),
    "tables, joined": lambda s: s.execute(
        update(FEEDS.join(PAGES, PAGES.c.id == FEEDS.c.id)).values(FROM_FEED | NEW_FEED)
    ),
    "table twice": lambda s: s.execute(
        update(PAGES).values(FROM_OTHER | NEW_OTHER).where(PAGES.c.id == OTHER.c.id)
    ),
    "values": lambda s: s.execute(insert(PAGES).values(id=9, **KEEP, **NEW)),
    "one of several": lambda s: s.execute(insert(PAGES).values([{"id": 9, **KEEP, **NEW}])),
}
in_turn = pytest.mark.parametrize("server", ["mariadb"], indirect=True)
at_once = pytest.mark.parametrize("server", ["sqlite", "postgresql"], indirect=True)
REFUSAL = "cannot be set to a column that the same statement sets: MariaDB and MySQL may read"


@in_turn
@pytest.mark.parametrize("way", READS | READS_THERE)
def test_columns_that_the_statement_sets(session, way):
    """A statement that would read the new value for the old one is refused, in any order."""
    with pytest.raises(InvalidRequestError, match=REFUSAL):
        (READS | READS_THERE)[way](session)
    assert ([A, B], [B, None]) == (stored(session), stored(session, "previous"))


@at_once
@pytest.mark.parametrize("way", READS)
def test_elsewhere(session, way):
    """Other databases read the row as it was, so they take these statements."""
    READS[way](session)
    changed = stored(session), stored(session, "previous")
    assert A == changed[1][0]
    assert changed[0][0] == (B if way == "swapped" else C)


@at_once
def test_columns_of_a_row_that_is_not_there(session):
    """VALUES cannot read columns, in any database."""
    with pytest.raises(InvalidRequestError, match="cannot be set to a column"):
        READS_THERE["values"](session)


#: What reads only columns that it does not set is safe.
SAFE = {
    "update": lambda s: s.execute(update(Page).values(**KEEP, title="moved")),
    "in two": lambda s: (
        s.execute(update(PAGES).values(KEEP)),
        s.execute(update(PAGES).values(NEW)),
    ),
    "set to itself": lambda s: s.execute(
        update(Page).values(url=Page.url, url_key=Page.url_key, **KEEP)
    ),
    "alias": lambda s: s.execute(
        update(PAGES).values(FROM_OTHER | with_key(Page, url=C)).where(OTHER.c.id == PAGES.c.id)
    ),
    "next row": lambda s: s.execute(
        update(Page)
        .values(previous=(other := aliased(Page)).url, previous_key=other.url_key)
        .where(other.id == Page.id)
    ),
}


@pytest.mark.parametrize("way", SAFE)
def test_columns_that_the_statement_leaves(session, way):
    """Everywhere, columns may be copied that the statement leaves as they are."""
    SAFE[way](session)
    stored(session)
    assert [A, B] == stored(session, "previous")


@in_turn
def test_upsert_of_columns_that_it_leaves(session):
    """So may they in an upsert, from the row that is there and from the new one."""
    new = mysql.insert(PAGES).values(id=1, url=C)
    session.execute(new.on_duplicate_key_update(**KEEP))
    assert ([A, B], [A, None]) == (stored(session), stored(session, "previous"))
    session.execute(new.on_duplicate_key_update(url=new.inserted.url, url_key=new.inserted.url_key))
    assert [C, B] == stored(session)


@pytest.mark.parametrize("value", [func.lower(PAGES.c.url), select(FEEDS.c.url).scalar_subquery()])
def test_the_remedy_is_right_everywhere(session, value):
    """The sentence about expressions does not advise what MariaDB and MySQL would read wrong."""
    with pytest.raises(InvalidRequestError, match="which the statement does not set"):
        session.execute(update(PAGES).values(previous=value))


@pytest.mark.parametrize("url", ["mysql+pymysql://", "mariadb+pymysql://"])
def test_dialects(url):
    """Both names of the dialect are known, with no server at all."""
    connection = create_mock_engine(url, executor=None)
    with pytest.raises(InvalidRequestError, match=REFUSAL):
        guard.before_execute(connection, update(PAGES).values(**KEEP, **NEW), [], {}, {})
