"""Work with IRIs from a shell: ``iri3987 COMMAND TEXT...``, or ``python -m iri3987``.

Without TEXT, each line of ``--file``, or else of standard input, is a text; lines are read one by
one, so there may be any number of them. ``--help`` tells the commands and the exit status, which is
130 after Ctrl-C.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import iri3987
from iri3987 import ANY, Finding, IRIError, IRIReference, Severity
from iri3987.profile import PROFILES, Profile

Result = str | tuple[Finding, ...] | None
#: A command: it takes a text and the options, and returns the result to print.
Command = Callable[[str, argparse.Namespace], Result]


def check(text: str, options: argparse.Namespace) -> None:
    """Check texts: a valid one prints nothing; problems go to the standard error, with status 1."""
    options.profile.check(text)


def to_uri(text: str, options: argparse.Namespace) -> str:
    """Map an IRI or IRI reference to a URI (RFC 3987 section 3.1)."""
    return iri3987.to_uri(text, host=options.host, preprocess=options.preprocess)


def to_iri(text: str, options: argparse.Namespace) -> str:
    """Convert a URI or URI reference to an IRI (RFC 3987 section 3.2)."""
    return iri3987.to_iri(text, host=options.host)


def repair(text: str, _options: argparse.Namespace) -> str:
    """Percent-encode what an IRI cannot hold, and print the result (RFC 3987 section 3.1)."""
    return iri3987.repair(text)


def normalize(text: str, options: argparse.Namespace) -> str:
    """Print the normal form of an IRI (RFC 3987 sections 5.3.2 and 5.3.3)."""
    return iri3987.normalize(text, level=options.level)


def compare(text: str, options: argparse.Namespace) -> str:
    """Compare IRIs with the first one: "equivalent" or "different" (RFC 3987 section 5.3)."""
    is_equivalent = iri3987.equivalent(options.first, text, level=options.level)
    return "equivalent" if is_equivalent else "different"


def resolve(text: str, options: argparse.Namespace) -> str:
    """Resolve references against a base (RFC 3987 section 6.5)."""
    return iri3987.resolve(options.base, text)


def display(text: str, _options: argparse.Namespace) -> str:
    """Print text that is safe to show a person (RFC 3987 section 7.6)."""
    return iri3987.display(text)


def inspect(text: str, _options: argparse.Namespace) -> tuple[Finding, ...]:
    """Print what is worth knowing about a text (RFC 3987 sections 4.2, 6.1, 7.5 and 8)."""
    return iri3987.inspect(text)


def audit(options: argparse.Namespace) -> int:
    """Tell on one page what a form says of many addresses, and which are there twice."""
    from iri3987.rows.page import Page, column

    page = Page(options.language)
    with options.file or nullcontext(sys.stdin.buffer) as file:
        lines = (_decoded(line) for line in file)
        texts: Iterator[tuple[int, str]]
        if options.column is None:
            texts = enumerate((line.rstrip("\r\n").removeprefix("\ufeff") for line in lines), 1)
        else:
            try:
                texts = column(lines, options.column)
            except ValueError as error:
                options.refuse(str(error))
        page.read(texts, options.profile.for_forms())
    for line in [json.dumps(page.as_json())] if options.json else page.lines():
        print(line)
    return int(page.refused > 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line *arguments*, or the process's own, and return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.text and options.file:
        parser.error("TEXT and --file: one of them")
    if not options.text and not options.file:
        if sys.stdin is None:
            parser.error("there is no TEXT, no --file and no standard input")
        if sys.stdin.isatty():
            end = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
            print(f"Reading addresses, one on each line. {end} ends the input.", file=sys.stderr)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a character gets an escape, not a traceback.
        sys.stdout.reconfigure(errors="backslashreplace")
    if options.command == audit:
        return audit(options)
    if options.errors is None:
        return _run(options, None)
    path = Path(options.errors)
    if not options.text and _is_same_file(path, options.file or sys.stdin.buffer):
        parser.error("--errors would overwrite the input")
    try:
        errors = path.open("w", encoding="utf-8")
    except OSError as error:
        parser.error(str(error))
    with errors:
        return _run(options, errors)


def _run(options: argparse.Namespace, errors: TextIO | None) -> int:
    """Run the command for each text, and list what is wrong in the file *errors*, if given."""
    status = 0
    for number, (line, text) in enumerate(_texts(options), 1):
        result: Result | IRIError
        try:
            result = options.command(text, options)
        except IRIError as error:
            result = error
            if errors is not None:
                position = "" if error.position is None else error.position
                message = _message(error, text, options)
                print(number, error.code, position, message, sep="\t", file=errors)
        if _is_bad(result, options.command):
            status = 1
        if options.json:
            _report_json(line, text, result, options)
        elif not isinstance(result, IRIError):
            _report_text(line, result)
        else:
            if line is not None and options.command is not check:
                print()
            if errors is None:
                print(f"{_name(line)}{_message(result, text, options)}", file=sys.stderr)
    return status


def _is_bad(result: Result | IRIError, command: Command) -> bool:
    """Return whether the exit status tells of *result*."""
    if isinstance(result, tuple):
        return any(each.severity is Severity.ERROR for each in result)
    return isinstance(result, IRIError) or (command is compare and result == "different")


def _message(error: IRIError, text: str, options: argparse.Namespace) -> str:
    """Return what is said about *error*: to developers, or in a language to everybody."""
    if options.language is None:
        return str(error)
    from iri3987.messages import describe

    profile = options.profile if options.command is check else ANY
    return describe(error, text, profile, language=options.language)


_ONE_LINE_EACH = (
    "Each line of the input gives one line of output: an empty one if it is refused. Errors go "
    "to standard error."
)
_EXIT_STATUS = (
    "The exit status is 0 if all went well; 1 if a text was refused or is different, or if a file, "
    "the input or the output failed; 2 if the command line was not understood."
)
_FILE = "read the texts from FILE, one on each line, instead of standard input"
_ERRORS = (
    "write what is wrong to FILE instead of standard error, one line for each text that is "
    "refused: the number of its line, the code, the position (from 0) and the message, with tabs "
    "between them"
)
_LANGUAGE = (
    "say what is wrong in plain sentences in this language: en, de, ja, ...; without it, in those "
    "for developers"
)
#: argparse writes it: the defaults None and False are not worth a line.
_DEFAULT = "(default: %(default)s)"
_PROFILE = (
    f"what is accepted: {', '.join(PROFILES)}, or the dotted path of a Profile, as in "
    f"project.links.LINK {_DEFAULT}"
)
_LEVEL = f"how far the comparison goes (RFC 3987 section 5.3) {_DEFAULT}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="iri3987",
        description="Internationalized Resource Identifiers (RFC 3987).",
        epilog=f'For example: iri3987 to-uri "http://faß.de/straße". {_EXIT_STATUS}',
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print versions, and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(
        function: Command, example: str, lines: str = _ONE_LINE_EACH
    ) -> argparse.ArgumentParser:
        name = function.__name__.replace("_", "-")
        command = commands.add_parser(
            name,
            help=function.__doc__,
            description=function.__doc__,
            epilog=f"For example: iri3987 {name} {example}. {lines} {_EXIT_STATUS}",
        )
        command.add_argument("--file", type=_open, help=_FILE)
        command.add_argument(
            "--json", action="store_true", help="print one JSON object on each line"
        )
        command.set_defaults(command=function, errors=None)
        if function is not inspect:
            command.add_argument("--errors", metavar="FILE", help=_ERRORS)
            command.add_argument("--language", metavar="LANG", type=_language, help=_LANGUAGE)
        return command

    silent = "There is no output for an IRI: what is wrong with a text goes to standard error."
    command = add(check, '"https://例え.テスト/"', silent)
    command.add_argument("--profile", type=_profile, default="any", help=_PROFILE)
    command = add(to_uri, '"http://faß.de/straße?q=é"')
    hosts = f"whether a non-ASCII host becomes A-labels, or is percent-encoded {_DEFAULT}"
    command.add_argument("--host", choices=("idna", "percent"), default="idna", help=hosts)
    preprocess = "first percent-encode printable ASCII that no URI can hold, such as a space"
    command.add_argument("--preprocess", action="store_true", help=preprocess)
    labels = f"whether A-labels stay, or are decoded {_DEFAULT}"
    command = add(to_iri, '"http://example.org/stra%C3%9Fe"')
    command.add_argument("--host", choices=("keep", "unicode"), default="keep", help=labels)
    add(repair, '"http://example.org/a b"')
    command = add(normalize, '"HTTP://example.org/%7eme"')
    command.add_argument("--level", choices=("syntax", "scheme"), default="scheme", help=_LEVEL)
    command = add(compare, '"http://faß.de/" "http://xn--fa-hia.de"')
    levels = ("string", "syntax", "scheme")
    command.add_argument("--level", choices=levels, default="scheme", help=_LEVEL)
    command.add_argument("first", type=_reference, metavar="IRI")
    command = add(resolve, '"http://example.org/a/" "../straße"')
    command.add_argument("base", type=_reference, metavar="BASE")
    add(display, '"http://xn--fa-hia.de/"')
    add(inspect, '"http://рaypal.com/"', "There is no output for a text with nothing to find.")
    for command in commands.choices.values():
        command.add_argument(
            "text", nargs="*", metavar="TEXT", help="without it, each line of the input"
        )
    _add_audit(commands)
    return parser


def _add_audit(commands: Any) -> None:
    command = commands.add_parser(
        "audit",
        help=audit.__doc__,
        description=audit.__doc__,
        epilog=f"For example: iri3987 audit urls.txt. Nothing is written or sent. {_EXIT_STATUS}",
    )
    file = "a text with an address on each line; without it, or with -, it is standard input"
    command.add_argument("file", nargs="?", type=_open, metavar="FILE", help=file)
    named = "the file is CSV, and the addresses are in the column with this name"
    command.add_argument("--column", metavar="NAME", help=named)
    command.add_argument("--json", action="store_true", help="print one JSON object")
    language = f"the language of the page: en, de, ja, ... {_DEFAULT}"
    command.add_argument("--language", metavar="LANG", type=_language, default="en", help=language)
    command.add_argument("--profile", type=_profile, default="web", help=_PROFILE)
    command.set_defaults(command=audit, text=[], refuse=command.error)


class _Version(argparse.Action):
    """Tell the versions that results depend on; the tables are loaded only to do so."""

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: object) -> None:
        from importlib.metadata import version

        from iri3987._unicode._tables import UNICODE_VERSION

        print(
            f"iri3987 {version('iri3987')}, Unicode {UNICODE_VERSION}, idna {version('idna')}, "
            "characters of Unicode 14.0"
        )
        parser.exit()


def _argument(make: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return *make* for argparse, which shows the message of an `ArgumentTypeError` alone."""

    def made(text: str) -> Any:
        try:
            return make(text)
        except (OSError, TypeError, ValueError) as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return made


