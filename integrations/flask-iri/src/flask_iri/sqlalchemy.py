"""SQLAlchemy: a column for an IRI, and beside it a key that is unique under equivalence.

An IRI that is written is checked, and stored as it is. One that is read is trusted: an old row
that holds none loads as `iri3987.reference.InvalidIRI`. In a comparison or a pattern is any text:
a search for what is no IRI finds nothing, or that old row.

No collation can tell whether two IRIs are equivalent (RFC 3987 section 5.3), so `IRIKey` declares
a column that can. It is filled and kept in step whatever writes the row: the unit of work, bulk
operations, statements with and without the ORM. A statement in which the IRI is an SQL expression
is refused, as its value is known to the database alone; and an "upsert" whose ``set_`` names the
IRI, and not the key beside it. Text that is SQL is not seen.

>>> from sqlalchemy.orm import DeclarativeBase, Mapped
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
from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal

from flask_iri.profiles import make_profile
from iri3987 import IRI, IRIError, IRIReference
from iri3987.comparison import key_digest
from iri3987.exceptions import exact
from iri3987.reference import InvalidIRI, load

try:
    from sqlalchemy import (
        BindParameter,
        ColumnElement,
        Dialect,
        Insert,
        String,
        TypeDecorator,
        Unicode,
        Update,
        event,
    )
except ImportError as error:
    raise ImportError(
        "flask_iri.sqlalchemy needs SQLAlchemy: install flask-iri[sqlalchemy]"
    ) from error
from sqlalchemy import inspect
from sqlalchemy.engine import Engine
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import MappedColumn, Mapper, mapped_column, validates
from sqlalchemy.sql import ClauseElement

Level = Literal["syntax", "scheme"]

# Drivers raise for a lone surrogate, and PostgreSQL for U+0000.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class _Comparand(TypeDecorator[str]):
    """Text that an IRI is compared with: not checked, but such that every database takes it."""

    impl = Unicode
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        # A noncharacter, which no IRI holds, instead of what no database holds: equal to nothing.
        return None if value is None else _UNSTORABLE.sub("\ufdd0", _text(value))


class IRIType(TypeDecorator[IRIReference | InvalidIRI]):
    """A column of `IRI`, or with *reference* of `IRIReference`: at most *length* characters.

    *profile* is "any" (any IRI) or "web" (an address of the web), *schemes* replaces its schemes.

    What is no such IRI makes a `StatementError` with the core's `IRIError` as its ``orig``; what
    is no text, one with a `TypeError`. `validates_iri` refuses both before.

    >>> IRIType(schemes=["urn"])
    IRIType(length=2048, schemes=('urn',))
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
        profile: str = "any",
        schemes: Collection[str] | None = None,
        reference: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        super().__init__(length)
        self._profile = make_profile(profile, schemes=schemes, reference=reference)
        # SQLAlchemy's cache tells types apart by the attributes that have names of arguments,
        # if these are not keyword-only.
        self.length = length
        self.profile = profile
        self.schemes = None if schemes is None else tuple(sorted(schemes))
        self.reference = reference

    def __repr__(self) -> str:
        options = {"length": self.length}
        defaults = {"profile": "any", "schemes": None, "reference": False}
        options |= {name: getattr(self, name) for name in defaults}
        given = [f"{k}={v!r}" for k, v in options.items() if k == "length" or v != defaults[k]]
        return f"{type(self).__name__}({', '.join(given)})"

    @property
    def python_type(self) -> type[IRIReference]:
        """What reading gives."""
        return IRIReference if self.reference else IRI

    def check(self, value: Any, /) -> IRIReference:
        """Return *value* as what this column holds. Raises `IRIError`, and `TypeError`."""
        text = _text(value)
        if self.length is not None and len(text) > self.length:
            raise IRIError(f"too-long: more than {self.length} characters", code="too-long")
        return self._profile.check(text)

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Check what is written, and give the driver a plain `str`."""
        return None if value is None else _text(self.check(value))

    def process_result_value(
        self,
        value: Any,
        dialect: Dialect,  # noqa: ARG002
    ) -> IRIReference | InvalidIRI | None:
        """Read it, whatever it is."""
        return None if value is None else load(value, self.python_type)

    def coerce_compared_value(self, op: Any, value: Any) -> Any:  # noqa: ARG002
        """Compare with text: a pattern is no IRI, nor is everything that people search for."""
        return _Comparand()


class IRIKeyType(TypeDecorator[str]):
    """The type of the column that `IRIKey` declares: the `key_digest` of the column *source*.

    >>> IRIKeyType("homepage")
    IRIKeyType('homepage')
    """

    impl = String
    cache_ok = True

    class comparator_factory(TypeDecorator.Comparator[Any], String.Comparator[Any]):  # noqa: N801
        def equivalent(self, text: str, /) -> ColumnElement[bool]:
            """Compare with the key of *text*."""
            return self.expr.type.equals(self.expr, text)  # type: ignore[attr-defined, no-any-return]

    def __init__(self, source: str, level: Level = "scheme") -> None:
        super().__init__(66)
        self.source = source
        self.level = level

    def __repr__(self) -> str:
        level = "" if self.level == "scheme" else f", level={self.level!r}"
        return f"{type(self).__name__}({self.source!r}{level})"

    def digest(self, value: Any, /) -> str | None:
        """Return the key for *value*, None for what the column *source* refuses, or is NULL."""
        if _is_expression(value):
            raise InvalidRequestError(
                f"{self.source!r} has a key, so it cannot be set to an SQL expression: load the "
                "rows, or set the key in the same statement"
            )
        return key_digest(value, level=self.level) if isinstance(value, str) else None

    def equals(self, column: ColumnElement[Any], text: str, /) -> ColumnElement[bool]:
        """Return the condition that *column*, of this type, is the key of *text*."""
        return column == key_digest(_text(text), level=self.level)

    def default(self, context: Any, /) -> str | None:
        """Return the key for a row that an INSERT makes: the default of the column."""
        compiled, row = context.compiled, context.current_parameters
        statement = compiled.statement
        source = statement.table.columns[self.source]
        assigned = _assigned(statement, row)
        # One of several rows in VALUES has a number, which its key has too, but in the first.
        key = context.current_column
        number = key.key.removeprefix(getattr(key, "original", key).key) or "_m0"
        value = row.get(self.source + number, assigned.get(self.source))
        is_left = self.source not in assigned or any(c is source for c in compiled.insert_prefetch)
        has_default = source.default is not None or source.server_default is not None
        if value is None and is_left and (has_default or statement.select is not None):
            raise InvalidRequestError(f"{self.source!r} has a key, so INSERT has to give its value")
        return self.digest(value)


def IRIKey(  # noqa: N802 - it stands for a column, as a class would
    source: str, /, *, level: Level = "scheme", unique: bool = True, **options: Any
) -> MappedColumn[Any]:
    """Declare the key of the column *source*: equal for two IRIs exactly if they are equivalent.

    *options* are those of `mapped_column`. The key is NULL where the IRI is. For a `Table` without
    the ORM, write ``IRIKey("homepage", name="homepage_key").column``.
    """
    if not event.contains(Engine, "before_execute", _before_execute):
        event.listen(Engine, "before_execute", _before_execute, retval=True)
        event.listen(Mapper, "mapper_configured", _listen)
    type_ = IRIKeyType(source, level=level)
    return mapped_column(type_, insert_default=type_.default, unique=unique, **options)


def validates_iri(*names: str) -> Any:
    """Check the attributes *names* when they are assigned to, before the flush.

    What it returns belongs in the mapped class, under any name. Raises `IRIError`, or `TypeError`
    for what is no text, out of the assignment. The attribute is then an `IRI`.
    """

    def validate(target: Any, name: str, value: Any) -> Any:
        if value is None or _is_expression(value):
            return value
        return inspect(type(target)).columns[name].type.check(value)

    return validates(*names)(validate)


def _listen(mapper: Mapper[Any], _: type) -> None:
    """Keep the keys of *mapper* in step when the unit of work writes a row."""
    for column in mapper.columns:
        if isinstance(column.type, IRIKeyType):
            fill = _filler(mapper, column, column.type)
            event.listen(mapper, "before_insert", fill)
            event.listen(mapper, "before_update", fill)


def _filler(mapper: Mapper[Any], column: Any, type_: IRIKeyType) -> Callable[..., None]:
    if type_.source not in column.table.columns:
        raise InvalidRequestError(f"there is no column {type_.source!r} beside {column}")
    source = mapper.get_property_by_column(column.table.columns[type_.source]).key
    key = mapper.get_property_by_column(column).key

    def fill(_mapper: Any, _connection: Any, target: Any) -> None:
        if inspect(target).attrs[source].history.has_changes():
            setattr(target, key, type_.digest(getattr(target, source)))

    return fill


def _before_execute(
    _connection: Any, statement: Any, multiparams: Any, params: Any, _options: Any
) -> tuple[Any, Any, Any]:
    """Set the keys in an UPDATE that sets their sources, by parameters beside its own."""
    if isinstance(statement, Insert | Update):
        for column in statement.table.columns:
            if not isinstance(column.type, IRIKeyType):
                continue
            if isinstance(statement, Insert):
                _check_upsert(statement, column)
            else:
                rows = [_with_key(row, column, statement) for row in multiparams or [params]]
                multiparams, params = (rows, {}) if multiparams else ([], rows[0])
    return statement, multiparams, params


def _check_upsert(statement: Any, column: Any) -> None:
    """Refuse an INSERT that, on conflict, sets the source of the key *column* and not the key."""
    clause = statement._post_values_clause  # noqa: SLF001
    # The one is of SQLite and PostgreSQL, the other of MariaDB.
    values = getattr(clause, "update_values_to_set", None) or getattr(clause, "update", None) or ()
    names = {getattr(name, "key", name) for name in dict(values)}
    if column.type.source in names and column.key not in names:
        raise InvalidRequestError(
            f"{column.type.source!r} has a key: set {column.key!r} beside it on conflict"
        )


def _with_key(row: Mapping[str, Any], column: Any, statement: Any) -> Mapping[str, Any]:
    """Return *row*, parameters of an UPDATE, with the key if it sets the source and not the key."""
    assigned = _assigned(statement, row)
    if column.key in assigned or column.type.source not in assigned:
        return row
    return {**row, column.key: column.type.digest(assigned[column.type.source])}


def _assigned(statement: Any, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an INSERT or UPDATE sets, by the keys of the columns; *row* are its parameters.

    SQLAlchemy has no public name for the values of a statement.
    """
    values = statement._values or getattr(statement, "_ordered_values", None) or ()  # noqa: SLF001
    if statement._multi_values:  # noqa: SLF001
        values = statement._multi_values[0][0]  # noqa: SLF001
        if not isinstance(values, Mapping):
            values = zip(statement.table.columns, values, strict=False)
    by_column: dict[Any, Any] = dict(values)
    assigned = {getattr(column, "key", column): value for column, value in by_column.items()}
    for name, value in assigned.items():
        if isinstance(value, BindParameter):
            assigned[name] = row.get(value.key, value.effective_value)
    return {**assigned, **row}


def _is_expression(value: Any) -> bool:
    return isinstance(value, ClauseElement) or hasattr(value, "__clause_element__")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"an IRI is text, not {type(value).__name__}")
    return exact(value)
