"""The table of links, and the rule for their addresses.

The exact text of an address is stored, not its mapped URI, which follows from it at any time. All
equivalent addresses share the key beside it (RFC 3987 section 5), so each address has one row.
"""

from dataclasses import replace

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from iri3987 import IRI, WEB, IRIError
from iri3987.values import InvalidIRI
from sqlalchemy_iri import IRIKey, IRIType

#: The rule: addresses of the web, without passwords, because everybody can see the list. Servers
#: and browsers have limits for the URI that is sent.
LINKS = replace(WEB, allow_userinfo=False, max_octets=2048)


class Model(DeclarativeBase):
    """The base of all tables."""


db = SQLAlchemy(model_class=Model)


class Link(db.Model):  # type: ignore[name-defined,misc]
    """A link. Reading `iri` gives an `IRI`: a `str` that knows its `.uri` and its parts."""

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
