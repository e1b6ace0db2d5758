"""Print, as Markdown, how fast we are where applications call us: the second report.

``python -m benchmarks.web`` from the root of the repository. See benchmarks/README.md.
"""

import argparse
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from itertools import product

from benchmarks import timing
from benchmarks.caches import clear_caches
from benchmarks.corpora import CORPORA, corpus
from benchmarks.web_calls import ROWS, STARTS, Row, Start

#: How often all rows are timed in turn: what else the machine does lasts longer than one row.
PASSES = 5

#: The columns: a kind of text, and whether it is new, which means that no cache has a result.
COLUMNS = {kind: (kind, True) for kind in CORPORA} | {"IDN host, again": ("IDN host", False)}

#: The seconds of our call and of theirs in the fastest round of each, for a text: what delays a
#: round is not the work of the call.
Best = tuple[float, float]


def _time_row(row: Row, rounds: int) -> list[Best]:
    """Return the times for each column, or for the first alone if there is one goal."""
    found = []
    for kind, is_new in [*COLUMNS.values()][: len(COLUMNS) if len(row.goals) > 1 else 1]:
        texts = corpus(kind, row.size)
        before = clear_caches if is_new else _nothing
        calls = row.make(texts)
        inputs = [texts] if row.is_whole else texts
        # Patterns are compiled and modules loaded once.
        timing.interleaved(calls, inputs, rounds=1, before=before)
        ours, theirs = timing.interleaved(calls, inputs, rounds=rounds, before=before)
        share = len(texts) // len(inputs)
        found.append((min(ours) / share, min(theirs) / share))
    return found


def _nothing() -> None:
    """Leave the caches as they are."""


def _time_start(row: Start, rounds: int) -> list[Best]:
    """Return the times in fresh processes: for each kind of text, if there is a text."""
    literals = [ascii(texts[0]) for texts in CORPORA.values()]
    found = []
    for literal in literals if "{}" in row.our_code else literals[:1]:
        ours, theirs = (code.format(literal) for code in (row.our_code, row.their_code))
        before = {ours: row.before}
        times = timing.import_seconds([ours, theirs], rounds=rounds, before=before)
        if theirs not in times:
            raise ImportError(row.package)
        found.append((min(times[ours]), min(times[theirs])))
    return found


def measure(*, rounds: int) -> dict[Row | Start, list[Best]]:
    """Return the times of every row, for each kind of text. Whatever is not installed has none.

    The *rounds* are those of one pass.
    """
    rows: list[Row | Start] = [*ROWS, *STARTS]
    passes: dict[Row | Start, list[list[Best]]] = {row: [] for row in rows}
    for number, row in product(range(PASSES), passes):
        if len(passes[row]) < number:
            continue
        # ImportError: it is not installed.
        with suppress(ImportError):
            if isinstance(row, Row):
                passes[row].append(_time_row(row, rounds))
            else:
                passes[row].append(_time_start(row, rounds))
    return {
        row: [_best(kind) for kind in zip(*found, strict=True)] for row, found in passes.items()
    }


def _best(found: Iterable[Best]) -> Best:
    ours, theirs = zip(*found, strict=True)
    return min(ours), min(theirs)


def _line(row: Row | Start, found: list[Best]) -> str:
    """Return a row of a table. Bold misses the goal, as the figure is shown."""
    ratios = [round(ours / theirs, 2) for ours, theirs in found]
    is_met = [value <= goal for value, goal in zip(ratios, row.goals, strict=False)]
    cells = [""] * len(COLUMNS)
    for number, value in enumerate(ratios):
        bold = "" if all(is_met[number : number + 1]) else "**"
        cells[number] = f"{bold}{value:.2f}{bold} ({_time(found[number][0])})"
    verdict = ("ok" if all(is_met) else "MISSED") if row.goals else ""
    goal = " / ".join(f"{goal:g}" for goal in row.goals)
    ours, theirs = (name.replace("|", r"\|") for name in (row.ours, row.theirs))
    return f"| `{ours}` | {row.package}: {theirs} | {' | '.join(cells)} | {goal} | {verdict} |"


def _time(seconds: float) -> str:
    return f"{seconds * 1e6:.3g} µs" if seconds < 0.001 else f"{seconds * 1e3:.3g} ms"


def report(*, rounds: int) -> Iterator[str]:
    """Yield all lines of the report, which needs about so many rounds of each call."""
    rounds = max(1, rounds // PASSES)
    yield "# What the web calls\n"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield f"{python}, {platform.machine()}, {PASSES} passes of {rounds} rounds.\n"
    yield (
        "Ratios are our time divided by theirs, in brackets our time. Bold misses the goal. Every "
        "text is new, with another host; in the last column all were seen before.\n"
    )
    yield f"| Call | Beside | {' | '.join(COLUMNS)} | Goal | |"
    yield f"|---|---|{'---:|' * len(COLUMNS)}---:|---|"
    found = measure(rounds=rounds)
    yield from (_line(row, times) for row, times in found.items() if times)
    named = {row.package for row, times in found.items() if times}
    versions = (f"{name} {version(name)}" for name in sorted(named, key=str.lower))
    yield f"\nBeside: {', '.join(versions)}."
    missing = {row.package for row, times in found.items() if not times}
    if missing:
        yield f"Not installed, and left out: {', '.join(sorted(missing))}."


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="rounds of each (default: 40)")
    options = parser.parse_args()
    for line in report(rounds=options.rounds):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
