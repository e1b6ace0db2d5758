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
from test_sqlalchemy_iri.ways import INSERTS

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


AUTHOR, POET = r"with_key\(Author, homepage=", r"with_key\(Poet, "
WRONG = "'(homepage|blog)_key' is the key of '(homepage|blog)'"
REFUSED = {
    "parent": (update(Author), [{"id": 1, "homepage": C}], AUTHOR),
    "both": (update(Author), [{"id": 1, "homepage": C, "blog": C}], AUTHOR),
    "grandparent": (update(Poet), [{"id": 2, "homepage": C}], POET + "homepage="),
    "parent in the middle": (update(Poet), [{"id": 2, "blog": C}], POET + "blog="),
    "rows of several shapes": (
        update(Author),
        [{"id": 1, "homepage": A, "homepage_key": key_digest(A)}, {"id": 2, "homepage": C}],
        AUTHOR,
    ),
    "wrong": (update(Author), [{"id": 1, "homepage": C, "homepage_key": key_digest(A)}], WRONG),
    "none": (update(Author), [{"id": 1, "homepage": C, "homepage_key": None}], WRONG),
    "alone": (update(Author), [{"id": 1, "homepage_key": key_digest(C)}], WRONG),
    **{
        f"insert, {name}": (
            insert(Poet),
            [{"id": 8, "homepage": C, "blog": C, name: key_digest(A)}],
            WRONG,
        )
        for name in ("homepage_key", "blog_key")
    },
}


@pytest.mark.parametrize("way", REFUSED)
def test_refused(session, way):
    """An address of another table than that of the class, and a wrong key of any, are refused."""
    statement, rows, message = REFUSED[way]
    with pytest.raises(InvalidRequestError, match=message):
        session.execute(statement, rows)


def test_update_with_the_keys(session):
    """The remedies work: UPDATE with the keys of all tables, or of objects."""
    session.execute(update(Person), [{"id": 1, **with_key(Person, homepage=C)}])
    assert [C, B] == stored(session)
    session.execute(update(Author), [{"id": 1, **with_key(Author, homepage=A, blog=C)}])
    assert ([A, B], [C, B]) == (stored(session), stored(session, "blog", "author"))
    session.get(Poet, 2).homepage = C
    session.execute(update(Poet), [{"id": 2, "metre": "x"}])  # other columns are free
    session.flush()
    assert [A, C] == stored(session)


MANY: list[dict[str, Any]] = [
    {"id": 8, "homepage": C, "blog": C},
    {"id": 9, "homepage": None, "blog": None},
]


@pytest.mark.parametrize("own", [Author, Poet])
@pytest.mark.parametrize("keys", [{}, {"homepage_key": key_digest(C)}], ids=["no key", "own key"])
@pytest.mark.parametrize("way", ["many", "returning", "bulk_insert_mappings", "bulk_save_objects"])
def test_insert(session, way, keys, own):
    """An INSERT of many rows fills the keys of all tables."""
    INSERTS[way](session, own, [{**MANY[0], **keys}, MANY[1]])
    assert [A, B, C, None] == stored(session)
    assert [A, B, C, None] == stored(session, "blog", "author")
    found = select(own.id).where(own.homepage.equivalent(C), own.blog.equivalent(C))
    assert [8] == list(session.scalars(found))
