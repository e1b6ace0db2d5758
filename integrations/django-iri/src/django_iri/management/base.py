"""The part that all commands for stored addresses share: options, messages, exit status."""

import sys
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from django_iri.fields import IRIField
from django_iri.rows import ModelTable
from iri3987.rows.commands import Place, UsageError, run
from iri3987.rows.options import COMMANDS, Option


class RowsCommand(BaseCommand):
    """A command of `iri3987.rows.options.COMMANDS`, for a model.

    Exit status: 0, all is well; 1, something was found; 2, the command was not understood; 3, it
    was stopped before its end. `call_command` raises `SystemExit` with 1 and 3, and `CommandError`
    for 2.
    """

    #: The name in `COMMANDS`.
    name: ClassVar[str]
    #: The argument of the command, as its help names it.
    label: ClassVar[str]
    # Rows can be read and mended in a project that other checks complain about.
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    @abstractmethod
    def places(self, label: str, options: dict[str, Any]) -> Iterator[Place]:
        """Yield what is meant by *label*. Raises `UsageError`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.help: str = COMMANDS[self.name].help

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options of the command."""
        parser.add_argument("label", metavar=self.label)
        parser.add_argument(
            "--database",
            choices=tuple(connections),
            help="the database (default: the one that the routers choose for writing)",
        )
        for option in COMMANDS[self.name].options:
            # The values are read by `handle`: `call_command` does not ask the parser for that.
            how: dict[str, Any] = {"action": "store_true"}
            if option.parse is not None:
                how = {"metavar": option.metavar, "default": option.default}
                how |= {"action": "append"} if option.is_many else {}
            parser.add_argument(option.flag, help=option.help.replace("%", "%%"), **how)

    def handle(self, *_: Any, label: str, **options: Any) -> None:
        """Run the command for all that *label* means."""
        try:
            if options["database"] not in {None, *connections}:
                raise UsageError(f"there is no database {options['database']!r} in DATABASES")
            for option in COMMANDS[self.name].options:
                options[option.name] = _value(option, options[option.name])
            status = 0
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


def column(field: Any, options: dict[str, Any], /) -> Place:
    """Return the column of *field* in the database of *options*. Raises `UsageError`."""
    label = f"{field.model._meta.label}.{field.name}"  # noqa: SLF001 - a name that Django documents
    try:
        profile = field.rule if isinstance(field, IRIField) else None
    except (TypeError, ValueError) as error:
        raise UsageError(f"{label}: {error}") from error
    return Place(ModelTable(field, options["database"]), label, profile)


def _value(option: Option, value: Any) -> Any:
    """Return what *value* stands for: text, a number, or already the thing itself."""
    is_given = isinstance(value, str | int | float) and not isinstance(value, bool)
    if option.parse is None or not is_given:
        return value
    try:
        return option.parse(str(value))
    except ValueError as error:
        raise UsageError(f"{option.flag}: {error}") from error


def _printable(line: str, stream: Any) -> str:
    r"""Return *line* with ``\u....`` for each character that *stream* cannot print."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)
