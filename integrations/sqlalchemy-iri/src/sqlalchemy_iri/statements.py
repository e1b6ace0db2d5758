"""SQLAlchemy: the columns that an INSERT or UPDATE sets, and their values.

SQLAlchemy has no public names for these, so this module uses private ones.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import BindParameter
from sqlalchemy.sql import ClauseElement


def table_of(statement: Any, /) -> Any:
    """Return the table that *statement* writes.

    For many rows of a class that inherits, the ORM executes a statement that is on the table of the
    class once for each table, with an annotation.
    """
    found = statement._annotations  # noqa: SLF001
    table = found.get("_emit_insert_table", statement.table)
    return found.get("_emit_update_table", table)


def values_of(statement: Any, /) -> Iterator[Mapping[Any, Any]]:
    """Yield the values that *statement* itself sets, by column or by the name of the column.

    VALUES may have several rows: there is one mapping for each.
    """
    for rows in statement._multi_values:  # noqa: SLF001
        yield from (_by_column(statement, row) for row in rows)
    if not statement._multi_values:  # noqa: SLF001
        values = statement._values or getattr(statement, "_ordered_values", None)  # noqa: SLF001
        yield dict(values or ())


def values_at(statement: Any, number: int, /) -> Mapping[Any, Any]:
    """Return what `values_of` yields for the row *number* of VALUES, without the rows before it."""
    for rows in statement._multi_values:  # noqa: SLF001
        if number < len(rows):
            return _by_column(statement, rows[number])
        number -= len(rows)
    return next(values_of(statement))


def _by_column(statement: Any, row: Any) -> Mapping[Any, Any]:
    is_mapping = isinstance(row, Mapping)
    return row if is_mapping else dict(zip(statement.table.columns, row, strict=False))


def assignments(
    values: Mapping[Any, Any], row: Mapping[str, Any], *, adds: bool = True
) -> dict[str, Any]:
    """Return *values* by the keys of the columns, with bound parameters replaced by those of *row*.

    With *adds*, a parameter of *row* that has the name of a column sets that column too.
    """
    result = {getattr(column, "key", column): value for column, value in values.items()}
    for name, value in result.items():
        if isinstance(value, BindParameter):
            result[name] = row.get(value.key, value.effective_value)
    return {**result, **row} if adds else result


def is_expression(value: Any, /) -> bool:
    """Tell whether *value* is an SQL expression, whose value only the database knows."""
    return isinstance(value, ClauseElement) or hasattr(value, "__clause_element__")
