"""What the middlewares cost under load: ``python -m benchmarks.middleware``.

Three servers of a kind run side by side, one with the middleware and two without. They are asked
in turns, a batch of requests each, by eight clients at once: so what else the machine does hits
all alike, and what the two without differ by is the noise. A percentile is taken of each batch,
a ratio in each round, and the median of the ratios is shown. The answer has a Location, and a
Link beyond ASCII.
"""

import asyncio
import socket
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter

_TESTS = Path(__file__).parents[1] / "tests" / "test_iri3987"
_SERVERS = ("gunicorn", "uvicorn-h11", "uvicorn-httptools")
_CLIENTS = 8
_BATCH = 400
_ROUNDS = 15
#: What an application does for an answer, and where the one of the tests does it.
_WORK = {"nothing": "/load", "a millisecond": "/busy"}
_REQUEST = "GET {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

Address = tuple[str, int]


@contextmanager
def _running(server: str, *arguments: str) -> Iterator[Address]:
    """Run a server of the tests, and give its address."""
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
                yield listening.getsockname()
            finally:
                process.terminate()


async def _ask(address: Address, path: str) -> float:
    """Return the seconds until the answer to one request is complete."""
    start = perf_counter()
    reader, writer = await asyncio.open_connection(*address)
    writer.write(_REQUEST.format(path).encode("ascii"))
    answer = await reader.read()
    writer.close()
    if b" 200 " not in answer[:20]:
        raise RuntimeError(f"not the answer of the application: {answer!r}")
    return perf_counter() - start


async def _batch(address: Address, path: str) -> list[float]:
    """Return the seconds that each request of a batch takes."""

    async def client() -> list[float]:
        return [await _ask(address, path) for _ in range(_BATCH // _CLIENTS)]

    times = await asyncio.gather(*(client() for _ in range(_CLIENTS)))
    return [seconds for each in times for seconds in each]


def _rounds(addresses: list[Address], path: str) -> list[list[list[float]]]:
    """Return the seconds for each address, round by round; the first round does not count."""
    times: list[list[list[float]]] = [[] for _ in addresses]
    for number in range(_ROUNDS + 1):
        for index in range(len(addresses)):
            turn = (index + number) % len(addresses)
            batch = asyncio.run(_batch(addresses[turn], path))
            if number:
                times[turn].append(batch)
    return times


def _report(server: str, work: str, times: list[list[list[float]]]) -> None:
    """Print the milliseconds without the middleware, and what it adds to them."""
    for name, percent in (("p50", 50), ("p99", 99)):
        bare, again, mapped = (
            [statistics.quantiles(batch, n=100)[percent - 1] for batch in rounds]
            for rounds in times
        )
        noise, cost = (
            statistics.median(one / other for one, other in zip(each, bare, strict=True))
            for each in (again, mapped)
        )
        milliseconds = statistics.median(bare) * 1000
        print(f"| {server} | {work} | {name} | {milliseconds:.2f} | {noise:.3f} | {cost:.3f} |")


def main() -> None:
    """Print the report, as Markdown."""
    print("| server | work | | without, ms | without / without | with / without |")
    print("|---|---|---|---|---|---|")
    for server in _SERVERS:
        with ExitStack() as stack:
            bare = [stack.enter_context(_running(server, "bare")) for _ in range(2)]
            addresses = [*bare, stack.enter_context(_running(server))]
            for work, path in _WORK.items():
                _report(server, work, _rounds(addresses, path))


if __name__ == "__main__":
    main()
