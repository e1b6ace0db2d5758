"""SQLAlchemy: the key column, equal for two IRIs exactly if they are equivalent.

The public names are in `sqlalchemy_iri`, whose docstring says when the key is kept in step.
If a row had the key of another address, a duplicate could be stored, and a search would not find
the row. So a statement must not write these:

- an IRI whose value only the database knows, or an IRI in a CTE (PostgreSQL has such CTEs);
- a key in a statement, unless the statement sets the IRI too, and the key belongs to it: both as
  values, or both as columns of one table (such as "excluded");
- a key without its IRI. An object may have been loaded before another statement changed its row.

A column that an UPDATE sets by itself, with ``onupdate=``, cannot be a key nor have one. The ORM
updates many rows of a class that inherits with a statement for each table: the key of a table above
is not added, so the UPDATE has to set it, or to be one of the class that has the table.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Self

from sqlalchemy import (
    Column,
    ColumnElement,
    Dialect,
    Insert,
    Join,
    String,
    Table,
    TypeDecorator,
    Update,
    event,
    false,
    inspect,
)
from sqlalchemy.engine import Compiled, Engine
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import ColumnProperty, MappedColumn, Mapper, mapped_column

from iri3987.policy import Policy, keyed, policy_of
from sqlalchemy_iri.statements import assignments, is_expression, table_of, values_at, values_of

Level = Literal["syntax", "scheme"]
#: A policy as `IRIKey` takes it: a function from text to text, or the dotted path to one.
Key = Policy | str | None


class _Made(str):
    """A key that the unit of work has computed for a statement."""

    __slots__ = ("made_of",)

    #: The level, the policy and the text that the key was computed from.
    made_of: tuple[Level, Policy | None, Any]

    def __new__(cls, digest: str, made_of: tuple[Level, Policy | None, Any]) -> Self:
        self = super().__new__(cls, digest)
        self.made_of = made_of
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str.__str__(self),)  # in a stored object it is text like any other


class IRIKeyType(TypeDecorator[str]):
    """The type of the column that `IRIKey` declares: the key (`keyed`) of the column *source*.

    >>> IRIKeyType("homepage", key="iri3987.policy.without_fragment")
    IRIKeyType('homepage', key='iri3987.policy.without_fragment')
    """

    __module__ = "sqlalchemy_iri"  # for migrations and pickles

    impl: type[String] = String
    cache_ok: bool | None = True

    class comparator_factory(TypeDecorator.Comparator[Any], String.Comparator[Any]):  # noqa: N801
        def equivalent(self, text: str, /) -> ColumnElement[bool]:
            """Compare with the key of *text*."""
            return self.expr.type.equals(self.expr, text)  # type: ignore[attr-defined, no-any-return]

    def __init__(self, source: str, level: Level = "scheme", key: Key = None) -> None:
        super().__init__(66)
        self.source = source
        self.level = level
        self.key = key
        self._policy: Policy | None = None
        if not isinstance(key, str):
            self._policy = policy_of(key)

    def __repr__(self) -> str:
        """Return the expression that makes this type, as Alembic writes it into a migration."""
        level = "" if self.level == "scheme" else f", level={self.level!r}"
        path = _path(self.key)
        key = "" if path is None else f", key={path!r}"
        return f"{type(self).__name__}({self.source!r}{level}{key})"

    @property
    def policy(self) -> Policy | None:
        """The policy of the key. A dotted path is looked up when it is first needed."""
        if self._policy is None and self.key is not None:
            self._policy = policy_of(self.key)
        return self._policy

    def of(self, text: str, /) -> str:
        """Return the key for *text*, as the column has it: compare many texts with ``in_``."""
        policy = None if self.key is None else self.policy
        return keyed(text, key=policy, level=self.level)

    def digest(self, value: Any, /) -> str | None:
        """Return the key for *value*, None for NULL, for "" and for a value that is not text."""
        if is_expression(value):
            raise InvalidRequestError(
                f"{self.source!r} has a key, so it cannot be set to an SQL expression: load the "
                "rows, or set it together with its key, both to the columns of one table"
            )
        return self.of(value) if isinstance(value, str) and value else None

    def equals(self, column: ColumnElement[Any], text: str, /) -> ColumnElement[bool]:
        """Return the condition that *column*, of this type, is the key of *text*.

        It is false for "", which has no key, whatever a policy makes of it.
        """
        key = self.of(text)
        return column == key if text else false()

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Give the driver a plain `str`."""
        return str.__str__(value) if isinstance(value, str) else value

    def default(self, context: Any, /) -> str | None:
        """Return the key for a row of an INSERT: SQLAlchemy calls this default of the column."""
        _check_ctes(context)
        compiled, row = context.compiled, context.current_parameters
        statement = compiled.statement
        source = table_of(statement).columns[self.source]
        # With several rows in VALUES, the names of parameters end with the number of the row; the
        # name of the key does so from the second row on.
        key = context.current_column
        number = key.key.removeprefix(getattr(key, "original", key).key) or "_m0"
        assigned = assignments(values_at(statement, int(number[2:])), row)
        value = row.get(self.source + number, assigned.get(self.source))
        is_left = self.source not in assigned or any(c is source for c in compiled.insert_prefetch)
        if value is None and is_left and (_has_default(source) or statement.select is not None):
            raise InvalidRequestError(f"{self.source!r} has a key, so INSERT has to give its value")
        return self.digest(value)

    def made_of(self, source: Any, /) -> tuple[Level, Policy | None, Any]:
        """Return what the key of *source* is computed from."""
        return self.level, self.policy, source

    def check(self, column: Any, key: Any, source: Any, /) -> None:
        """Raise unless *key*, which a statement sets *column* to, is the key of *source*."""
        if is_expression(key):
            belongs = _is_column_beside(key, source, self)
        elif isinstance(key, _Made) and key.made_of == self.made_of(source):
            belongs = True
        else:
            belongs = key == self.digest(source)
        if not belongs:
            raise InvalidRequestError(
                f"{column.key!r} is the key of {self.source!r}, and this is another one: leave it "
                "out, it follows its IRI"
            )


