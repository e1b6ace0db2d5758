"""Write constraints.txt and django.txt anew, with the newest versions that fit together.

`make pins` runs it. pip decides what is installed, under each Python of .ci/matrix.toml. The oldest
one comes first: the newer ones can have what it has, and add what they alone need. A Python that is
not here is skipped, if it is not the oldest.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
PLUG_INS = sorted(ROOT.glob("integrations/*-iri"))
MATRIX = tomllib.loads((ROOT / ".ci" / "matrix.toml").read_text("utf-8"))
#: Debian 12's comes first. Some packages ask for a later 3.11.
PYTHONS = (MATRIX["system"], *MATRIX["python"][1:])
#: The packages that `make` installs, in whichever of its environments.
WANTED = (
    *("-e", ROOT, *(each for path in PLUG_INS for each in ("-e", path))),
    *("-r", FOLDER / "test.txt", "-r", FOLDER / "icu.txt", "-r", FOLDER / "build.txt"),
    *("-r", FOLDER / "docs.txt", "-r", FOLDER / "release.txt"),
    *("-r", ROOT / "benchmarks" / "requirements.txt", "-r", ROOT / "benchmarks" / "niquests.txt"),
    *("-r", ROOT / "fuzz" / "requirements.txt"),
)


def run(*command: str | Path) -> str:
    """Run a command that shows its errors, and return what it prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def environments(folder: Path) -> Iterator[tuple[str, Path]]:
    """Make an environment of each Python in *folder*, and yield its version and interpreter."""
    for version in PYTHONS:
        if python := run(ROOT / ".ci" / "python", version).strip():
            run(python, "-m", "venv", folder / version)
            yield version, folder / version / "bin" / "python"
        elif version == PYTHONS[0]:
            sys.exit(f"Python {version} is not here, and the pins cannot be made without it.")
        else:
            print(f"Python {version} is not here: packages that it alone needs have no pin")


def resolve(python: Path, *options: str | Path) -> dict[str, str]:
    """Return the version of each package that pip would take from an index."""
    pip = (python, "-m", "pip", "install", "--disable-pip-version-check", "--quiet")
    report = run(*pip, "--dry-run", "--ignore-installed", "--report", "-", *options)
    return {
        re.sub(r"[-_.]+", "-", item["metadata"]["name"]).lower(): item["metadata"]["version"]
        for item in json.loads(report)["install"]
        if "dir_info" not in item["download_info"]
    }


def main() -> None:
    """Resolve, then write."""
    with tempfile.TemporaryDirectory() as folder:
        pins: dict[str, str] = {}
        known = Path(folder, "known.txt")
        for version, python in environments(Path(folder)):
            print(f"Asking the pip of Python {version} (a minute or two)", flush=True)
            known.write_text("\n".join(map("==".join, pins.items())), "utf-8")
            pins = resolve(python, "-c", known, *WANTED) | pins
        # Every series of Django runs on the newest Python.
        djangos = [
            resolve(python, f"Django=={version}.*")["django"] for version in MATRIX["django"]
        ]
    lines = (
        "# The versions that `make` installs, written by `make pins`.",
        *map("==".join, sorted(pins.items())),
        "",
    )
    (FOLDER / "constraints.txt").write_text("\n".join(lines), "utf-8")
    lines = (
        "# The newest Django of each series, for .ci/run and .ci/matrix, written by `make pins`.",
        *(f"django=={version}" for version in djangos),
        "",
    )
    (FOLDER / "django.txt").write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
