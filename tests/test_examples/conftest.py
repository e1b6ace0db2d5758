"""The three applications, each as a process of its own, as its README starts it."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
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
def serve(tmp_path_factory) -> Iterator[object]:
    """Give a function that returns the port of an application, which is seeded and served once."""
    found: dict[str, int] = {}
    with ExitStack() as servers:

        def port_of(name: str) -> int:
            if name not in found:
                example = Example(name, tmp_path_factory.mktemp(name))
                example.seed()
                found[name] = servers.enter_context(example.serve())
            return found[name]

        yield port_of


@pytest.fixture
def visitor(port) -> Visitor:
    """Give somebody who has not been there before."""
    return Visitor(port)