def IRIKey(  # noqa: N802 - it stands for a column, as a class would
    source: str,
    /,
    *,
    level: Level = "scheme",
    unique: bool = True,
    key: Key = None,
    **options: Any,
) -> MappedColumn[Any]:
    """Declare the key of the column *source*: equal for two IRIs exactly if they are equivalent.

    *key* is a policy of the project, a function from text to text or the dotted path to one, such
    as "iri3987.policy.without_trailing_slash": then two addresses have the same key if the results
    are equivalent. After a change of the policy, write the keys anew with ``flask iri rekey``.

    *options* are those of `mapped_column`. The column has an index, which is unique unless *unique*
    is False. The key is NULL if the IRI is NULL or "". Raises `TypeError` for a *key* that is not a
    function or a path.

    For a `Table` without the ORM, write ``IRIKey("homepage", name="homepage_key").column``.
    """
    if not event.contains(Engine, "before_execute", _before_execute):
        event.listen(Engine, "before_execute", _before_execute, retval=True)
        event.listen(Engine, "before_cursor_execute", _before_cursor_execute)
        event.listen(Mapper, "mapper_configured", _listen)
    type_ = IRIKeyType(source, level=level, key=key)
    # An index, not a constraint: every database can make it unique later, and PostgreSQL while the
    # table is used.
    options = {"index": True, "unique": unique, **options}
    return mapped_column(type_, insert_default=type_.default, **options)


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
    return [
        each
        for each in column.table.columns
        if isinstance(each.type, IRIKeyType) and each.type.source == column.key
    ]


def _path(key: Key) -> str | None:
    """Return the dotted path to a policy, None if it has none: the column is the same without."""
    if key is None or isinstance(key, str):
        return key
    path = f"{key.__module__}.{getattr(key, '__qualname__', '<object>')}"
    return None if "<" in path else path


# The unit of work


def _listen(mapper: Mapper[Any], _: type) -> None:
    """Keep the keys of *mapper* in step when the unit of work writes a row."""
    for column in _keys(mapper):
        fill = _filler(mapper, column, column.type)
        event.listen(mapper, "before_insert", fill)
        event.listen(mapper, "before_update", fill)


