"""The one measure of linear time: all that tests ask of time against length is asked here."""

import time
from collections.abc import Callable
from contextlib import suppress

from iri3987 import IRIError

#: The lengths that are compared: a megabyte, and a sixteenth of it.
_SHORT, _LONG = 2**16, 2**20
#: A length that takes next to no time, but for what would take hours with a megabyte.
_SHORTEST = 2**13
#: Twice four times the text, twice less than six times the time; what is quadratic takes sixteen.
LIMIT = 6 * 6
#: Seconds that the shortest and the longest text take at most, whatever the growth.
_SOON, _MOST = 1, 30
#: Seconds below which there is nothing to measure, and from which on a short text takes long.
_NOISE, _LONG_ENOUGH = 0.001, 0.03


def shape(before: str, part: str, after: str = "") -> Callable[[int], str]:
    """Return a function that makes a text of about so many octets: *part* over and over."""
    octets = len(part.encode("utf-8", "surrogatepass"))
    return lambda length: f"{before}{part * (length // octets)}{after}"


def seconds(call: Callable[[str], object], text: str, *, runs: int = 1) -> float:
    """Return the least processor time of some runs, for other processes disturb one."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        with suppress(IRIError):
            call(text)
        times.append(time.process_time() - start)
    return min(times)


def growth(call: Callable[[str], object], text: Callable[[int], str]) -> float:
    """Return how much longer a megabyte takes than a sixteenth of it."""
    if seconds(call, text(_SHORTEST)) > _SOON and seconds(call, text(_SHORTEST), runs=2) > _SOON:
        return float("inf")
    short, long = text(_SHORT), text(_LONG)
    least = seconds(call, short, runs=2)
    # Where the short text takes long, not a megabyte at once: if quadratic, it would take minutes.
    if least > _LONG_ENOUGH and seconds(call, text(_SHORT * 4), runs=2) > least * LIMIT / 3:
        return float("inf")
    most = seconds(call, long)
    for _ in range(3):
        if most < max(least, _NOISE) * LIMIT:
            break
        # Perhaps one of the two was disturbed.
        most = min(most, seconds(call, long))
        least = max(least, seconds(call, short, runs=3))
    assert most < _MOST, f"a megabyte takes {most:.1f} seconds"
    return most / max(least, _NOISE)
