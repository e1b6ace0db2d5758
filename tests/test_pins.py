"""Every package that `make` installs has one version, and the versions fit each other's needs."""

import re
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
OURS = {
    "iri3987": ROOT,
    "django-iri": ROOT / "integrations" / "django-iri",
    "flask-iri": ROOT / "integrations" / "flask-iri",
    "sqlalchemy-iri": ROOT / "integrations" / "sqlalchemy-iri",
    "starlette-iri": ROOT / "integrations" / "starlette-iri",
}
FILES = [
    *(
        ROOT / "requirements" / f"{name}.txt"
        for name in ("test", "icu", "build", "docs", "release")
    ),
    ROOT / "benchmarks" / "requirements.txt",
    ROOT / "fuzz" / "requirements.txt",
]
PIN = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)==([0-9]+(?:\.[0-9a-z]+)*)")


def lines(file):
    """List what a file says, without comments."""
    stripped = (line.partition("#")[0].strip() for line in file.read_text("utf-8").splitlines())
    return [line for line in stripped if line]


def project(name):
    """Read the metadata of one of the distributions, and what builds it."""
    settings = tomllib.loads((OURS[name] / "pyproject.toml").read_text("utf-8"))
    return {**settings["project"], "build": settings["build-system"]["requires"]}


def asked_for():
    """List what the requirements files and the distributions ask for."""
    texts = [line for file in FILES for line in lines(file)]
    for metadata in map(project, OURS):
        extras = metadata.get("optional-dependencies", {}).values()
        texts += [
            *metadata["dependencies"],
            *metadata["build"],
            *(one for e in extras for one in e),
        ]
    return [
        Requirement(text) for text in texts if canonicalize_name(Requirement(text).name) not in OURS
    ]


CONSTRAINTS = lines(ROOT / "requirements" / "constraints.txt")
PINS = dict(line.split("==") for line in CONSTRAINTS)
MATRIX = tomllib.loads((ROOT / ".ci" / "matrix.toml").read_text("utf-8"))
DJANGO = lines(ROOT / "requirements" / "django.txt")


@pytest.mark.parametrize("name", ["constraints.txt", "django.txt"])
def test_pins_are_versions_and_nothing_else(name):
    """A pin is a name and a version: no host, no path, no hash, no range."""
    assert [] == [line for line in lines(ROOT / "requirements" / name) if not PIN.fullmatch(line)]


def test_each_package_has_one_pin():
    """No package has two versions, and a change of one is a change of one line."""
    assert sorted(PINS) == [line.partition("==")[0] for line in CONSTRAINTS]


@pytest.mark.parametrize("requirement", asked_for(), ids=str)
def test_what_is_asked_for_is_pinned(requirement):
    """Whatever is installed by name has a pin, and the pin is what was asked for."""
    assert requirement.specifier.contains(PINS[canonicalize_name(requirement.name)])


def needs(requirement):
    """List what an installed package needs here; nothing if it is not installed."""
    try:
        needed = map(Requirement, requires(requirement.name) or ())
    except PackageNotFoundError:
        return []
    extras = [{"extra": extra} for extra in requirement.extras or ("",)]
    return [
        each for each in needed if each.marker is None or any(map(each.marker.evaluate, extras))
    ]


def test_what_these_need_is_pinned():
    """So is everything that the packages need that are installed by name, and what these need."""
    waiting, seen = asked_for(), set()
    while waiting:
        requirement = waiting.pop()
        if str(requirement) not in seen:
            seen.add(str(requirement))
            waiting += needs(requirement)
    names = {canonicalize_name(Requirement(text).name) for text in seen}
    assert len(names) > 80
    assert set() == names - PINS.keys()


def test_each_django_has_a_pin():
    """Each series of Django that is supported has a pin; the one of `make test` is one of them."""
    series = [line.removeprefix("django==").rpartition(".")[0] for line in DJANGO]
    assert list(MATRIX["django"]) == series
    assert f"django=={PINS['django']}" in DJANGO


def test_other_versions():
    """.ci/constraints replaces pins, with the Django of a series as django.txt has it."""
    command = [ROOT / ".ci" / "constraints", "django-6.1", "django-filter==24.3"]
    changed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    pins = [line for line in changed.splitlines() if not line.startswith("#")]
    django = next(line for line in DJANGO if line.startswith("django==6.1."))
    kept = {line for line in CONSTRAINTS if not line.startswith(("django==", "django-filter=="))}
    assert sorted([*kept, django, "django-filter==24.3"]) == sorted(pins)
