"""The contents of sdists and wheels, and their faults: one sentence for each."""

import email.message
import email.parser
import hashlib
import re
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
#: The folder of each distribution. The core comes first: the others need it.
FOLDERS = {
    "iri3987": ROOT,
    **{folder.name: folder for folder in sorted((ROOT / "integrations").iterdir())},
}
_FIELDS = (
    *("Summary", "Author", "Keywords", "License-Expression", "License-File"),
    *("Requires-Python", "Classifier", "Project-URL", "Description-Content-Type"),
)


def project(folder: Path) -> dict[str, Any]:
    """Return the metadata that a folder's pyproject.toml has."""
    settings = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    metadata: dict[str, Any] = settings["project"]
    return metadata


def breaking(version: str) -> str:
    """Return the next version that may break what uses this one (Semantic Versioning, 4 and 8)."""
    major, minor, *_ = map(int, version.split("."))
    return f"0.{minor + 1}" if major == 0 else str(major + 1)


def version_faults(
    projects: Iterable[dict[str, Any]], changes: str, tag: str | None
) -> Iterator[str]:
    """Compare the versions of all distributions with each other, CHANGELOG.md and the tag."""
    core, *others = projects
    version = core["version"]
    need = f"iri3987>={version},<{breaking(version)}"
    for other in others:
        if other["version"] != version:
            yield f"{other['name']} is {other['version']}, but iri3987 is {version}"
        if need not in other["dependencies"]:
            yield f"{other['name']} does not need {need}"
    sections = re.findall(r"^## (.*)$", changes, re.MULTILINE)
    if tag is None:
        if not any(version in section for section in sections):
            yield f"CHANGELOG.md has no section for {version}"
        return
    if tag != f"v{version}":
        yield f"the tag is {tag}, but the version is {version}"
    if not re.fullmatch(re.escape(version) + r" - \d{4}-\d\d-\d\d", next(iter(sections), "")):
        yield f'the first section of CHANGELOG.md is not "{version} - " and a date'


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def names(sdist: Path) -> set[str]:
    """Return the paths of the files in an sdist, relative to its top."""
    with tarfile.open(sdist) as archive:
        files = [PurePosixPath(each.name) for each in archive.getmembers() if not each.isdir()]
    return {str(PurePosixPath(*path.parts[1:])) for path in files}


def stray_faults(sdist: Path, tracked: set[str]) -> Iterator[str]:
    """Compare an sdist with the files that git knows in the folder of the distribution."""
    found = names(sdist) - {"PKG-INFO", ".gitignore"}  # hatchling adds these
    yield from (f"{sdist.name} has {path}, which git does not" for path in sorted(found - tracked))
    lacking = sorted(tracked - found - {".gitignore"})
    yield from (f"{sdist.name} lacks {path}" for path in lacking)


def metadata(wheel: Path) -> email.message.Message:
    """Return the metadata of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        text = archive.read(name).decode("utf-8")
    return email.parser.HeaderParser().parsestr(text)


def metadata_faults(
    said: email.message.Message, name: str, classifiers: Iterable[str]
) -> Iterator[str]:
    """Say which fields are missing, or are not what the index knows."""
    yield from (f"{name}: the metadata have no {field}" for field in _FIELDS if not said[field])
    unknown = set(said.get_all("Classifier", ())) - set(classifiers)
    yield from (f"{name}: the index does not know the classifier {each}" for each in unknown)
    for need in said.get_all("Requires-Dist", ()):
        if "@" in need:
            yield f"{name}: the index does not take a need with an address: {need}"


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what an element leads to."""
        del tag
        self.found += [value or "" for name, value in attrs if name in {"href", "src"}]


def link_faults(html: str, name: str) -> Iterator[str]:
    """Say which links of a rendered README lead nowhere on the index: those that are relative."""
    parser = _Links()
    parser.feed(html)
    if not parser.found:
        yield f"{name}: the README has no links"
    for link in parser.found:
        if not link.startswith(("https://", "http://", "mailto:", "#")):
            yield f"{name}: the README links to {link}, which is not on the index"
