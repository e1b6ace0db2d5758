"""The table of links, the rule for their addresses, and a link as it is sent.

The exact text of an address is stored, not its mapped URI, which follows from it at any time. All
equivalent addresses share the key beside it (RFC 3987 section 5), so each address has one row.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from fastapi import Depends, HTTPException, Query
from fastapi import Path as PathParameter
from pydantic import BaseModel, StringConstraints, create_model
from sqlalchemy import String, create_engine, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from iri3987 import IRI, WEB, Finding, IRIError, display
from iri3987.appearance.bidi import isolate
from iri3987.messages import describe, translate
from iri3987.values import InvalidIRI
from sqlalchemy_iri import IRIKey, IRIType

#: The rule: addresses of the web, without passwords, which servers and browsers are sure to take.
LINKS = replace(WEB, allow_userinfo=False, max_length=2048, max_octets=2048)
TYPED = LINKS.for_forms()  # the same for people, who type "example.org"

DATABASE = os.environ.get("LINKS_DATABASE", Path(__file__).parents[1] / "links.sqlite3")
# No error message shows an address, which may have a password.
engine = create_engine(f"sqlite:///{DATABASE}", hide_parameters=True)

Text = StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00]*$")


class Title(BaseModel):
    """The title alone: an old row may have an address that would be refused today."""

    title: Annotated[str, Text]


class NewLink(Title):
    """A link as a machine sends it; `TypedLink` is one as a form sends it."""

    iri: Annotated[IRI, LINKS]


TypedLink = create_model("TypedLink", __base__=Title, iri=(Annotated[IRI, TYPED], ...))


class Base(DeclarativeBase):
    """The base of all tables."""


class Link(Base):
    """A link. Reading `iri` gives an `IRI`: a `str` that knows its `.uri` and its parts."""

    __tablename__ = "link"

    id: Mapped[int] = mapped_column(primary_key=True)
    iri: Mapped[IRI | InvalidIRI] = mapped_column(IRIType(profile=LINKS))
    iri_key: Mapped[str] = IRIKey("iri")
    title: Mapped[str] = mapped_column(String(200))

    @property
    def uri(self) -> str | None:
        """The mapped URI, which is sent; None for an old row that the rule refuses."""
        try:
            return LINKS.check(self.iri).uri
        except IRIError:
            return None

    @property
    def display(self) -> str:
        """The address as people see it."""
        return self.iri.display


Base.metadata.create_all(engine)


def session() -> Iterator[Session]:
    """Give a session to an endpoint."""
    with Session(engine) as opened:
        yield opened


Database = Annotated[Session, Depends(session)]


def existing(link_id: Annotated[int, PathParameter(ge=1, lt=2**63)], database: Database) -> Link:
    """Return the link that a path names. SQLite's integers have 64 bits."""
    if link := database.get(Link, link_id):
        return link
    raise HTTPException(404)


Existing = Annotated[Link, Depends(existing)]
PageNumber = Annotated[int, Query(ge=1, le=10**6)]
PER_PAGE = 50  # links


def newest_links(database: Session, page: int) -> Sequence[Link]:
    """Return the links of a page, the newest first."""
    newest_first = select(Link).order_by(Link.id.desc())
    return database.scalars(newest_first.limit(PER_PAGE).offset((page - 1) * PER_PAGE)).all()


def save(database: Session, link: Link, new: Title, language: str = "en") -> str | None:
    """Store *new* in *link*. Return a sentence instead if another link has the address."""
    for name, value in new:
        setattr(link, name, value)
    database.add(link)
    try:
        database.commit()
    except IntegrityError:
        database.rollback()
        sent = getattr(new, "iri", "")
        there = database.scalar(select(Link.iri).where(Link.iri.equivalent(sent))) or sent
        said = translate("This address is already there, as %(address)s.", language)
        return said % {"address": isolate(display(there))}
    return None


def refusal(sent: str, language: str) -> str:
    """Return why the address *sent* is refused, in words for people; "" if it is accepted."""
    try:
        TYPED.clean(sent)
    except IRIError as error:
        return describe(error, sent, TYPED, language=language)
    return ""


def warnings(sent: str, language: str = "en") -> list[Finding]:
    """Return what can mislead in the address *sent*, in words for people."""
    found = [each for each in TYPED.warnings(sent) if each.code != "repaired"]
    found.sort(key=lambda each: each.code != "whole-script-confusable")  # which site it is not
    return [each._replace(message=describe(each, sent, TYPED, language=language)) for each in found]
