"""What the middlewares cost under load: ``python -m benchmarks.middleware``.

Three servers of a kind run side by side, one with the middleware and two without. They are asked
in turns, a batch of requests each, by eight clients at once: so what else the machine does hits
all alike, and what the two without differ by is the noise. A percentile is taken of each batch,
and what the processors of the server spent on it; a ratio in each round, and the median of the
ratios is shown. The answer has a non-ASCII Location and Link, which have to be mapped, or two
headers that need nothing. At the end is what the middleware adds without a server.
"""

import argparse
import asyncio
import runpy
import socket
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks import timing
from benchmarks.caches import clear_caches

_TESTS = Path(__file__).parents[1] / "tests" / "test_iri3987"
_SERVERS = ("gunicorn", "uvicorn-h11", "uvicorn-httptools")
_CLIENTS = 8
_BATCH = 400
#: The work of an application for an answer, where the one of the tests does it, and how much longer
#: half of the requests may take.
_WORK = {"nothing": ("/load", 1.05), "a millisecond": ("/busy", 1.01)}
_HEADERS = {"mapped": "", "as they are": "?plain=1"}
_REQUEST = "GET {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    process: int
    address: tuple[str, int]

    def processor_seconds(self) -> float:
        """Return what all threads of the server and of its workers have spent on the processor."""
        tasks = Path(f"/proc/{self.process}/task/{self.process}")
        numbers = [str(self.process), *(tasks / "children").read_text().split()]
        files = [file for each in numbers for file in Path("/proc", each).glob("task/*/schedstat")]
        return sum(int(file.read_text().split()[0]) for file in files) / 1e9


@dataclass(frozen=True)
class Batch:
    """The time of a batch: the seconds of each request, and those of the server's processor."""

    requests: list[float]
    processor: float

    def percentile(self, percent: int) -> float:
        """Return the seconds that so many of a hundred requests do not exceed."""
        return statistics.quantiles(self.requests, n=100)[percent - 1]


#: The numbers of a batch that are printed.
_SHOWN: dict[str, Callable[[Batch], float]] = {
    "p50": lambda batch: batch.percentile(50),
    "p99": lambda batch: batch.percentile(99),
    "processor": lambda batch: batch.processor / len(batch.requests),
}


@contextmanager
def _running(server: str, *arguments: str) -> Iterator[Server]:
    """Run a server of the tests."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        descriptor = listening.fileno()
        with subprocess.Popen(  # noqa: S603 - our own interpreter and our own file
            [sys.executable, "served.py", server, str(descriptor), *arguments],
            cwd=_TESTS,
            pass_fds=[descriptor],
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        ) as process:
            try:
                yield Server(process.pid, listening.getsockname())
            finally:
                process.terminate()


async def _ask(address: tuple[str, int], path: str) -> float:
    """Return the seconds until the answer to one request is complete."""
    start = perf_counter()
    reader, writer = await asyncio.open_connection(*address)
    writer.write(_REQUEST.format(path).encode("ascii"))
    answer = await reader.read()
    writer.close()
    if b" 200 " not in answer[:20]:
        raise RuntimeError(f"not the answer of the application: {answer!r}")
    return perf_counter() - start


async def _batch(server: Server, path: str) -> Batch:
    """Make a batch of requests."""

    async def client() -> list[float]:
        return [await _ask(server.address, path) for _ in range(_BATCH // _CLIENTS)]

    before = server.processor_seconds()
    times = await asyncio.gather(*(client() for _ in range(_CLIENTS)))
    spent = server.processor_seconds() - before
    return Batch([seconds for each in times for seconds in each], spent)


def _rounds(servers: list[Server], path: str, rounds: int) -> list[list[Batch]]:
    """Return the batches of each server, round by round; the first round does not count."""
    batches: list[list[Batch]] = [[] for _ in servers]
    for number in range(rounds + 1):
        for index in range(len(servers)):
            turn = (index + number) % len(servers)
            batch = asyncio.run(_batch(servers[turn], path))
            if number:
                batches[turn].append(batch)
    return batches


def _report(label: str, goal: float, batches: list[list[Batch]]) -> None:
    """Print the milliseconds without the middleware, and what it adds to them."""
    for name, shown in _SHOWN.items():
        bare, again, ours = (list(map(shown, rounds)) for rounds in batches)
        noise, cost = (
            statistics.median(one / other for one, other in zip(each, bare, strict=True))
            for each in (again, ours)
        )
        end = f"{goal:g} | {'ok' if cost <= goal else 'MISSED'} |" if name == "p50" else "| |"
        milliseconds = statistics.median(bare) * 1000
        print(f"| {label} | {name} | {milliseconds:.3f} | {noise:.3f} | {cost:.3f} | {end}")


def _wsgi(app: Any) -> Callable[[str], object]:
    def call(query: str) -> object:
        return list(app({"PATH_INFO": "/load", "QUERY_STRING": query}, lambda *_: None))

    return call


def _asgi(app: Any) -> Callable[[str], object]:
    async def send(_: object) -> None:
        """Take a message."""

    def call(query: str) -> object:
        scope = {"type": "http", "path": "/load", "query_string": query.encode()}
        # It waits for nothing, and needs no loop.
        with suppress(StopIteration):
            app(scope, None, send).send(None)
        return None

    return call


def _alone() -> None:
    """Print what the middleware adds in one process: no server, and no other core."""
    served = runpy.run_path(str(_TESTS / "served.py"))
    print("\n| interface | headers | without, µs | the middleware adds, µs |")
    print("|---|---|---:|---:|")
    for interface, call in (("wsgi", _wsgi), ("asgi", _asgi)):
        calls = [call(served[f"{interface}_{name}"]) for name in ("app", "served")]
        for headers, query in _HEADERS.items():
            inputs = [query.removeprefix("?")] * _BATCH
            times = timing.interleaved(calls, inputs, rounds=60, before=clear_caches)
            bare, ours = (min(each) * 1e6 for each in times)
            print(f"| {interface.upper()} | {headers} | {bare:.1f} | {ours - bare:.1f} |")


def main() -> None:
    """Print the report, as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    print(
        "| Server | Work | Headers | | Without, ms | Without / without | With / without | Goal | |"
    )
    print("|---|---|---|---|---:|---:|---:|---:|---|")
    for server in _SERVERS:
        with ExitStack() as stack:
            bare = [stack.enter_context(_running(server, "bare")) for _ in range(2)]
            servers = [*bare, stack.enter_context(_running(server))]
            for (work, (path, goal)), (headers, query) in product(_WORK.items(), _HEADERS.items()):
                batches = _rounds(servers, path + query, options.rounds)
                _report(f"{server} | {work} | {headers}", goal, batches)
    _alone()


if __name__ == "__main__":
    main()
