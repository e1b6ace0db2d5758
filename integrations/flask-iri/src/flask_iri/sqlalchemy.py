"""SQLAlchemy: a column for an IRI, and beside it a key that is unique under equivalence.

An IRI is checked when it is written, and stored as it is. It is not checked when it is read: an old
row that does not hold an IRI loads as `iri3987.reference.InvalidIRI`. Comparisons and patterns take
any text: a search for text that is not an IRI finds nothing, or that old row.

No collation can tell whether two IRIs are equivalent (RFC 3987 section 5.3), so `IRIKey` declares
a column that can. It is filled and kept in step whatever writes the row: the unit of work, bulk
operations, statements with and without the ORM. What cannot be kept in step is refused
(`InvalidRequestError`): a statement in which the IRI is an SQL expression, as only the database
knows its value; an INSERT or UPDATE in a CTE; an "upsert" whose ``set_`` names the IRI without the
key; and a key that is written by itself, or that does not belong to the IRI beside it. SQL that is
written as text is not seen.

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

import re
from collections.abc import Collection
from typing import Any

from flask_iri.profiles import make_profile
from iri3987 import IRI, IRIReference
from iri3987.reference import InvalidIRI, load

try:
    from sqlalchemy import ColumnElement, Dialect, TypeDecorator, Unicode, inspect
except ImportError as error:
    raise ImportError(
        "flask_iri.sqlalchemy needs SQLAlchemy: install flask-iri[sqlalchemy]"
    ) from error
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import validates

from flask_iri.keys import IRIKey, IRIKeyType, is_expression, text_of

__all__ = ["IRIKey", "IRIKeyType", "IRIType", "validates_iri"]

# Drivers raise for a lone surrogate, and PostgreSQL for U+0000.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class _Comparand(TypeDecorator[str]):
    """Text that an IRI is compared with: not checked, but such that every database takes it."""

    impl = Unicode
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        # A noncharacter, which no IRI holds, instead of what no database holds: equal to nothing.
        return None if value is None else _UNSTORABLE.sub("\ufdd0", text_of(value))


class IRIType(TypeDecorator[IRIReference | InvalidIRI]):
    """A column of `IRI`, or with *reference* of `IRIReference`: at most *length* characters.

    *profile* is "web" (an address of the web, http or https) or "any" (any IRI, ``javascript:``
    too), *schemes* replaces its schemes.

    Any other text makes a `StatementError` with the core's `IRIError` as its ``orig``, and a value
    that is not text one with a `TypeError`. `validates_iri` refuses both before. "" is stored, as
    forms give it for an empty input; it loads as an `InvalidIRI`, which is false.

    >>> IRIType(profile="any", schemes=["urn"])
    IRIType(length=2048, profile='any', schemes=('urn',))
    """

    impl = Unicode
    cache_ok = True

    class comparator_factory(TypeDecorator.Comparator[Any], Unicode.Comparator[Any]):  # noqa: N801
        def equivalent(self, text: str, /) -> ColumnElement[bool]:
            """Compare with *text* as `iri3987.equivalent` does, by the `IRIKey` of this column."""
            for column in self.expr.table.columns:
                if isinstance(column.type, IRIKeyType) and column.type.source == self.expr.key:
                    return column.type.equals(column, text)
            raise InvalidRequestError(f"there is no IRIKey({self.expr.key!r}) beside {self.expr}")

    def __init__(
        self,
        length: int | None = 2048,
        profile: str = "web",
        schemes: Collection[str] | None = None,
        reference: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        super().__init__(length)
        self._profile = make_profile(
            profile, schemes=schemes, reference=reference, max_length=length
        )
        # SQLAlchemy's cache tells types apart by the attributes that have names of arguments,
        # if these are not keyword-only.
        self.length = length
        self.profile = profile
        self.schemes = None if schemes is None else tuple(sorted(schemes))
        self.reference = reference

    def __repr__(self) -> str:
        options = {"length": self.length}
        defaults = {"profile": "web", "schemes": None, "reference": False}
        options |= {name: getattr(self, name) for name in defaults}
        given = [f"{k}={v!r}" for k, v in options.items() if k == "length" or v != defaults[k]]
        return f"{type(self).__name__}({', '.join(given)})"

    @property
    def python_type(self) -> type[IRIReference]:
        """What reading gives."""
        return IRIReference if self.reference else IRI

    def check(self, value: Any, /) -> IRIReference | InvalidIRI:
        """Return *value* as what this column holds. Raises `IRIError`, and `TypeError`."""
        text = text_of(value)
        if not text:
            return load(text, self.python_type)
        return self._profile.check(text)

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Check what is written, and give the driver a plain `str`."""
        return None if value is None else text_of(self.check(value))

    def process_result_value(
        self,
        value: Any,
        dialect: Dialect,  # noqa: ARG002
    ) -> IRIReference | InvalidIRI | None:
        """Read it, whatever it is."""
        return None if value is None else load(value, self.python_type)

    def coerce_compared_value(self, op: Any, value: Any) -> Any:  # noqa: ARG002
        """Compare with text: a pattern is not an IRI, nor is everything that people search for."""
        return _Comparand()


def validates_iri(*names: str) -> Any:
    """Check the attributes *names* when they are assigned to, before the flush.

    What it returns belongs in the mapped class, under any name. The assignment raises `IRIError`,
    or `TypeError` for a value that is not text. The attribute is then an `IRI`.

    The text that the attribute holds already is not checked again: an old row can be saved by a
    form in which its address was not touched.
    """

    def validate(target: Any, name: str, value: Any) -> Any:
        if value is None or is_expression(value):
            return value
        state = inspect(target)
        current = state.dict.get(name)
        if isinstance(current, str) and value == current:
            return current
        return state.mapper.columns[name].type.check(value)

    return validates(*names)(validate)
