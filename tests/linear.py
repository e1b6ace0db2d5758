"""The one measure of linear time: all that tests ask of time against length is asked here.

A length is found at which a call takes long enough to be measured, and longer than for next to no
text. Then a text of sixteen times that length is tried, and the slowest of all with a megabyte.

A steep measurement is repeated from the beginning, several times: quadratic time is steep each
time, and a busy machine that disturbed one measurement does not disturb all in the same way.
"""

import ctypes
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import NamedTuple

from iri3987 import IRIError

Call = Callable[[str], object]
Text = Callable[[int], str]

#: The first length that is tried, how much longer the longer text is, and the longest text.
_FIRST, _FACTOR, LONGEST = 2**10, 16, 2**20
#: Twice four times the text, twice less than six times the time; what is quadratic takes sixteen.
LIMIT = 6 * 6
#: Seconds from which on a time can be compared, and that the longest text takes at most.
_MEASURABLE, _MOST = 0.0004, 30
#: How many times longer the longest text may take than the shorter ones let expect: neighbours and
#: memory slow it down, and what is quadratic takes up to 64 times as long.
_SLACK = 4
#: How many times what looks steep is measured before it is called so.
_ROUNDS = 4
#: Options of mallopt(3).
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
#: Seconds for the first length that only a call takes that would take hours for the longest.
_HOPELESS = 1


class Growth(NamedTuple):
    """How the time of a call grows with the length of its text."""

    #: How many times longer a text takes that is sixteen times as long.
    ratio: float
    #: The seconds that the longest text takes, if it goes on like this.
    pace: float


_ENDLESS = Growth(float("inf"), float("inf"))


def shape(before: str, part: str, after: str = "") -> Text:
    """Return a function that makes a text of about so many octets: *part* over and over."""
    octets = len(part.encode("utf-8", "surrogatepass"))
    return lambda length: f"{before}{part * (length // octets)}{after}"


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector from running, as `timeit` does: its work is not that of a call.

    How long it takes depends on all objects of the process, and there are millions in a long run.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@cache
def keep_memory() -> None:
    """Let the C library keep what is freed, up to a gigabyte, if it is glibc.

    It asks the system for each larger block anew, and the system gives a page when it is first
    touched. In a virtual machine that can take longer than the call itself.
    """
    with suppress(AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        for option in (_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD):
            mallopt(option, 2**30)


def seconds(call: Call, text: str, *, runs: int = 1) -> float:
    """Return the least processor time of some runs, for other processes disturb one."""
    keep_memory()
    times = []
    for _ in range(runs):
        with without_collector():
            start = time.process_time()
            with suppress(IRIError):
                call(text)
            times.append(time.process_time() - start)
        # All that the call has made is in the youngest generation: its cycles go now.
        gc.collect(0)
    return min(times)


def growth(call: Call, text: Text, *, longest: int = LONGEST) -> Growth:
    """Return how the time grows from a length at which it can be measured to sixteen times that."""
    enough = max(_MEASURABLE, 2 * seconds(call, text(0), runs=3))
    length, least = _FIRST, seconds(call, text(_FIRST), runs=2)
    if least > _HOPELESS:
        return _ENDLESS
    while least < enough and length * _FACTOR < longest:
        length *= 4
        least = seconds(call, text(length), runs=2)
    least = max(least, _MEASURABLE)
    # Not sixteen times the length at once: what is quadratic would take 256 times as long.
    middle, long = text(length * 4), text(length * _FACTOR)
    if all(seconds(call, middle) > least * LIMIT / 3 for _ in range(3)):
        return _ENDLESS
    most = seconds(call, long)
    for _ in range(3):
        if most < least * LIMIT:
            break
        # Perhaps one of the two was disturbed.
        most = min(most, seconds(call, long))
        least = max(least, seconds(call, text(length), runs=3))
    return Growth(most / least, most * longest / (length * _FACTOR))


def calmest_growth(call: Call, text: Text, *, longest: int = LONGEST) -> Growth:
    """Return the first growth of some rounds that is not steep; the last one if each is steep."""
    for _ in range(_ROUNDS):
        found = growth(call, text, longest=longest)
        if found.ratio < LIMIT:
            break
    return found


def exceeds_pace(call: Call, text: Text, *, longest: int = LONGEST) -> bool:
    """Return whether the longest text takes far more than what the shorter ones let expect."""
    ratio, pace = calmest_growth(call, text, longest=longest)
    most = min(_MOST, max(pace, _MEASURABLE) * _SLACK)
    megabyte = text(longest)
    return ratio >= LIMIT or all(seconds(call, megabyte) > most for _ in range(3))


def steep(call: Call, shapes: dict[str, Text], *, longest: int = LONGEST) -> dict[str, float]:
    """Return the texts whose time grows faster than their length: none, if time is linear."""
    found = {name: calmest_growth(call, text, longest=longest) for name, text in shapes.items()}
    steep = {name: each.ratio for name, each in found.items() if each.ratio >= LIMIT}
    if not steep:
        name = max(found, key=lambda name: found[name].pace)
        if all(exceeds_pace(call, shapes[name], longest=longest) for _ in range(_ROUNDS)):
            steep[f"{name}, to the longest"] = LIMIT
    return steep
