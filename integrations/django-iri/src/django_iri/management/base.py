"""The part that all commands for stored addresses share: labels, options, exit status."""

import sys
from abc import abstractmethod
from typing import Any, ClassVar

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from django_iri.fields import IRIField
from django_iri.rows import ModelTable
from django_iri.rows.tables import own_fields
from iri3987.rows.commands import COMMANDS, OPTIONS, Place, UsageError, run


class RowsCommand(BaseCommand):
    """A command of `iri3987.rows.commands.COMMANDS`, for a model."""

    #: The name in `COMMANDS`.
    name: ClassVar[str]
    #: The argument of the command, as its help names it.
    label: ClassVar[str]
    #: What the fields have that the command works on.
    what: ClassVar[str]
    #: How many fields are meant, at most, if the argument names none.
    most_unnamed: ClassVar[int] = 0
    # Rows can be read and mended in a project that other checks complain about.
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    @abstractmethod
    def takes(self, field: Any, /) -> bool:
        """Return whether the command works on *field*."""

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
            parser.add_argument(f"--{name}", help=option.help, **how)

    def handle(self, *_: Any, label: str, **options: Any) -> None:
        """Run the command for all that *label* means."""
        status = 0
        try:
            if options["database"] not in {None, *connections}:
                raise UsageError(f"there is no database {options['database']!r} in DATABASES")
            fields = self.fields(label)
            for option in ("ledger", "after"):
                if len(fields) > 1 and options[option] is not None:
                    names = " or ".join(f"{label}.{field.name}" for field in fields)
                    raise UsageError(f"--{option} is for one field: name {names}")
            for field in fields:
                place = self.place(field, options)
                status = max(status, run(self.name, place, options, say=self.say, warn=self.warn))
                if status == 3:
                    break
        except UsageError as error:
            raise CommandError(str(error), returncode=2) from error
        if status:
            sys.exit(status)

    def fields(self, label: str) -> list[Any]:
        """Return the fields that *label* means. Raises `UsageError`."""
        app, _, rest = label.partition(".")
        model_name, _, name = rest.partition(".")
        try:
            model = apps.get_model(app, model_name)
        except LookupError as error:
            raise UsageError(str(error)) from error
        fields = [field for field in own_fields(model) if self.takes(field)]
        if not name and 0 < len(fields) <= self.most_unnamed:
            return fields
        return [field_of(model, name, fields, self.what)]

    def place(self, field: Any, options: dict[str, Any]) -> Place:
        """Return the rows that have *field*. Raises `UsageError`."""
        try:
            profile = field.rule if isinstance(field, IRIField) else None
        except (TypeError, ValueError) as error:
            raise UsageError(f"{field}: {error}") from error
        return Place(ModelTable(field, options["database"]), str(field), profile)

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


def field_of(model: Any, name: str, fields: list[Any], what: str, /) -> Any:
    """Return the one of *fields*, which have *what*, that has *name*. Raises `UsageError`."""
    for field in fields:
        if field.name == name:
            return field
    names = ", ".join(field.name for field in fields) or "none"
    asked = f"has no field {name!r} with {what}; it has" if name else f"has fields with {what}:"
    raise UsageError(f"{model._meta.label} {asked} {names}")
