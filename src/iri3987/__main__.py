"""Work with IRIs from a shell: ``python -m iri3987 COMMAND TEXT...``.

The commands: check, map, unmap, normalize, compare, resolve, display. Without TEXT, each line of
``--file``, or else of standard input, is one; lines are read as they are needed, so there may be
any number of them. Results go to standard output; what is wrong goes to standard error, with a
caret under the character at fault. With ``--json`` both go to standard output, an object a line.

The exit status is 0 if all went well, 1 if some text was invalid, 2 if the command line was not
understood.
"""

import argparse
import io
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from iri3987 import (
    IRI,
    IRIError,
    IRIReference,
    display,
    equivalent,
    normalize,
    resolve,
    to_iri,
    to_uri,
)
from iri3987.exceptions import excerpt

#: A command: it takes a text and the options, and gives what to print.
Command = Callable[[str, argparse.Namespace], str | None]

#: Files of at least this many octets get a progress bar, where one can be shown.
_LONG = 10_000_000


def check(text: str, _options: argparse.Namespace) -> None:
    """Print nothing for an IRI, and what is wrong with any other text."""
    IRI(text)


def map_(text: str, options: argparse.Namespace) -> str:
    """Map an IRI or IRI reference to a URI (RFC 3987 section 3.1)."""
    return to_uri(text, host=options.host, preprocess=options.preprocess)


def unmap(text: str, options: argparse.Namespace) -> str:
    """Convert a URI or URI reference to an IRI (RFC 3987 section 3.2)."""
    return to_iri(text, host=options.host)


def normalize_(text: str, options: argparse.Namespace) -> str:
    """Print the normal form of an IRI (RFC 3987 sections 5.3.2 and 5.3.3)."""
    return normalize(text, level=options.level)


def compare(text: str, options: argparse.Namespace) -> str:
    """Compare IRIs with the first one: "equivalent" or "different" (RFC 3987 section 5.3)."""
    same = equivalent(options.first, text, level=options.level)
    return "equivalent" if same else "different"


def resolve_(text: str, options: argparse.Namespace) -> str:
    """Resolve references against a base (RFC 3987 section 6.5)."""
    return resolve(options.base, text)


def display_(text: str, _options: argparse.Namespace) -> str:
    """Print what is safe to show a person (RFC 3987 section 7.6)."""
    return display(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line *arguments*, or the process's own, and return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.text and options.file:
        parser.error("TEXT and --file: one of them")
    if not options.text and not options.file and sys.stdin is None:
        parser.error("there is no TEXT, no --file and no standard input")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a character gets an escape, not a traceback.
        sys.stdout.reconfigure(errors="backslashreplace")
    report = _report_json if options.json else _report_text
    status = 0
    for line, text in _texts(options):
        result: str | IRIError | None
        try:
            result = options.command(text, options)
        except IRIError as error:
            result, status = error, 1
        report(line, text, result)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m iri3987", description="Internationalized Resource Identifiers (RFC 3987)."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(function: Command) -> argparse.ArgumentParser:
        name = function.__name__.removesuffix("_")
        command = commands.add_parser(name, help=function.__doc__, description=function.__doc__)
        command.add_argument("--file", type=_open, help="default: standard input")
        command.add_argument("--json", action="store_true", help="print a JSON object a line")
        command.set_defaults(command=function)
        return command

    add(check)
    command = add(map_)
    command.add_argument("--host", choices=("idna", "percent"), default="idna")
    command.add_argument("--preprocess", action="store_true", help="percent-encode spaces first")
    add(unmap).add_argument("--host", choices=("keep", "unicode"), default="keep")
    add(normalize_).add_argument("--level", choices=("syntax", "scheme"), default="syntax")
    command = add(compare)
    command.add_argument("--level", choices=("string", "syntax", "scheme"), default="scheme")
    command.add_argument("first", type=_reference, metavar="IRI")
    add(resolve_).add_argument("base", type=_reference, metavar="BASE")
    add(display_)
    for command in commands.choices.values():
        command.add_argument("text", nargs="*", metavar="TEXT", help="default: the lines of FILE")
    return parser


def _reference(text: str) -> IRIReference:
    try:
        return IRIReference(text)
    except IRIError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _open(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _texts(options: argparse.Namespace) -> Iterator[tuple[int | None, str]]:
    """Yield each text, with the number of its line if it has one."""
    if options.text:
        for text in options.text:
            yield None, text
        return
    with options.file or nullcontext(sys.stdin.buffer) as file:
        for number, line in enumerate(_lines(file), 1):
            # Octets that are not UTF-8 become lone surrogates, which no IRI holds.
            octets = line.removesuffix(b"\n").removesuffix(b"\r")
            yield number, octets.decode("utf-8", "surrogateescape")


def _lines(file: BinaryIO) -> Iterable[bytes]:
    """Yield the lines of *file*, under a progress bar if it is long and somebody looks on."""
    try:
        size = os.fstat(file.fileno()).st_size
    except OSError:  # it is no file of the system's
        return file
    if size < _LONG or not sys.stderr.isatty():
        return file
    try:
        from tqdm import tqdm
    except ImportError:
        return file
    return _with_progress(file, tqdm(total=size, unit="B", unit_scale=True))


def _with_progress(file: BinaryIO, bar: Any) -> Iterator[bytes]:
    with bar:
        for line in file:
            yield line
            bar.update(len(line))


def _report_text(line: int | None, text: str, result: str | IRIError | None) -> None:
    if isinstance(result, IRIError):
        name = "" if line is None else f"line {line}: "
        print(f"{name}{result}\n{_caret(text, result)}", file=sys.stderr)
    elif result is not None:
        print(result)


def _report_json(line: int | None, text: str, result: str | IRIError | None) -> None:
    report: dict[str, Any] = {} if line is None else {"line": line}
    report["input"] = text
    if isinstance(result, IRIError):
        names = ("code", "component", "position", "section")
        report["error"] = {name: getattr(result, name) for name in names}
        report["error"]["message"] = str(result)
    else:
        report["result"] = result
    print(json.dumps(report))


def _caret(text: str, error: IRIError) -> str:
    """Return the text around the error, and below it a caret under the character at fault."""
    before, after = excerpt(text, error.position or 0)
    return f"  {before}{after}\n  {' ' * sum(map(_columns, before))}^"


def _columns(character: str) -> int:
    """Return how many columns of a terminal *character* takes."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Whoever read the output has gone; do not complain again when Python closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:  # a full disk, a folder for a file
        sys.exit(f"python -m iri3987: {error}")
