"""Whether a column of a database and its index can hold the addresses."""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final

from django.core import checks
from django.db import OperationalError
from django.db.migrations.loader import MigrationLoader

#: The octets of a text that an index of InnoDB (MySQL, MariaDB) or PostgreSQL can hold. A row of an
#: index of PostgreSQL has at most 2704, of which 12 say what the row is and how long the text is.
_LIMITS: Final = {"mysql": 3072, "postgresql": 2692}

_HINT: Final = "Let an IRIKeyField be unique instead: it is short, and knows what is equivalent."


def problems_of(field: Any, connection: Any, /) -> list[checks.CheckMessage]:
    """Return what is wrong with the column of *field*: django_iri.W001, W002 and W003."""
    try:
        return [*_problems_of_index(field, connection), *_problems_of_column(field, connection)]
    except OperationalError:
        return []  # A server that does not answer cannot be asked. Django's own checks report it.


def _problems_of_column(field: Any, connection: Any) -> Iterator[checks.CheckMessage]:
    options = field.model._meta
    length = _length_of_column(options.db_table, field.column, connection)
    if length is None or (field.max_length is not None and length >= field.max_length):
        return
    if _is_migrated(field, MigrationLoader(connection)):
        text = (
            f"The column {options.db_table}.{field.column} holds {length} characters, and "
            f"max_length is {field.max_length or 'not set'}."
        )
        hint = (
            f"Set max_length={length}. For a longer column, write max_length={length} into the "
            "migration that made it: then makemigrations sees the difference."
        )
        yield checks.Warning(text, hint=hint, obj=field, id="django_iri.W003")


def _is_migrated(field: Any, loader: MigrationLoader) -> bool:
    """Return whether no migration that is still to be applied, or made, may alter the column."""
    options = field.model._meta
    leaves = loader.graph.leaf_nodes(options.app_label)
    if not all(leaf in loader.applied_migrations for leaf in leaves):
        return False
    if not leaves:  # the application has no migrations
        return True
    state = loader.project_state().models.get((options.app_label, options.model_name))
    made = state and state.fields.get(field.name)
    return made is not None and _column_of(made) == _column_of(field)


_column_of = attrgetter("max_length", "db_column")


def _length_of_column(table: str, column: str, connection: Any) -> int | None:
    """Return how many characters the column holds; None for any number, or no such column."""
    known = connection.introspection
    with connection.cursor() as cursor:
        is_there = table in known.table_names(cursor)
        rows = known.get_table_description(cursor, table) if is_there else ()
        lengths = [
            row.display_size for row in rows if row.name == column and _is_varchar(known, row)
        ]
    return next((int(length) for length in lengths if length), None)


def _is_varchar(known: Any, row: Any) -> bool:
    try:
        return bool(known.get_field_type(row.type_code, row) == "CharField")
    except KeyError:
        return False  # a type that Django does not know, such as citext


def _problems_of_index(field: Any, connection: Any) -> Iterator[checks.CheckMessage]:
    if field.unique and connection.vendor == "mysql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT @@collation_database")
            collation = field.db_collation or str(cursor.fetchone()[0])
        if collation.endswith("_ci"):
            text = f"The collation {collation} takes different addresses for the same."
            hint = f'{_HINT} Or set db_collation to a binary one, as "utf8mb4_bin".'
            yield checks.Warning(text, hint=hint, obj=field, id="django_iri.W001")
    limit = _limit(field, connection)
    # In UTF-8 a character has up to four octets.
    if limit is not None and (field.max_length is None or 4 * field.max_length > limit):
        text = (
            f"An index of {connection.display_name} holds {limit} octets, and an address of "
            f"{field.max_length or 'any number of'} characters may have more."
        )
        yield checks.Warning(text, hint=_HINT, obj=field, id="django_iri.W002")


def _limit(field: Any, connection: Any) -> int | None:
    """Return how many octets the index of *field* can hold; None for no limit or no index."""
    if not (field.unique or field.db_index):
        return None
    # MariaDB indexes only the beginning of a longer text; for a unique column, it indexes a hash.
    if connection.vendor == "mysql" and connection.mysql_is_mariadb and not field.primary_key:
        return None
    return _LIMITS.get(connection.vendor)
