"""The distributions, built and installed as users get them, and what importing the core loads."""

import email
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PurePosixPath

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
CORE = ROOT / "src" / "iri3987"
FOLDERS = {
    "iri3987": ROOT,
    **{folder.name: folder for folder in sorted((ROOT / "integrations").iterdir())},
}
PROJECTS = {
    name: tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    for name, folder in FOLDERS.items()
}
PACKAGES = {name: name.replace("-", "_") for name in FOLDERS}
VERSION = PROJECTS["iri3987"]["version"]
MATRIX = tomllib.loads((ROOT / ".ci" / "matrix.toml").read_text("utf-8"))
SITE = tomllib.loads((ROOT / "release" / "site.toml").read_text("utf-8"))
#: Where a link of Markdown leads.
LINK = re.compile(r"""(?:(?<=\]\()|(?<=src=")|(?<=srcset="))[^)#\s"][^)\s"]*""")
each_distribution = pytest.mark.parametrize("name", FOLDERS)


def run(*command):
    """Run a command, and show what it printed if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(made_once):
    """Build the sdists and, from them, the wheels, all at once; without a network."""

    def build(folder):
        def one(project):
            options = ["--no-isolation", "--outdir", str(folder)]
            run(sys.executable, "-m", "build", *options, str(project))

        with ThreadPoolExecutor() as pool:
            list(pool.map(one, FOLDERS.values()))

    return made_once("dist", build)


@pytest.fixture
def wheel(dist, name):
    """Open the wheel of a distribution."""
    with zipfile.ZipFile(dist / f"{PACKAGES[name]}-{VERSION}-py3-none-any.whl") as archive:
        yield archive


@pytest.fixture
def metadata(wheel, name):
    """Read the metadata in a wheel."""
    path = f"{PACKAGES[name]}-{VERSION}.dist-info/METADATA"
    return email.message_from_bytes(wheel.read(path))


@pytest.fixture
def sdist_names(dist, name):
    """List the files in the sdist of a distribution, relative to its top."""
    stem = f"{PACKAGES[name]}-{VERSION}"
    with tarfile.open(dist / f"{stem}.tar.gz") as archive:
        return {str(PurePosixPath(path).relative_to(stem)) for path in archive.getnames()}


@pytest.mark.slow
@each_distribution
def test_wheel_holds_the_package_and_nothing_else(wheel, name):
    """A wheel has the package's files, with type marker, translations and licence; no tests."""
    source = FOLDERS[name] / "src"
    expected = {
        path.relative_to(source).as_posix()
        for path in (source / PACKAGES[name]).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and not path.name.startswith("make_")
    }
    info = f"{PACKAGES[name]}-{VERSION}.dist-info"
    assert expected == {path for path in wheel.namelist() if not path.startswith(f"{info}/")}
    assert f"{PACKAGES[name]}/py.typed" in expected
    licence = wheel.read(f"{info}/licenses/LICENSE").decode()
    assert (ROOT / "LICENSE").read_text("utf-8") == licence


@pytest.mark.slow
@each_distribution
def test_readme_works_on_the_index(metadata, name):
    """The description is the README, with links to the site or the source of what is there."""
    description = metadata.get_payload(decode=True).decode()
    readme = (FOLDERS[name] / "README.md").read_text("utf-8")
    assert LINK.sub("", readme) == LINK.sub("", description)
    for link, shown in zip(LINK.findall(readme), LINK.findall(description), strict=True):
        if link != shown:
            file, hash_, fragment = link.partition("#")
            path = (FOLDERS[name] / file).resolve().relative_to(ROOT)
            assert (ROOT / path).exists()
            address = f"{SITE['files']}/{path}"
            if "docs" in path.parts:
                page = path.relative_to("docs")
                page = page.with_suffix(".html") if page.suffix == ".md" else page
                address = f"{SITE['url']}/{page}"
            assert f"{address}{hash_}{fragment}" == shown
        assert shown.startswith(("https://", "http://"))


@pytest.mark.slow
@each_distribution
def test_sdist_can_be_built_and_tested(sdist_names, name):
    """An sdist has what the build reads. That of the core is the repository, with its tests."""
    expected = {"LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}
    assert {*expected, f"src/{PACKAGES[name]}/py.typed"} <= sdist_names
    git = shutil.which("git") or "false"
    done = subprocess.run(
        [git, "-C", FOLDERS[name], "ls-files", "-z"], capture_output=True, text=True, check=False
    )  # it lists nothing outside a clone
    assert set() == set(filter(None, done.stdout.split("\0"))) - sdist_names
    assert not {path for path in sdist_names if path.startswith((".venv", ".git/", "data/unicode"))}


@pytest.mark.slow
def test_wheels_install_into_an_empty_environment(dist, tmp_path):
    """The wheels install without a network, and it is their packages that are imported."""
    venv.create(tmp_path, with_pip=False)
    python = str(tmp_path / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    run(*pip, "install", "--no-index", "--no-deps", *map(str, sorted(dist.glob("*.whl"))))
    # What they need comes from this environment; a folder named in a .pth file adds its
    # packages, but not the editable installs that its own .pth files stand for.
    purelib = Path(sysconfig.get_path("purelib", vars={"base": str(tmp_path)}))
    (purelib / "needs.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    statement = "; ".join(f"import {each}; print({each}.__file__)" for each in PACKAGES.values())
    expected = [str(purelib / each / "__init__.py") for each in PACKAGES.values()]
    assert expected == run(python, "-I", "-W", "error", "-c", statement).splitlines()


@each_distribution
def test_versions(name):
    """All have one version; a plug-in needs the core of it, and the Pythons that are tested."""
    project = PROJECTS[name]
    assert VERSION == project["version"]
    needs = [Requirement(need) for need in project["dependencies"]]
    assert all(VERSION in need.specifier for need in needs if need.name == "iri3987")
    pythons = [each for each in project["classifiers"] if re.search(r"Python :: 3\.\d+$", each)]
    assert MATRIX["python"] == [each.rpartition(" ")[2] for each in pythons]
    assert f">={MATRIX['python'][0]}" == project["requires-python"]


def test_each_version_has_an_end():
    """The page of versions says until when their makers mend faults: a month of a year."""
    until = MATRIX["until"]
    databases = {name: [version] for name, version in MATRIX["databases"].items()}
    expected = {"python": MATRIX["python"], "django": list(MATRIX["django"]), **databases}
    assert expected == {name: list(versions) for name, versions in until.items()}
    ends = [end for versions in until.values() for end in versions.values()]
    assert all(re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", end) for end in ends)


@each_distribution
def test_oldest_versions_are_tested(name):
    """What a plug-in says it works with begins with the versions that `make lowest` installs."""
    project = PROJECTS[name]
    extras = project.get("optional-dependencies", {}).values()
    texts = [*project["dependencies"], *(text for extra in extras for text in extra)]
    for need in map(Requirement, texts):
        if oldest := MATRIX["lowest"].get(need.name.lower()):
            assert Version(oldest) in {Version(each.version) for each in need.specifier}


def test_importing_the_core_needs_the_standard_library_only():
    """`import iri3987` works, and loads nothing foreign, where there are no site-packages."""
    statement = f"""
import sys
sys.path.insert(0, {str(CORE.parent)!r})
import iri3987
print(*({{name.partition(".")[0] for name in sys.modules}} - sys.stdlib_module_names))
"""
    assert {"__main__", "iri3987"} >= set(run(sys.executable, "-I", "-S", "-c", statement).split())
