"""Models whose rows are there before the keys are."""

from uuid import UUID, uuid4

from sqlalchemy import Column, DateTime, ForeignKey, String, Table, Unicode, func, insert, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

from iri3987.rows.jobs import Plan, convert
from iri3987.rows.ledger import Ledger
from sqlalchemy_iri import IRIKey, IRIType


class Base(DeclarativeBase):
    """The base of the models."""


class Bookmark(Base):
    """An address that rows have had before the key came."""

    __tablename__ = "bookmark"

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str | None] = mapped_column(IRIType(200))
    url_key: Mapped[str | None] = IRIKey("url", unique=False)
    owner: Mapped[str | None] = mapped_column(String(20))
    changed: Mapped[str | None] = mapped_column(DateTime, onupdate=func.now())
    tags: Mapped[list["Tag"]] = relationship(back_populates="bookmark", lazy="joined")


class Tag(Base):
    """A row that belongs to a bookmark."""

    __tablename__ = "tag"

    id: Mapped[int] = mapped_column(primary_key=True)
    bookmark_id: Mapped[int] = mapped_column(ForeignKey("bookmark.id"))
    bookmark: Mapped[Bookmark] = relationship(back_populates="tags")


class Pair(Base):
    """A primary key of two columns; two keys, and one has a policy."""

    __tablename__ = "pair of"

    site: Mapped[str] = mapped_column(String(20), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str | None] = mapped_column(Unicode(200))
    url_key: Mapped[str | None] = IRIKey("url", unique=False)
    page_key: Mapped[str | None] = IRIKey(
        "url", policy="iri3987.comparison.policy.without_trailing_slash", unique=False
    )


class Item(Base):
    """A primary key that the drivers do not take as it is."""

    __tablename__ = "item"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    url: Mapped[str] = mapped_column(String(200))
    url_key: Mapped[str | None] = IRIKey("url", unique=False)


NO_KEY = Table("plain_link", Base.metadata, Column("url", String(20)))


def store(engine, class_, rows):
    """Store rows without keys, as old code did."""
    plain = Table(class_.__tablename__, type(Base.metadata)())
    for column in class_.__table__.columns:
        type_ = column.type if column.primary_key else String()
        plain.append_column(Column(column.name, type_, primary_key=column.primary_key))
    with engine.begin() as connection:
        connection.execute(insert(plain), rows)


def stored(engine, *columns):
    """Return the raw values of columns, in the order of the primary key."""
    whole = columns[0].class_.__table__
    with engine.connect() as connection:
        found = connection.execute(select(*columns).order_by(*whole.primary_key.columns)).all()
    return [row[0] if len(columns) == 1 else tuple(row) for row in found]


def converted(table, path, using=lambda text: text + "x"):
    """Convert each row with a ledger, as the command does."""
    with Ledger(path) as ledger:
        return convert(table, using, Plan(size=3), ledger=ledger)


def as_https(text):
    """Convert an address, as a function of a project may."""
    if " " in text:
        raise LookupError(text)
    return "https" + text.removeprefix("http") if text.startswith("http://a") else text


def delete_others(keep, others):
    """Merge rows, as a function of a project may."""
    for other in others:
        Session.object_session(keep).delete(other)
