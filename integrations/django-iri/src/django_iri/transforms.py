r"""The scheme of an address in a query: ``__scheme``.

The regular expression of RFC 3986 appendix B finds it. SQLite has no regular expressions, so it
gets a function. The scheme is in lower case (section 5.3.2.1), and NULL if an address has none. In
text that is not an IRI, it is the one that a browser finds: TAB, CR and LF do not count, nor do
spaces and controls at the beginning, so " java\nscript:" is "javascript".
"""

import re
from typing import Any, Final

from django.db import NotSupportedError, models

from django_iri.lookups import NOT_NULL

_PATTERN: Final = r"^[\x00-\x20]*([A-Za-z][A-Za-z0-9+.\-]*):"
#: Characters that a browser removes anywhere in an address.
_REMOVED: Final = "\t\r\n"


class PartField(models.CharField):  # type: ignore[type-arg]
    """A part of an address: like the address, it can be compared with any text."""


for _lookup in NOT_NULL:
    PartField.register_lookup(_lookup)


class Scheme(models.Transform):
    """``homepage__scheme="https"``."""

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
            (*params, _REMOVED, _PATTERN),
        )

    def as_mysql(self, compiler: Any, connection: Any, **_: Any) -> tuple[str, tuple[Any, ...]]:
        """Return the call of the functions of MySQL and MariaDB."""
        sql, params = compiler.compile(self.lhs)
        sql, params = f"REGEXP_REPLACE({sql}, %s, '')", (*params, f"[{_REMOVED}]")
        pattern = f"{_PATTERN}(?s:.*)"
        group = r"\1" if connection.mysql_is_mariadb else "$1"
        return (
            f"CASE WHEN {sql} REGEXP %s THEN LOWER(REGEXP_REPLACE({sql}, %s, %s)) END",
            (*params, pattern, *params, pattern, group),
        )


def _find(text: str | None) -> str | None:
    match = None if text is None else re.match(_PATTERN, re.sub(f"[{_REMOVED}]", "", text))
    return match[1].lower() if match else None
