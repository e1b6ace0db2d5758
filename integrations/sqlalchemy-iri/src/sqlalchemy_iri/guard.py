"""Refuse statements that would leave the key of another address in a row.

If a row had the key of another address, a duplicate could be stored, and a search would not find
the row. docs/how-to/sqlalchemy/keys.md lists the statements that raise `InvalidRequestError`, and
what to write instead. MariaDB and MySQL read what the same statement has set before.

The functions are events of SQLAlchemy, which `IRIKey` sets. They look at statements, and change
none.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import BindParameter, CompoundSelect, Insert, Table, Update, inspect
from sqlalchemy.engine import Compiled
from sqlalchemy.exc import InvalidRequestError, StatementError
from sqlalchemy.sql.expression import StatementLambdaElement

from iri3987 import IRIError
from sqlalchemy_iri.keys import has_default, is_expression, keys_in, most, require_room, source_of
from sqlalchemy_iri.types import require_exact

#: The values that a statement sets, by column; parameters are not in it.
Values = dict[Any, Any]
#: The parameters of a statement, once for each time that it is executed.
Rows = Sequence[Mapping[str, Any]]
#: The value of a column that a statement does not set.
_NOTHING: Final = object()
#: The dialects of databases that evaluate SET and VALUES from left to right.
_IN_TURN: Final = {"mysql", "mariadb"}


def before_execute(
    connection: Any, statement: Any, multiparams: Any, params: Any, _options: Any
) -> None:
    """Check an INSERT or UPDATE before it is compiled."""
    if isinstance(statement, Compiled):
        statement = statement.statement
    elif isinstance(statement, StatementLambdaElement):
        statement = statement._resolved  # noqa: SLF001 - there is no public name
    dialect, rows = connection.dialect, multiparams or [params]
    if isinstance(statement, Insert):
        for key in keys_in(_table(statement)):
            require_exact(source_of(key), dialect)
            _check_insert(statement, key, rows, dialect)
    elif isinstance(statement, Update):
        for key in _updated_keys(statement):
            require_exact(source_of(key), dialect)
            _check_update(statement, key, rows, dialect)


def before_cursor_execute(
    _connection: Any, _cursor: Any, _statement: Any, _parameters: Any, context: Any, _: Any
) -> None:
    """Raise for a CTE that writes addresses with keys: only a compiled statement has all CTEs."""
    for cte in getattr(context.compiled, "ctes", None) or ():
        written = cte.element
        for key in _updated_keys(written) if isinstance(written, Insert | Update) else ():
            columns = next(_values(written)).keys()
            if isinstance(written, Insert) or not columns or columns & {key, source_of(key)}:
                raise InvalidRequestError(
                    f"{key.type.source!r} has a key, so a CTE cannot write it: execute the INSERT "
                    "or UPDATE by itself"
                )


def _check_insert(statement: Any, key: Any, rows: Rows, dialect: Any) -> None:
    if conflict := _on_conflict(statement):
        written = _changed(conflict) if dialect.name in _IN_TURN else ()
        for row in rows:
            new_key, new_source = (_bound(each, row) for each in _pair(conflict, key))
            _check_pair(statement, key, dialect, (new_key, new_source), written)
    if statement.select is not None:
        for values in _selected(statement):
            _check_pair(statement, key, dialect, _pair(values, key))
        return
    for values in _values(statement):
        if _given(values, rows[0], key) is _NOTHING:
            _check_default(statement, key, values, rows)
        else:
            _check_given(statement, key, values, rows, dialect)


def _check_given(statement: Any, key: Any, values: Values, rows: Rows, dialect: Any) -> None:
    """Check an INSERT that sets *key*. A column that it does not name is NULL, or the default."""
    source = source_of(key)
    absent = _NOTHING if has_default(source) else None
    # Only MariaDB and MySQL can read columns in VALUES: those of the row that is made.
    columns = {*key.table.columns}
    for row in rows:
        new_source = _given(values, row, source)
        new_source = absent if new_source is _NOTHING else new_source
        new_key = _given(values, row, key)
        _check_pair(statement, key, dialect, (new_key, new_source), columns)


def _check_default(statement: Any, key: Any, values: Values, rows: Rows) -> None:
    """Check an INSERT that leaves *key* to its default, which needs the address as a value."""
    source = source_of(key)
    if key.default is None:  # a migration may have the type alone
        given = (_given(values, row, source) for row in rows)
        if any(key.type.key_digest(each) for each in given if each is not _NOTHING):
            raise _without_key(statement, key)
        return
    value = values.get(source)
    if isinstance(value, BindParameter):
        # The default finds a parameter by the name of the column alone.
        if not value.unique or statement._multi_values:  # noqa: SLF001 - there is no public name
            raise _without_key(statement, key)
    else:
        key.type.key_digest(value)  # which raises for an expression


def _check_update(statement: Any, key: Any, rows: Rows, dialect: Any) -> None:
    values = next(_values(statement))
    written: Collection[Any] = ()
    if dialect.name in _IN_TURN:
        columns = _named(_table(statement))  # all rows have parameters of the same names
        written = _changed(values | {columns.get(name): value for name, value in rows[0].items()})
    for row in rows:
        pair = _given(values, row, key), _given(values, row, source_of(key))
        _check_pair(statement, key, dialect, pair, written)


def _check_pair(
    statement: Any, key: Any, dialect: Any, pair: tuple[Any, Any], written: Collection[Any] = ()
) -> None:
    """Raise unless *pair* is a key and its address, and neither is a column in *written*."""
    new_key, new_source = pair
    if new_key is new_source is _NOTHING:
        return
    if new_source is _NOTHING:
        raise InvalidRequestError(
            f"{key.key!r} is the key of {key.type.source!r}, and cannot be set without it"
        )
    if new_key is _NOTHING:
        key.type.key_digest(new_source)  # which raises for an expression
        raise _without_key(statement, key)
    source = source_of(key)
    if is_expression(new_key):
        new_key, new_source = map(_column, (new_key, new_source))
        belongs = _is_column_beside(new_key, new_source, key.type)
        if belongs and (new_key in written or new_source in written):
            raise InvalidRequestError(
                f"{key.key!r} cannot be set to a column that the same statement sets: MariaDB and "
                "MySQL may read the new value. Copy the columns in a statement of its own, before"
            )
        if belongs and (limit := most(source, dialect)) is not None:
            length = most(new_source, dialect)
            if length is None or length > limit:
                raise InvalidRequestError(
                    f"{source.key!r} has a key, and {new_source} may be longer: the database could "
                    f"cut it. Copy from a column of at most {limit} characters"
                )
    else:
        try:
            require_room(source, new_source, dialect)
        except IRIError as error:  # as the type of a column raises it
            raise StatementError(str(error), None, None, error) from error
        belongs = new_key == key.type.key_digest(new_source)
    if not belongs:
        raise InvalidRequestError(
            f"{key.key!r} is the key of {key.type.source!r}, and this is another one: with_key "
            "gives the right one"
        )


def _pair(values: Values, key: Any) -> tuple[Any, Any]:
    """Return what *key* and its address are set to."""
    return values.get(key, _NOTHING), values.get(source_of(key), _NOTHING)


def _is_column_beside(new_key: Any, new_source: Any, type_: Any) -> bool:
    """Return whether *new_key* and *new_source* are columns of one table, a key and its address."""
    table = getattr(new_key, "table", None)
    return (
        isinstance(getattr(table, "element", table), Table)
        and getattr(new_source, "table", None) is table
        and new_key in set(keys_in(table))
        and new_key.type.source == new_source.key
        and new_key.type.level == type_.level
        and new_key.type.policy_function == type_.policy_function
    )


def _column(value: Any) -> Any:
    """Return the column that *value* is, also if it is an attribute of a mapped class."""
    return getattr(value, "__clause_element__", lambda: value)()


def _changed(values: Values) -> set[Any]:
    """Return the columns that *values* set, without those that are set to themselves."""
    return {
        column
        for column, value in values.items()
        # An attribute of a mapped class is another object, with the hash of the column.
        if not (is_expression(value) and hash(_column(value)) == hash(column))
    }


def _without_key(statement: Any, key: Any) -> InvalidRequestError:
    """Return the error that an address is set without its *key*, with the remedy."""
    source, found = source_of(key), statement.entity_description
    entity = found.get("entity")
    columns = (key.table if entity is None else inspect(entity)).columns
    name = next((name for name, column in columns.items() if column is source), source.key)
    example = f"with_key({found['name'] or key.table.name}, {name}=...)"
    return InvalidRequestError(
        f"{source.key!r} has a key: set {key.key!r} beside it, as values(**{example}) does"
    )


# The parts of a statement. SQLAlchemy has no public names for these, so the functions use private
# ones.


def _table(statement: Any) -> Any:
    """Return the table that *statement* writes: the ORM has it in an annotation for many rows."""
    found = statement._annotations  # noqa: SLF001
    table = found.get("_emit_insert_table", statement.table)
    return found.get("_emit_update_table", table)


def _updated_keys(statement: Any) -> list[Any]:
    """Return the keys of the tables that *statement* writes: MariaDB updates several at once."""
    table = _table(statement)
    keys = keys_in(table)
    for column in statement._values or ():  # noqa: SLF001
        other = getattr(column, "table", table)
        if other is not table:
            keys += [key for key in keys_in(other) if key not in set(keys)]
    return keys


def _values(statement: Any) -> Iterator[Values]:
    """Yield what *statement* itself sets, by column: several times if VALUES has several rows."""
    columns = _named(_table(statement))
    rows = [row for rows in statement._multi_values for row in rows]  # noqa: SLF001
    one = statement._values or getattr(statement, "_ordered_values", None)  # noqa: SLF001
    for row in rows or [dict(one or ())]:
        is_mapping = isinstance(row, Mapping)
        yield _by_column(columns, row if is_mapping else zip(columns, row, strict=False))


def _selected(statement: Any) -> Iterator[Values]:
    """Yield what an INSERT takes from a SELECT, or from each one of a UNION, by column."""
    columns = _named(statement.table)
    names = statement._select_names  # noqa: SLF001
    parts = [statement.select]
    while parts:
        part = parts.pop()
        part = getattr(part, "element", part)  # without the parentheses
        if isinstance(part, CompoundSelect):
            parts += part.selects
        else:
            yield _by_column(columns, zip(names, part.selected_columns, strict=False))


def _on_conflict(statement: Any) -> Values:
    """Return what an INSERT sets in a row that is there already, by column."""
    clause = statement._post_values_clause  # noqa: SLF001
    # SQLite and PostgreSQL have the first attribute, MariaDB has the second.
    values = getattr(clause, "update_values_to_set", None) or getattr(clause, "update", None)
    return _by_column(_named(statement.table), values or ())


def _named(table: Any) -> Mapping[Any, Any]:
    """Return the columns of *table*, or of several that are joined, by name."""
    return {column.key: column for column in table.columns}


def _by_column(columns: Mapping[Any, Any], values: Any) -> Values:
    """Return *values* by column: statements have columns as well as names."""
    return {columns.get(column, column): value for column, value in dict(values).items()}


def _given(values: Values, row: Mapping[str, Any], column: Any) -> Any:
    """Return what *column* is set to, in the *row* of the parameters."""
    return _bound(row.get(column.key, values.get(column, _NOTHING)), row)


def _bound(value: Any, row: Mapping[str, Any]) -> Any:
    """Return *value*, or what it is bound to, if no function returns that for each statement."""
    if isinstance(value, BindParameter) and value.callable is None:
        return row.get(value.key, value.value)
    return value
