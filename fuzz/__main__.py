"""Fuzz the core for some minutes: ``python -m fuzz --minutes 5 [TARGET ...]``.

Without TARGET, all of them share the time. A text that breaks a law is made as short as it gets and
printed as a Python literal; the exit status is then 1.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from fuzz.seeds import seeds
from fuzz.target import text_of
from laws import LAWS

ROOT = Path(__file__).parents[1]


def breaks(law: Callable[[str], None], text: str) -> str:
    """Return what *law* raises for *text*, or ""."""
    try:
        law(text)
    except Exception as error:  # noqa: BLE001 - a fuzzer looks for any
        return f"{type(error).__name__}: {error}"
    return ""


def shrink(law: Callable[[str], None], text: str) -> str:
    """Return a text that breaks *law* and of which no part can be left out."""
    size = len(text)
    while size:
        start = 0
        while start < len(text):
            shorter = text[:start] + text[start + size :]
            if breaks(law, shorter):
                text = shorter
            else:
                start += size
        size //= 2
    return text


def fuzz(name: str, *, seconds: int, corpus: Path) -> str | None:
    """Fuzz a target, and return the text that broke it, or None."""
    with tempfile.TemporaryDirectory() as crashes:
        command = [sys.executable, "-m", "fuzz.target", name, str(corpus)]
        command += [f"-dict={Path(__file__).with_name('dictionary.txt')}"]
        command += [f"-max_total_time={seconds}", f"-artifact_prefix={crashes}/", "-max_len=300"]
        command += ["-timeout=10"]
        run = subprocess.run(  # noqa: S603 - our own interpreter and our own module
            command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False
        )
        found = sorted(Path(crashes).iterdir())
        if found:
            return text_of(found[0].read_bytes())
        if run.returncode:
            raise SystemExit(run.stderr)
        sys.stdout.write(f"{name}: {run.stderr.strip().splitlines()[-1]}\n")
        return None


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(LAWS)}")
    parser.add_argument("--minutes", type=float, default=5, help="for all together (default: 5)")
    options = parser.parse_args()
    names = options.targets or list(LAWS)
    if unknown := set(names) - set(LAWS):
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    broken = 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            for number, seed in enumerate(seeds()):
                Path(folder, str(number)).write_bytes(seed.encode("utf-8", "surrogatepass"))
            seconds = max(1, int(options.minutes * 60 / len(names)))
            text = fuzz(name, seconds=seconds, corpus=Path(folder))
        if text is not None:
            broken = 1
            text = shrink(LAWS[name], text)
            sys.stdout.write(f"{name}: {text!a}\n    {breaks(LAWS[name], text)}\n")
    return broken


if __name__ == "__main__":
    sys.exit(main())