def _filler(mapper: Mapper[Any], column: Any, type_: IRIKeyType) -> Callable[..., None]:
    source = mapper.get_property_by_column(_source_of(column)).key
    key = mapper.get_property_by_column(column).key

    def fill(_mapper: Any, _connection: Any, target: Any) -> None:
        # If the key alone has changed, the statement is refused.
        if inspect(target).attrs[source].history.has_changes():
            value = getattr(target, source)
            digest = type_.digest(value)
            setattr(target, key, None if digest is None else _Made(digest, type_.made_of(value)))

    return fill


def _source_of(column: Any) -> Any:
    """Return the column whose key *column* is. Raises if an UPDATE would set one of them itself."""
    type_ = column.type
    source = column.table.columns.get(type_.source)
    if source is None:
        raise InvalidRequestError(f"there is no column {type_.source!r} beside {column}")
    for each in (source, column):
        if each.onupdate is not None or each.server_onupdate is not None:
            raise InvalidRequestError(
                f"{type_.source!r} has a key, so {each} cannot have onupdate=: set "
                f"{type_.source!r} in each UPDATE that changes it"
            )
    return source


def _has_default(column: Any) -> bool:
    """Return whether an INSERT that does not name *column* gives it a value."""
    return column.default is not None or column.server_default is not None


# Statements


def _before_execute(
    _connection: Any, statement: Any, multiparams: Any, params: Any, _options: Any
) -> tuple[Any, Any, Any]:
    """Check an INSERT; add parameters that set the keys to an UPDATE that sets their sources."""
    statement = getattr(statement, "_resolved", statement)  # `lambda_stmt`
    written = statement.statement if isinstance(statement, Compiled) else statement
    rows = multiparams or [params]
    if isinstance(written, Insert):
        for column in _keys(table_of(written)):
            _check_insert(written, column, rows)
    elif isinstance(written, Update):
        _check_tables(written)
        for column in _keys(table_of(written)):
            _source_of(column)
            rows = [_with_key(row, column, written) for row in rows]
        if written is not statement and rows != (multiparams or [params]):
            raise InvalidRequestError(
                "an UPDATE of an IRI that has a key cannot be compiled before"
            )
        multiparams, params = (rows, {}) if multiparams else ([], rows[0])
    return statement, multiparams, params


def _before_cursor_execute(
    _connection: Any, _cursor: Any, _statement: Any, _parameters: Any, context: Any, _: Any
) -> None:
    _check_ctes(context)


def _check_ctes(context: Any) -> None:
    """Raise for a CTE that writes IRIs with keys: parameters cannot be added to it.

    The default of a key calls this too, because it runs before `_before_cursor_execute`.
    """
    for cte in getattr(context.compiled, "ctes", None) or ():
        if not isinstance(cte.element, Insert | Update):
            continue
        for column in _keys(cte.element.table):
            names = assignments(next(values_of(cte.element)), {}).keys()
            others = set(cte.element.table.columns.keys()) - {column.key, column.type.source}
            if isinstance(cte.element, Insert) or not names or not names <= others:
                raise InvalidRequestError(
                    f"{column.type.source!r} has a key, so a CTE cannot write it: execute the "
                    "INSERT or UPDATE by itself"
                )


def _check_insert(statement: Any, column: Any, rows: Iterable[Mapping[str, Any]]) -> None:
    """Raise if an INSERT sets the key *column* to the key of another text than its source."""
    type_ = column.type
    has_default = _has_default(_source_of(column))
    is_filled = column.default is not None  # a migration may have the type alone
    beside = InvalidRequestError(f"{type_.source!r} has a key: set {column.key!r} beside it")
    _check_upsert(statement, column, rows)
    if statement.select is not None:
        names = [getattr(name, "key", name) for name in statement._select_names]  # noqa: SLF001
        if column.key in names:
            _check_selected(statement.select, names, column)
        elif type_.source in names and not (
            is_filled and statement.include_insert_from_select_defaults
        ):
            raise beside
        return
    for values in values_of(statement):
        is_given = column.key in assignments(values, {}) or any(column.key in row for row in rows)
        for row in rows if is_given or not is_filled else ():
            assigned = assignments(values, row)
            if column.key in assigned:
                if has_default and type_.source not in assigned:
                    raise _without_source(column)
                type_.check(column, assigned[column.key], assigned.get(type_.source))
            elif not is_filled and type_.digest(assigned.get(type_.source)) is not None:
                raise beside


