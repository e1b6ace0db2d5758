"""Work with IRIs from a shell: ``python -m iri3987 COMMAND TEXT...``.

The commands: check, map, unmap, normalize, compare, resolve, display, inspect. Without TEXT, each
line of ``--file``, or else of standard input, is one; lines are read as they are needed, so there
may be any number of them. Results go to standard output; what is wrong goes to standard error,
with a caret under the character at fault. With ``--json`` both go to standard output, an object a
line. What `inspect` finds is its result, and a text with nothing to find gives no output.

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
from shutil import get_terminal_size
from typing import Any, BinaryIO, TextIO

from iri3987 import (
    IRI,
    Finding,
    IRIError,
    IRIReference,
    Severity,
    display,
    equivalent,
    inspect,
    normalize,
    resolve,
    to_iri,
    to_uri,
)
from iri3987.exceptions import excerpt, password

Result = str | tuple[Finding, ...] | None
#: A command: it takes a text and the options, and gives what to print.
Command = Callable[[str, argparse.Namespace], Result]

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


def inspect_(text: str, _options: argparse.Namespace) -> tuple[Finding, ...]:
    """Print what is worth knowing about a text (RFC 3987 sections 4.2, 6.1, 7.5 and 8)."""
    return inspect(text)


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
        result: Result | IRIError
        try:
            result = options.command(text, options)
        except IRIError as error:
            result, status = error, 1
        if isinstance(result, tuple) and any(each.severity is Severity.ERROR for each in result):
            status = 1
        report(line, text, result)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m iri3987", description="Internationalized Resource Identifiers (RFC 3987)."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print versions, and exit")
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
    add(inspect_)
    for command in commands.choices.values():
        command.add_argument("text", nargs="*", metavar="TEXT", help="default: the lines of FILE")
    return parser


class _Version(argparse.Action):
    """Tell the versions that results depend on; the tables are loaded only to do so."""

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: object) -> None:
        from importlib.metadata import version

        from iri3987._unicode._tables import UNICODE_VERSION

        print(
            f"iri3987 {version('iri3987')}, Unicode {UNICODE_VERSION}, idna {version('idna')}, "
            f"unicodedata {unicodedata.unidata_version}"
        )
        parser.exit()


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


def _report_text(line: int | None, text: str, result: Result | IRIError) -> None:
    name = "" if line is None else f"line {line}: "
    if isinstance(result, IRIError):
        position = result.position or 0
        print(f"{name}{result}\n{_point(text, position, position, sys.stderr)}", file=sys.stderr)
    elif isinstance(result, tuple):
        for finding in result:
            print(f"{name}{finding.severity.value}: {finding.code}: {finding.message}")
            print(_point(text, finding.start, finding.end, sys.stdout))
    elif result is not None:
        print(result)


def _report_json(line: int | None, text: str, result: Result | IRIError) -> None:
    report: dict[str, Any] = {} if line is None else {"line": line}
    report["input"] = text
    if isinstance(result, IRIError):
        names = ("code", "component", "position", "section")
        report["error"] = {name: getattr(result, name) for name in names}
        report["error"]["message"] = str(result)
    elif isinstance(result, tuple):
        report["result"] = [each._asdict() | {"severity": each.severity.value} for each in result]
    else:
        report["result"] = result
    print(json.dumps(report))


# A terminal may reorder right-to-left text, or not. Inside an override (LRO ... PDF) both kinds
# show the characters in the order of the text, so that columns can be counted. A terminal may show
# the LRO itself as nothing or as a box: as both lines begin with it, the caret is right anyway.
_LRO, _PDF = "\u202d", "\u202c"
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_INDENT = "  "


def _point(text: str, start: int, end: int, stream: TextIO) -> str:
    """Return *text* around its *start*, and below it carets from there to its *end*."""
    before, after = (_encodable(part, stream) for part in excerpt(text, start))
    hidden_start, hidden_end = password(text)
    if start < hidden_end and hidden_start < end:
        end = start  # what is masked has no columns of its own
    before, after = _fitted(before, after, stream)
    pointed = _encodable(repr(text[start:end])[1:-1], stream)
    carets = "^" * (_columns(pointed[: len(after)]) or 1)
    lines = f"{before}{after}", f"{' ' * _columns(before)}{carets}"
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in lines[0]):
        lines = f"{_LRO}{lines[0]}{_PDF}", f"{_LRO}{lines[1]}{_PDF}"
    return "\n".join(f"{_INDENT}{line}" for line in lines)


def _fitted(before: str, after: str, stream: TextIO) -> tuple[str, str]:
    """Return *before* and *after*, cut to one line of the terminal if *stream* is one.

    Where a terminal breaks the line, the carets would be below something else.
    """
    width = get_terminal_size().columns - len(_INDENT)
    if stream.isatty() and _columns(before + after) > width:
        while _columns(before) > width // 2:
            before = before[1:]
        while _columns(before + after) > width:
            after = after[:-1]
    return before, after


def _encodable(text: str, stream: TextIO) -> str:
    """Return *text* as it comes out of *stream*, which escapes what its encoding does not have."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _columns(text: str) -> int:
    """Return how many columns of a terminal *text* takes: marks none, what is wide two."""
    return sum(
        (unicodedata.east_asian_width(character) in "WF") + 1
        for character in text
        if unicodedata.category(character) not in {"Mn", "Me"}
        and not "\u1160" <= character <= "\u11ff"  # vowels and finals of Hangul
    )


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Whoever read the output has gone; do not complain again when Python closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:  # a full disk, a folder for a file
        sys.exit(f"python -m iri3987: {error}")
