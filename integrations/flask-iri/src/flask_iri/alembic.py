"""Alembic: add the key of an address to a table that has rows, and make it unique, on a live site.

The migration that adds the key::

    def upgrade():
        add_key(op, "link", "url_key", source="url")

    def downgrade():
        drop_key(op, "link", "url_key")

Its model has ``IRIKey("url", unique=False)``. Then the keys are written (``flask iri rekey``), and
rows that are equivalent are merged (``flask iri dedupe``). After that comes the migration for
``IRIKey("url")``::

    def upgrade():
        make_key_unique(op, "link", "url_key", source="url")

    def downgrade():
        make_key_repeatable(op, "link", "url_key")

PostgreSQL builds and drops indexes concurrently, which works only outside of a transaction: what
the migration did before is committed. If a migration is interrupted, run it again: an index that
was not built to its end is built anew. MariaDB builds indexes while rows are written. SQLite lets
others wait.
"""

from typing import Any, Final

from alembic.util import CommandError
from sqlalchemy import (
    Column,
    Connection,
    Index,
    MetaData,
    String,
    Table,
    column,
    func,
    inspect,
    select,
    table,
    text,
)

from flask_iri.databases import is_mariadb
from flask_iri.keys import IRIKeyType, Key, Level
from iri3987.display import display

__all__ = ["add_key", "drop_key", "make_key_repeatable", "make_key_unique"]

#: How many equivalent addresses a message has.
_SHOWN: Final = 20


def add_key(
    op: Any,
    name: str,
    key: str,
    *,
    source: str,
    level: Level = "scheme",
    policy: Key = None,
    schema: str | None = None,
) -> None:
    """Add the column *key* for the addresses in *source* to the table *name*, with an index.

    Each row has NULL there. *level* and *policy* are the ``level`` and the ``key`` of `IRIKey`. On
    PostgreSQL, this fails if the table is in use by a transaction of more than a second, because
    the whole site would wait behind it: run the migration again then.
    """
    type_ = IRIKeyType(source, level=level, key=policy)
    if not _has_column(op, name, key, schema):
        if _is_postgresql(op):
            op.execute("SET LOCAL lock_timeout = '1s'")
        op.add_column(name, Column(key, type_, nullable=True), schema=schema)
    _build(op, _index(op, name, key, schema), unique=False)


def drop_key(op: Any, name: str, key: str, *, schema: str | None = None) -> None:
    """Undo `add_key`."""
    _drop(op, _index(op, name, key, schema))
    op.drop_column(name, key, schema=schema)


def make_key_unique(
    op: Any, name: str, key: str, *, source: str, schema: str | None = None
) -> None:
    """Make the column *key*, for the addresses in *source*, unique in the table *name*.

    Raises `alembic.util.CommandError` if rows have an address and no key, or are equivalent.
    """
    if not op.get_context().as_sql:
        _refuse(op.get_bind(), table(name, column(key), column(source, String), schema=schema))
    _replace(op, _index(op, name, key, schema), unique=True)


def make_key_repeatable(op: Any, name: str, key: str, *, schema: str | None = None) -> None:
    """Undo `make_key_unique`."""
    _replace(op, _index(op, name, key, schema), unique=False)


def _refuse(connection: Connection, links: Any) -> None:
    """Raise if rows of *links*, with the columns of the key and the address, cannot be unique."""
    key, source = links.columns
    count = select(func.count()).select_from(links)
    missing = connection.scalar(count.where(func.length(source) > 0, key.is_(None)))
    if missing:
        raise CommandError(
            f"{missing:,} rows of {links.name!r} have an address and no key: run flask iri rekey"
        )
    repeated = (
        select(func.min(source), func.count())
        .where(key.is_not(None))
        .group_by(key)
        .having(func.count() > 1)
        .order_by(key)
        .limit(_SHOWN + 1)
    )
    found = connection.execute(repeated).all()
    if found:
        lines = [f"    {display(first or '')} ({rows} rows)" for first, rows in found[:_SHOWN]]
        if len(found) > _SHOWN:
            lines.append("    ...")
        raise CommandError(
            f"rows of {links.name!r} have equivalent addresses, run flask iri dedupe:\n"
            + "\n".join(lines)
        )


