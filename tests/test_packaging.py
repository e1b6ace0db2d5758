"""The distributions: what is in them, what they need, what importing the core loads."""

import ast
import email
import os
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

from iri3987.words import LANGUAGES

ROOT = Path(__file__).parent.parent
CORE = ROOT / "src" / "iri3987"

SITE = tomllib.loads((ROOT / "release" / "site.toml").read_text("utf-8"))
#: Where a link of Markdown leads.
LINK = re.compile(r"(?<=\]\()[^)#\s][^)\s]*")
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
#: distribution -> its folder, its package, what it needs besides the core
DISTRIBUTIONS = {
    "iri3987": (ROOT, "iri3987", {"idna"}),
    "django-iri": (ROOT / "integrations" / "django-iri", "django_iri", {"django"}),
    "flask-iri": (ROOT / "integrations" / "flask-iri", "flask_iri", {"flask", "werkzeug"}),
    "sqlalchemy-iri": (ROOT / "integrations" / "sqlalchemy-iri", "sqlalchemy_iri", {"sqlalchemy"}),
    "starlette-iri": (ROOT / "integrations" / "starlette-iri", "starlette_iri", {"starlette"}),
}
each_distribution = pytest.mark.parametrize("name", DISTRIBUTIONS)


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
            list(pool.map(one, [project for project, _, _ in DISTRIBUTIONS.values()]))

    return made_once("dist", build)


@pytest.fixture
def wheel(dist, name):
    """Open the wheel of a distribution."""
    with zipfile.ZipFile(dist / f"{name.replace('-', '_')}-{VERSION}-py3-none-any.whl") as archive:
        yield archive


@pytest.fixture
def sdist_names(dist, name):
    """List the files in the sdist of a distribution, relative to its top."""
    stem = f"{name.replace('-', '_')}-{VERSION}"
    with tarfile.open(dist / f"{stem}.tar.gz") as archive:
        return {str(PurePosixPath(path).relative_to(stem)) for path in archive.getnames()}


@each_distribution
def test_one_version(name):
    """The distributions carry one version number."""
    project = tomllib.loads((DISTRIBUTIONS[name][0] / "pyproject.toml").read_text("utf-8"))
    assert VERSION == project["project"]["version"]


