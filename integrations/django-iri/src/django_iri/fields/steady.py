"""Whether a statement that chooses an address by a condition chooses its key by the same rows.

An UPDATE has the condition twice, once for each column. So both have to find the same.
"""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models.expressions import Func, RawSQL
from django.db.models.functions import Now


def is_steady(value: Any, compiler: Any, written: Collection[str], /) -> bool:
    """Return whether *value*, an expression, is the same wherever in the statement it stands.

    A function without arguments, such as `Random`, may return another value each time. MariaDB and
    MySQL evaluate SET from left to right, so there an expression is steady only if it reads none of
    the columns *written*, also in subqueries.
    """
    parts = [*_parts(value)]
    if any(isinstance(each, Func) and _is_called_anew(each) for each in parts):
        return False
    if compiler.connection.vendor != "mysql":
        return True
    if any(isinstance(each, RawSQL) for each in parts):  # which may read any column
        return False
    sql, _ = compiler.compile(value)
    return _columns_in(sql).isdisjoint(written)


def _is_called_anew(function: Func) -> bool:
    return not function.get_source_expressions() and not isinstance(function, Now)


def _parts(expression: Any) -> Iterator[Any]:
    """Yield *expression* and the expressions within it."""
    yield expression
    for each in getattr(expression, "get_source_expressions", list)():
        yield from _parts(each)


def _columns_in(sql: str) -> set[str]:
    """Return the names of the columns in *sql* of MariaDB or MySQL."""
    parts = sql.split("`")
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return {name for name, after in pairs if not after.startswith(".")}
