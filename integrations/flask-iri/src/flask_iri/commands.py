"""``flask iri audit``, ``rekey``, ``convert`` and ``dedupe``: commands for stored addresses.

`iri3987.rows.commands` says what they print and their exit status. They need SQLAlchemy, which is
imported only when one of them runs.
"""

import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import click
from flask import current_app
from flask.cli import with_appcontext

from iri3987.rows import commands
from iri3987.rows.commands import COMMANDS, OPTIONS


@click.group()
def iri() -> None:
    """Audit, key, convert and deduplicate stored addresses."""


def _parameter(name: str) -> click.Parameter:
    option = OPTIONS[name]
    return click.Option(
        [f"--{name}"],
        is_flag=option.metavar is None,
        metavar=option.metavar,
        multiple=option.is_many,
        help=option.help,
    )


@with_appcontext
def _run(name: str, target: str, url: str | None, **options: Any) -> None:
    try:
        with _engine_for(attribute := _attribute(target), url) as engine:
            place = _place(name, engine, attribute, options)
            warn = partial(click.echo, err=True)
            status = commands.run(name, place, options, say=click.echo, warn=warn)
    except commands.UsageError as error:
        raise click.UsageError(str(error)) from error
    click.get_current_context().exit(status)


def _place(name: str, engine: Any, attribute: Any, options: dict[str, Any]) -> commands.Place:
    from sqlalchemy_iri import IRIType
    from sqlalchemy_iri.rows import KeyedMappedTable, MappedTable

    label = f"{attribute.class_.__name__}.{attribute.key}"
    try:
        if name == "dedupe":
            return commands.Place(KeyedMappedTable(engine, attribute, options["by"]), label)
        table = MappedTable(engine, attribute)
    except (TypeError, ValueError) as error:
        raise commands.UsageError(str(error)) from error
    if name == "rekey" and not table.derivations:
        raise commands.UsageError(f"there is no IRIKey({table.column.key!r}) beside {label}")
    type_ = table.column.type
    return commands.Place(table, label, type_.profile if isinstance(type_, IRIType) else None)


def _attribute(target: str) -> Any:
    """Return the mapped attribute that *target* names: "Link.url", "package.module:Link.url"."""
    try:
        import sqlalchemy_iri  # noqa: F401
    except ImportError as error:
        reason = "the commands need sqlalchemy-iri: install flask-iri[sqlalchemy]"
        raise commands.UsageError(reason) from error
    from sqlalchemy import inspect
    from sqlalchemy.exc import NoInspectionAvailable

    module, colon, path = target.rpartition(":")
    name, _, attribute = path.partition(".")
    if not (name and attribute):
        raise commands.UsageError(f"expected Link.url or package.module:Link.url, not {target!r}")
    if not colon:
        class_ = _mapped(name)
    else:
        try:
            class_ = pkgutil.resolve_name(f"{module}:{name}")
        except (ValueError, ImportError, AttributeError) as error:
            raise commands.UsageError(f"there is no {target!r}: {error}") from error
        except (Exception, SystemExit) as error:  # a module may raise anything while it is imported
            reason = f"{type(error).__name__}: {error}"
            raise commands.UsageError(f"{module} cannot be imported: {reason}") from error
    try:
        found = inspect(class_).column_attrs.get(attribute)
    except (NoInspectionAvailable, AttributeError) as error:
        raise commands.UsageError(f"{name!r} is not a mapped class") from error
    if found is None:
        raise commands.UsageError(f"{name} has no column {attribute!r}")
    return found.class_attribute


def _mapped(name: str) -> Any:
    from sqlalchemy.orm import mapperlib

    mappers = (each for registry in mapperlib._all_registries() for each in registry.mappers)  # noqa: SLF001
    classes = [mapper.class_ for mapper in mappers if mapper.class_.__name__ == name]
    if not classes:
        raise commands.UsageError(
            f"there is no mapped class {name!r}: is its module imported with the application?"
        )
    if len(classes) > 1:
        paths = sorted(f"{each.__module__}:{name}" for each in classes)
        raise commands.UsageError(f"there are several classes {name!r}: {', '.join(paths)}")
    return classes[0]


@contextmanager
def _engine_for(attribute: Any, url: str | None) -> Iterator[Any]:
    """Yield the engine of Flask-SQLAlchemy for *attribute*, or that of the database *url*."""
    if url is None:
        extension = current_app.extensions.get("sqlalchemy")
        if extension is None:
            raise commands.UsageError("Flask-SQLAlchemy is not in this app: give --url")
        key = attribute.parent.local_table.metadata.info.get("bind_key")
        if key not in extension.engines:
            raise commands.UsageError(f"Flask-SQLAlchemy has no database for the bind key {key!r}")
        yield extension.engines[key]
        return
    from sqlalchemy import create_engine
    from sqlalchemy.exc import ArgumentError

    try:
        engine = create_engine(url, hide_parameters=True)
    except (ArgumentError, ValueError) as error:  # its message may have the whole URL
        raise commands.UsageError("--url is not the URL of a database") from error
    except ImportError as error:
        raise commands.UsageError(f"--url: {error}") from error
    try:
        yield engine
    finally:
        engine.dispose()


for _name, _command in COMMANDS.items():
    iri.add_command(
        click.Command(
            _name,
            callback=partial(_run, _name),
            help=_command.help,
            params=[
                click.Argument(["target"], metavar="CLASS.COLUMN"),
                *map(_parameter, _command.options),
                click.Option(["--url"], metavar="URL", help="the database (SQLAlchemy's URL)"),
            ],
        )
    )
