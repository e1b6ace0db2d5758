"""SQLAlchemy: the columns that a mapped attribute, a name or a text of a command stands for."""

import ast
from datetime import date, datetime, time
from enum import Enum
from typing import Any, Final

from sqlalchemy import Column, String, TypeDecorator

from sqlalchemy_iri.keys import column_of


def beside(mapper: Any, name: Any, /) -> Column[Any]:
    """Return the column of an attribute of *mapper*, which may be given by its name."""
    if not isinstance(name, str):
        return column_of(name)
    if name not in mapper.column_attrs:
        raise ValueError(f"{mapper.class_.__name__} has no column {name!r}")
    return column_of(mapper.attrs[name].class_attribute)


def is_text(type_: Any, /) -> bool:
    """Return whether a column of *type_* holds text."""
    while isinstance(type_, TypeDecorator):
        type_ = type_.impl
    return isinstance(type_, String)


def _integer(text: str) -> int:
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) < 20:
        return int(text)
    raise ValueError(text)


def _octets(text: str) -> Any:
    if text.startswith(("b'", 'b"')):
        return ast.literal_eval(text)
    raise ValueError(text)


#: What makes a value of text, where it is not the type itself.
_READERS: Final[dict[type, Any]] = {
    datetime: datetime.fromisoformat,
    date: date.fromisoformat,
    time: time.fromisoformat,
    int: _integer,
    bytes: _octets,
    bool: {"True": True, "False": False}.__getitem__,
    object: str,  # a type of one's own
}


def key_value(column: Column[Any], value: Any, /) -> Any:
    """Return the value of *column* that *value*, which is text or of JSON, stands for."""
    try:
        wanted = column.type.python_type
    except NotImplementedError:
        wanted = str
    text = str(value)
    try:
        if issubclass(wanted, Enum):
            return {name: each for each in wanted for name in (str(each.value), str(each))}[text]
        return _READERS.get(wanted, wanted)(text)
    except (LookupError, ArithmeticError, TypeError, ValueError, SyntaxError) as error:
        raise ValueError(f"expected a value of {column}, not {value!r}") from error