_profile, _reference = _argument(Profile.named), _argument(IRIReference)


@_argument
def _language(tag: str) -> str:
    from iri3987.messages import known_language

    return known_language(tag)


@_argument
def _open(path: str) -> BinaryIO | None:
    return None if path == "-" else Path(path).open("rb")


def _is_same_file(path: Path, file: BinaryIO) -> bool:
    try:
        return path.is_file() and os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except OSError:  # *file* does not belong to the operating system
        return False


def _texts(options: argparse.Namespace) -> Iterator[tuple[int | None, str]]:
    """Yield each text, with the number of its line if it has one."""
    if options.text:
        for text in options.text:
            yield None, text
        return
    with options.file or nullcontext(sys.stdin.buffer) as file:
        for number, line in enumerate(file, 1):
            yield number, _decoded(line.removesuffix(b"\n").removesuffix(b"\r"))


def _decoded(octets: bytes) -> str:
    # Octets that are not UTF-8 become lone surrogates, which no IRI holds.
    return octets.decode("utf-8", "surrogateescape")


def _name(line: int | None) -> str:
    return "" if line is None else f"line {line}: "


def _report_text(line: int | None, result: Result) -> None:
    if isinstance(result, tuple):
        for finding in result:
            print(f"{_name(line)}{finding.severity.value}: {finding.code}: {finding.message}")
    elif result is not None:
        print(result)


