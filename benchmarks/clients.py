"""The host that an HTTP client opens, beside `IRI.ascii_host`.

`python -m benchmarks.clients` writes the table of docs/explanation/reached-hosts.md. Each client is
given addresses, and what it asks for first is kept: the name that it has looked up, or sends to a
proxy. Nothing is connected to but a proxy of our own.
"""

import asyncio
import json
import shutil
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path
from typing import Any

from benchmarks import hosts
from benchmarks.hosts import Host

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "explanation" / "reached-hosts.md"
#: From addresses to the host that is opened for each: None if the client refuses it.
Ask = Callable[[list[str]], Iterable[str | None]]
#: niquests replaces urllib3 by another package of that name, so it has an environment of its own.
NIQUESTS = ROOT / ".venv-niquests" / "bin" / "python"


@contextmanager
def _looked_up() -> Iterator[list[str]]:
    """Give the names that are looked up meanwhile; each look-up fails."""
    names: list[str] = []

    def look_up(host: str | bytes, *_: object, **__: object) -> None:
        # As `socket.getaddrinfo` itself does.
        names.append((host.encode("idna") if isinstance(host, str) else host).decode("ascii"))
        raise socket.gaierror

    real = socket.getaddrinfo
    socket.getaddrinfo = look_up  # type: ignore[assignment]
    try:
        yield names
    finally:
        socket.getaddrinfo = real


def by_look_up(send: Callable[[str], object], texts: Iterable[str]) -> Iterator[str | None]:
    """Yield the name that *send* has looked up for each of *texts*."""
    with _looked_up() as names:
        for text in texts:
            names.clear()
            try:
                send(text)
            except Exception:  # noqa: BLE001 - clients raise many kinds
                yield names[0] if names else None


def _httpx(name: str) -> Ask:
    client = import_module(name).Client(trust_env=False, verify=False)
    return lambda texts: by_look_up(client.get, texts)


def _requests(name: str) -> Ask:
    session = import_module(name).Session()
    session.trust_env = False
    return lambda texts: by_look_up(session.get, texts)


def _urllib3(name: str) -> Ask:
    pool = import_module(name).PoolManager(retries=False)
    return lambda texts: by_look_up(lambda text: pool.request("GET", text), texts)


def _urllib(_: str) -> Ask:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    return lambda texts: by_look_up(opener.open, texts)


def _aiohttp(name: str) -> Ask:
    module = import_module(name)

    class Connector(module.TCPConnector):  # type: ignore[misc, name-defined]
        async def connect(self, req: Any, *_: object, **__: object) -> None:
            self.host: str | None = req.connection_key.host
            raise module.ClientError

    async def ask(texts: list[str]) -> list[str | None]:
        async with module.ClientSession(connector=(connector := Connector())) as session:
            return [await one(session, connector, text) for text in texts]

    async def one(session: Any, connector: Connector, text: str) -> str | None:
        connector.host = None
        try:
            await session.get(text)
        except Exception:  # noqa: BLE001 - it raises many kinds
            return connector.host
        raise AssertionError

    return lambda texts: asyncio.run(ask(texts))


def _niquests(_: str) -> Ask:
    """Ask this module in the other environment."""

    def ask(texts: list[str]) -> list[str | None]:
        return _answers([NIQUESTS, "-m", "benchmarks.clients", "niquests"], texts)

    return ask


_NODE = """
for (const line of require("fs").readFileSync(0, "utf8").trim().split("\\n")) {
  let host = null;
  try { host = new URL(JSON.parse(line)).hostname; } catch { }
  console.log(JSON.stringify(host));
}
"""


def _node(_: str) -> Ask:
    return lambda texts: _answers([_found("node"), "-e", _NODE], texts)


def _answers(command: list[str | Path], texts: list[str]) -> list[str | None]:
    """Return what a program prints for each text, both as lines of JSON."""
    given = "\n".join(map(json.dumps, texts))
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


_OPTIONS = ("--disable", "--globoff", "--silent", "--noproxy", "", "--config", "-")


def _curl(_: str) -> Ask:
    return lambda texts: _of_proxy(texts, _found("curl"))


def _of_proxy(texts: list[str], curl: str) -> list[str | None]:
    """Return the hosts that curl names to a proxy. The path of each address has its number."""
    found: list[str | None] = [None] * len(texts)

    def serve(listening: socket.socket) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:  # all is asked
                return
            with connection, connection.makefile("rb") as lines:
                for line in lines:
                    if line.startswith(b"GET "):
                        target = line.split()[1].decode("ascii").removeprefix("http://")
                        host, _, number = target.rpartition("/")
                        found[int(number)] = host
                    elif line == b"\r\n":
                        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    urls = [text.replace("\\", r"\\").replace('"', r"\"") for text in texts]
    config = "".join(f'url = "{url}{number}"\n' for number, url in enumerate(urls))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, args=[listening])
        thread.start()
        proxy = f"http://127.0.0.1:{listening.getsockname()[1]}"
        subprocess.run(
            [curl, *_OPTIONS, "--proxy", proxy],
            input=config.encode(),
            env={"LC_ALL": "C.UTF-8"},
            check=False,  # it fails for what it refuses
            stdout=subprocess.DEVNULL,
        )
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()
    return found


