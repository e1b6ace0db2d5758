"""docs/how-to/sqlalchemy/rows.md: its steps without Flask, on a table that has rows."""

from typing import Any

from sqlalchemy import create_engine, select, text
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from sqlalchemy_iri import IRIKey, IRIType


class _Base(DeclarativeBase):
    pass


class _Link(_Base):
    __tablename__ = "link"
    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str] = mapped_column(IRIType())
    url_key: Mapped[str | None] = IRIKey("url", unique=False)


def check(names: dict[str, Any]) -> None:
    """Two of three rows are equivalent: they are found, and all have keys."""
    engine = create_engine("sqlite://")
    _Base.metadata.create_all(engine)
    with engine.begin() as connection:
        for url in ("http://faß.de", "HTTP://xn--fa-hia.de/", "http://faß.de/a"):
            connection.execute(text("INSERT INTO link (url) VALUES (:url)"), {"url": url})
    assert (1, 0) == names["steps"](engine, _Link.url)
    with Session(engine) as session:
        keys = session.scalars(select(_Link.url_key).order_by(_Link.id)).all()
    assert keys[0] == keys[1] != keys[2]
    engine.dispose()