@pytest.mark.slow
@each_distribution
def test_wheel_holds_the_package_and_nothing_else(wheel, name):
    """A wheel holds the package's own files, the typing marker and the licence; no tests."""
    folder, package, _ = DISTRIBUTIONS[name]
    source = folder / "src"
    expected = {
        path.relative_to(source).as_posix()
        for path in (source / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and not path.name.startswith("make_")
    }
    info = f"{package}-{VERSION}.dist-info"
    files = {path for path in wheel.namelist() if not path.startswith(f"{info}/")}
    assert expected == files
    assert f"{package}/py.typed" in files
    licence = wheel.read(f"{info}/licenses/LICENSE").decode()
    assert (ROOT / "LICENSE").read_text("utf-8") == licence


@pytest.mark.parametrize(
    ("name", "domain"), [("iri3987", "iri3987/{}/iri3987"), ("django-iri", "django_iri/{}/django")]
)
def test_wheel_holds_the_translations(wheel, domain):
    """A wheel holds the compiled catalogue of each language, and with it the source."""
    folders = (f"locale/{language}/LC_MESSAGES" for language in LANGUAGES)
    files = {f"{domain.format(folder)}{end}" for folder in folders for end in (".mo", ".po")}
    assert files == {path for path in wheel.namelist() if "/locale/" in path}


@each_distribution
def test_metadata(wheel, name):
    """A wheel says what it needs, which Python, which licence, and describes itself."""
    _, package, needs = DISTRIBUTIONS[name]
    licence = "MIT AND Unicode-3.0" if name == "iri3987" else "MIT"
    metadata = email.message_from_bytes(wheel.read(f"{package}-{VERSION}.dist-info/METADATA"))
    required = {Requirement(need) for need in metadata.get_all("Requires-Dist")}
    names = {need.name.lower() for need in required if need.marker is None}
    assert needs | ({"iri3987"} - {name}) == names
    assert ">=3.11" == metadata["Requires-Python"]
    assert licence == metadata["License-Expression"]


@each_distribution
def test_description(wheel, name):
    """The description is the README, with links that work on the index: to the site or the source.

    Each of them leads to what the README links to, and that is there.
    """
    folder, package, _ = DISTRIBUTIONS[name]
    metadata = email.message_from_bytes(wheel.read(f"{package}-{VERSION}.dist-info/METADATA"))
    description = metadata.get_payload(decode=True).decode()
    readme = (folder / "README.md").read_text("utf-8")
    assert LINK.sub("", readme) == LINK.sub("", description)
    pairs = list(zip(LINK.findall(readme), LINK.findall(description), strict=True))
    assert [] == [shown for _, shown in pairs if not shown.startswith(("https://", "http://"))]
    ours = [(link, shown) for link, shown in pairs if link != shown]
    assert ours
    for link, shown in ours:
        name, hash_, fragment = link.partition("#")
        target = (folder / name).resolve()
        assert target.exists()
        path = target.relative_to(ROOT).as_posix()
        page = f"{SITE['url']}/{path.removeprefix('docs/').rpartition('.')[0]}.html"
        address = page if path.startswith("docs/") else f"{SITE['files']}/{path}"
        assert f"{address}{hash_}{fragment}" == shown


@each_distribution
def test_sdist_can_be_built_from(sdist_names, name):
    """An sdist holds the sources, the licence and what the build reads."""
    package = DISTRIBUTIONS[name][1]
    expected = {"LICENSE", "PKG-INFO", "README.md", "pyproject.toml", f"src/{package}/py.typed"}
    assert expected <= sdist_names


@pytest.mark.parametrize("name", ["iri3987"])
def test_sdist_of_the_core_can_be_tested(sdist_names):
    """The sdist of the core is the whole repository: tests, vectors, plug-ins, how to run them.

    Files that `make demo` and `make data` write beside it are not in it.
    """
    command = [shutil.which("git") or "false", "-C", ROOT, "ls-files", "-z"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    tracked = set(filter(None, done.stdout.split("\0")))  # none without git or outside a clone
    assert [] == sorted(tracked - sdist_names)
    made = ("example_projects/django_links/files/", "data/unicode/", "data/conformance/")
    assert not {path for path in sdist_names if path.startswith(made)}
    assert {"Makefile", "CHANGELOG.md", ".ci/run", ".github/workflows/ci.yml"} <= sdist_names
    assert not {path for path in sdist_names if path.startswith((".venv", ".git/"))}


@pytest.mark.slow
def test_wheels_install_into_an_empty_environment(dist, tmp_path):
    """The wheels install without a network, and it is their packages that are imported."""
    venv.create(tmp_path, with_pip=False)
    python = str(tmp_path / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    wheels = [str(path) for path in sorted(dist.glob("*.whl"))]
    run(*pip, "install", "--no-index", "--no-deps", *wheels)
    # What they need comes from this environment; a folder named in a .pth file adds its
    # packages, but not the editable installs that its own .pth files stand for.
    purelib = Path(sysconfig.get_path("purelib", vars={"base": str(tmp_path)}))
    (purelib / "needs.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    for _, package, _ in DISTRIBUTIONS.values():
        statement = f"import {package}; print({package}.__file__)"
        expected = str(purelib / package / "__init__.py")
        assert expected == run(python, "-I", "-W", "error", "-c", statement).strip()


def test_importing_the_core_needs_the_standard_library_only():
    """`import iri3987` works, and loads nothing foreign, where there are no site-packages."""
    statement = f"""
import sys
sys.path.insert(0, {str(CORE.parent)!r})
import iri3987
print(*({{name.partition(".")[0] for name in sys.modules}} - sys.stdlib_module_names))
"""
    assert {"__main__", "iri3987"} >= set(run(sys.executable, "-I", "-S", "-c", statement).split())


def loaded_after(statement):
    """Name the modules that a fresh interpreter has loaded after a statement."""
    report = f"import sys\n{statement}\nprint(*sys.modules, sep='\\n')"
    # To measure coverage in the process would load other modules first.
    environment = {name: os.environ[name] for name in os.environ if "COV" not in name}
    command = [sys.executable, "-I", "-c", report]
    return set(subprocess.check_output(command, env=environment, encoding="utf-8").split())


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("import iri3987", id="import"),
        pytest.param(
            "import iri3987; iri3987.to_uri('http://example.org/stra\\xdfe')", id="ascii-host"
        ),
    ],
)
def test_idna_and_unicode_tables_wait(statement):
    """Neither idna nor a Unicode table is loaded before a host or a display form is asked for."""
    loaded = loaded_after(statement)
    assert "iri3987" in loaded
    unwanted = (
        "idna",
        "jinja2",
        "pydantic",
        "tqdm",
        "wtforms",
        "iri3987._unicode.",
        "iri3987._pydantic",
        "iri3987.words",
    )
    assert not {name for name in loaded if name.startswith(unwanted)}


def test_what_is_imported_for_two_names():
    """To import a value and a mapping loads nothing that only other functions need."""
    loaded = loaded_after("from iri3987 import IRI, to_uri")
    assert {"iri3987.reference", "iri3987.mapping"} <= loaded
    unwanted = {"dataclasses", "inspect", "ipaddress", "urllib.parse"}
    unwanted |= {f"iri3987.{name}" for name in ("codes", "display", "host", "profile")}
    assert set() == unwanted & loaded


def test_idna_is_loaded_for_a_host():
    """Mapping a host that has to be changed loads idna: the test above would notice it."""
    assert "idna" in loaded_after("import iri3987; iri3987.to_uri('http://FA\\xdf.de/')")


def test_idna_is_not_loaded_for_everyday_letters():
    """Mapping a host in lower case, of letters that most names have, does without idna."""
    assert "idna" not in loaded_after("import iri3987; iri3987.to_uri('http://fa\\xdf.de/')")


def imported(package):
    """Name everything that the modules of a package import, wherever the import stands."""
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Import(names=aliases):
                    yield from (alias.name for alias in aliases)
                case ast.ImportFrom(module=str(module), names=aliases, level=0):
                    yield from (f"{module}.{alias.name}" for alias in aliases)


def test_core_imports_no_framework():
    """The core imports the standard library and idna; other libraries are for their users."""
    optional = {
        "jinja2",
        "markupsafe",
        "pydantic",
        "pydantic_core",
        "tqdm",
        "wtforms",
    }
    allowed = sys.stdlib_module_names | {"idna", "iri3987"} | optional
    assert set() == {name.partition(".")[0] for name in imported(CORE)} - allowed
