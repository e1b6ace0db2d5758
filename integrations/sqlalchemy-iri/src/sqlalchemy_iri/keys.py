"""The type of a key column, the default that fills it in every INSERT, and how it is found."""

from functools import cached_property
from typing import Any

from sqlalchemy import Column, ColumnElement, Dialect, String, Table, TypeDecorator, false
from sqlalchemy import inspect as inspection_of
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import ColumnProperty
from sqlalchemy.sql import ClauseElement

from iri3987 import IRIError
from iri3987.comparison import Level, key_digest
from iri3987.comparison.policy import Policy, policy_of

__family__ = ["keys_of"]


class IRIKeyType(TypeDecorator[str]):
    """The type of the column that `IRIKey` declares: the key of the column *source*.

    >>> IRIKeyType("homepage", policy="iri3987.comparison.policy.without_fragment")
    IRIKeyType('homepage', policy='iri3987.comparison.policy.without_fragment')
    """

    __module__ = "sqlalchemy_iri"  # for migrations and pickles

    impl: type[String] = String
    cache_ok: bool | None = True

    class comparator_factory(TypeDecorator.Comparator[Any], String.Comparator[Any]):  # noqa: N801
        def equivalent(self, text: str, /) -> ColumnElement[bool]:
            """Compare with the key of *text*. "" has no key, whatever a policy makes of it."""
            type_: Any = self.expr.type
            key = key_digest(text, level=type_.level, policy=type_.policy_function)
            return self.expr == key if text else false()

    def __init__(
        self, source: str, level: Level = "scheme", policy: Policy | str | None = None
    ) -> None:
        super().__init__(66)
        self.source = source
        self.level = level
        self.policy = policy
        if not isinstance(policy, str):
            policy_of(policy)  # raises for what is not a function

    def __repr__(self) -> str:
        """Return the expression that makes this type, as Alembic writes it into a migration."""
        level = "" if self.level == "scheme" else f", level={self.level!r}"
        path = _path(self.policy)
        policy = "" if path is None else f", policy={path!r}"
        return f"{type(self).__name__}({self.source!r}{level}{policy})"

    @cached_property
    def policy_function(self) -> Policy | None:
        """The function that *policy* means. A dotted path is looked up when it is first needed."""
        return policy_of(self.policy)

    def key_digest(self, value: Any, /) -> str | None:
        """Return the key of *value*, as the column has it; None for NULL and for "".

        Raises `InvalidRequestError` for an SQL expression, whose value only the database knows, and
        `IRIError` with the code "not-text" for another value: databases make text of numbers.
        """
        if is_expression(value):
            raise InvalidRequestError(
                f"{self.source!r} has a key, so it cannot be set to an SQL expression: load the "
                "rows, or set it together with its key, both to the columns of one table, which "
                "the statement does not set"
            )
        if value is not None and not isinstance(value, str):
            message = f"not-text: {self.source!r} has a key, and is {type(value).__name__}"
            raise IRIError(message, code="not-text")
        if not value:
            return None
        return key_digest(value, level=self.level, policy=self.policy_function)


def key_of_new_row(context: Any, /) -> str | None:
    """Return the key for a row of an INSERT: SQLAlchemy calls this default of the column."""
    key = context.current_column
    column = getattr(key, "original", key)
    # In VALUES with several rows, the names of parameters end with the number of the row; that
    # of the key does so from the second row on.
    number = key.key.removeprefix(column.key) or "_m0"
    row = context.current_parameters
    source = source_of(column)
    name = source.key
    value = row.get(name + number, row.get(name))
    is_waiting = any(each is source for each in context.compiled.insert_prefetch)
    is_given = not is_waiting and row.keys() & {name, name + number}
    if value is None and not is_given and has_default(source):
        raise InvalidRequestError(f"{name!r} has a key, so INSERT has to give its value")
    require_room(source, value, context.dialect)
    digest: str | None = column.type.key_digest(value)
    return digest


def with_key(target: Any, /, **values: Any) -> dict[str, Any]:
    """Return *values* and the keys of the addresses among them, for a statement that sets both.

    *target* is a mapped class, with the names of its attributes, or a `Table`, with those of its
    columns. Raises `ValueError` if none of the names is that of an address with a key, and
    `InvalidRequestError` for an address that is an SQL expression. ::

        update(Link).values(**with_key(Link, iri="http://faß.de/"))
    """
    columns = inspection_of(target).columns
    keys = {
        name: column.type.key_digest(values[source])
        for name, column in columns.items()
        if isinstance(column.type, IRIKeyType)
        for source in values
        if columns.get(source) is source_of(column)
    }
    if not keys:
        raise ValueError(f"there is no IRIKey for {', '.join(values) or 'no column'}")
    return {**values, **keys}


def _path(policy: Policy | str | None) -> str | None:
    """Return the dotted path to a policy, None if it has none: the column is the same without."""
    if policy is None or isinstance(policy, str):
        return policy
    path = f"{policy.__module__}.{getattr(policy, '__qualname__', '<object>')}"
    return None if "<" in path else path


def column_of(attribute: Any, /) -> Column[Any]:
    """Return the column of a mapped attribute, or *attribute* itself if it is a column of a table.

    Raises `TypeError` for anything else.
    """
    mapped = getattr(attribute, "property", None)
    column = mapped.columns[0] if isinstance(mapped, ColumnProperty) else attribute
    if isinstance(column, Column) and isinstance(column.table, Table):
        return column
    raise TypeError(f"expected an attribute such as Link.url, not {type(attribute).__name__}")


def keys_of(column: Column[Any], /) -> list[Any]:
    """Return the `IRIKey` columns for *column*."""
    return [each for each in keys_in(column.table) if each.type.source == column.key]


def keys_in(table: Any, /) -> list[Any]:
    """Return the columns of *table*, or of a mapper, that are keys."""
    return [column for column in table.columns if isinstance(column.type, IRIKeyType)]


def source_of(column: Any, /) -> Any:
    """Return the column whose key *column* is.

    Raises `InvalidRequestError` if there is none, or if an UPDATE sets one of the two by itself.
    """
    name = column.type.source
    source = column.table.columns.get(name)
    if source is None:
        raise InvalidRequestError(f"there is no column {name!r} beside {column}")
    for each in (source, column):
        if each.onupdate is not None or each.server_onupdate is not None:
            raise InvalidRequestError(
                f"{name!r} has a key, so {each} cannot have onupdate=: set {name!r} in each UPDATE "
                "that changes it"
            )
    return source


def has_default(column: Any, /) -> bool:
    """Return whether an INSERT that does not name *column* gives it a value."""
    return column.default is not None or column.server_default is not None


def most(column: Any, dialect: Dialect, /) -> int | None:
    """Return how many characters *column* has room for; None for any number, as in SQLite."""
    if dialect.name == "sqlite":
        return None
    length: int | None = getattr(column.type.dialect_impl(dialect), "length", None)
    return length


def require_room(column: Any, value: Any, dialect: Dialect, /) -> None:
    """Raise `IRIError` for text that is longer than *column*, which a database may cut."""
    limit = most(column, dialect)
    if limit is not None and isinstance(value, str) and len(value) > limit:
        params: dict[str, int | str] = {"limit": limit, "length": len(value), "unit": "characters"}
        reason = f"expected at most {limit} characters in {column.key!r}, found {len(value)}"
        raise IRIError(f"too-long: {reason}", "too-long", reason=reason, params=params)


def is_expression(value: Any, /) -> bool:
    """Return whether *value* is an SQL expression, whose value only the database knows."""
    return isinstance(value, ClauseElement) or hasattr(value, "__clause_element__")
