"""Start the three examples with `make demo*`, use each as a visitor does, and press Ctrl-C.

``make demo-check`` calls it. The tests of the examples start them by themselves. This tries the
targets of make: the environment, the database, the links in it, the server and its end.
"""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryFile
from urllib.parse import quote
from uuid import uuid4

from ports import reserved_port
from test_examples.conftest import FAULT, wait_for
from test_examples.visitor import Visitor

ROOT = Path(__file__).parents[1]
TARGETS = ("demo", "demo-flask", "demo-starlette")
#: Until an example has ended by Ctrl-C.
SECONDS = 60


def visit(port: int) -> None:
    """Read pages, add a link beyond ASCII, follow it, and delete it."""
    visitor = Visitor(port)
    for path in ("/", "/links", "/add"):
        assert visitor.get(path).status == 200, f"{path} is not shown"
    name = uuid4()
    address = f"http://faß.de/é/{name}"
    page = visitor.add(address)
    assert address in page.body.decode(), f"{address} cannot be added"
    leads_to = visitor.get(f"/go/{quote(address, safe='')}").headers["Location"]
    assert leads_to == f"http://xn--fa-hia.de/%C3%A9/{name}", f"/go/{address} leads to {leads_to}"
    visitor.delete(address)


def fault(target: str) -> str | None:
    """Try a target of make; return what is wrong, and all that it has printed."""
    with reserved_port() as port, TemporaryFile() as log:
        process = subprocess.Popen(
            ["make", target, f"PORT={port}"],  # noqa: S607 - as a user starts it
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        wrong = ""
        try:
            wait_for(port, process)
            visit(port)
        except (AssertionError, OSError) as error:
            wrong = str(error)
        if process.poll() is None:
            # As a terminal does: to make and to all that it has started.
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                wrong = wrong or f"Ctrl-C does not end it within {SECONDS} seconds"
                os.killpg(process.pid, signal.SIGKILL)
        log.seek(0)
        said = log.read().decode("utf-8", "replace")
    if "Traceback" in said or FAULT.search(said):
        wrong = wrong or "it prints a traceback"
    return f"make {target}: {wrong}\n{said}" if wrong else None


def main() -> None:
    """Try all at once, and end with 1 if something is wrong."""
    # A shell lets what runs in its background ignore this signal, and so would all that we start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with ThreadPoolExecutor() as pool:
        faults = list(filter(None, pool.map(fault, TARGETS)))
    if faults:
        sys.exit("\n".join(faults))
    print("make demo*: each was served, used, and ended by Ctrl-C")  # noqa: T201 - a script prints


if __name__ == "__main__":
    main()
