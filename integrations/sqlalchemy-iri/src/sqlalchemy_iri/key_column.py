"""The declaration of a key column, and the events that keep it in step.

From the first key on, each engine and mapper of the process is listened to: SQLAlchemy tells a type
neither.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import event
from sqlalchemy import inspect as inspection_of
from sqlalchemy.engine import Engine
from sqlalchemy.orm import MappedColumn, Mapper, mapped_column
from sqlalchemy.orm.attributes import flag_modified

from iri3987.comparison import Level
from iri3987.comparison.policy import Policy
from sqlalchemy_iri import guard
from sqlalchemy_iri.keys import IRIKeyType, key_of_new_row, keys_in, source_of


def IRIKey(  # noqa: N802 - it stands for a column, as a class would
    source: str,
    /,
    *,
    level: Level = "scheme",
    unique: bool = True,
    policy: Policy | str | None = None,
    **options: Any,
) -> MappedColumn[Any]:
    """Declare the key of the column *source*: equal for two IRIs exactly if they are equivalent.

    *policy* is a rule of the project, a function from text to text or the dotted path to one, such
    as "iri3987.comparison.policy.without_trailing_slash": then two addresses have the same key if
    the results are equivalent. After a change of the policy, write the keys anew with
    `sqlalchemy_iri.rows`.

    *options* are those of `mapped_column`. The column has an index, which is unique unless *unique*
    is False. The key is NULL if the IRI is NULL or "". Raises `TypeError` for a *policy* that is
    neither a function nor a path.

    For a `Table` without the ORM, and in ``sa_column=`` of SQLModel, write
    ``IRIKey("homepage", name="homepage_key").column``.

    >>> IRIKey("homepage", name="homepage_key", unique=False).column.type
    IRIKeyType('homepage')
    """
    if not event.contains(Engine, "before_execute", guard.before_execute):
        event.listen(Engine, "before_execute", guard.before_execute)
        event.listen(Engine, "before_cursor_execute", guard.before_cursor_execute)
        event.listen(Mapper, "mapper_configured", _listen)
    type_ = IRIKeyType(source, level=level, policy=policy)
    # An index, not a constraint: every database can make it unique later, and PostgreSQL while the
    # table is used.
    options = {"index": True, "unique": unique, **options}
    return mapped_column(type_, insert_default=key_of_new_row, **options)


def _listen(mapper: Mapper[Any], _: type) -> None:
    """Keep the keys of *mapper* in step when the unit of work writes a row."""
    for column in keys_in(mapper):
        fill = _filler(mapper, column)
        event.listen(mapper, "before_insert", fill)
        event.listen(mapper, "before_update", fill)


def _filler(mapper: Mapper[Any], column: Any) -> Callable[..., None]:
    source = mapper.get_property_by_column(source_of(column)).key
    key = mapper.get_property_by_column(column).key

    def fill(_mapper: Any, _connection: Any, target: Any) -> None:
        # If the key alone has changed, the guard refuses the statement.
        if inspection_of(target).attrs[source].history.has_changes():
            setattr(target, key, column.type.key_digest(getattr(target, source)))
            flag_modified(target, key)  # another spelling has the same key: write it nevertheless

    return fill
