"""Lookups that match nothing, and do not raise, for text that no database holds.

Database drivers raise for a lone surrogate, PostgreSQL for U+0000, and SQLite for a long pattern.
No stored IRI holds such text, but people send it. Other text that is not an IRI is compared: it
finds nothing, or an old row that holds it.

``__equivalent`` compares as RFC 3987 section 5 does; ``__scheme`` is in `django_iri.transforms`,
``__host`` in `django_iri.hosts`.
"""

import re
from typing import Any, Final

from django.core.exceptions import EmptyResultSet, FieldError
from django.db.models import Expression, Lookup, Value, lookups
from django.db.models.expressions import Col

from django_iri.keys import IRIKeyField

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")

#: The lookups that become LIKE, and the octets beyond which SQLite raises for a pattern.
_LIKE: Final = (lookups.PatternLookup, lookups.IExact)
_MAX_PATTERN: Final = 50_000


def is_storable(value: Any, /) -> bool:
    r"""Tell whether *value* is text that every database can hold, or no text at all.

    >>> is_storable("é"), is_storable("\ud800"), is_storable(["é", "\0"]), is_storable(None)
    (True, False, False, True)
    """
    if isinstance(value, list | tuple):
        return all(map(is_storable, value))
    if isinstance(value, Value):
        value = value.value
    return not isinstance(value, str) or _UNSTORABLE.search(value) is None


def to_storable(value: Any, /) -> Any:
    r"""Return *value*; for text that no database holds, return text that no IRI is equal to.

    >>> to_storable("é"), to_storable("http://\ud800/")
    ('é', 'http://\ufffd/')
    """
    return _UNSTORABLE.sub("\ufffd", value) if isinstance(value, str) else value


def _is_long(pattern: Any) -> bool:
    return isinstance(pattern, str) and len(pattern.encode()) > _MAX_PATTERN


class _Text(Lookup):
    def process_rhs(self, compiler: Any, connection: Any) -> Any:
        if self.rhs_is_direct_value() and not is_storable(self.rhs):
            raise EmptyResultSet
        sql, params = super().process_rhs(compiler, connection)
        if connection.vendor == "sqlite" and isinstance(self, _LIKE) and any(map(_is_long, params)):
            raise EmptyResultSet
        return sql, params


class In(_Text, lookups.In):
    """``__in`` a list, without the texts that no database holds."""

    def get_prep_lookup(self) -> Any:
        """Return the list as the database gets it."""
        # Before Django's own method, which makes one expression of a list that holds expressions.
        if self.rhs_is_direct_value():
            self.rhs = list(filter(is_storable, self.rhs))
        return super().get_prep_lookup()


class NotNull(Lookup):
    """A condition that is false, not NULL, where there is nothing to compare: exclude() negates it.

    Django does so for columns, but not for expressions.
    """

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Return the condition."""
        sql, params = super().as_sql(compiler, connection)
        for side in (self.lhs, self.rhs):
            if isinstance(side, Expression) and not isinstance(side, Value):
                part, more = compiler.compile(side)
                sql, params = f"({sql} AND {part} IS NOT NULL)", (*params, *more)
        return sql, params


def _total(base: type[Lookup]) -> type[Lookup]:
    """Return *base* for any text, as a class of this module: a pickled query looks for it here."""
    lookup = type(base.__name__, (_Text, base), {"__module__": __name__})
    globals()[lookup.__name__] = lookup
    return lookup


def _not_null(lookup: type[Lookup]) -> type[Lookup]:
    """Return *lookup* for an expression, which may be NULL."""
    name = f"{lookup.__name__}NotNull"
    not_null = type(name, (NotNull, lookup), {"__module__": __name__})
    globals()[name] = not_null
    return not_null


class Equivalent(lookups.Exact):
    """``homepage__equivalent="HTTP://Faß.de"``: compare by the first `IRIKeyField` of *homepage*.

    Text that is not an IRI reference matches nothing. Raises `FieldError` without a key column, and
    for an expression.
    """

    def __init__(self, lhs: Any, rhs: Any) -> None:
        column = lhs.target if isinstance(lhs, Col) else None
        companions = getattr(column, "companions", ())
        keys = [field for field in companions if isinstance(field, IRIKeyField)]
        if not keys:
            raise FieldError(
                f"__equivalent needs an IRIKeyField beside {getattr(column, 'name', lhs)!s}."
            )
        if hasattr(rhs, "resolve_expression") and not isinstance(rhs, Value):
            raise FieldError(f"__equivalent takes text: compare {keys[0].name} with an expression.")
        digest = keys[0].follow_value(rhs)
        self._is_empty = digest is None or digest.startswith("0:")
        # Django refuses None, as in other lookups.
        super().__init__(Col(lhs.alias, keys[0]), None if rhs is None else digest or "")

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Return a condition that is false, not NULL, where there is no key: exclude() negates."""
        if self._is_empty:
            raise EmptyResultSet
        sql, params = super().as_sql(compiler, connection)
        key, _ = compiler.compile(self.lhs)
        return f"({sql} AND {key} IS NOT NULL)", params


LOOKUPS: Final = (
    _total(lookups.Exact),
    _total(lookups.IExact),
    _total(lookups.GreaterThan),
    _total(lookups.GreaterThanOrEqual),
    _total(lookups.LessThan),
    _total(lookups.LessThanOrEqual),
    In,
    _total(lookups.Range),
    _total(lookups.Contains),
    _total(lookups.IContains),
    _total(lookups.StartsWith),
    _total(lookups.IStartsWith),
    _total(lookups.EndsWith),
    _total(lookups.IEndsWith),
    _total(lookups.Regex),
    _total(lookups.IRegex),
)
#: The same, for values that are computed from an address and may be NULL.
NOT_NULL: Final = tuple(map(_not_null, LOOKUPS))
