"""Build the distributions, and try them as people get them: `make release-check TAG=v1.2.3`.

A distribution that passed is in dist/, in a folder of its own. Every fault is told, and one of them
makes the check fail. Without a tag, the version need not be dated in CHANGELOG.md.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

from release.archives import (
    FOLDERS,
    ROOT,
    digest,
    link_faults,
    metadata,
    metadata_faults,
    project,
    stray_faults,
    version_faults,
)

DIST = ROOT / "dist"
#: Wheels of what the distributions need. They stay for the next time.
WHEELS = ROOT / ".venv-release" / "wheels"
#: All that the installed distributions may see of this machine.
BARE = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PIP_NO_INDEX": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}


def run(*command: str | Path, environment: dict[str, str] | None = None) -> None:
    """Run a command, and raise `ChildProcessError` with what it printed if it fails."""
    done = subprocess.run(
        command,
        check=False,
        env=environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        raise ChildProcessError(f"{' '.join(map(str, command))}\n{done.stdout}")


def build(kind: str, folder: Path, target: Path, **settings: str) -> Path:
    """Build a "wheel" or an "sdist", and return its path."""
    command = (sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", target)
    run(*command, folder, environment=os.environ | settings)
    (path,) = target.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return path


def build_faults(name: str, target: Path, work: Path) -> Iterator[str]:
    """Build a distribution into *target*, and again in other ways that must give the same."""
    again, tree, source = (work / name / each for each in ("again", "tree", "source"))
    for each in (target, again, tree, source):
        each.mkdir(parents=True)
    sdist = build("sdist", FOLDERS[name], target)
    run("tar", "-xzf", sdist, "-C", source)
    (unpacked,) = source.iterdir()
    wheel = build("wheel", unpacked, target)
    # In other circumstances: another time zone, another order of sets.
    other = {"TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "7"}
    if digest(sdist) != digest(build("sdist", FOLDERS[name], again, **other)):
        yield f"{sdist.name}: two builds differ"
    if digest(wheel) != digest(build("wheel", FOLDERS[name], tree, **other)):
        yield f"{wheel.name}: the build from the sdist and the one from the tree differ"
    yield from tree_faults(name, sdist)


def tree_faults(name: str, sdist: Path) -> Iterator[str]:
    """Compare an sdist with the tree, if git knows it."""
    command = ("git", "-C", FOLDERS[name], "ls-files", "-z")
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode == 0:
        yield from stray_faults(sdist, set(filter(None, done.stdout.split("\0"))))


def shown_faults(name: str, folder: Path) -> Iterator[str]:
    """Look at a distribution as the index does."""
    try:
        run(sys.executable, "-m", "twine", "check", "--strict", *sorted(folder.iterdir()))
    except ChildProcessError as error:
        yield str(error)
    (wheel,) = folder.glob("*.whl")
    said = metadata(wheel)
    yield from metadata_faults(said, name, import_module("trove_classifiers").classifiers)
    html = import_module("readme_renderer.markdown").render(str(said.get_payload()))
    yield from link_faults(html or "", name)


def trial_faults(name: str, path: Path, version: str, work: Path) -> Iterator[str]:
    """Install a file alone, without a network, and try it."""
    home = work / f"{path.name}.installed"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    bare = BARE | {"HOME": str(home), "PIP_FIND_LINKS": f"{WHEELS} {DIST / 'iri3987'}"}
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    trial = (python, "-I", "-X", "utf8", "-W", "error", ROOT / "release" / "trial.py")
    try:
        run(*pip, path, environment=bare)
        run(*trial, name, version, environment=bare)
    except ChildProcessError as error:
        yield f"{path.name}, installed alone: {error}"


def fetch_needs() -> None:
    """Fetch wheels of what the distributions need, and of what builds them."""
    needs = {"hatchling", "hatch-fancy-pypi-readme"}
    for folder in FOLDERS.values():
        needs.update(project(folder)["dependencies"])
    others = sorted(need for need in needs if not need.startswith("iri3987"))
    constraints = {"PIP_CONSTRAINT": str(ROOT / "requirements" / "constraints.txt")}
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", WHEELS)
    run(*pip, *others, environment=os.environ | constraints)


def faults(tag: str | None, work: Path) -> Iterator[str]:
    """Do all of it, and yield what is wrong."""
    projects = {name: project(folder) for name, folder in FOLDERS.items()}
    yield from version_faults(projects.values(), (ROOT / "CHANGELOG.md").read_text("utf-8"), tag)
    with ThreadPoolExecutor() as pool:
        fetched = pool.submit(fetch_needs)
        print("Building each distribution, four times", flush=True)
        shutil.rmtree(DIST, ignore_errors=True)
        jobs = [pool.submit(list, build_faults(name, DIST / name, work)) for name in FOLDERS]
        for job in jobs:
            yield from job.result()
        print("Reading the metadata and the READMEs as the index does", flush=True)
        jobs = [pool.submit(list, shown_faults(name, DIST / name)) for name in FOLDERS]
        fetched.result()
        print("Installing each file alone, and trying it", flush=True)
        jobs += [
            pool.submit(list, trial_faults(name, path, projects[name]["version"], work))
            for name in FOLDERS
            for path in sorted((DIST / name).iterdir())
        ]
        for job in jobs:
            yield from job.result()


def main(tag: str | None = None) -> None:
    """Tell each fault, and end with 1 if there is one."""
    with tempfile.TemporaryDirectory() as work:
        found = list(faults(tag, Path(work)))
    for fault in found:
        print(f"- {fault}", file=sys.stderr)
    if found:
        sys.exit(f"{len(found)} faults: this is not a release")
    print("What is in dist/ can be published:")
    for path in sorted(DIST.glob("*/*")):
        print(f"  {digest(path)}  {path.relative_to(DIST)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
