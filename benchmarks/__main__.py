"""Print, as Markdown, how fast and how small this package is beside others.

``python -m benchmarks`` from the root of the repository. See benchmarks/README.md.
"""

import argparse
import platform
import sys
from collections.abc import Iterator
from itertools import chain
from statistics import median

import iri3987
from benchmarks import finding, timing, web
from benchmarks.caches import clear_caches
from benchmarks.corpora import ASCII, CORPORA, IRIS, letters, references
from benchmarks.rivals import IMPORTS, OUR_IMPORT, OURS, RIVALS, Call, Rival

#: Texts of the second table: as many as the smallest cache among all of these holds (128).
WARM = 100


def inputs(operation: str, corpus: str) -> list[object]:
    """Return what an operation is given: IRIs, the URIs of them, or pairs to resolve."""
    texts = CORPORA[corpus]
    if operation.startswith("to_iri"):
        return [iri3987.to_uri(text) for text in texts]
    if operation == "linkify":
        return list(letters(texts))
    if operation == "resolve":
        return list(references(texts))
    return list(texts)


def verdict(goal: float, values: list[float]) -> str:
    """Say whether all *values* are within *goal*."""
    return "ok" if all(value <= goal for value in values) else "MISSED"


def leave() -> None:
    """Leave caches as they are."""


def _cell(value: float | None, goal: float) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if value <= goal else f"**{value:.2f}**"


def ratios(
    rivals: dict[Rival, Call], *, rounds: int, warm: bool
) -> tuple[dict[tuple[Rival, str], float], dict[tuple[str, str], float]]:
    """Return our time divided by theirs, by rival and corpus, and our seconds, by operation."""
    found: dict[tuple[Rival, str], float] = {}
    seconds: dict[tuple[str, str], float] = {}
    before = leave if warm else clear_caches
    for operation, ours in OURS.items():
        for corpus in CORPORA:
            others = [
                rival
                for rival in rivals
                if rival.operation == operation and (rival.hosts or corpus != "IDN host")
            ]
            if not others:
                continue
            texts = inputs(operation, corpus)[: WARM if warm else None]
            calls = [ours, *(rivals[rival] for rival in others)]
            # Patterns are compiled and modules loaded once, and in the second table caches filled.
            timing.interleaved(calls, texts, rounds=1, before=clear_caches)
            our, *their = timing.interleaved(calls, texts, rounds=rounds, before=before)
            seconds[operation, corpus] = median(our)
            for rival, times in zip(others, their, strict=True):
                found[rival, corpus] = timing.ratio(our, times)
    return found, seconds


def speed_table(rivals: dict[Rival, Call], *, rounds: int, warm: bool) -> Iterator[str]:
    """Yield the lines of a table of ratios; the goals are for caches that are empty."""
    found, seconds = ratios(rivals, rounds=rounds, warm=warm)
    yield f"| Operation | Against | {' | '.join(CORPORA)} | {'' if warm else 'Goal | |'}"
    yield f"|---|---|{'---:|' * len(CORPORA)}{'' if warm else '---:|---|'}"
    for operation in OURS:
        ours = [seconds.get((operation, corpus)) for corpus in CORPORA]
        cells = ["" if value is None else f"{value * 1e9:,.0f} ns" for value in ours]
        yield f"| `{operation}` | (our time) | {' | '.join(cells)} |{'' if warm else ' | |'}"
        for rival in rivals:
            if rival.operation == operation:
                goal = float("inf") if warm else rival.goal
                values = [found.get((rival, corpus)) for corpus in CORPORA]
                line = " | ".join(_cell(value, goal) for value in values)
                known = [value for value in values if value is not None]
                end = "" if warm else f" {goal:g} | {verdict(goal, known)} |"
                yield f"| | {rival.package} | {line} |{end}"


def import_table(*, rounds: int) -> Iterator[str]:
    """Yield the lines of a table of imports in fresh processes."""
    statements = [statement for _, statement, _ in IMPORTS]
    times = timing.import_seconds([OUR_IMPORT, *statements], rounds=rounds)
    ours = times[OUR_IMPORT]
    yield "| Import | Time | Ours / theirs | Goal | |"
    yield "|---|---:|---:|---:|---|"
    yield f"| `{OUR_IMPORT}` | {median(ours) * 1000:.1f} ms | | | |"
    for _, statement, goal in IMPORTS:
        if statement in times:
            value = timing.ratio(ours, times[statement])
            shown = f"{median(times[statement]) * 1000:.1f} ms | {_cell(value, goal)}"
            yield f"| `{statement}` | {shown} | {goal:g} | {verdict(goal, [value])} |"


def memory_table() -> Iterator[str]:
    """Yield the lines of a table of memory."""
    yield "| An IRI takes beyond its text | ASCII | IRI | Goal | |"
    yield "|---|---:|---:|---:|---|"
    for label, read in (("as made", False), ("once a component was read", True)):
        values = [timing.octets(texts, read=read) for texts in (ASCII, IRIS)]
        cells = " | ".join(f"{value:.0f} octets" for value in values)
        end = " | " if read else f"100 | {verdict(100, values)}"
        yield f"| {label} | {cells} | {end} |"


def report(*, rounds: int) -> Iterator[str]:
    """Yield all lines of the report."""
    loaded = {rival: rival.load() for rival in RIVALS}
    rivals = {rival: call for rival, call in loaded.items() if call is not None}
    missing = {rival.package for rival, call in loaded.items() if call is None}
    yield "# iri3987 beside others\n"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield f"{python}, {platform.machine()}, {rounds} rounds.\n"
    yield "Ratios are our time divided by theirs: less than 1 is faster. Bold misses the goal.\n"
    if missing:
        yield f"Not installed, and left out: {', '.join(sorted(missing))}.\n"
    yield "## First time: every text is new, all caches of results are empty\n"
    yield from speed_table(rivals, rounds=rounds, warm=False)
    yield "\n## Again: caches hold every text\n"
    yield from speed_table(rivals, rounds=rounds, warm=True)
    yield "\n## Import, in a fresh process\n"
    yield from import_table(rounds=rounds)
    yield "\n## Running text: millions of octets of UTF-8 a second\n"
    yield from finding.table(rounds=max(1, rounds // 4))
    yield "\n## Memory\n"
    yield from memory_table()
    yield "\n## What each call does\n"
    for rival in rivals:
        yield f"- `{rival.operation}`, {rival.package}: {rival.does}"


def main() -> None:
    """Print this report and the second one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=41, help="rounds of each (default: 41)")
    options = parser.parse_args()
    for line in chain(report(rounds=options.rounds), [""], web.report(rounds=options.rounds)):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
