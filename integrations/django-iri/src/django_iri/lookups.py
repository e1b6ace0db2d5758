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
from django.db.models import CharField, Expression, Lookup, Transform, Value, lookups
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


class Equivalent(Transform):
    """``homepage__equivalent="HTTP://Faß.de"``: the first `IRIKeyField` of *homepage*.

    ``homepage__equivalent__in=[...]`` finds the rows of many texts. Null and empty text have no
    key, so they match nothing. Raises `FieldError` without a key column, for another lookup, and
    for an expression, on either side.
    """

    lookup_name = "equivalent"
    output_field = CharField()
    lhs: Any

    def get_lookup(self, lookup: str) -> type[Lookup] | None:
        """Return the lookup of that name: the others have no meaning for a key."""
        return {"exact": EquivalentExact, "in": EquivalentIn}.get(lookup)

    @property
    def key(self) -> IRIKeyField:
        """The column of the key."""
        column = self.lhs.target if isinstance(self.lhs, Col) else None
        companions = getattr(column, "companions", ())
        key = next((each for each in companions if isinstance(each, IRIKeyField)), None)
        if key is None:
            name = getattr(column, "name", self.lhs)
            raise FieldError(f"__equivalent needs an IRIKeyField beside {name!s}.")
        return key

    def as_sql(self, compiler: Any, *_: Any, **__: Any) -> Any:
        """Return the column of the key."""
        key = self.key
        return compiler.compile(Col(self.lhs.alias, key))


class _EquivalentLookup(NotNull):
    """Compare the key with those of texts."""

    lhs: Equivalent

    def _key_of(self, text: Any) -> str | None:
        key = self.lhs.key
        if hasattr(text, "resolve_expression") and not isinstance(text, Value):
            raise FieldError(f"__equivalent takes text: compare {key.name} with an expression.")
        return key.follow_value(text)


class EquivalentExact(_EquivalentLookup, lookups.Exact):
    """``__equivalent`` a text."""

    def get_prep_lookup(self) -> Any:
        """Return the key of the text; "", which is not a key, for text that has none."""
        if self.rhs is None:
            # Django would ask whether there is no key. As in its other lookups, ``__isnull`` does.
            raise ValueError("Cannot use None as a query value")
        self.rhs = self._key_of(self.rhs) or ""
        return super().get_prep_lookup()


class EquivalentIn(_EquivalentLookup, lookups.In):
    """``__equivalent__in`` a list of texts."""

    def get_prep_lookup(self) -> Any:
        """Return the keys of the texts that have one."""
        texts = [self.rhs] if hasattr(self.rhs, "resolve_expression") else self.rhs
        self.rhs = list(filter(None, map(self._key_of, texts)))
        return super().get_prep_lookup()


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
