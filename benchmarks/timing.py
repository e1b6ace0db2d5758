"""How times are taken: in time of the processor, as a machine may have other work to do."""

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from time import process_time

from iri3987 import IRI

Call = Callable[..., object]


def _seconds(call: Call, inputs: Sequence[object]) -> float:
    start = process_time()
    for each in inputs:
        call(each)
    return process_time() - start


def interleaved(
    calls: Sequence[Call], inputs: Sequence[object], *, rounds: int, before: Callable[[], None]
) -> list[list[float]]:
    """Return the seconds a call of each of *calls* takes, a list of rounds each.

    A round runs all calls over all *inputs*, one call after the other, so that what else the
    machine does hits all of them alike; *before* runs ahead of each, and is not timed.
    """
    times: list[list[float]] = [[] for _ in calls]
    gc.collect()
    gc.disable()
    try:
        for number in range(rounds):
            for index in range(len(calls)):
                turn = (index + number) % len(calls)
                before()
                times[turn].append(_seconds(calls[turn], inputs) / len(inputs))
    finally:
        gc.enable()
    return times


def ratio(ours: Sequence[float], theirs: Sequence[float], /) -> float:
    """Return the median of the ratios, round by round."""
    return statistics.median(our / their for our, their in zip(ours, theirs, strict=True))


def import_seconds(
    statements: Sequence[str], *, rounds: int, before: Mapping[str, str] | None = None
) -> dict[str, list[float]]:
    """Return the seconds that each statement takes in a fresh process, interleaved.

    The interpreter's own start is not counted, nor the statements *before* a statement. One that
    fails is left out.
    """
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        # Byte code is written, whatever the shell says, and all of it by this interpreter.
        environment = os.environ | {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        # The first round writes the byte code, and does not count.
        for number in range(rounds + 1):
            for statement in statements:
                first = (before or {}).get(statement, "pass")
                code = f"{first}; import time; t = time.process_time(); {statement}; "
                code += "print(time.process_time() - t)"
                run = subprocess.run(
                    [sys.executable, "-c", code],
                    capture_output=True,
                    text=True,
                    check=False,
                    env=environment,
                )
                if number and run.returncode == 0:
                    times.setdefault(statement, []).append(float(run.stdout))
    return times


def octets(texts: Sequence[str], *, read: bool) -> float:
    """Return how many octets an IRI takes beyond those of its text, with its components *read*."""

    def make(kind: Callable[[str], str]) -> int:
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        made = [kind(text) for text in texts]
        for each in made:
            if read and isinstance(each, IRI):
                _ = each.path
        return tracemalloc.get_traced_memory()[0] - before

    IRI(texts[0])  # compiles the pattern
    tracemalloc.start()
    try:
        # A str of the same characters that is another object.
        plain = make(lambda text: "".join([text[:1], text[1:]]))
        return (make(IRI) - plain) / len(texts)
    finally:
        tracemalloc.stop()
