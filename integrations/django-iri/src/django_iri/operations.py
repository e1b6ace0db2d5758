"""Operations for migrations: add the column of a key, and make it unique, while a site runs.

docs/how-to/django/keys.md says in which order they are applied, and what is done between them.
Django's own operations lead to the same table, but on PostgreSQL they lock it for as long as an
index is made.
"""

# ruff: noqa: SLF001 - _meta is Django's way to ask; a schema editor has no public way to say which
# statements make the index of a field, and which indexes a column has

from contextlib import ExitStack
from copy import copy
from typing import Any, Final

from django.core.management.base import CommandError
from django.db import IntegrityError, NotSupportedError, transaction
from django.db.backends.utils import strip_quotes
from django.db.migrations import AddField, AlterField
from django.db.models import Count, Index

from django_iri.checks import to_run
from django_iri.companions import CompanionField
from django_iri.keys import IRIKeyField
from iri3987 import display

__all__ = ["AddKey", "MakeKeyUnique"]

#: How many groups of equivalent rows an error names, and how many rows of each.
_GROUPS: Final = 20
_ROWS: Final = 4
#: How many characters it shows of an address.
_LENGTH: Final = 100

_UNIQUE_INDEX: Final = (
    "CREATE UNIQUE INDEX CONCURRENTLY %(name)s ON %(table)s%(using)s "
    "(%(columns)s)%(include)s%(extra)s%(condition)s"
)
# An interrupted CREATE INDEX CONCURRENTLY leaves an index that is not valid.
_STATE_OF_INDEX: Final = """
    SELECT i.indisvalid, EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = to_regclass(%s) AND c.relname = %s
"""


