"""docs/reference/types.md: what its model is made of."""

from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from iri3987 import IRI
from sqlalchemy_iri import IRIType

__all__ = ["IRI", "Base", "IRIType", "Mapped", "mapped_column"]


class Base(DeclarativeBase):
    """The base of the page's model."""
