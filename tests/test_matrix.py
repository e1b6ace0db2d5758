"""The distributions and the documents name the versions that .ci/matrix.toml has."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parent.parent
MATRIX = tomllib.loads((ROOT / ".ci" / "matrix.toml").read_text("utf-8"))
PROJECTS = {
    project["name"]: project
    for folder in (ROOT, *sorted((ROOT / "integrations").iterdir()))
    for project in [tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]]
}


def versions(what):
    """Ask .ci/versions, as the scripts do."""
    command = [ROOT / ".ci" / "versions", what]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def classified(name, what):
    """List the versions that the classifiers of a distribution say it works with."""
    pattern = re.compile(re.escape(what) + r" :: (\d+\.\d+)")
    matches = map(pattern.fullmatch, PROJECTS[name]["classifiers"])
    return [match[1] for match in matches if match]


@pytest.mark.parametrize("name", PROJECTS)
def test_pythons(name):
    """A distribution names the Pythons in its classifiers, and asks for the oldest or newer."""
    assert MATRIX["python"] == classified(name, "Programming Language :: Python")
    assert f">={MATRIX['python'][0]}" == PROJECTS[name]["requires-python"]


def test_djangos():
    """django-iri names the same series of Django in its classifiers."""
    assert list(MATRIX["django"]) == classified("django-iri", "Framework :: Django")


def bounds():
    """Yield each lower bound of what a plug-in needs or offers."""
    for project in PROJECTS.values():
        extras = project.get("optional-dependencies", {}).values()
        for text in (*project["dependencies"], *(each for extra in extras for each in extra)):
            requirement = Requirement(text)
            name = canonicalize_name(requirement.name)
            if name not in {*PROJECTS, "idna", "tqdm", "jinja2"}:  # not what `make lowest` is for
                yield name, str(requirement.specifier)


@pytest.mark.parametrize(("name", "bound"), sorted(set(bounds())))
def test_lower_bounds(name, bound):
    """The oldest version that a distribution asks for is the one that `make lowest` installs."""
    assert bound.startswith(">=")
    assert Version(MATRIX["lowest"][name]) == Version(bound.removeprefix(">="))


def test_lowest_django_is_the_oldest_series():
    """The lowest Django is of the oldest series."""
    assert min(MATRIX["django"]) == MATRIX["lowest"]["django"]


@pytest.mark.parametrize("name", [name for name in PROJECTS if name != "iri3987"])
def test_readmes_of_plug_ins(name):
    """The README of a plug-in names the oldest versions of Python and of its framework."""
    text = (ROOT / "integrations" / name / "README.md").read_text("utf-8")
    said = re.findall(r"\b([A-Z][\w-]+) (\d+(?:\.\d+)+)\s+or\s+newer", text)
    oldest = {"python": MATRIX["python"][0], **MATRIX["lowest"]}
    assert "Python" in dict(said)
    assert [] == [each for each in said if Version(each[1]) != Version(oldest[each[0].lower()])]


def test_readme_says_what_is_tested():
    """The README names each Python and framework."""
    text = (ROOT / "README.md").read_text("utf-8")
    tested = re.search(r"Tested with (.+?)\.\n", text, re.DOTALL)[1]
    oldest, *newer = MATRIX["python"]
    lowest = MATRIX["lowest"]
    expected = [
        *(oldest, MATRIX["system"], *newer),
        *MATRIX["django"],
        *(lowest["flask"].removesuffix(".0"), lowest["starlette"], lowest["fastapi"]),
    ]
    assert expected == re.findall(r"\d+\.\d+(?:\.\d+)?", tested)


def test_pairs():
    """.ci/matrix asks each Django on each Python that it has."""
    expected = {
        (django, python) for django in MATRIX["django"] for python in MATRIX["django"][django]
    }
    assert expected == {tuple(pair.split("-")) for pair in versions("pairs")}


def test_every_python_has_each_later_django():
    """A Python that has a series of Django has the newer ones, too."""
    series = [set(pythons) for pythons in MATRIX["django"].values()]
    assert set(MATRIX["python"]) == series[0]
    assert all({MATRIX["python"][-1]} <= each <= set(MATRIX["python"]) for each in series)


def test_run():
    """.ci/run asks every Python after the oldest, each with a Django that it has."""
    rows = [line.split(maxsplit=2) for line in versions("run")]
    assert MATRIX["python"][1:] == [python for python, _, _ in rows]
    assert [] == [row for row in rows if row[0] not in MATRIX["django"][row[1]]]
    paths = [path.removeprefix("--ignore=") for _, _, tests in rows for path in tests.split()]
    assert [] == [path for path in paths if not (ROOT / path).exists()]


def test_lowest():
    """.ci/lowest installs exactly the lowest versions."""
    assert MATRIX["lowest"] == dict(line.split("==") for line in versions("lowest"))


def test_json():
    """A workflow gets the pairs, and each Python with its newest Django, as JSON."""
    said = {
        name: json.loads(text)
        for name, _, text in (line.partition("=") for line in versions("json"))
    }
    pairs = [f"{row['django']}-{row['python']}" for row in said["pairs"]]
    assert versions("pairs") == pairs
    assert {"python": "3.11", "django": "5.2"} == said["pythons"][0]
    assert {"python": "3.14", "django": "6.1"} == said["pythons"][-1]


def test_unknown_word():
    """A word that is not known ends with what there is."""
    done = subprocess.run(
        [ROOT / ".ci" / "versions", "x"], capture_output=True, text=True, check=False
    )
    assert (1, True) == (done.returncode, ".ci/versions pairs" in done.stderr)
