"""The part that all commands for stored addresses share: labels, options, exit status."""

# ruff: noqa: SLF001 - _meta is a name that Django documents

import sys
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections, models

from django_iri.fields import IRIField
from django_iri.fields.derived import DerivedField
from django_iri.rows import ModelTable
from iri3987.rows.commands import COMMANDS, OPTIONS, Place, UsageError, run


class RowsCommand(BaseCommand):
    """A command of `iri3987.rows.commands.COMMANDS`, for a model.

    Exit status: 0, all is well; 1, something was found; 2, the command was not understood; 3, it
    was stopped before its end. `call_command` raises `SystemExit` with 1 and 3, and `CommandError`
    for 2.
    """

    #: The name in `COMMANDS`.
    name: ClassVar[str]
    #: The argument of the command, as its help names it.
    label: ClassVar[str] = "app.Model.field"
    # Rows can be read and mended in a project that other checks complain about.
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    @abstractmethod
    def places(self, label: str, options: dict[str, Any]) -> Iterator[Place]:
        """Yield what is meant by *label*. Raises `UsageError`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.help: str = COMMANDS[self.name].help

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options of the command: `run` reads their values."""
        parser.add_argument("label", metavar=self.label)
        parser.add_argument(
            "--database",
            choices=tuple(connections),
            help="the database (default: the one that the routers choose for writing)",
        )
        for name in COMMANDS[self.name].options:
            option = OPTIONS[name]
            how: dict[str, Any] = {"action": "append"} if option.is_many else {}
            how = how | {"metavar": option.metavar} if option.metavar else {"action": "store_true"}
            parser.add_argument(f"--{name.replace('_', '-')}", help=option.help, **how)

    def handle(self, *_: Any, label: str, **options: Any) -> None:
        """Run the command for all that *label* means."""
        status = 0
        try:
            if options["database"] not in {None, *connections}:
                raise UsageError(f"there is no database {options['database']!r} in DATABASES")
            for place in self.places(label, options):
                status = max(status, run(self.name, place, options, say=self.say, warn=self.warn))
                if status == 3:
                    break
        except UsageError as error:
            raise CommandError(str(error), returncode=2) from error
        if status:
            sys.exit(status)

    def say(self, line: str) -> None:
        """Print a line of the result."""
        self.stdout.write(_printable(line, self.stdout))

    def warn(self, line: str) -> None:
        """Print a line of progress, or about what is wrong."""
        self.stderr.write(_printable(line, self.stderr), str)


def _printable(line: str, stream: Any) -> str:
    r"""Return *line* with ``\u....`` for each character that *stream* cannot print."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)


def column(field: Any, options: dict[str, Any], /) -> Place:
    """Return the column of *field* in the database of *options*. Raises `UsageError`."""
    label = f"{field.model._meta.label}.{field.name}"
    try:
        profile = field.rule if isinstance(field, IRIField) else None
    except (TypeError, ValueError) as error:
        raise UsageError(f"{label}: {error}") from error
    return Place(ModelTable(field, options["database"]), label, profile)


def named(label: str, /) -> tuple[Any, str]:
    """Return the model that *label* names, and the name of the field or "". Raises `UsageError`."""
    app, _, rest = label.partition(".")
    model, _, field = rest.partition(".")
    try:
        return apps.get_model(app, model), field
    except LookupError as error:
        raise UsageError(str(error)) from error


def own_fields(model: Any, /) -> list[Any]:
    """Return the fields whose columns are in the table of *model*."""
    return list(model._meta.concrete_model._meta.local_concrete_fields)


def field_of(model: Any, name: str, fields: Sequence[Any], what: str, /) -> Any:
    """Return the one of *fields*, which have *what*, that has *name*. Raises `UsageError`."""
    for field in fields:
        if field.name == name:
            return field
    names = ", ".join(field.name for field in fields) or "none"
    asked = f"has no field {name!r} with {what}; it has" if name else f"has fields with {what}:"
    raise UsageError(f"{model._meta.label} {asked} {names}")


def text_column(label: str, options: dict[str, Any], /) -> Place:
    """Return the column of text that *label* names. Raises `UsageError`."""
    model, name = named(label)
    fields = [field for field in own_fields(model) if _holds_text(field)]
    return column(field_of(model, name, fields, "text of its own"), options)


def _holds_text(field: Any) -> bool:
    is_text = isinstance(field, models.CharField | models.TextField)
    is_text = is_text or field.get_internal_type() in {"CharField", "TextField"}
    return is_text and not isinstance(field, DerivedField)
