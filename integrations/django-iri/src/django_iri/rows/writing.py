"""Write values of many rows at once, each row its own."""

# ruff: noqa: S608, SLF001 - the names in the SQL are quoted; _meta is a name that Django documents

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db import models

#: How many rows a statement of MySQL has: for each row it looks through the list of all of them.
_MOST_CASES: Final = 1000


def update(
    connection: Any,
    model: type[models.Model],
    fields: Sequence[Any],
    keys: Sequence[Any],
    values: Sequence[Sequence[Any]],
    /,
) -> None:
    """Write *values*, a row of them for each of *keys*, into the columns of *fields*.

    One statement does it, or with SQLite one that is prepared once. No signal is sent.
    """
    pk_fields: Any = model._meta.pk_fields
    if len(pk_fields) > 1 or connection.vendor not in _STATEMENTS:
        _one_by_one(connection, model, fields, keys, values)
        return
    (pk,) = pk_fields
    pks = [pk.get_db_prep_value(key, connection) for key in keys]
    columns = _prepared(connection, fields, values)
    with connection.cursor() as cursor:
        for sql, parameters in _STATEMENTS[connection.vendor](connection, pk, pks, fields, columns):
            cursor.execute(sql, parameters)


def _prepared(connection: Any, fields: Sequence[Any], values: Sequence[Any]) -> list[list[Any]]:
    """Return the values of each of *fields*, as the driver takes them."""
    return [
        [field.get_db_prep_save(value, connection) for value in column]
        for field, column in zip(fields, zip(*values, strict=True), strict=True)
    ]


def _name(connection: Any, name: str) -> str:
    quoted: str = connection.ops.quote_name(name)
    return quoted.replace("%", "%%")  # every statement here has parameters


def _from_arrays(
    connection: Any, pk: Any, pks: Sequence[Any], fields: Sequence[Any], columns: Sequence[Any]
) -> Iterator[tuple[str, list[Any]]]:
    # A value is cast to text, not to varchar(66): that would cut it. The key is cast to the type of
    # its column, whose index is used then.
    places = [f"%s::{pk.db_type(connection)}[]", *["%s::text[]"] * len(fields)]
    names = [f"new_{number}" for number in range(len(fields))]
    table = _name(connection, pk.model._meta.db_table)
    pairs = zip(fields, names, strict=True)
    sets = [f"{_name(connection, field.column)} = rows.{name}" for field, name in pairs]
    sql = (
        f"UPDATE {table} SET {', '.join(sets)} "
        f"FROM unnest({', '.join(places)}) AS rows (pk, {', '.join(names)}) "
        f"WHERE {table}.{_name(connection, pk.column)} = rows.pk"
    )
    yield sql, [list(pks), *columns]


def _by_cases(
    connection: Any, pk: Any, pks: Sequence[Any], fields: Sequence[Any], columns: Sequence[Any]
) -> Iterator[tuple[str, list[Any]]]:
    key = _name(connection, pk.column)
    for first in range(0, len(pks), _MOST_CASES):
        some = slice(first, first + _MOST_CASES)
        number = len(pks[some])
        case = f"CASE {key} {'WHEN %s THEN %s ' * number}END"
        sets = [f"{_name(connection, field.column)} = {case}" for field in fields]
        parameters: list[Any] = []
        for column in columns:
            for pair in zip(pks[some], column[some], strict=True):
                parameters += pair
        sql = (
            f"UPDATE {_name(connection, pk.model._meta.db_table)} SET {', '.join(sets)} "
            f"WHERE {key} IN ({', '.join(['%s'] * number)})"
        )
        yield sql, [*parameters, *pks[some]]


_STATEMENTS: Final = {"postgresql": _from_arrays, "mysql": _by_cases}


def _one_by_one(
    connection: Any,
    model: type[models.Model],
    fields: Sequence[Any],
    keys: Sequence[Any],
    values: Sequence[Any],
) -> None:
    pk_fields: Any = model._meta.pk_fields
    pks = [key if len(pk_fields) > 1 else (key,) for key in keys]
    parts = [
        [field.get_db_prep_value(part, connection) for part in column]
        for field, column in zip(pk_fields, zip(*pks, strict=True), strict=True)
    ]
    sets = [f"{_name(connection, field.column)} = %s" for field in fields]
    where = [f"{_name(connection, field.column)} = %s" for field in pk_fields]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {_name(connection, model._meta.db_table)} SET {', '.join(sets)} "
            f"WHERE {' AND '.join(where)}",
            list(zip(*_prepared(connection, fields, values), *parts, strict=True)),
        )
