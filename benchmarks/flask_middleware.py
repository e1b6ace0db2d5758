"""Print how long requests to a trivial Flask application take with `FlaskIRI` and without.

``python -m benchmarks.flask_middleware`` from the root of the repository, in an environment with
Flask and gunicorn. Both run at the same time, and requests take turns, so that what else the
machine does hits both alike. A round gives one percentile of each; what is printed is the median
over the rounds, and that of the ratios of a round. Then a stream is read, whose first part has to
come before the second is made, and the server's memory is compared.
"""

import argparse
import os
import socket
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

#: One process that forks none, so that its memory is the application's.
_COMMAND = ["gunicorn", "--threads=2", "--keep-alive=60", "benchmarks.flask_middleware:wsgi()"]
#: How much longer the slowest hundredth of requests may take.
GOAL = 1.05
#: How much the memory of the server may grow, in KiB, once it is warm.
GROWTH = 1024
_WITHOUT = "WITHOUT_FLASK_IRI"
_REQUEST = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_PATHS = {"page": "/r%C3%A4k?q=%C3%A9", "redirect": "/redirect", "refused": "/refused"}
#: Seconds between the two parts of the stream.
_PAUSE = 0.5


def wsgi() -> Any:
    """Return the application, for gunicorn."""
    from flask import Flask, Response, redirect

    from flask_iri import FlaskIRI

    app = Flask(__name__)
    if not os.environ.get(_WITHOUT):
        FlaskIRI(app)
    app.logger.disabled = True

    @app.get("/räk")
    def page() -> str:
        return "hello"

    @app.get("/redirect")
    def follow() -> Any:
        return redirect("http://例え.テスト/räk")

    @app.get("/refused")
    def refused() -> Any:
        return redirect("http://evil.example＼.example/")

    @app.get("/stream")
    def stream() -> Response:
        def parts() -> Iterator[str]:
            yield "first"
            sleep(_PAUSE)
            yield "last"

        return Response(parts(), headers={"Link": "</räk>"})

    return app


class Server:
    """A server that has been started, and one connection to it."""

    def __init__(self, process: subprocess.Popen[bytes], connection: socket.socket) -> None:
        self._process = process
        self._connection = connection

    def ask(self, path: str) -> float:
        """Make one request, and return its seconds."""
        start = perf_counter()
        self._connection.sendall(_REQUEST.format(path).encode())
        head, _, body = self._connection.recv(65536).partition(b"\r\n\r\n")
        fields = head.lower().partition(b"content-length: ")[2]
        left = int(fields.partition(b"\r\n")[0]) - len(body)
        while left > 0:
            left -= len(self._connection.recv(65536))
        return perf_counter() - start

    def first_part(self) -> float:
        """Ask for the stream, and return the seconds until its first part is there."""
        start = perf_counter()
        self._connection.sendall(_REQUEST.format("/stream").encode())
        answer = b""
        while b"first" not in answer:
            answer += self._connection.recv(4096)
        seconds = perf_counter() - start
        while not answer.endswith(b"0\r\n\r\n"):
            answer += self._connection.recv(4096)
        return seconds

    def memory(self) -> int:
        """Return the memory of the process that answers, in KiB."""
        number = self._process.pid
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        status = Path(f"/proc/{children[0]}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])


@contextmanager
def running(*, without: bool) -> Iterator[Server]:
    """Run the application, and give its server."""
    with ExitStack() as stack:
        # Not of the network, where a head and a body that are sent one by one wait for each other.
        path = Path(stack.enter_context(TemporaryDirectory()), "socket")
        listening = stack.enter_context(socket.create_server(str(path), family=socket.AF_UNIX))
        descriptor = listening.fileno()
        process = stack.enter_context(
            subprocess.Popen(  # noqa: S603 - our own interpreter
                [sys.executable, "-m", *_COMMAND, f"--bind=fd://{descriptor}"],
                cwd=Path(__file__).parents[1],
                env=os.environ | ({_WITHOUT: "1"} if without else {}),
                pass_fds=[descriptor],
                stderr=subprocess.DEVNULL,
            )
        )
        stack.callback(process.terminate)
        connection = stack.enter_context(socket.socket(socket.AF_UNIX))
        connection.connect(str(path))
        yield Server(process, connection)


def measure(ours: Server, bare: Server, path: str, *, rounds: int, requests: int) -> list[Any]:
    """Return, for each percentile, its name, the seconds with and without, and the ratio."""
    found: dict[str, list[tuple[float, float]]] = {"p50": [], "p99": []}
    for _ in range(rounds):
        times: tuple[list[float], list[float]] = [], []
        for number in range(requests):
            for turn in (number % 2, 1 - number % 2):
                times[turn].append((ours, bare)[turn].ask(path))
        hundredths = [statistics.quantiles(each, n=100) for each in times]
        found["p50"].append((hundredths[0][49], hundredths[1][49]))
        found["p99"].append((hundredths[0][98], hundredths[1][98]))
    return [
        (
            name,
            statistics.median(our for our, _ in pairs),
            statistics.median(their for _, their in pairs),
            statistics.median(our / their for our, their in pairs),
        )
        for name, pairs in found.items()
    ]


def main() -> int:
    """Print a table. The exit status is 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--requests", type=int, default=2000, help="a round, of each of the two")
    options = parser.parse_args()
    is_missed = False
    with running(without=False) as ours, running(without=True) as bare:
        for server, path, _ in product((ours, bare), _PATHS.values(), range(500)):
            server.ask(path)  # what is loaded late is loaded now
        before = ours.memory()
        print("| Request | | With, µs | Without, µs | Ratio |")
        print("|---|---|---|---|---|")
        for title, path in _PATHS.items():
            rows = measure(ours, bare, path, rounds=options.rounds, requests=options.requests)
            for name, our, their, ratio in rows:
                print(f"| {title} | {name} | {our * 1e6:.0f} | {their * 1e6:.0f} | {ratio:.3f} |")
                # A refused value costs an error page, which there is not without the middleware.
                is_missed |= (title, name) == ("page", "p99") and ratio > GOAL
        waited = ours.first_part()
        grown = ours.memory() - before
    print(
        f"\nThe first part of a stream comes after {waited * 1e3:.1f} ms of {_PAUSE * 1e3:.0f} ms."
    )
    print(f"The memory of the server has grown by {grown} KiB.")
    return int(is_missed or waited > _PAUSE / 2 or grown > GROWTH)


if __name__ == "__main__":
    sys.exit(main())
