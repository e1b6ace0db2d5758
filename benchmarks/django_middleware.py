"""Print how long a trivial Django view takes with `IRIMiddleware` and without.

``python -m benchmarks.django_middleware`` from the root of the repository, in an environment with
Django, gunicorn and uvicorn. Three servers run at the same time, one with it and two without, and
requests take turns: what else the machine does hits all alike, and by what the two without differ
is noise. A round gives a percentile of each; what is printed is the median over the rounds, and
those of the ratios of a round.
"""

import argparse
import os
import socket
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

_MODULE = "benchmarks.django_middleware"
#: Servers, as they are started on a socket with some file descriptor.
SERVERS = {
    "gunicorn": [
        "gunicorn",
        "--bind=fd://{}",
        "--threads=2",
        "--keep-alive=60",
        f"{_MODULE}:wsgi()",
    ],
    "uvicorn": ["uvicorn", "--fd={}", "--log-level=warning", "--factory", f"{_MODULE}:asgi"],
}
#: How much longer the slowest hundredth of requests may take.
GOAL = 1.05
_WITHOUT = "WITHOUT_IRI_MIDDLEWARE"
_REQUEST = b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_TARGETS = {"gunicorn": b"/r%C3%A4k/?q=%C3%A9", "uvicorn": b"/async/r%C3%A4k/?q=%C3%A9"}


def wsgi() -> Any:
    """Return the project as a WSGI application, for gunicorn."""
    _configure()
    from django.core.wsgi import get_wsgi_application

    return get_wsgi_application()


def asgi() -> Any:
    """Return the project as an ASGI application, for uvicorn."""
    _configure()
    from django.core.asgi import get_asgi_application

    return get_asgi_application()


def _configure() -> None:
    """Set up the project: two views, and one middleware or none."""
    from django.conf import settings
    from django.http import HttpRequest, HttpResponse
    from django.urls import path

    def hello(_: HttpRequest) -> HttpResponse:
        return HttpResponse("hello")

    async def hello_async(_: HttpRequest) -> HttpResponse:
        return HttpResponse("hello")

    ours = [] if os.environ.get(_WITHOUT) else ["django_iri.middleware.IRIMiddleware"]
    urls = type("urls", (), {"urlpatterns": [path("räk/", hello), path("async/räk/", hello_async)]})
    settings.configure(
        ALLOWED_HOSTS=["127.0.0.1"],
        MIDDLEWARE=[*ours, "django.middleware.common.CommonMiddleware"],
        ROOT_URLCONF=urls,
        SECRET_KEY="for benchmarks",  # noqa: S106 - nothing is signed
    )


@contextmanager
def running(server: str, *, without: bool) -> Iterator[Callable[[], float]]:
    """Run *server*, and give a function that makes one request and returns its seconds."""
    environment = os.environ | ({_WITHOUT: "1"} if without else {})
    with ExitStack() as stack:
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        descriptor = listening.fileno()
        command = [part.format(descriptor) for part in SERVERS[server]]
        process = stack.enter_context(
            subprocess.Popen(  # noqa: S603 - our own interpreter
                [sys.executable, "-m", *command],
                cwd=Path(__file__).parents[1],
                env=environment,
                pass_fds=[descriptor],
                stderr=subprocess.DEVNULL,
            )
        )
        stack.callback(process.terminate)
        connection = stack.enter_context(socket.create_connection(listening.getsockname(), 60))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        request = _REQUEST % _TARGETS[server]

        def ask() -> float:
            start = perf_counter()
            connection.sendall(request)
            # Servers send head and body apart, and wait 40 ms for this acknowledgement between.
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            answer = connection.recv(4096)
            while not answer.endswith(b"hello"):
                more = connection.recv(4096)
                if not more or b" 200 OK" not in answer:
                    raise RuntimeError(f"{server} does not say hello, but {answer!r}")
                answer += more
            return perf_counter() - start

        yield ask


def measure(server: str, *, rounds: int, requests: int) -> list[tuple[str, float, float, float]]:
    """Return, for each percentile, its name, the seconds without, the noise, and the ratio."""
    found: dict[str, list[tuple[float, float, float]]] = {"p50": [], "p99": []}
    with (
        running(server, without=False) as ours,
        running(server, without=True) as bare,
        running(server, without=True) as again,
    ):
        asked = (ours, bare, again)
        for ask in asked * (requests // 5):  # what is loaded late is loaded now
            ask()
        for _ in range(rounds):
            times: tuple[list[float], ...] = [], [], []
            for number in range(requests):
                for index in range(3):
                    turn = (number + index) % 3
                    times[turn].append(asked[turn]())
            hundredths = [statistics.quantiles(each, n=100) for each in times]
            for name, percent in (("p50", 50), ("p99", 99)):
                one, two, three = (each[percent - 1] for each in hundredths)
                found[name].append((two, three / two, one / two))
    return [
        (name, *map(statistics.median, zip(*rows, strict=True))) for name, rows in found.items()
    ]


def main() -> int:
    """Print a table. The exit status is 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--requests", type=int, default=2000, help="a round, of each of the three")
    options = parser.parse_args()
    print("| Server | | Without, µs | Without / without | With / without |")
    print("|---|---|---|---|---|")
    is_missed = False
    for server in SERVERS:
        rows = measure(server, rounds=options.rounds, requests=options.requests)
        for name, seconds, noise, cost in rows:
            print(f"| {server} | {name} | {seconds * 1e6:.0f} | {noise:.3f} | {cost:.3f} |")
            is_missed |= name == "p99" and cost > GOAL
    return int(is_missed)


if __name__ == "__main__":
    sys.exit(main())
