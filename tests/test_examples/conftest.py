"""The three applications, each as a process of its own, as its README starts it."""

import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from ports import reserved_port
from test_examples.visitor import Visitor

EXAMPLES = Path(__file__).parents[2] / "example_projects"

DJANGO = [sys.executable, "manage.py"]
FLASK = [sys.executable, "-m", "flask", "--app", "flask_links"]
UVICORN = [sys.executable, "-m", "uvicorn", "starlette_links.app:app"]
GUNICORN = [sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:{port}"]
HYPERCORN = [sys.executable, "-m", "hypercorn", "--bind", "127.0.0.1:{port}"]

SEED = {
    "django": [*DJANGO, "seed"],
    "flask": [*FLASK, "seed"],
    "starlette": [sys.executable, "-m", "starlette_links.seed"],
}
SERVE = {
    "django": [*DJANGO, "runserver", "127.0.0.1:{port}", "--noreload"],
    "flask": [*FLASK, "run", "--port", "{port}"],
    "starlette": [*UVICORN, "--port", "{port}"],
}
SERVE_IN_PRODUCTION = {
    "django": [*GUNICORN, "django.core.wsgi:get_wsgi_application()"],
    "flask": [*GUNICORN, "flask_links:create_app()"],
    "starlette": [*HYPERCORN, "starlette_links.app:app"],
}

#: How Django, Flask, their servers, gunicorn, uvicorn and hypercorn say that an application has
#: raised.
FAULT = re.compile(
    r'.*" 500 .*|Internal Server Error.*|.*Exception (?:on|happened|in ASGI).*|'
    r".*Error (?:handling request|in ASGI).*"
)


class Example:
    """One of the applications, with a database of its own in *folder*."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.port = 0
        self.log = folder / "log.txt"
        self.database = folder / "links.sqlite3"
        self.project = EXAMPLES / f"{name}_links"
        self.environment = {
            **os.environ,
            "LINKS_DATABASE": str(self.database),
            "DJANGO_SETTINGS_MODULE": "django_links.settings",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def run(self, command: list[str]) -> str:
        """Run *command* to its end, and return what it says."""
        return subprocess.run(
            command,
            cwd=self.project,
            env=self.environment,
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout

    def create(self) -> None:
        """Make the tables. Two of the applications do it by themselves."""
        if self.name == "django":
            self.run([*DJANGO, "migrate", "--verbosity", "0"])

    def seed(self) -> str:
        """Fill the table of links, and return what the command says."""
        self.create()
        return self.run(SEED[self.name])

    def fill(self, rows: list[tuple[str, str | None]]) -> None:
        """Put texts and their keys in place of all links, as code without a rule did."""
        self.create() if self.name == "django" else self.seed()
        table, more, values = "link", "", ""
        if self.name == "django":
            table, more, values = "django_links_link", ", lang, note, file", ", '', '', ''"
        insert = f"insert into {table} (id, iri, iri_key, title{more}) "
        insert += f"values (?, ?, ?, 'Old'{values})"
        with closing(sqlite3.connect(self.database)) as database, database:
            database.execute(f"delete from {table}")  # noqa: S608
            database.executemany(insert, [(n, *row) for n, row in enumerate(rows, 1)])

    @contextmanager
    def serve(self, command: list[str] | None = None) -> Iterator[int]:
        """Run *command*, a server, and give the port it listens on. It must log no error."""
        with reserved_port() as port, self.log.open("wb") as log:
            process = subprocess.Popen(
                [part.format(port=port) for part in command or SERVE[self.name]],
                cwd=self.project,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
            try:
                wait_for(port, process)
                yield port
            finally:
                process.terminate()
                process.wait(timeout=60)
        said = self.log.read_text(encoding="utf-8", errors="replace")
        assert [] == FAULT.findall(said)


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return when something listens on *port*; fail when that takes two minutes."""
    for _ in range(1200):
        assert process.poll() is None, "the server has ended"
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on port {port}")


@pytest.fixture(scope="session")
def seeded(made_once, tmp_path_factory) -> Callable[[str], Example]:
    """Give a function that returns an application with its links, which are stored once."""

    def example(name: str) -> Example:
        stored = made_once(f"seeded-{name}", lambda folder: Example(name, folder).seed())
        folder = tmp_path_factory.mktemp(name)
        shutil.copytree(stored, folder, dirs_exist_ok=True)
        return Example(name, folder)

    return example


@pytest.fixture(scope="session")
def serve(seeded) -> Iterator[Callable[[str], Example]]:
    """Give a function that returns an application, which is served once for all tests."""
    found: dict[str, Example] = {}
    with ExitStack() as servers:

        def served(name: str) -> Example:
            if name not in found:
                example = seeded(name)
                example.port = servers.enter_context(example.serve())
                found[name] = example
            return found[name]

        yield served


@pytest.fixture
def site(serve) -> tuple[str, Path]:
    """Give the address and the folder of the demonstration."""
    example = serve("django")
    return f"http://127.0.0.1:{example.port}", example.folder


@pytest.fixture
def visitor(port) -> Visitor:
    """Give somebody who has not been there before."""
    return Visitor(port)


@pytest.fixture
def added(visitor):
    """Give a function that adds a link, which is deleted in the end."""
    addresses = []

    def add(address, title="A title", **more):
        addresses.append(address)
        return visitor.add(address, title, **more)

    yield add
    for each in addresses:
        visitor.delete(each)