class AddKey(AddField):
    """Add the column of an `IRIKeyField` that is not unique, or of an `IRIHostField`.

    The column is empty: the command ``iri_rekey`` fills it. On PostgreSQL, the index is made
    CONCURRENTLY, so the migration needs ``atomic = False``; it can be applied again after it was
    interrupted. On other databases, this is `AddField`.

    Raises `ValueError` for a key that is unique: rows may be equivalent, so `MakeKeyUnique` comes
    later.
    """

    atomic = False

    def __init__(self, model_name: str, name: str, field: CompanionField) -> None:
        if field.unique:
            raise ValueError(
                f"AddKey adds a column that is not unique yet: write unique=False for {name}, and "
                "use MakeKeyUnique when its rows have keys."
            )
        super().__init__(model_name, name, field)

    def describe(self) -> str:
        """Return a line about this operation."""
        return f"Add {self.name} to {self.model_name}, and its index concurrently"

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Add the column and its index, as far as they are not there."""
        model = to_state.apps.get_model(app_label, self.model_name)
        connection = schema_editor.connection
        is_ours = self.allow_migrate_model(connection.alias, model)
        if not is_ours or connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        _refuse_transaction(self, schema_editor)
        field = model._meta.get_field(self.name)
        if not _has_column(schema_editor, model, field):
            without_index = copy(field)
            without_index.db_index = False
            old = from_state.apps.get_model(app_label, self.model_name)
            schema_editor.add_field(old, without_index)
        _add_indexes(schema_editor, model, field)


class MakeKeyUnique(AlterField):
    """Alter an `IRIKeyField` so that it is unique.

    First, it refuses a table in which rows have an address and no key, or in which rows are
    equivalent: `CommandError` says what to run, and names the addresses. On PostgreSQL, the index
    is made CONCURRENTLY, so the migration needs ``atomic = False``; it can be applied again after
    it was interrupted. MariaDB and MySQL make the unique index while the table is read and written.
    SQLite copies the table, as for `AlterField`.

    Raises `ValueError` for a field that is not an `IRIKeyField` or is not unique.
    """

    atomic = False

    def __init__(self, model_name: str, name: str, field: Any) -> None:
        if not (isinstance(field, IRIKeyField) and field.unique):
            raise ValueError(
                f"MakeKeyUnique takes the IRIKeyField that {name} is afterwards, which is unique."
            )
        super().__init__(model_name, name, field)

    def describe(self) -> str:
        """Return a line about this operation."""
        return f"Make {self.name} of {self.model_name} unique concurrently"

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Make the column unique, if its rows allow that. Raises `CommandError` if not."""
        model = to_state.apps.get_model(app_label, self.model_name)
        alias = schema_editor.connection.alias
        if not self.allow_migrate_model(alias, model):
            return
        _refuse_transaction(self, schema_editor)
        key = model._meta.get_field(self.name)
        if not schema_editor.collect_sql:
            _refuse_rows(key, alias)
        old = from_state.apps.get_model(app_label, self.model_name)
        before = old._meta.get_field(self.name)
        if schema_editor.connection.vendor in ("postgresql", "mysql"):
            try:
                _make_unique(schema_editor, old, before)
            except IntegrityError:
                # An equivalent row was written in the meantime.
                _refuse_rows(key, alias)
                raise
            before = _with_unique(before, unique=True)
        _alter(schema_editor, old, before, key)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Make the index that is not unique, and drop the constraint."""
        model = to_state.apps.get_model(app_label, self.model_name)
        if not self.allow_migrate_model(schema_editor.connection.alias, model):
            return
        _refuse_transaction(self, schema_editor)
        old = from_state.apps.get_model(app_label, self.model_name)
        before, after = (each._meta.get_field(self.name) for each in (old, model))
        if schema_editor.connection.vendor == "postgresql":
            _add_indexes(schema_editor, model, after)
            for name in _names(schema_editor, old, before, unique=True, primary_key=False):
                schema_editor.execute(schema_editor._delete_unique_sql(old, name))
            before = _with_unique(before, unique=False)
        _alter(schema_editor, old, before, after)


def _refuse_transaction(operation: Any, editor: Any) -> None:
    connection = editor.connection
    if connection.vendor == "postgresql" and connection.in_atomic_block:
        raise NotSupportedError(
            f"The {type(operation).__name__} operation cannot be executed inside a transaction "
            "(set atomic = False on the migration)."
        )


# Whether the rows are ready


def _refuse_rows(key: IRIKeyField, alias: str) -> None:
    """Raise `CommandError` for rows without a key, and for rows with the same key."""
    label = key.model._meta.label
    if key.rows_without(alias).exists():
        raise CommandError(
            f"{key.name} of {label} cannot be unique yet: rows have text in {key.source} and no "
            f"key. {to_run(label, alias)}"
        )
    rows = key.model._base_manager.using(alias).exclude(**{key.name: None}).order_by(key.name)
    counts = rows.values_list(key.name).annotate(rows=Count("*")).filter(rows__gt=1)
    groups = list(counts[: _GROUPS + 1])
    if groups:
        lines = [f"{key.name} of {label} cannot be unique yet: rows have equivalent addresses."]
        lines += [_line(key, alias, *group) for group in groups[:_GROUPS]]
        lines += ["  and more"] * (len(groups) > _GROUPS)
        lines += [to_run(_key_label(key), alias, "iri_dedupe")]
        raise CommandError("\n".join(lines))


def _key_label(key: IRIKeyField) -> str:
    """Return what ``iri_dedupe`` takes: the name of the model and, if it has others, of the key."""
    options = key.model._meta
    keys = [each for each in options.local_concrete_fields if isinstance(each, IRIKeyField)]
    return options.label if keys == [key] else f"{options.label}.{key.name}"


def _line(key: IRIKeyField, alias: str, value: str, count: int) -> str:
    rows = key.model._base_manager.using(alias).filter(**{key.name: value}).order_by("pk")
    shown = [
        f"{_pk(pk)}: {_short(text)}" for pk, text in rows.values_list("pk", key.source)[:_ROWS]
    ]
    more = [f"and {count - _ROWS} more"] if count > _ROWS else []
    return f"  {', '.join(shown + more)}"


def _pk(pk: Any) -> str:
    # Text may hold what a terminal must not get.
    return repr(pk) if isinstance(pk, str) else str(pk)


def _short(text: str | None) -> str:
    shown = display(text or "")
    return shown if len(shown) <= _LENGTH else f"{shown[:_LENGTH]}..."


# What the database does


def _make_unique(editor: Any, model: Any, field: Any) -> None:
    """Make *field* unique, then drop its other indexes: lookups have one at any time."""
    if editor.connection.vendor == "postgresql":
        _add_unique(editor, model, field)
    elif not _names(editor, model, field, unique=True, primary_key=False):
        editor.execute(editor._create_unique_sql(model, [field]))
    # A table that was renamed has indexes of other names than those of today.
    names = [
        editor.quote_name(name) for name in _names(editor, model, field, index=True, unique=False)
    ]
    if editor.collect_sql:
        names += [str(each.parts["name"]) for each in editor._field_indexes_sql(model, field)]
    for name in dict.fromkeys(names):
        _drop_index(editor, model, name)


def _add_unique(editor: Any, model: Any, field: Any) -> None:
    statement = editor._create_index_sql(model, fields=[field], suffix="_uniq", sql=_UNIQUE_INDEX)
    name, table = (str(statement.parts[part]) for part in ("name", "table"))
    try:
        is_constraint = _build(editor, model, statement)
    except IntegrityError:
        _drop_index(editor, model, name)
        raise
    if not is_constraint:
        editor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name}", None)


def _add_indexes(editor: Any, model: Any, field: Any) -> None:
    for statement in editor._field_indexes_sql(model, field):
        statement.template = editor.sql_create_index_concurrently
        _build(editor, model, statement)


def _build(editor: Any, model: Any, statement: Any) -> bool:
    """Make an index of PostgreSQL, if it is not there; tell whether it is one of a constraint."""
    name, table = (str(statement.parts[part]) for part in ("name", "table"))
    found = None
    if not editor.collect_sql:
        with editor.connection.cursor() as cursor:
            cursor.execute(_STATE_OF_INDEX, [table, strip_quotes(name)])
            found = cursor.fetchone()
    if found == (False, False):
        _drop_index(editor, model, name)
    if found is None or not found[0]:
        editor.execute(statement, None)
        return False
    return bool(found[1])


def _drop_index(editor: Any, model: Any, name: str) -> None:
    """Drop the index whose quoted name is *name*."""
    if editor.connection.vendor == "postgresql":
        editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}", None)
    else:
        editor.execute(f"DROP INDEX {name} ON {editor.quote_name(model._meta.db_table)}", None)


def _names(editor: Any, model: Any, field: Any, **kind: Any) -> list[str]:
    """Return the names of the indexes or constraints of the column, without those of Meta."""
    meta = model._meta
    own = {each.name for each in (*meta.indexes, *meta.constraints)}
    if kind.get("index"):
        kind["type_"] = Index.suffix
    return list(editor._constraint_names(model, [field.column], exclude=own, **kind))


def _has_column(editor: Any, model: Any, field: Any) -> bool:
    if editor.collect_sql:
        return False
    connection = editor.connection
    with connection.cursor() as cursor:
        table = connection.introspection.get_table_description(cursor, model._meta.db_table)
    return any(column.name == field.column for column in table)


def _with_unique(field: Any, *, unique: bool) -> Any:
    """Return *field* as it is when the database has what makes it unique, or no longer has it."""
    # Not a copy, which may remember whether the field was unique.
    _, _, args, options = field.deconstruct()
    changed = type(field)(*args, **options | {"unique": unique})
    changed.set_attributes_from_name(field.name)
    changed.model = field.model
    return changed


def _alter(editor: Any, model: Any, before: Any, after: Any) -> None:
    """Let Django do what is left. SQLite copies the table, and must not stop halfway."""
    with ExitStack() as stack:
        if editor.connection.features.can_rollback_ddl:
            stack.enter_context(transaction.atomic(using=editor.connection.alias))
        editor.alter_field(model, before, after)
