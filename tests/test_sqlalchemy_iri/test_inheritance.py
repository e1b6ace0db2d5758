"""Keys of classes that inherit from others: each table keeps its own in step, or it is refused."""

from typing import Any

import pytest
from sqlalchemy import ForeignKey, String, insert, select, update
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from iri3987 import IRI
from iri3987.comparison import key_digest
from sqlalchemy_iri import IRIKey, IRIType, with_key
from test_sqlalchemy_iri import link_models

A, B, C = "http://a.example/", "http://b.example/", "http://c.example/"


class Base(DeclarativeBase):
    """A base of its own."""

    type_annotation_map = {IRI: IRIType()}  # noqa: RUF012


class Person(Base):
    """Someone with a homepage."""

    __tablename__ = "person"
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "person"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    homepage: Mapped[IRI | None]
    homepage_key: Mapped[str | None] = IRIKey("homepage")


class Author(Person):
    """Someone with a blog as well, in a table that is joined."""

    __tablename__ = "author"
    __mapper_args__ = {"polymorphic_identity": "author"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(ForeignKey("person.id"), primary_key=True)
    blog: Mapped[IRI | None]
    blog_key: Mapped[str | None] = IRIKey("blog")


class Poet(Author):
    """Someone whose blog is in the table of the class above, in a third table."""

    __tablename__ = "poet"
    __mapper_args__ = {"polymorphic_identity": "poet"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(ForeignKey("author.id"), primary_key=True)
    metre: Mapped[str | None] = mapped_column(String(10))


@pytest.fixture
def session(engine):
    """Give a session that leaves nothing behind, with an author and a poet."""
    with Session(engine) as session:
        session.add_all([Author(id=1, homepage=A, blog=A), Poet(id=2, homepage=B, blog=B)])
        session.flush()
        session.expunge_all()
        yield session


def stored(session, name="homepage", table="person"):
    """Return the addresses of all rows, whose keys are their own."""
    return link_models.stored(session, name, table)


@pytest.mark.parametrize(
    ("own", "values", "remedy"),
    [
        (Author, {"id": 1, "homepage": C}, r"with_key\(Author, homepage="),
        (Author, {"id": 1, "homepage": C, "blog": C}, r"with_key\(Author, homepage="),
        (Poet, {"id": 2, "homepage": C}, r"with_key\(Poet, homepage="),
        (Poet, {"id": 2, "blog": C}, r"with_key\(Poet, blog="),
    ],
    ids=["parent", "both", "grandparent", "parent in the middle"],
)
def test_update_by_primary_key(session, own, values, remedy):
    """An address of another table than that of the class is refused without its key."""
    with pytest.raises(InvalidRequestError, match=remedy):
        session.execute(update(own), [values])


def test_update_of_rows_of_several_shapes(session):
    """It is refused in any row."""
    rows = [{"id": 1, "homepage": A, "homepage_key": key_digest(A)}, {"id": 2, "homepage": C}]
    with pytest.raises(InvalidRequestError, match=r"with_key\(Author, homepage="):
        session.execute(update(Author), rows)


@pytest.mark.parametrize(
    "values",
    [
        {"homepage": C, "homepage_key": key_digest(A)},
        {"homepage": C, "homepage_key": None},
        {"homepage_key": key_digest(C)},
    ],
    ids=["wrong", "none", "alone"],
)
def test_update_with_a_wrong_key(session, values):
    """A key that is not that of the address is refused in the tables of all classes."""
    with pytest.raises(InvalidRequestError, match="'homepage_key' is the key of 'homepage'"):
        session.execute(update(Author), [{"id": 1, **values}])


def test_update_with_the_keys(session):
    """The remedies work: UPDATE with the keys of all tables, or of objects."""
    session.execute(update(Person), [{"id": 1, **with_key(Person, homepage=C)}])
    assert [C, B] == stored(session)
    session.execute(update(Author), [{"id": 1, **with_key(Author, homepage=A, blog=C)}])
    assert ([A, B], [C, B]) == (stored(session), stored(session, "blog", "author"))
    session.get(Poet, 2).homepage = C
    session.flush()
    assert [A, C] == stored(session)


def test_update_of_something_else(session):
    """Other columns are free."""
    session.execute(update(Poet), [{"id": 2, "metre": "x"}])
    assert [A, B] == stored(session)


MANY: list[dict[str, Any]] = [
    {"id": 8, "homepage": C, "blog": C},
    {"id": 9, "homepage": None, "blog": None},
]
INSERTS = {
    "insert": lambda s, own: s.execute(insert(own), MANY),
    "returning": lambda s, own: s.scalars(insert(own).returning(own), MANY).all(),
    "mappings": lambda s, own: s.bulk_insert_mappings(own, MANY),
    "objects": lambda s, own: s.bulk_save_objects([own(**values) for values in MANY]),
    "own keys": lambda s, own: s.execute(
        insert(own), [{**MANY[0], "homepage_key": key_digest(C)}, MANY[1]]
    ),
}


@pytest.mark.parametrize("own", [Author, Poet])
@pytest.mark.parametrize("way", INSERTS)
def test_insert(session, way, own):
    """An INSERT of many rows fills the keys of all tables."""
    INSERTS[way](session, own)
    assert [A, B, C, None] == stored(session)
    assert [A, B, C, None] == stored(session, "blog", "author")
    found = select(own.id).where(own.homepage.equivalent(C), own.blog.equivalent(C))
    assert [8] == list(session.scalars(found))


@pytest.mark.parametrize("name", ["homepage_key", "blog_key"])
def test_insert_with_a_wrong_key(session, name):
    """A key that is not that of the address is refused in the tables of all classes."""
    with pytest.raises(InvalidRequestError, match=f"'{name}' is the key of"):
        session.execute(insert(Poet), [{"id": 8, "homepage": C, "blog": C, name: key_digest(A)}])
