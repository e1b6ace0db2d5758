"""Runners: each asks one implementation about the rows of tests/vectors.

A runner is a program in any language. It reads rows, a JSON object in each line, on standard input,
and writes lines of JSON on standard output. The first one says who answers::

    {"name": "yarl", "version": "1.25.1", "note": "it repairs", "idna": true}

``note`` says what it is made for, or is "", and ``idna`` is whether its mappings turn hosts into
A-labels and back. Then, for each row whose operation the implementation has, a line such as
``{"id": "rfc3987-0001", "output": "/%C3%A9"}`` has what it answers, null if it refuses the text. An
answer is compared with ``expected`` of the row (tests/vectors/README.md), of which an object need
not have every member. A runner whose implementation is not installed writes
``{"missing": "yarl is not installed"}`` instead.

``python -m benchmarks.conformance COMMAND ARGUMENT...`` asks a runner about the rows of the RFCs.
"""

import json
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

Row = dict[str, Any]
Operations = dict[str, Callable[[Row], object]]


def serve(
    name: str,
    make: Callable[[], Operations],
    note: str,
    *,
    idna: bool = True,
    of: str = "",
    asks: Callable[[Row], bool] = lambda _: True,
) -> None:
    """Answer the rows on standard input, those that *asks* takes.

    Without *of*, the version is that of the package.
    """
    try:
        operations = make()
        head = {"name": name, "version": of or version(name), "note": note, "idna": idna}
    except ImportError as error:
        head, operations = {"missing": str(error)}, {}
    print(json.dumps(head))
    for row in map(json.loads, sys.stdin):
        if row["op"] in operations and asks(row):
            print(json.dumps({"id": row["id"], "output": _answer(operations[row["op"]], row)}))


def _answer(operation: Callable[[Row], object], row: Row) -> object:
    try:
        return operation(row)
    except Exception:  # noqa: BLE001 - other packages raise many kinds
        return None


def accepts(call: Callable[[str], object]) -> Callable[[Row], bool]:
    """Return an operation of what raises just when a text is invalid."""

    def operation(row: Row) -> bool:
        try:
            call(row["input"])
        except Exception:  # noqa: BLE001 - other packages raise many kinds
            return False
        return True

    return operation


def both(normal: Callable[[str], object]) -> Callable[[Row], bool]:
    """Return an operation that compares the normal forms of two texts."""
    return lambda row: normal(row["input"][0]) == normal(row["input"][1])


def given(call: Callable[[str], object]) -> Callable[[Row], object]:
    """Return an operation of a function that takes the text alone."""
    return lambda row: call(row["input"])
