r"""Parts of an address in a query: ``__scheme`` and ``__host``.

They are found by a regular expression, that of RFC 3986 appendix B, which every database has or,
as SQLite, is given. Where an address has no such part it is NULL; of text that is no IRI it is
whatever stands in that place.

A part is in lower case as far as it is ASCII (section 5.3.2.1), but MySQL and MariaDB lower every
letter.
"""

import re
from typing import Any, ClassVar, Final

from django.db import NotSupportedError, models
from django.db.models import lookups

from django_iri.lookups import LOOKUPS, In
from iri3987 import IRIError, host_to_ascii, host_to_unicode

_SCHEME: Final = r"^([A-Za-z][A-Za-z0-9+.\-]*):"
_HOST: Final = r"^(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^:/?#\[\]]*)"


class _Part(models.Transform):
    """What the group of `pattern` holds."""

    pattern: ClassVar[str]

    def as_sql(self, compiler: Any, connection: Any, *_: Any, **__: Any) -> Any:  # noqa: ARG002
        raise NotSupportedError(f"__{self.lookup_name} is not known to {connection.display_name}")

    def as_sqlite(self, compiler: Any, connection: Any, **_: Any) -> tuple[str, tuple[Any, ...]]:
        function = f"django_iri_{self.lookup_name}"
        connection.ensure_connection()
        connection.connection.create_function(function, 1, self._find, deterministic=True)
        sql, params = compiler.compile(self.lhs)
        return f"{function}({sql})", tuple(params)

    def as_postgresql(self, compiler: Any, *_: Any, **__: Any) -> tuple[str, tuple[Any, ...]]:
        sql, params = compiler.compile(self.lhs)
        # In this collation, lower() knows ASCII only, and is the same on every machine.
        return f'LOWER((REGEXP_MATCH({sql}, %s))[1] COLLATE "C")', (*params, self.pattern)

    def as_mysql(self, compiler: Any, connection: Any, **_: Any) -> tuple[str, tuple[Any, ...]]:
        sql, params = compiler.compile(self.lhs)
        pattern = f"{self.pattern}(?s:.*)"
        group = r"\1" if connection.mysql_is_mariadb else "$1"
        return (
            f"CASE WHEN {sql} REGEXP %s THEN LOWER(REGEXP_REPLACE({sql}, %s, %s)) END",
            (*params, pattern, *params, pattern, group),
        )

    @classmethod
    def _find(cls, text: str | None) -> str | None:
        match = None if text is None else re.match(cls.pattern, text)
        return _lower(match[1]) if match else None


def _lower(text: str) -> str:
    """Return *text* with ASCII letters, and no others, in lower case."""
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _spellings(host: Any) -> list[str]:
    """Return how a host may be written in the lower case of a database.

    >>> sorted(_spellings("xn--fa-hia.DE"))
    ['faß.de', 'xn--fa-hia.de']
    """
    spellings = {_lower(str(host)), str(host).lower()}
    try:
        name = host_to_ascii(str(host))
        spellings |= {name, host_to_unicode(name)}
    except IRIError:
        pass  # It is no domain name, and has one spelling.
    return list(spellings)


class PartField(models.CharField):  # type: ignore[type-arg]
    """A part that came out of an address: like the address, it is compared with any text."""


for _lookup in LOOKUPS:
    PartField.register_lookup(_lookup)


class HostField(PartField):
    """A host that came out of an address: equal in characters and as A-labels."""


@HostField.register_lookup
class _HostExact(lookups.Exact):
    def as_sql(self, compiler: Any, connection: Any) -> Any:
        if self.rhs_is_direct_value():
            return compiler.compile(In(self.lhs, _spellings(self.rhs)))
        return super().as_sql(compiler, connection)


@HostField.register_lookup
class _HostIn(In):
    def get_prep_lookup(self) -> Any:
        if self.rhs_is_direct_value():
            self.rhs = [spelling for host in self.rhs for spelling in _spellings(host)]
        return super().get_prep_lookup()


class Scheme(_Part):
    """``homepage__scheme="https"``."""

    lookup_name = "scheme"
    pattern = _SCHEME
    output_field = PartField()


class Host(_Part):
    """``homepage__host="faß.de"``, which finds "xn--fa-hia.de" as well.

    An IP literal has its brackets. No port and no userinfo is part of it.
    """

    lookup_name = "host"
    pattern = _HOST
    output_field = HostField()
