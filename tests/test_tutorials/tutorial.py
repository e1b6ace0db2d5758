"""Follow a tutorial: do what a step of it says, from its own text, in an empty folder.

Files are written, changes are made in files, commands are run, and the server is started. The
environment is that of the tests: none is made, and what would be installed must be there.
"""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.metadata import metadata
from pathlib import Path
from typing import Self

import pytest
from packaging.requirements import Requirement

from documents.page import Block, blocks, commands, file_of
from test_examples.conftest import FAULT, wait_for
from test_examples.visitor import Visitor

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
#: The commands that serve the site, and what tells each the port.
SERVERS = {
    "python manage.py runserver": "--noreload 127.0.0.1:{port}",
    "flask --app app run": "--port {port}",
    "uvicorn main:app": "--port {port}",
}
#: The port that a tutorial names.
NAMED = re.compile(r"\b(?:8000|5000)\b")


@dataclass
class Step:
    """The claims of a step."""

    text: str
    #: The page as the reader sees it, and its source.
    seen: list[str] = field(default_factory=list)
    source: list[str] = field(default_factory=list)

    def __call__(self, words: str) -> str:
        """Return *words*, which the step must hold as code: the reader types or clicks on them."""
        assert f"`{words}`" in self.text or f'"{words}"' in self.text
        return words


class Tutorial:
    """A tutorial that is followed in *folder*, with a server on *port*."""

    def __init__(self, name: str, folder: Path, port: int) -> None:
        text = (TUTORIALS / f"{name}.md").read_text("utf-8")
        self.steps = re.findall(r"^## \d.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        self.folder = folder
        self.port = port
        self._server: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._environment = os.environ | {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PYTHONUNBUFFERED": "1",
            "PYTHONUTF8": "1",
        }
        self._environment.pop("DJANGO_SETTINGS_MODULE", None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def do(self, title: str) -> Step:
        """Do all steps up to the one whose title begins so, and return that one."""
        while self.steps:
            step = Step(self.steps.pop(0))
            self._do(step)
            if step.text.removeprefix("## ").split(". ", 1)[1].startswith(title):
                return step
        raise AssertionError(f"no step {title}")

    def _do(self, step: Step) -> None:
        before = self._server
        for block in blocks(step.text):
            if block.language == "text":
                step.seen.append(block.text)
            elif block.language == "html":
                step.source.append(block.text.strip())
            elif block.language == "diff":
                self._change(block)
            elif path := file_of(block.text):
                (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / path).write_text(block.text, "utf-8")
                self._stop()
            else:
                assert "console" == block.language
                for command, expected in commands(block):
                    self._run(command, expected)
        if before and self._process is None:
            self._serve()

    def _change(self, block: Block) -> None:
        """Make the change of a block: its first line names the file, which has the others."""
        first, _, rest = block.text.partition("\n")
        path = self.folder / first.removeprefix(" # ")
        lines = [(line[:1], line[1:]) for line in rest.splitlines()]
        old = "\n".join(text for sign, text in lines if sign != "+")
        new = "\n".join(text for sign, text in lines if sign != "-")
        text = path.read_text("utf-8")
        assert 1 == text.count(old)
        path.write_text(text.replace(old, new), "utf-8")
        self._stop()

    def _run(self, command: str, expected: str) -> None:
        words = shlex.split(command)
        if words[:4] == ["python", "-m", "pip", "install"]:
            check_installed(words[4:])
        elif command.startswith(tuple(SERVERS)):
            self._server = command.split()
            self._serve()
            # Some servers listen before they say so, but have said so before they answer.
            Visitor(self.port).get("/")
            assert says(NAMED.sub(str(self.port), expected), self._log())
        elif "venv" not in command:
            if shutil.which(words[0], path=self._environment["PATH"]) is None:
                pytest.skip(f"needs {words[0]}: apt-get install {words[0]}")
            done = subprocess.run(
                [NAMED.sub(str(self.port), word) for word in words],
                check=False,
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
            )
            assert 0 == done.returncode, done.stderr
            assert says(expected, done.stdout), done.stdout

    def _serve(self) -> None:
        [added] = [SERVERS[start] for start in SERVERS if " ".join(self._server).startswith(start)]
        # The reloader, which starts the server anew when a file changes, would be a second process.
        words = [word for word in self._server if word not in {"--debug", "--reload"}]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*words, *added.format(port=self.port).split()],
                cwd=self.folder,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        wait_for(self.port, self._process)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=60)
            self._process = None
            assert [] == FAULT.findall(self._log())

    def _log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8", errors="replace")


def says(expected: str, printed: str) -> bool:
    """Return whether a command printed what is expected, in which "..." stands for any text."""
    return doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)


def check_installed(requirements: list[str]) -> None:
    """Check that each requirement is a distribution that is here, and has the extras it names."""
    named = [each for each in requirements if each != "wheels/*.whl"]
    for requirement in map(Requirement, named):
        extras = metadata(requirement.name).get_all("Provides-Extra", [])
        assert set() == requirement.extras - set(extras)


def plain(text: str) -> str:
    """Return a text without white space, and without what isolates text of another direction."""
    return re.sub("[\\s\u2066-\u2069]", "", text)
