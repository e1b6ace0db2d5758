"""docs/playground/build.py: the folder that it writes."""

import base64
import hashlib
import json
import re
import subprocess
import sys
import zipfile

import pytest

from test_playground.sources import FOLDER, build, playground


@pytest.fixture
def engine(monkeypatch, tmp_path):
    """Name a folder with files that have the names of Pyodide's."""
    folder = tmp_path / "npm" / "node_modules" / "pyodide"
    folder.mkdir(parents=True)
    for name in build.ENGINE:
        (folder / name).write_text(name, "ascii")
    (folder / "pyodide-lock.json").write_text('{"info": {}, "packages": {"numpy": {}}}', "ascii")
    monkeypatch.setenv("IRI3987_NODE", str(tmp_path / "npm"))
    return folder


def test_missing_engine(monkeypatch, tmp_path):
    """Without Pyodide, nothing is written but on request, and the error says how to install it."""
    monkeypatch.setenv("IRI3987_NODE", str(tmp_path / "nothing"))
    site = tmp_path / "site"
    command = [sys.executable, str(FOLDER / "build.py")]
    done = subprocess.run([*command, str(site)], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "pyodide.mjs: run .ci/node" in done.stderr
    assert not site.exists()
    subprocess.run([*command, "--without-engine", str(site)], check=True)
    assert (site / "index.html").is_file()


def test_every_file_is_kept(engine, tmp_path):
    """The service worker keeps every file that is written, and the folder itself for the page."""
    site = tmp_path / "site"
    build.build(site)
    # The engine cannot fetch a package, either.
    assert {} == json.loads((site / "pyodide" / "pyodide-lock.json").read_text("ascii"))["packages"]
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    listed = re.search(r"const FILES = (.*);", (site / "service-worker.js").read_text("utf-8"))
    kept = json.loads(listed[1])
    kept["index.html"] = kept.pop("./")
    assert files - {"service-worker.js"} == set(kept)
    for name, integrity in kept.items():
        digest = base64.b64decode(integrity.removeprefix("sha256-"))
        assert hashlib.sha256((site / name).read_bytes()).digest() == digest


def test_examples_have_answers(engine, tmp_path):
    """Each example comes with the answer that Python gives, and the size of what loads later."""
    build.build(tmp_path)
    size, examples = (tmp_path / "examples.js").read_text("ascii").splitlines()
    assert int(size.removeprefix("export const size = ").rstrip(";")) > 100_000
    for each in json.loads(examples.removeprefix("export const examples = ").rstrip(";")):
        assert playground.report(each["text"], other=each.get("other")) == each["answer"]


def version(site):
    """Return the version of the files in a folder."""
    return (site / "service-worker.js").read_text("utf-8").partition("\n")[0]


def test_version(engine, tmp_path):
    """The version changes with any file, and not from one build to the next."""
    for name in ("one", "two"):
        build.build(tmp_path / name)
    assert version(tmp_path / "one") == version(tmp_path / "two")
    (engine / "pyodide.mjs").write_text("new", "ascii")
    build.build(tmp_path / "three")
    assert version(tmp_path / "one") != version(tmp_path / "three")


def test_archive_is_complete(engine, tmp_path):
    """Python finds the core, idna, the catalogues, versions and licences in the archive alone."""
    build.build(tmp_path / "site")
    archive = tmp_path / "site" / "python.zip"
    code = (
        "import playground; print(playground.about());"
        'print(playground.answer(\'{"text": "http://\\\\u0440a/b c", "language": "de"}\'))'
    )
    command = [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = [{str(archive)!r}]; {code}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "" == done.stderr
    assert "Leerzeichen" in done.stdout
    with zipfile.ZipFile(archive) as file:
        names = file.namelist()
    assert 2 <= sum("licenses/LICENSE" in name for name in names)
    assert [] == [name for name in names if name.endswith((".pyc", ".po", "direct_url.json"))]