def _report_json(
    line: int | None, text: str, result: Result | IRIError, options: argparse.Namespace
) -> None:
    report: dict[str, Any] = {} if line is None else {"line": line}
    report["input"] = text
    if isinstance(result, IRIError):
        names = ("code", "component", "position", "section")
        report["error"] = {name: getattr(result, name) for name in names}
        report["error"]["message"] = _message(result, text, options)
    elif isinstance(result, tuple):
        report["result"] = [each._asdict() | {"severity": each.severity.value} for each in result]
    else:
        report["result"] = result
    print(json.dumps(report))


def _nowhere() -> int:
    return os.open(os.devnull, os.O_WRONLY)


def run() -> int | str:
    """Return the status of `main`, or a message if a file, the input or the output failed."""
    # Python has None for a closed stream; print() would take None for standard output.
    sys.stdout = sys.stdout or os.fdopen(_nowhere(), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(_nowhere(), "w", encoding="utf-8")
    try:
        try:
            return main()
        finally:
            # Python itself would flush too late for an error to be caught.
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        # Otherwise Python would try to write the rest again when it closes the streams.
        is_pipe = isinstance(error, BrokenPipeError)
        for stream in (sys.stdout, sys.stderr) if is_pipe else (sys.stdout,):
            os.dup2(_nowhere(), stream.fileno())
        # When the reader has gone, no message can reach it.
        return 1 if is_pipe else f"iri3987: {error}"


if __name__ == "__main__":
    sys.exit(run())
