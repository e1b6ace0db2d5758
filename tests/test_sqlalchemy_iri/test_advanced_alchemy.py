"""The calls of Advanced Alchemy's repositories and services: the key is right, or nothing is done.

What they are asked to write is as its documentation has it: objects or dicts.
"""

import re

import pytest
from sqlalchemy import String, create_engine, select
from sqlalchemy.orm import Mapped, Session, mapped_column

pytest.importorskip("advanced_alchemy")

from advanced_alchemy.alembic.commands import AlembicCommands
from advanced_alchemy.base import BigIntBase
from advanced_alchemy.config import AlembicSyncConfig, SQLAlchemySyncConfig
from advanced_alchemy.exceptions import DuplicateKeyError, IntegrityError, InvalidRequestError
from advanced_alchemy.repository import SQLAlchemySyncRepository
from advanced_alchemy.service import SQLAlchemySyncRepositoryService

from iri3987 import IRI, WEB, IRIError
from iri3987.comparison import key_digest
from iri3987.rows.jobs import audit
from sqlalchemy_iri import IRIKey, IRIType, with_key
from sqlalchemy_iri.rows import MappedTable, rekey

A, B, C = "http://faß.de/straße", "http://b.example/", "http://c.example/"
A_SPELLED = "HTTP://xn--fa-hia.de/stra%C3%9Fe"


class Page(BigIntBase):
    """A page that no other row has."""

    url: Mapped[IRI] = mapped_column(IRIType())
    url_key: Mapped[str] = IRIKey("url")
    title: Mapped[str] = mapped_column(String(100), default="")


class Pages(SQLAlchemySyncRepositoryService[Page]):
    """A service, and the repository that it asks."""

    class Repository(SQLAlchemySyncRepository[Page]):
        """The repository of the pages."""

        model_type = Page

    repository_type = Repository


def keyed(url, **values):
    """Return the values of an address and its key, and others."""
    return {**with_key(Page, url=url), **values}


BY_KEY = {"match_fields": ["url_key"]}
#: What writes one row or several beside the first, or changes that: a call, and the addresses then.
KEPT = {
    "add": (lambda it: it.repository.add(Page(url=B)), [A, B]),
    "add_many": (lambda it: it.repository.add_many([Page(url=B), Page(url=C)]), [A, B, C]),
    "create": (lambda it: it.create({"url": B}), [A, B]),
    "create_many": (lambda it: it.create_many([{"url": B}, {"url": C}]), [A, B, C]),
    "update": (lambda it: it.update({"url": B}, item_id=1), [B]),
    "update-object": (lambda it: it.repository.update(Page(id=1, url=B)), [B]),
    "update-other-column": (lambda it: it.update({"title": "x"}, item_id=1), [A]),
    "update_many": (lambda it: it.update_many([keyed(B, id=1)]), [B]),
    "update_many-objects": (lambda it: it.repository.update_many([Page(**keyed(B, id=1))]), [B]),
    "update_many-other-column": (lambda it: it.update_many([{"id": 1, "title": "x"}]), [A]),
    "upsert-new": (lambda it: it.upsert({"url": B}), [A, B]),
    "upsert-there": (lambda it: it.upsert({"id": 1, "url": B}), [B]),
    "upsert-by-key": (lambda it: it.upsert(keyed(A_SPELLED), **BY_KEY), [A_SPELLED]),
    "upsert_many-new": (lambda it: it.upsert_many([{"url": B}, {"url": C}]), [A, B, C]),
    "upsert_many-there": (lambda it: it.upsert_many([keyed(B, id=1)]), [B]),
    "upsert_many-by-key": (
        lambda it: it.upsert_many([keyed(A_SPELLED), keyed(C)], **BY_KEY),
        [A_SPELLED, C],
    ),
    "get_or_upsert-new": (lambda it: it.get_or_upsert(url=B), [A, B]),
    "get_or_upsert-by-key": (
        lambda it: it.get_or_upsert(**BY_KEY, **keyed(A_SPELLED)),
        [A_SPELLED],
    ),
    "get_or_upsert-no-change": (
        lambda it: it.get_or_upsert(**BY_KEY, **keyed(A_SPELLED), upsert=False),
        [A],
    ),
    "get_and_update": (lambda it: it.get_and_update(match_fields=["id"], id=1, url=B), [B]),
    "get_and_update-by-key": (
        lambda it: it.get_and_update(**BY_KEY, **keyed(A_SPELLED)),
        [A_SPELLED],
    ),
}
#: What would write an address without its key.
REFUSED = {
    "update_many": lambda it: it.update_many([{"id": 1, "url": B}]),
    "update_many-objects": lambda it: it.repository.update_many([Page(id=1, url=B)]),
    "upsert_many": lambda it: it.upsert_many([{"id": 1, "url": B}, {"id": 2, "url": C}]),
    "upsert_many-by-address": lambda it: it.upsert_many([{"url": A}], match_fields=["url"]),
}
#: What asks for the text of the address, or not at all, and meets its other spelling.
DUPLICATE = {
    "add": lambda it: it.repository.add(Page(url=A_SPELLED)),
    "add_many": lambda it: it.create_many([{"url": B}, {"url": "HTTP://B.example"}]),
    "get_or_upsert": lambda it: it.get_or_upsert(url=A_SPELLED),
    "upsert": lambda it: it.upsert({"url": A_SPELLED}, match_fields=["url"]),
    "upsert_many": lambda it: it.upsert_many([{"url": A_SPELLED}], match_fields=["url"]),
}