class MissingError(Exception):
    """A client is not here."""


def _found(program: str) -> str:
    if path := shutil.which(program):
        return path
    raise MissingError(f"{program} is not here")


def python(_: str = "") -> str:
    """Return the version of Python, as the page has it."""
    return ".".join(map(str, sys.version_info[:2]))


def _of_curl(_: str) -> str:
    return _output(_found("curl"), "--version").split()[1]


def _of_node(_: str) -> str:
    return _output(_found("node"), "--version").removeprefix("v").strip()


def _of_niquests(name: str) -> str:
    if not NIQUESTS.exists():
        raise MissingError(f"{name} is not here: `make conformance` makes its environment")
    code = f"import importlib.metadata; print(importlib.metadata.version({name!r}))"
    return _output(NIQUESTS, "-c", code).strip()


def _output(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@dataclass(frozen=True)
class Client:
    """An HTTP client."""

    name: str
    #: Make the function that asks it, from its name.
    make: Callable[[str], Ask]
    version: Callable[[str], str] = version

    @property
    def title(self) -> str:
        """Its name with the version that is here; `MissingError` or an ImportError without it."""
        return f"{self.name} {self.version(self.name)}"


CLIENTS = (
    Client("httpx", _httpx),
    Client("httpx2", _httpx),
    Client("requests", _requests),
    Client("niquests", _niquests, _of_niquests),
    Client("urllib3", _urllib3),
    Client("aiohttp", _aiohttp),
    Client("urllib", _urllib, python),
    Client("curl", _curl, _of_curl),
    Client("Node", _node, _of_node),
)


def place(host: str) -> str:
    """Return what is opened for a host: an address in one spelling, or a name in lower case.

    "0x7f.1" and "2130706433" are addresses to the functions of C that look names up.
    """
    host = host.removeprefix("[").removesuffix("]").lower()
    try:
        return str(IPv6Address(host) if ":" in host else IPv4Address(socket.inet_aton(host)))
    except (OSError, ValueError):
        return host


@dataclass
class Answers:
    """How many hosts a client opens as `ascii_host` says, how many it refuses, and the others."""

    same: int
    refused: int
    #: The host as it is written, and what is opened.
    others: list[tuple[Host, str]]


def compare(client: Client, names: list[Host], *, mapped: bool) -> Answers:
    """Ask a client about addresses with the hosts *names*, mapped or as they are."""
    found = client.make(client.name)([each.uri if mapped else each.text for each in names])
    same, others = 0, []
    for each, opened in zip(names, found, strict=True):
        if opened is not None and place(opened) == place(each.ascii_host):
            same += 1
        elif opened is not None:
            others.append((each, opened))
    return Answers(same, len(names) - same - len(others), others)


#: The lines of the page from here to the next empty line but one are written by `main`.
FIRST = "Each client was asked about"
HEAD = (
    "| Client | `iri.uri`: the same | refused | another |"
    " text: the same | refused | another | such as |\n|---|---:|---:|---:|---:|---:|---:|---|"
)


def row(client: Client, names: list[Host]) -> str:
    """Return the row of a client in the table."""
    cells: list[str] = [client.title]
    for mapped in (True, False):
        answers = compare(client, names, mapped=mapped)
        cells += map("{:,}".format, (answers.same, answers.refused, len(answers.others)))
    others = [(each.name, opened) for each, opened in answers.others]
    shortest = min(others, key=lambda other: (len(other[0]), other), default=None)
    example = f"`{shortest[0]}`: `{shortest[1]}`" if shortest else ""
    return f"| {' | '.join(cells)} | {example} |"


def table() -> Iterator[str]:
    """Yield the lines of the table, and say which clients are missing."""
    names = hosts.generated(10_000)
    yield f"{FIRST} {len(names):,} hosts, under Python {python()}:\n\n{HEAD}"
    for client in CLIENTS:
        try:
            yield row(client, names)
        except (MissingError, ImportError) as error:
            print(f"{client.name} is left out: {error}")


def main() -> None:
    """Write the table into the page; or answer for niquests."""
    if sys.argv[1:] == ["niquests"]:
        texts = [json.loads(line) for line in sys.stdin]
        for host in _requests("niquests")(texts):
            print(json.dumps(host))
        return
    page = PAGE.read_text("utf-8")
    start = page.index(FIRST)
    end = page.index("\n\n", page.index(HEAD[:20], start))
    PAGE.write_text(page[:start] + "\n".join(table()) + page[end:], "utf-8")


if __name__ == "__main__":
    main()
