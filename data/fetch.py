"""Fetch the data that tests compare with and that the repository does not have: `make data`.

sources.toml says where each file is and which SHA-256 it has. A file that is here with another
content is left alone, and so is whatever was not fetched by this script. Python's standard library
is enough.
"""

import argparse
import hashlib
import sys
import tomllib
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from data import rows

FOLDER = Path(__file__).resolve().parent
#: No file is larger than a few megabytes, and no server may fill the disk.
_MOST_OCTETS = 1 << 26
_SECONDS = 30


class FetchError(Exception):
    """A sentence that says why a file is not here."""


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fetch(address: str, target: Path, expected: str) -> bool:
    """Bring a file here, unless it is here already. Return whether it was fetched."""
    if target.exists():
        if digest(target) == expected:
            return False
        raise FetchError(f"{target} is here with another content: move it away, and run this again")
    request = Request(address, headers={"User-Agent": "iri3987-data"})  # noqa: S310 - ours
    try:
        with urlopen(request, timeout=_SECONDS) as response:  # noqa: S310 - sources.toml is ours
            octets = response.read(_MOST_OCTETS)
    except (OSError, HTTPException) as error:
        raise FetchError(f"{address} cannot be had: {error}") from error
    if (found := hashlib.sha256(octets).hexdigest()) != expected:
        message = f"{address} is not the file that was checked: its SHA-256 is {found}"
        raise FetchError(f"{message}, not {expected}")
    write(target, octets)
    return True


def write(target: Path, octets: bytes) -> None:
    """Write a file whole, or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    part.write_bytes(octets)
    part.replace(target)


def make(source: dict[str, Any], name: str, root: Path) -> bool:
    """Make the file of a source that is made of what was fetched. Return whether it is new."""
    target = root / source["makes"]
    texts = {
        path: (root / source["folder"] / Path(path).name).read_text("utf-8")
        for path in source["files"]
    }
    made = getattr(rows, source["how"])(texts, source["title"])
    text = made if isinstance(made, str) else rows.lines(made, name)
    if target.exists():
        if target.read_text("utf-8") == text:
            return False
        raise FetchError(f"{target} is here with another content: move it away, and run this again")
    write(target, text.encode())
    return True


def bring(name: str, source: dict[str, Any], root: Path) -> Iterator[str]:
    """Bring all files of a source, and yield what is wrong."""
    complete = True
    for path, expected in source["files"].items():
        target = root / source["folder"] / Path(path).name
        try:
            new = fetch(source["address"] + path, target, expected)
        except FetchError as error:
            complete = False
            yield str(error)
        else:
            print(f"{'fetched' if new else 'here   '}  {target.relative_to(root)}", flush=True)
    if complete and "makes" in source:
        try:
            new = make(source, name, root)
        except FetchError as error:
            yield str(error)
        else:
            print(f"{'made   ' if new else 'here   '}  {source['makes']}", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Bring the data, and end with 1 if something is not here afterwards."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="which sources of the table (default: all)")
    parser.add_argument("--table", type=Path, default=FOLDER / "sources.toml")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    table = tomllib.loads(options.table.read_text("utf-8"))
    if unknown := sorted(set(options.names) - table.keys()):
        parser.error(f"{unknown[0]} is not in the table, which has {', '.join(table)}")
    faults = [
        fault
        for name in options.names or table
        for fault in bring(name, table[name], options.folder.resolve())
    ]
    for fault in faults:
        print(f"- {fault}", file=sys.stderr)
    if faults:
        sys.exit(f"{len(faults)} files are missing. The tests that need them skip.")


if __name__ == "__main__":
    main()