@pytest.fixture
def pages(engine):
    """Give a service on a table with one row, whose id is 1."""
    Page.metadata.create_all(engine)
    with Session(engine) as session:
        session.add(Page(url=A))
        session.commit()
        session.expunge_all()
        yield Pages(session=session)
    Page.metadata.drop_all(engine)


def addresses(pages):
    """Return the addresses of all rows. Each row has the key of its address."""
    session = pages.repository.session
    session.commit()
    session.expunge_all()
    found = session.execute(select(Page.url, Page.url_key).order_by(Page.id)).all()
    assert [key_digest(url) for url, _ in found] == [key for _, key in found]
    return [str(url) for url, _ in found]


def test_reads_an_iri(pages):
    """What is read is an `IRI`, found by any spelling."""
    same = Page.url.equivalent(A_SPELLED)
    found = pages.get_one(same)
    assert (IRI, A) == (type(found.url), found.url)
    assert (True, 1) == (pages.exists(same), pages.count(same))
    pages.delete_where(same)
    assert [] == addresses(pages)


@pytest.mark.parametrize("name", KEPT)
def test_keeps_the_key(pages, name):
    """These write an address together with its key."""
    call, expected = KEPT[name]
    call(pages)
    assert expected == addresses(pages)


def refused(pages, call, error):
    """Return the error that *call* raises; nothing is written."""
    with pytest.raises(error) as caught:
        call(pages)
    pages.repository.session.rollback()
    assert [A] == addresses(pages)
    return caught.value


@pytest.mark.parametrize("name", REFUSED)
def test_refuses_without_the_key(pages, name):
    """These are refused with the remedy."""
    error = refused(pages, REFUSED[name], InvalidRequestError)
    assert "with_key(Page, url=...)" in str(error.__cause__)


def test_refuses_a_stale_key(pages):
    """``update_many`` sends an object as it is, with the key of the old address."""
    found = pages.get(1)
    found.url = B
    error = refused(pages, lambda it: it.repository.update_many([found]), InvalidRequestError)
    assert "with_key" in str(error.__cause__)


@pytest.mark.parametrize("name", DUPLICATE)
def test_refuses_a_second_row(pages, name):
    """Another spelling of an address that is there is a duplicate."""
    refused(pages, DUPLICATE[name], DuplicateKeyError)


def test_refuses_what_is_not_an_address(pages):
    """The `IRIError` is the cause of the cause."""
    error = refused(pages, lambda it: it.create({"url": "javascript:alert(1)"}), IntegrityError)
    assert isinstance(error.__cause__.orig, IRIError)


def test_migrations_and_rows(tmp_path):
    """The commands of Advanced Alchemy write a migration that runs; rows from before get keys."""
    url = f"sqlite:///{tmp_path}/pages.sqlite"
    folder = tmp_path / "migrations"
    migrations = AlembicSyncConfig(
        script_config=str(tmp_path / "alembic.ini"), script_location=str(folder)
    )
    config = SQLAlchemySyncConfig(connection_string=url, alembic_config=migrations)
    commands = AlembicCommands(sqlalchemy_config=config)
    commands.init(directory=str(folder))
    env = folder / "env.py"
    source, twice = re.subn(
        r"(?<=context\.configure\()\n",
        "\n        render_item=render_item,\n",
        env.read_text("utf-8"),
    )
    assert 2 == twice
    env.write_text(f"from sqlalchemy_iri.alembic import render_item\n{source}", "utf-8")
    commands.revision(message="add pages", autogenerate=True)
    commands.upgrade()
    engine = create_engine(url)
    with engine.begin() as connection:  # as code did that knew no key
        add = "INSERT INTO page (url, url_key, title) VALUES (?, ?, '')"
        connection.exec_driver_sql(add, [(A, "1:old"), ("javascript:alert(1)", "2:old")])
    assert {"scheme-not-allowed": 1} == audit(MappedTable(engine, Page.url), WEB).codes
    assert 2 == rekey(engine, Page.url).changed
    with Session(engine) as session:
        assert A == session.scalars(select(Page.url).where(Page.url.equivalent(A_SPELLED))).one()
    commands.check()  # the model and the database do not differ
    engine.dispose()
    config.get_engine().dispose()
