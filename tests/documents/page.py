"""Run the code of a document from top to bottom with Sybil: ``page.py DOCUMENT``.

The process works in an empty folder and has the modules of that folder. It prints each failure with
the line of the document, and its exit status is then 1. CONTRIBUTING.md says what is done with a
block.
"""

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from doctest import ELLIPSIS
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from sybil import Document, Example, Region, Sybil
from sybil.evaluators.doctest import DocTestEvaluator, OutputChecker
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.parsers.markdown import CodeBlockParser, SkipParser
from sybil.parsers.markdown.lexers import FencedCodeBlockLexer

ROOT = Path(__file__).parents[2]
SETUPS = Path(__file__).parent / "setups"
#: The status if something that the document needs is not installed.
SKIPPED = 77

#: The first line of a block that is a file: "# links/models.py", "<!-- templates/a.html -->".
_FILE = re.compile(r"(?:#|<!--|\{#) ?([\w./-]+\.[a-z0-9]+|Makefile)(?: -->| #\})?\n")
#: Which shell commands are run in each document; a setup can name more in ``COMMANDS``.
_RUN = ("iri3987 ",)


class Block(NamedTuple):
    """A block of code: its language, and its text."""

    language: str
    text: str


def blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a document, with directives of the site."""
    for region in FencedCodeBlockLexer(".*?")(Document(text, "")):
        yield Block(region.lexemes["language"], region.lexemes["source"])


def file_of(text: str) -> Path | None:
    """Return the path that the first line of a block names, if the block is a file."""
    named = _FILE.match(text)
    return Path(named[1]) if named else None


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Yield the commands of a block, each with the output that the block shows."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command: str = re.findall(r"\A(?:.*\\\n)*.*\n?", part)[0]
        yield command.strip(), part[len(command) :]


def setup_of(document: Path) -> Path:
    """Return the file that prepares a document. Few documents have one."""
    path = document.relative_to(ROOT) if ROOT in document.parents else Path(document.name)
    name = re.sub(r"\W", "_", path.as_posix().removeprefix("docs/").removesuffix(".md")).lower()
    return SETUPS / f"{name}.py"


def _or_file(evaluate: Callable[[Example], object]) -> Callable[[Example], str | None]:
    """Let a block that is a file be written, after it has been read, and others be evaluated."""

    def written(example: Example) -> str | None:
        if not (path := file_of(example.parsed)):
            return evaluate(example)  # type: ignore[return-value]
        if path.suffix == ".py":
            ast.parse(example.parsed)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(example.parsed, "utf-8")
        importlib.invalidate_caches()
        return None

    return written


def _python(document: Document) -> Iterator[Region]:
    """Yield blocks of Python, and each example of those that are sessions."""
    examples = DocTestStringParser(DocTestEvaluator(ELLIPSIS))
    for language in ("python", "pycon"):
        for block in CodeBlockParser(language, _or_file(PythonEvaluator()))(document):
            if re.search("^ *>>> ", block.parsed, re.MULTILINE):
                for example in examples(block.parsed, document.path):
                    example.adjust(block, block.parsed)
                    yield example
            else:
                yield block


def _commands(example: Example) -> str | None:
    """Run the commands of a block that are to be run; of the others, read the syntax."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command, expected in commands(Block("console", example.parsed)):
        _shell(command)
        if not command.startswith((*_RUN, *example.namespace.get("COMMANDS", ()))):
            continue
        done = subprocess.run(  # noqa: S602 - it is our own
            command,
            shell=True,
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"PATH": path},
        )
        as_said = OutputChecker().check_output(expected, done.stdout, ELLIPSIS)
        if not (as_said if expected else done.returncode == 0):
            return f"$ {command}\nexpected:\n{expected}printed:\n{done.stdout}"
    return None


def _shell(text: str) -> None:
    """Read the syntax of shell commands, and the options of those that are ours."""
    from iri3987.rows.commands import COMMANDS

    subprocess.run(["bash", "-n", "-c", text], check=True)  # noqa: S607
    for line in text.replace("\\\n", " ").splitlines():
        if match := re.search(r"\b(?:iri_|flask (?:--app \S+ )?iri )(\w+)", line):
            known = {f"--{name.replace('_', '-')}" for name in COMMANDS[match[1]].options}
            given = re.findall(r"\s(--[a-z-]+)", line[match.end() :])
            if wrong := set(given) - known - {"--database", "--url", "--verbosity"}:
                raise ValueError(f"{line}: no option {sorted(wrong)}")
        makefile = (ROOT / "Makefile").read_text("utf-8")
        for target in re.findall(r"^make ([a-z-]+)", line):
            if f"\n{target}:" not in makefile:
                raise ValueError(f"{line}: the Makefile has no {target}")


def _django(text: str) -> None:
    from django.template import Engine

    libraries = {"iri": "django_iri.templatetags.iri", "static": "django.templatetags.static"}
    Engine(libraries=libraries).from_string(text)


def _jinja(text: str) -> None:
    from jinja2 import Environment

    from iri3987.adapters import jinja

    environment = Environment(autoescape=True)
    jinja.install(environment)
    environment.from_string(text)


#: What reads a block of another language, and raises if it is wrong.
_READERS: dict[str, Callable[[str], object]] = {
    "json": json.loads,
    "toml": tomllib.loads,
    "django": _django,
    "html+django": _django,
    "jinja": _jinja,
    "html+jinja": _jinja,
    **dict.fromkeys(("sh", "bash", "shell"), _shell),
    # These are shown.
    **dict.fromkeys(("html", "text", "http", "diff", "csv", "abnf"), str),
}
LANGUAGES = {"python", "pycon", "console", *_READERS}


def _reader(language: str) -> CodeBlockParser:
    read = _READERS[language]
    return CodeBlockParser(language, _or_file(lambda example: read(example.parsed) and None))


SYBIL = Sybil(
    parsers=[
        _python,
        CodeBlockParser("console", _commands),
        *map(_reader, _READERS),
        SkipParser(),
    ]
)


def _prepare(document: Document, setup: Path) -> ModuleType:
    """Give a document the names of its setup, in a module as a file of the reader has one."""
    prepared = ModuleType("none")
    if setup.exists():
        prepared = importlib.import_module(f"documents.setups.{setup.stem}")
    name = getattr(prepared, "MODULE", "page")
    module = sys.modules[name] = ModuleType(name)
    document.namespace = vars(module)
    document.namespace.update(
        (name, value) for name, value in vars(prepared).items() if name[:2] != "__"
    )
    return prepared


def problems(path: Path) -> Iterator[str]:
    """Evaluate the blocks of a document, and yield what is wrong."""
    document = SYBIL.parse(path)
    setup = _prepare(document, setup_of(path))
    failed = False
    for example in document.examples():
        try:
            example.evaluate()
        except Exception as error:  # noqa: BLE001 - whatever the code raises is told
            failed = True
            yield f"{path.name}, line {example.line}: {type(error).__name__}: {error}"
    if not failed and hasattr(setup, "check"):
        setup.check(document.namespace)


def main(document: Path) -> int:
    """Run a document, print what is wrong, and return the exit status."""
    setup = setup_of(document)
    source: Any = setup.read_text("utf-8") if setup.exists() else ""
    needs = re.search(r"^NEEDS = (\(.*\))$", source, re.MULTILINE)
    for name in ast.literal_eval(needs[1]) if needs else ():
        if importlib.util.find_spec(name) is None:
            sys.stdout.write(f"{name} is not installed")
            return SKIPPED
    wrong = list(problems(document))
    sys.stdout.write("\n\n".join(wrong))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    sys.exit(main(Path(sys.argv[1])))
