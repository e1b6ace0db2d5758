"""Lookups that match nothing, and do not raise, for text that no database holds.

Database drivers raise for a lone surrogate, and PostgreSQL for U+0000. Neither can be in an IRI,
yet both are in what people send. Any other text that is no IRI is simply compared: it finds
nothing, or an old row that holds it.
"""

import re
from typing import Any, Final

from django.core.exceptions import EmptyResultSet
from django.db.models import Lookup, lookups

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def is_storable(value: Any, /) -> bool:
    r"""Tell whether *value* is text that every database can hold, or no text at all.

    >>> is_storable("é"), is_storable("\ud800"), is_storable(["é", "\0"]), is_storable(None)
    (True, False, False, True)
    """
    if isinstance(value, list | tuple):
        return all(map(is_storable, value))
    return not isinstance(value, str) or _UNSTORABLE.search(value) is None


class _Text(Lookup):
    def process_rhs(self, compiler: Any, connection: Any) -> Any:
        if self.rhs_is_direct_value() and not is_storable(self.rhs):
            raise EmptyResultSet
        return super().process_rhs(compiler, connection)


class _In(_Text):
    def get_prep_lookup(self) -> Any:
        # Before Django's own, which makes one expression of values among which is an expression.
        if self.rhs_is_direct_value():
            self.rhs = list(filter(is_storable, self.rhs))
        return super().get_prep_lookup()


def _total(base: type[Lookup], mixin: type[Lookup] = _Text) -> type[Lookup]:
    """Return *base* with *mixin*, as a class of this module: a pickled query looks for it here."""
    lookup = type(base.__name__, (mixin, base), {"__module__": __name__})
    globals()[lookup.__name__] = lookup
    return lookup


LOOKUPS: Final = (
    _total(lookups.Exact),
    _total(lookups.IExact),
    _total(lookups.GreaterThan),
    _total(lookups.GreaterThanOrEqual),
    _total(lookups.LessThan),
    _total(lookups.LessThanOrEqual),
    _total(lookups.In, _In),
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
