"""Lookups that match nothing, and do not raise, for text that no database holds.

Database drivers raise for a lone surrogate, PostgreSQL for U+0000, and SQLite for a long pattern.
No stored IRI holds such text, but people send it. Other text that is not an IRI is compared: it
finds nothing, or an old row that holds it.
"""

from typing import Any, Final

from django.core.exceptions import EmptyResultSet, FieldError
from django.db import NotSupportedError
from django.db.models import CharField, Expression, Lookup, Transform, Value, lookups
from django.db.models.expressions import Col

from django_iri.fields.keys import IRIKeyField
from iri3987.syntax.browser import REMOVED, SCHEME, browser_scheme
from iri3987.values import storable

#: The lookups that become LIKE, and the octets beyond which SQLite raises for a pattern.
_LIKE: Final = (lookups.PatternLookup, lookups.IExact)
_MAX_PATTERN: Final = 50_000


def is_storable(value: Any, /) -> bool:
    """Return whether *value* is text that every database can hold, or no text at all."""
    if isinstance(value, list | tuple):
        return all(map(is_storable, value))
    if isinstance(value, Value):
        value = value.value
    return not isinstance(value, str) or storable(value) == value


class _Text(Lookup):
    def get_prep_lookup(self) -> Any:
        """Return the text, or the list without the texts that no database holds."""
        # Before Django's own method, which makes one expression of a list that holds expressions.
        if isinstance(self, lookups.In) and self.rhs_is_direct_value():
            self.rhs = list(filter(is_storable, self.rhs))
        return super().get_prep_lookup()

    def process_rhs(self, compiler: Any, connection: Any) -> Any:
        if self.rhs_is_direct_value() and not is_storable(self.rhs):
            raise EmptyResultSet
        sql, params = super().process_rhs(compiler, connection)
        if connection.vendor == "sqlite" and isinstance(self, _LIKE):
            patterns = (each for each in params if isinstance(each, str))
            if any(len(each.encode()) > _MAX_PATTERN for each in patterns):
                raise EmptyResultSet
        return sql, params

    def __reduce__(self) -> Any:
        return _unpickle, (isinstance(self, _PartText), self.lookup_name, vars(self))


class NotNull(Lookup):
    """A condition that is false, not NULL, where nothing is to compare, so that exclude() works."""

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Return the condition."""
        sql, params = super().as_sql(compiler, connection)
        for side in (self.lhs, self.rhs):
            if isinstance(side, Expression) and not isinstance(side, Value):
                part, more = compiler.compile(side)
                sql, params = f"({sql} AND {part} IS NOT NULL)", (*params, *more)
        return sql, params


class _PartText(NotNull, _Text):
    """The same, for a value that is computed from an address and may be NULL."""


def _unpickle(is_part: bool, name: str, state: dict[str, Any]) -> Any:  # noqa: FBT001
    """Return a lookup of a pickled query: its class is made here, and has no name to import."""
    lookup: Any = object.__new__((PART_LOOKUPS if is_part else LOOKUPS)[name])
    vars(lookup).update(state)
    return lookup


_BASES: Final[tuple[type[Any], ...]] = (
    *(lookups.Exact, lookups.IExact, lookups.In, lookups.Range),
    *(lookups.GreaterThan, lookups.GreaterThanOrEqual),
    *(lookups.LessThan, lookups.LessThanOrEqual),
    *(lookups.Contains, lookups.IContains, lookups.StartsWith, lookups.IStartsWith),
    *(lookups.EndsWith, lookups.IEndsWith, lookups.Regex, lookups.IRegex),
)
#: The lookups of an address, by name, and those of a part of it.
LOOKUPS: Final = {each.lookup_name: type(each.__name__, (_Text, each), {}) for each in _BASES}
PART_LOOKUPS: Final = {
    each.lookup_name: type(each.__name__, (_PartText, each), {}) for each in _BASES
}


class Equivalent(Transform):
    """``homepage__equivalent="HTTP://Faß.de"``: the first `IRIKeyField` of *homepage*.

    ``homepage__equivalent__in=[...]`` finds the rows of many texts. Raises `FieldError` without a
    key column, for another lookup, and for an expression, on either side.
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
        derived = getattr(column, "derived", ())
        key = next((each for each in derived if isinstance(each, IRIKeyField)), None)
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
        return key.derive_value(text)


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


class PartField(CharField):  # type: ignore[type-arg]
    """A part of an address: like the address, it can be compared with any text."""


for _lookup in PART_LOOKUPS.values():
    PartField.register_lookup(_lookup)


class Scheme(Transform):
    r"""``homepage__scheme="https"``: in lower case (5.3.2.1), NULL if an address has none.

    In text that is not an IRI, it is the one that a browser finds: " java\nscript:" is
    "javascript". SQLite has no regular expressions, so it gets a function.
    """

    lookup_name = "scheme"
    output_field = PartField()

    def as_sql(self, compiler: Any, connection: Any, *_: Any, **__: Any) -> Any:  # noqa: ARG002
        """Raise `NotSupportedError`: the functions of this database are not known here."""
        raise NotSupportedError(f"__scheme is not known to {connection.display_name}")

    def as_sqlite(self, compiler: Any, connection: Any, **_: Any) -> tuple[str, tuple[Any, ...]]:
        """Return the call of a function of ours."""
        connection.ensure_connection()
        connection.connection.create_function("django_iri_scheme", 1, _find, deterministic=True)
        sql, params = compiler.compile(self.lhs)
        return f"django_iri_scheme({sql})", tuple(params)

    def as_postgresql(self, compiler: Any, *_: Any, **__: Any) -> tuple[str, tuple[Any, ...]]:
        """Return the call of PostgreSQL's functions."""
        sql, params = compiler.compile(self.lhs)
        # In this collation, lower() is the same on every machine.
        return (
            f"LOWER((REGEXP_MATCH(TRANSLATE({sql}, %s, ''), %s))[1] COLLATE \"C\")",
            (*params, REMOVED, SCHEME),
        )

    def as_mysql(self, compiler: Any, connection: Any, **_: Any) -> tuple[str, tuple[Any, ...]]:
        """Return the call of the functions of MySQL and MariaDB."""
        sql, params = compiler.compile(self.lhs)
        sql, params = f"REGEXP_REPLACE({sql}, %s, '')", (*params, f"[{REMOVED}]")
        pattern = f"{SCHEME}(?s:.*)"
        group = r"\1" if connection.mysql_is_mariadb else "$1"
        return (
            f"CASE WHEN {sql} REGEXP %s THEN LOWER(REGEXP_REPLACE({sql}, %s, %s)) END",
            (*params, pattern, *params, pattern, group),
        )


def _find(text: str | None) -> str | None:
    return None if text is None else browser_scheme(text)
