"""Run the code of a document from top to bottom, as its reader would: ``page.py DOCUMENT``.

The process works in an empty folder and has the modules of that folder. It prints each failure with
the line of the document, and its exit status is then 1. CONTRIBUTING.md says what is done with a
block.
"""

import ast
import doctest
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
#: Blocks that are not run, by document and first line, with the reason.
NOT_RUN = tomllib.loads((Path(__file__).parent / "not_run.toml").read_text("utf-8"))
#: The status if something that the document needs is not installed.
SKIPPED = 77

_BLOCK = re.compile(r"^([ >]*)(`{3,}|:{3,})([^\n`]*)\n(.*?)^\1\2[ ]*$", re.MULTILINE | re.DOTALL)
#: The first line of a block that is a file: "# links/models.py", "<!-- templates/a.html -->".
_FILE = re.compile(r"(?:#|<!--|\{#) ?([\w./-]+\.[a-z0-9]+|Makefile)(?: -->| #\})?\n")
_PYTHON = {"python", "pycon", "py"}
_SHELL = {"console", "sh", "bash", "shell"}
#: The languages of blocks that are shown and are not code.
_SHOWN = {"text", "http", "diff", "csv", "abnf"}
#: Which shell commands are run in each document.
_RUN = ("python -m iri3987 ",)
_CHECKER = doctest.OutputChecker()


@dataclass(frozen=True)
class Block:
    """A block of code: its language, its text, and the line that it begins in."""

    language: str
    text: str
    line: int

    @property
    def first(self) -> str:
        """The first line that is not empty, by which `NOT_RUN` names the block."""
        return next((line for line in self.text.splitlines() if line.strip()), "")


def blocks(text: str) -> list[Block]:
    """Return the blocks of code of a document; directives of the site are none."""
    found = []
    for match in _BLOCK.finditer(text):
        indent, _, language, code = match.groups()
        language = language.strip()
        line = text[: match.start()].count("\n") + 1
        if not language.startswith("{"):
            code = re.sub(f"^{re.escape(indent)}", "", code, flags=re.MULTILINE)
            found.append(Block(language, code, line))
    return found


def file_of(text: str) -> Path | None:
    """Return the path that the first line of a block names, if the block is a file."""
    named = _FILE.match(text)
    return Path(named[1]) if named else None


def name_of(document: Path) -> str:
    """Return the name of a document, as in `NOT_RUN`: its path in the repository."""
    return document.relative_to(ROOT).as_posix() if ROOT in document.parents else document.name


def setup_of(document: Path) -> str | None:
    """Return the module of `documents.setups` that prepares a document, if it has one."""
    name = re.sub(r"\W", "_", name_of(document).removeprefix("docs/").removesuffix(".md")).lower()
    return name if (Path(__file__).parent / "setups" / f"{name}.py").exists() else None


class Page:
    """A document that runs: its names, and what went wrong."""

    def __init__(self, document: Path) -> None:
        self.name = name_of(document)
        self.blocks = blocks(document.read_text("utf-8"))
        self.problems: list[str] = []
        setup = setup_of(document)
        module = f"documents.setups.{setup}"
        self._setup = importlib.import_module(module) if setup else ModuleType("none")
        # The code has a module for its names, as it has in a file of the reader.
        name = getattr(self._setup, "MODULE", "page")
        self._module = sys.modules[name] = ModuleType(name)
        self.names = vars(self._module)
        self.names.update(
            (name, value) for name, value in vars(self._setup).items() if name[:2] != "__"
        )
        self._run = (*_RUN, *getattr(self._setup, "COMMANDS", ()))

    def run(self) -> list[str]:
        """Run the blocks, and return what went wrong."""
        skipped = NOT_RUN.get(self.name, {})
        for block in self.blocks:
            try:
                if block.first in skipped:
                    self._compile(block)
                else:
                    self._do(block)
            except Exception as error:  # noqa: BLE001 - whatever the code raises is told
                self._tell(block, f"{type(error).__name__}: {error}")
        if not self.problems and hasattr(self._setup, "check"):
            self._setup.check(self.names)
        return self.problems

    def _tell(self, block: Block, problem: str) -> None:
        self.problems.append(f"{self.name}, line {block.line}: {block.first}\n{problem}")

    def _compile(self, block: Block) -> None:
        if block.language in _PYTHON and ">>>" not in block.text:
            ast.parse(block.text)

    def _do(self, block: Block) -> None:
        if path := file_of(block.text):
            self._write(block, path)
        elif block.language in _PYTHON and re.search("^ *>>> ", block.text, re.MULTILINE):
            self._examples(block)
        elif block.language in _PYTHON:
            code = compile("\n" * block.line + block.text, self.name, "exec", dont_inherit=True)
            exec(code, self.names)  # noqa: S102 - it is our own
        elif block.language in _SHELL:
            self._commands(block)
        elif block.language not in _SHOWN:
            _CHECKS[block.language](block.text)

    def _write(self, block: Block, path: Path) -> None:
        """Write a file that the document shows, after it has been checked."""
        if block.language in _PYTHON:
            ast.parse(block.text)
        elif block.language in {"json", "toml"}:
            _CHECKS[block.language](block.text)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, "utf-8")
        importlib.invalidate_caches()

    def _examples(self, block: Block) -> None:
        parsed = doctest.DocTestParser().get_doctest(
            block.text, self.names, self.name, self.name, block.line
        )
        report: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        # The examples have their own copy of the names.
        runner.run(parsed, out=report.append, clear_globs=False)
        self.names.update(parsed.globs)
        if report:
            self._tell(block, "".join(report))

    def _commands(self, block: Block) -> None:
        """Run the commands of a block that are to be run; of the others, read the options."""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        for command, expected in commands(block):
            subprocess.run(["bash", "-n", "-c", command], check=True)  # noqa: S607
            check_options(command)
            if not command.startswith(self._run):
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
            as_said = _CHECKER.check_output(expected, done.stdout, doctest.ELLIPSIS)
            if not (as_said if expected else done.returncode == 0):
                printed = f"expected:\n{expected}printed:\n{done.stdout}status: {done.returncode}"
                self._tell(block, f"$ {command}\n{printed}")


