"""The table of links.

The exact text of an address is stored: not the mapped URI, not a normalised form. The URI follows
from the IRI at any time, but the IRI does not always follow from the URI. Beside the text stands
its key, which is the same for all equivalent addresses (RFC 3987 section 5): they have one row.
"""

from dataclasses import replace
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.pagination import Pagination
from sqlalchemy import ColumnElement, String, func, or_, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from iri3987 import IRI, WEB, IRIError, IRIReference, Profile
from iri3987.reference import InvalidIRI
from iri3987.search import spellings
from sqlalchemy_iri import IRIKey, IRIType

#: The schemes that the directory takes. None of them runs as code: `/go/` redirects to all.
SCHEMES = ["http", "https", "mailto", "urn"]

#: The rule for addresses. Addresses of the web must have a host that the web can use. User names
#: are refused, because a password would be public. `max_octets` is the length of the mapped URI,
#: which is sent: servers and browsers have limits. Nothing is repaired, because this directory
#: shows the text that people have typed.
DIRECTORY = replace(
    WEB,
    schemes=SCHEMES,
    require_host=["http", "https"],
    allow_userinfo=False,
    max_octets=2048,
    repair=False,
)

#: The rule for the addresses that `/go/` redirects to. New links have a stricter rule.
TARGET = Profile(schemes=SCHEMES)


class Model(DeclarativeBase):
    """The base of all tables."""


db = SQLAlchemy(model_class=Model)


class Link(db.Model):  # type: ignore[name-defined,misc]
    """One link. Reading `iri` gives an `IRI`: a `str` that knows its `.uri` and its parts."""

    id: Mapped[int] = mapped_column(primary_key=True)
    iri: Mapped[IRI | InvalidIRI] = mapped_column(IRIType(profile=DIRECTORY))
    iri_key: Mapped[str | None] = IRIKey("iri")
    title: Mapped[str] = mapped_column(String(200))
    lang: Mapped[str] = mapped_column(String(35), default="")
    note: Mapped[str] = mapped_column(String(200), default="")
    file: Mapped[str] = mapped_column(String(255), default="")

    @property
    def uri(self) -> IRIReference | None:
        """The URI, which is sent to machines; None for an old row that holds something else."""
        try:
            return IRIReference(TARGET.check(self.iri).uri)
        except IRIError:
            return None


class OldLink(db.Model):  # type: ignore[name-defined,misc]
    """A row from before there was an `IRIType`: any text, as forms, imports and people left it."""

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(2048))


def has_text(text: str) -> ColumnElement[bool]:
    """Return the condition that *text* is in a title, or in a spelling of an address."""
    text = text[:200]
    iri: Any = Link.iri  # `equivalent` is a method of `IRIType`
    in_address = (iri.contains(each, autoescape=True) for each in spellings(text))
    return or_(Link.title.icontains(text, autoescape=True), iri.equivalent(text), *in_address)


#: How many links are on a page.
PER_PAGE = 50


def find_links(condition: ColumnElement[bool] | None, number: int) -> Pagination:
    """Return a page of the links that fulfil *condition*, the newest first; of all without it.

    A page that is not there is the last one.
    """
    found = select(Link) if condition is None else select(Link).where(condition)
    count = db.session.scalar(select(func.count()).select_from(found.subquery())) or 0
    # SQLite's integers have 64 bits, so the number is not handed over as it comes.
    last = max(1, -(-count // PER_PAGE))
    number = number if 0 < number <= last else last
    newest_first = found.order_by(Link.id.desc())
    return db.paginate(newest_first, page=number, per_page=PER_PAGE, error_out=False)