def _check_selected(select: Any, names: list[Any], column: Any) -> None:
    """Raise if *select*, whose rows an INSERT stores, gives a key that is not its source's."""
    for part in getattr(select, "selects", [select]):  # the parts of a UNION
        selected = dict(zip(names, part.selected_columns, strict=False))
        column.type.check(column, selected[column.key], selected.get(column.type.source))


def _check_upsert(statement: Any, column: Any, rows: Iterable[Mapping[str, Any]]) -> None:
    """Raise if an INSERT, on conflict, sets the source of the key *column* without its key."""
    clause = statement._post_values_clause  # noqa: SLF001
    # SQLite and PostgreSQL have the first attribute, MariaDB has the second.
    values = getattr(clause, "update_values_to_set", None) or getattr(clause, "update", None) or ()
    for row in rows if values else ():
        assigned = assignments(dict(values), row, adds=False)
        if column.key in assigned:
            source = assigned.get(column.type.source)
            column.type.check(column, assigned[column.key], source)
        elif column.type.source in assigned:
            raise InvalidRequestError(
                f"{column.type.source!r} has a key: set {column.key!r} beside it on conflict"
            )


def _check_tables(statement: Any) -> None:
    """Raise if an UPDATE of several tables, as MariaDB has them, writes a key or its source."""
    is_join = isinstance(statement.table, Join)
    for column in next(values_of(statement)):
        table = getattr(column, "table", statement.table)
        if is_join or not (table is statement.table or statement.table.c.contains_column(column)):
            name = getattr(column, "key", column)
            if any(name in {key.key, key.type.source} for key in _keys(table)):
                raise InvalidRequestError(f"{name!r} has a key: update its table by itself")


def _with_key(row: Mapping[str, Any], column: Any, statement: Any) -> Mapping[str, Any]:
    """Return *row*, parameters of an UPDATE, and add the key if they set the source alone."""
    type_ = column.type
    assigned = assignments(next(values_of(statement)), row)
    if type_.source not in assigned:
        if column.key in assigned:
            raise _without_source(column)
        return row
    source = assigned[type_.source]
    if column.key in assigned:
        type_.check(column, assigned[column.key], source)
        return row
    if not statement.table.columns.contains_column(column):
        mapper = statement._annotations["_emit_update_mapper"]  # noqa: SLF001
        owners = (each for each in mapper.iterate_to_root() if each.local_table is column.table)
        raise InvalidRequestError(
            f"{type_.source!r} has a key in another table than {statement.table.name!r}: write "
            f"update({next(owners).class_.__name__}) for it, or set {column.key!r} beside it"
        )
    return {**row, column.key: type_.digest(source)}


def _without_source(column: Any) -> InvalidRequestError:
    """Return the error that *column*, a key, is set, and its source is not."""
    return InvalidRequestError(
        f"{column.key!r} is the key of {column.type.source!r}, and cannot be set without it"
    )


def _keys(table: Any) -> list[Any]:
    """Return the columns of *table*, or of a mapper, that are keys."""
    return [column for column in table.columns if isinstance(column.type, IRIKeyType)]


def _is_column_beside(key: Any, source: Any, type_: IRIKeyType) -> bool:
    """Tell whether *key* and *source* are columns of one table, and *key* is that of *source*."""
    key, source = (
        getattr(each, "__clause_element__", lambda e=each: e)() for each in (key, source)
    )
    table = getattr(key, "table", None)
    return (
        isinstance(getattr(table, "element", table), Table)
        and getattr(source, "table", None) is table
        and isinstance(key.type, IRIKeyType)
        and key.type.made_of(source.key) == type_.made_of(key.type.source)
    )
