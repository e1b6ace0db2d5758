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

from test_examples.visitor import Visitor

EXAMPLES = Path(__file__).parents[2] / "example_projects"

DJANGO = [sys.executable, "manage.py"]
FLASK = [sys.executable, "-m", "flask", "--app", "flask_links"]
UVICORN = [sys.executable, "-m", "uvicorn", "starlette_links.app:app"]
GUNICORN = [sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:{port}"]
HYPERCORN = [sys.executable, "-m", "hypercorn", "--bind", "127.0.0.1:{port}"]

CREATE = {
    "django": [*DJANGO, "migrate", "--verbosity", "0"],
    "flask": [*FLASK, "init-db"],
    "starlette": [sys.executable, "-m", "starlette_links.db"],
}
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
        self.project = EXAMPLES / f"{name}_links"
        self.environment = {
            **os.environ,
            "LINKS_DATABASE": str(folder / "links.sqlite3"),
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

    @contextmanager
    def serve(self, command: list[str]) -> Iterator[int]:
        """Run *command*, a server, and give the port it listens on. It must log no error."""
        port = free_port()
        with self.log.open("wb") as log:
            process = subprocess.Popen(
                [part.format(port=port) for part in command],
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
            process.wait(timeout=10)
        said = self.log.read_text(encoding="utf-8", errors="replace")
        assert [] == FAULT.findall(said)


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return when something listens on *port*; fail when that takes a minute."""
    for _ in range(600):
        assert process.poll() is None, "the server has ended"
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on port {port}")


@pytest.fixture(scope="session")
def ports(tmp_path_factory) -> Iterator[dict[str, int]]:
    """Serve the three applications, seeded, and give their ports."""
    with ExitStack() as servers:
        found = {}
        for name, command in SERVE.items():
            example = Example(name, tmp_path_factory.mktemp(name))
            example.run(CREATE[name])
            example.run(SEED[name])
            found[name] = servers.enter_context(example.serve(command))
        yield found


@pytest.fixture(params=SERVE)
def port(request, ports) -> int:
    """Give the port of each application in turn: a test of one is a test of all."""
    return ports[request.param]


@pytest.fixture
def visitor(port) -> Visitor:
    """Give somebody who has not been there before."""
    return Visitor(port)