# Indexes


def _index(op: Any, name: str, key: str, schema: str | None) -> Index:
    """Return the index of *key* as the model has it, with its name."""
    metadata = op.get_context().opts.get("target_metadata")
    own = MetaData(naming_convention=getattr(metadata, "naming_convention", None))
    [index] = Table(name, own, Column(key, String(66), index=True), schema=schema).indexes
    return index


def _build(op: Any, index: Index, *, unique: bool, called: str | None = None) -> None:
    """Build *index*, called by another name if one is given; PostgreSQL lets the site go on."""
    whole: Any = index.table
    name = called or op.f(index.name)

    def create(**options: Any) -> None:
        columns = [each.name for each in index.columns]
        op.create_index(name, whole.name, columns, schema=whole.schema, unique=unique, **options)

    if not _is_postgresql(op):
        if not _has_index(op, index):
            create()
        return
    with op.get_context().autocommit_block():
        is_valid = None if op.get_context().as_sql else _is_valid(op, index, name)
        if is_valid is False:  # it was interrupted
            _drop_concurrently(op, index, name)
        if not is_valid:
            create(postgresql_concurrently=True)


def _drop(op: Any, index: Index) -> None:
    if _is_postgresql(op):
        with op.get_context().autocommit_block():
            _drop_concurrently(op, index, op.f(index.name))
    else:
        whole: Any = index.table
        op.drop_index(op.f(index.name), whole.name, schema=whole.schema)


def _replace(op: Any, index: Index, *, unique: bool) -> None:
    """Replace *index* by one that is unique, or not."""
    whole: Any = index.table
    quote = op.get_context().dialect.identifier_preparer.quote
    prefix = f"{quote(whole.schema)}." if whole.schema else ""
    if _is_postgresql(op):
        other = f"{str(index.name)[:55]}_{'unique' if unique else 'plain'}"
        _build(op, index, unique=unique, called=other)
        _drop(op, index)
        op.execute(f"ALTER INDEX {prefix}{quote(other)} RENAME TO {quote(index.name)}")
    elif is_mariadb(op.get_context()):
        name, [key] = quote(index.name), index.columns
        op.execute(
            f"ALTER TABLE {prefix}{quote(whole.name)} DROP INDEX {name}, "
            f"ADD {'UNIQUE ' if unique else ''}INDEX {name} ({quote(key.name)}), LOCK=NONE"
        )
    else:
        _drop(op, index)
        _build(op, index, unique=unique)


def _drop_concurrently(op: Any, index: Index, name: str) -> None:
    whole: Any = index.table
    options = {"postgresql_concurrently": True, "if_exists": True}
    op.drop_index(name, whole.name, schema=whole.schema, **options)


def _is_postgresql(op: Any) -> bool:
    return bool(op.get_context().dialect.name == "postgresql")


def _is_valid(op: Any, index: Index, name: str) -> bool | None:
    """Tell whether PostgreSQL has built an index of that name to its end; None if it has none."""
    whole: Any = index.table
    quote = op.get_bind().dialect.identifier_preparer.quote
    path = f"{quote(whole.schema)}.{quote(name)}" if whole.schema else quote(name)
    statement = text("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(:path)")
    valid: bool | None = op.get_bind().scalar(statement, {"path": path})
    return valid


def _has_column(op: Any, name: str, key: str, schema: str | None) -> bool:
    if op.get_context().as_sql:
        return False
    columns = inspect(op.get_bind()).get_columns(name, schema)
    return key in {each["name"] for each in columns}


def _has_index(op: Any, index: Index) -> bool:
    if op.get_context().as_sql:
        return False
    whole: Any = index.table
    return bool(inspect(op.get_bind()).has_index(whole.name, str(index.name), whole.schema))
