"""Models as the documentation of SQLModel writes them, and the session of FastAPI's tutorial."""

import pytest
from pydantic import ValidationError
from sqlalchemy.exc import IntegrityError, InvalidRequestError, StatementError
from sqlmodel import Field, Session, SQLModel, select, update

from iri3987 import IRI, IRIError
from iri3987.comparison import key_digest
from iri3987.types import WebIRI
from iri3987.values import InvalidIRI
from sqlalchemy_iri import IRIKey, IRIType, with_key
from test_sqlalchemy_iri.link_models import connected

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
def session():
    """Give a session with a hero."""
    with connected(Hero.__table__) as connection, Session(connection) as session:
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