def commands(block: Block) -> list[tuple[str, str]]:
    """Return the commands of a block, each with the output that the block shows."""
    if block.language != "console":
        return [(block.text, "")]
    found: list[tuple[str, str]] = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command = re.match(r"(?:.*\\\n)*.*\n?", part)
        text = command[0] if command else part
        found.append((text.strip(), part[len(text) :]))
    return found


def check_options(text: str) -> None:
    """Raise `ValueError` for an option that our commands and the Makefile do not have."""
    from iri3987.rows.options import COMMANDS

    for line in text.replace("\\\n", " ").splitlines():
        if match := re.search(r"\b(?:iri_|flask (?:--app \S+ )?iri )(\w+)", line):
            known = {option.flag for option in COMMANDS[match[1]].options}
            given = re.findall(r"\s(--[a-z-]+)", line[match.end() :])
            if wrong := set(given) - known - {"--database", "--url", "--verbosity"}:
                raise ValueError(f"{line}: no option {sorted(wrong)}")
        words = shlex.split(line, comments=True) if re.match("make [a-z]", line) else []
        for target in words[1:]:
            makefile = (ROOT / "Makefile").read_text("utf-8")
            if "=" not in target and f"\n{target}:" not in makefile:
                raise ValueError(f"{line}: the Makefile has no {target}")


def _django(text: str) -> None:
    from django.template import Engine

    libraries = {"iri": "django_iri.templatetags.iri", "static": "django.templatetags.static"}
    Engine(libraries=libraries).from_string(text)


def _jinja(text: str) -> None:
    from jinja2 import Environment

    from iri3987.html import jinja

    environment = Environment(autoescape=True)
    jinja.install(environment)
    environment.from_string(text)


def _html(text: str) -> None:
    from bs4 import BeautifulSoup

    if "{%" in text or "{{" in text:
        raise ValueError("a template: its language is html+django or html+jinja")
    if BeautifulSoup(text, "html.parser").find() is None:
        raise ValueError("there is no element")


#: The ways to treat a block of another language.
_CHECKS: dict[str, Any] = {
    "json": json.loads,
    "toml": tomllib.loads,
    "html": _html,
    "django": _django,
    "html+django": _django,
    "jinja": _jinja,
    "html+jinja": _jinja,
}
LANGUAGES = _PYTHON | _SHELL | _SHOWN | _CHECKS.keys()


def main(document: Path) -> int:
    """Run a document, print what is wrong, and return the exit status."""
    setup = setup_of(document)
    source = (Path(__file__).parent / "setups" / f"{setup}.py").read_text("utf-8") if setup else ""
    needs = re.search(r"^NEEDS = (\(.*\))$", source, re.MULTILINE)
    for name in ast.literal_eval(needs[1]) if needs else ():
        if importlib.util.find_spec(name) is None:
            sys.stdout.write(f"{name} is not installed")
            return SKIPPED
    wrong = Page(document).run()
    sys.stdout.write("\n\n".join(wrong))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    sys.exit(main(Path(sys.argv[1])))
