"""SQLAlchemy: a column type for IRIs, and a key column that is unique under equivalence.

An IRI is checked when it is written, and stored as it is. It is not checked when it is read: an old
row that does not hold an IRI loads as `iri3987.values.InvalidIRI`. Comparisons and LIKE patterns
accept any text: a search for text that is not an IRI finds nothing, or such an old row.

No collation knows which IRIs are equivalent (RFC 3987 section 5.3): the column of `IRIKey` does.
Statements that would give it the key of another IRI raise `InvalidRequestError`.

>>> from iri3987 import IRI
>>> from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
>>> class Base(DeclarativeBase):
...     type_annotation_map = {IRI: IRIType()}
>>> class Link(Base):
...     __tablename__ = "link"
...     id: Mapped[int] = mapped_column(primary_key=True)
...     homepage: Mapped[IRI]
...     homepage_key: Mapped[str] = IRIKey("homepage")
...     check_homepage = validates_iri("homepage")
>>> Link(homepage="http://faß.de/%")
Traceback (most recent call last):
iri3987.exceptions.IRIError: bad-percent: expected two hexadecimal digits after "%", found \
'%' (U+0025) in ipath, at position 14 of 'http://faß.de/%' (RFC 3987 section 2.2)
>>> print(Link.homepage.equivalent("http://xn--fa-hia.de/"))
link.homepage_key = :homepage_key_1
"""

from iri3987 import Profile
from sqlalchemy_iri.key_column import IRIKey
from sqlalchemy_iri.keys import IRIKeyType, column_of, with_key
from sqlalchemy_iri.types import IRIType, equivalent, validates_iri

__all__ = [
    "IRIKey",
    "IRIKeyType",
    "IRIType",
    "Profile",
    "column_of",
    "equivalent",
    "validates_iri",
    "with_key",
]
