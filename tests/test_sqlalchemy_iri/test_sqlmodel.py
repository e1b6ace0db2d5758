"""Models as the documentation of SQLModel writes them, and the session of FastAPI's tutorial."""

import asyncio
from collections.abc import Iterator
from typing import Annotated

import httpx
import pytest
from alembic.autogenerate import produce_migrations, render_python_code
from alembic.migration import MigrationContext
from fastapi import Depends, FastAPI, HTTPException
from pydantic import ValidationError
from sqlalchemy.exc import IntegrityError, InvalidRequestError, StatementError
from sqlalchemy.pool import StaticPool
from sqlmodel import Field, Session, SQLModel, create_engine, select, update

from iri3987 import IRI, IRIError
from iri3987.comparison import key_digest
from iri3987.types import WebIRI
from iri3987.values import InvalidIRI
from sqlalchemy_iri import IRIKey, IRIType, equivalent, with_key
from sqlalchemy_iri.alembic import render_item

A, B = "http://faß.de/straße", "http://b.example/"
A_SPELLED = "HTTP://xn--fa-hia.de/stra%C3%9Fe"


class Hero(SQLModel, table=True):
    """A hero with a homepage that no other has."""

    id: int | None = Field(default=None, primary_key=True)
    name: str = ""
    homepage: IRI = Field(sa_type=IRIType())
    homepage_key: str | None = Field(default=None, sa_column=IRIKey("homepage").column)


class HeroCreate(SQLModel):
    """The body of a request."""

    homepage: WebIRI


class HeroPublic(HeroCreate):
    """The body of an answer."""

    id: int


@pytest.fixture
def engine():
    """Give a database that all threads share, as SQLModel's guide to tests has it."""
    engine = create_engine(
        "sqlite://", connect_args={"check_same_thread": False}, poolclass=StaticPool
    )
    SQLModel.metadata.create_all(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def session(engine):
    """Give a session with a hero."""
    with Session(engine) as session:
        session.add(Hero(homepage=A))
        session.commit()
        yield session


def test_sqlmodel_reads_an_iri(session):
    """A field with ``sa_type=IRIType()`` reads back an `IRI`, found by any spelling."""
    session.expire_all()
    hero = session.exec(select(Hero).where(Hero.homepage.equivalent(A_SPELLED))).one()
    assert (A, IRI) == (hero.homepage, type(hero.homepage))
    assert key_digest(A) == hero.homepage_key
    assert A == HeroPublic.model_validate(hero, from_attributes=True).homepage


def test_sqlmodel_keeps_the_key(session):
    """Objects keep the key in step; a statement without it is refused; a second row, too."""
    hero = session.exec(select(Hero)).one()
    hero.sqlmodel_update({"homepage": B})
    session.add(hero)
    session.commit()
    assert key_digest(B) == hero.homepage_key
    with pytest.raises(InvalidRequestError, match=r"with_key\(Hero, homepage="):
        session.exec(update(Hero).values(homepage=A))
    session.exec(update(Hero).values(**with_key(Hero, homepage=A)))
    assert key_digest(A) == hero.homepage_key
    session.add(Hero(homepage=A_SPELLED))
    with pytest.raises(IntegrityError):
        session.commit()


def test_sqlmodel_refuses(session):
    """A table checks what is written, and a model of a request what is sent; old rows load."""
    session.add(Hero(homepage="javascript:alert(1)"))
    with pytest.raises(StatementError) as caught:
        session.commit()
    assert isinstance(caught.value.orig, IRIError)
    session.rollback()
    with pytest.raises(ValidationError):
        HeroCreate(homepage="javascript:alert(1)")
    old = "INSERT INTO hero (name, homepage) VALUES ('', 'no iri')"
    session.connection().exec_driver_sql(old)
    hero = session.exec(select(Hero).where(Hero.homepage == "no iri")).one()
    assert InvalidIRI is type(hero.homepage)


def test_fastapi(engine):
    """The session of FastAPI's tutorial stores, finds and refuses addresses."""

    def get_session() -> Iterator[Session]:
        with Session(engine) as session:
            yield session

    app = FastAPI()
    SessionDep = Annotated[Session, Depends(get_session)]  # noqa: N806 - as the tutorial has it

    @app.post("/heroes/", response_model=HeroPublic)
    def create_hero(hero: HeroCreate, session: SessionDep) -> Hero:
        db_hero = Hero.model_validate(hero)
        session.add(db_hero)
        try:
            session.commit()
        except IntegrityError:
            raise HTTPException(409) from None
        session.refresh(db_hero)
        return db_hero

    @app.get("/heroes/", response_model=list[HeroPublic])
    def read_heroes(homepage: WebIRI, session: SessionDep) -> list[Hero]:
        found = select(Hero).where(equivalent(Hero.homepage, homepage))
        return list(session.exec(found).all())

    async def talk() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            sent = [{"homepage": each} for each in (A, A_SPELLED, "javascript:alert(1)")]
            answers = [await client.post("/heroes/", json=each) for each in sent]
            return [*answers, await client.get("/heroes/", params={"homepage": A_SPELLED})]

    answers = asyncio.run(talk())
    assert [200, 409, 422, 200] == [each.status_code for each in answers]
    assert [{"homepage": A, "id": 1}] == answers[-1].json()


def test_alembic(engine):
    """Alembic writes the columns of a table as it does for other models."""
    SQLModel.metadata.drop_all(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        found = produce_migrations(context, SQLModel.metadata)
    written = render_python_code(found.upgrade_ops, render_item=render_item)
    assert "sqlalchemy_iri.IRIType(length=2048)" in written
    assert "sqlalchemy_iri.IRIKeyType('homepage')" in written
