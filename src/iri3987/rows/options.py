"""The options of the commands, for every parser: ``manage.py`` has one, ``flask`` another."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from iri3987.comparison.policy import function
from iri3987.profile import Profile, make_profile

__all__ = ["COMMANDS", "Command", "Option"]


class Option(NamedTuple):
    """An option of a command."""

    #: "--size"; with `is_many`, it may be given several times.
    flag: str
    #: A few words about what it does.
    help: str
    #: It makes the value of the text that was given, or raises `ValueError`. None: there is no
    #: value, and the option is True if it is given.
    parse: Callable[[str], Any] | None = None
    #: The name of the value in the help: "ROWS".
    metavar: str | None = None
    #: The value if the option is not given.
    default: Any = None
    #: Whether the option may be given several times.
    is_many: bool = False

    @property
    def name(self) -> str:
        """The name of the option in Python."""
        return self.flag.removeprefix("--").replace("-", "_")


class Command(NamedTuple):
    """A command: what it does, and its options."""

    #: A sentence about what it does.
    help: str
    #: Its options, in the order of the help.
    options: tuple[Option, ...]


def _profile(name: str) -> Profile:
    try:
        return make_profile(name)
    except TypeError as error:
        raise ValueError(error) from error


def _part(text: str) -> tuple[int, int]:
    number, _, parts = text.partition("/")
    if not (_is_number(number) and _is_number(parts) and 1 <= int(number) <= int(parts)):
        raise ValueError(f"expected a part such as 1/8 or 8/8, not {text!r}")
    return int(number), int(parts)


def _size(text: str) -> int:
    if not _is_number(text) or int(text) < 1:
        raise ValueError(f"expected a number of rows from 1 on, not {text!r}")
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < 3600:
        raise ValueError(f"expected seconds such as 0.1, less than 3600, not {text!r}")
    return seconds


_LEDGER: Final = Option(
    "--ledger", "list the rows in a new FILE, whose name ends in .jsonl", str, "FILE"
)
_SIZE: Final = Option("--size", "the rows of a batch (default: 1000)", _size, "ROWS", 1000)
_PAUSE: Final = Option(
    "--pause", "the seconds between two batches (default: 0)", _seconds, "SECONDS", 0.0
)
_AFTER: Final = Option("--after", "begin after the row with this primary key", str, "PK")
_PART: Final = Option("--part", "do one part of the table: 1/8, ..., 8/8", _part, "I/N")
_COMMON: Final = (_LEDGER, _SIZE, _PAUSE, _AFTER, _PART)
_WRITE: Final = Option("--write", "write the new texts; without it, they are only reported")

#: The commands, by their names.
COMMANDS: Final[Mapping[str, Command]] = {
    "audit": Command(
        "Report the addresses in a column that would be refused. Nothing is written.",
        (
            Option("--profile", "the rule: web, public, ..., or a dotted path", _profile, "NAME"),
            Option("--look-alikes", "report names that look alike, in a column of names"),
            *_COMMON,
        ),
    ),
    "rekey": Command(
        "Write the keys and hosts of addresses that are missing or stale.",
        (
            Option("--missing", "do only the rows that have no key"),
            Option("--check", "write nothing, and report how many rows are stale"),
            *_COMMON,
        ),
    ),
    "convert": Command(
        "Replace addresses by what a function makes of them, or report what that would do.",
        (
            Option("--using", "the function, from text to text", function, "PATH"),
            _WRITE,
            Option("--undo", "give back the texts that the ledger FILE has", str, "FILE"),
            *_COMMON,
        ),
    ),
    "dedupe": Command(
        "Report the rows whose addresses are equivalent, or merge them.",
        (
            Option("--merge", "the function that merges: keep, others", function, "PATH"),
            Option("--by", "only rows that have the same FIELD, too", str, "FIELD", is_many=True),
            _LEDGER,
            _SIZE,
            _PAUSE,
            Option("--after", "begin after this key", str, "KEY"),
        ),
    ),
}
