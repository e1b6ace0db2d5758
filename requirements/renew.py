"""Write constraints.txt and django.txt anew, with the newest versions that fit together.

`make pins` runs it. pip decides what is installed, under each Python that the packages support. The
oldest one comes first: the newer ones can have what it has, and add what they alone need.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
PLUG_IN = ROOT / "integrations" / "django-iri"
#: Debian 12's. Some packages ask for a later 3.11.
OLDEST = "3.11.2"
#: What `make` installs, in whichever of its environments.
WANTED = (
    *("-e", ROOT, "-e", PLUG_IN, "-e", ROOT / "integrations" / "flask-iri"),
    *("-e", ROOT / "integrations" / "starlette-iri"),
    *("-r", FOLDER / "test.txt", "-r", FOLDER / "icu.txt", "-r", FOLDER / "build.txt"),
    *("-r", FOLDER / "docs.txt"),
    *("-r", ROOT / "benchmarks" / "requirements.txt", "-r", ROOT / "fuzz" / "requirements.txt"),
)


def run(*command: str | Path) -> str:
    """Run a command that shows its errors, and return what it prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def series(project: Path, what: str) -> list[str]:
    """Name the versions that the classifiers of a project list, the oldest first."""
    metadata = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    pattern = re.compile(re.escape(what) + r" :: (\d+\.\d+)")
    matches = map(pattern.fullmatch, metadata["project"]["classifiers"])
    versions = [match[1] for match in matches if match]
    return sorted(versions, key=lambda version: [int(number) for number in version.split(".")])


def environment(version: str, folder: Path) -> Path:
    """Make an environment of a version of Python, and return its interpreter."""
    python = run(ROOT / ".ci" / "python", version).strip()
    if not python:
        sys.exit(f"Python {version} is not here, and its pins cannot be made without it.")
    run(python, "-m", "venv", folder)
    return folder / "bin" / "python"


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
        pythons = {
            version: environment(version, Path(folder, version))
            for version in (OLDEST, *series(ROOT, "Programming Language :: Python")[1:])
        }
        pins: dict[str, str] = {}
        known = Path(folder, "known.txt")
        for version, python in pythons.items():
            print(f"Asking the pip of Python {version} (a minute or two)", flush=True)
            known.write_text("\n".join(map("==".join, pins.items())), "utf-8")
            pins = resolve(python, "-c", known, *WANTED) | pins
        # Every series of Django runs on the newest Python.
        djangos = [
            resolve(python, f"Django=={version}.*")["django"]
            for version in series(PLUG_IN, "Framework :: Django")
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
