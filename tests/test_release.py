"""The check of a release finds what makes one wrong."""

import email.message
import importlib
import io
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
archives = importlib.import_module("release.archives")
check = importlib.import_module("release.check")
sys.path.remove(str(ROOT))

CORE = {"name": "iri3987", "version": "0.3.1"}
DATED = "# Changelog\n\n## 0.3.1 - 2026-12-01\n\n## 0.3.0 - 2026-11-01\n"


def plug_in(**changes):
    """Return the metadata of a plug-in that fits the core, with changes."""
    needs = ["iri3987>=0.3.1,<0.4", "Flask>=3.0"]
    return {"name": "flask-iri", "version": "0.3.1", "dependencies": needs} | changes


@pytest.mark.parametrize(
    ("version", "expected"),
    [("0.1.0", "0.2"), ("0.9.3", "0.10"), ("1.0.0", "2"), ("2.11.4", "3")],
)
def test_breaking(version, expected):
    """Before 1.0 a minor version may break its users, later a major one."""
    assert expected == archives.breaking(version)


def test_versions_fit():
    """A tag, the versions, the needs of plug-ins, and a dated section that agree have no fault."""
    assert [] == list(archives.version_faults([CORE, plug_in()], DATED, "v0.3.1"))


def test_this_version_fits():
    """So it is in the repository, before it has a tag."""
    projects = [archives.project(folder) for folder in archives.FOLDERS.values()]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert [] == list(archives.version_faults(projects, changes, None))


@pytest.mark.parametrize(
    ("other", "changes", "tag", "expected"),
    [
        ({"version": "0.3.0"}, DATED, "v0.3.1", "flask-iri is 0.3.0, but iri3987 is 0.3.1"),
        (
            {"dependencies": ["iri3987>=0.3.1"]},
            DATED,
            "v0.3.1",
            "flask-iri does not need iri3987>=0.3.1,<0.4",
        ),
        ({}, DATED, "v0.3.2", "the tag is v0.3.2, but the version is 0.3.1"),
        ({}, DATED, "0.3.1", "the tag is 0.3.1, but the version is 0.3.1"),
        (
            {},
            "## Unreleased (0.3.1)\n",
            "v0.3.1",
            'the first section of CHANGELOG.md is not "0.3.1 - " and a date',
        ),
        ({}, "", "v0.3.1", 'the first section of CHANGELOG.md is not "0.3.1 - " and a date'),
        ({}, "## 0.3.0 - 2026-11-01\n", None, "CHANGELOG.md has no section for 0.3.1"),
    ],
)
def test_versions_do_not_fit(other, changes, tag, expected):
    """Each thing that does not fit is told."""
    found = list(archives.version_faults([CORE, plug_in(**other)], changes, tag))
    assert [expected] == found


def test_not_released_yet():
    """Without a tag, the section need not have a date."""
    faults = archives.version_faults([CORE, plug_in()], "## Unreleased (0.3.1)\n", None)
    assert [] == list(faults)


@pytest.fixture
def sdist(tmp_path):
    """Make an sdist of two files."""
    path = tmp_path / "x-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in ("x-1.0/PKG-INFO", "x-1.0/src/x.py", "x-1.0/notes.txt"):
            archive.addfile(tarfile.TarInfo(name), io.BytesIO())
    return path


def test_stray_files(sdist):
    """A file that git does not know, and one that the sdist lacks, are told."""
    assert [] == list(archives.stray_faults(sdist, {"src/x.py", "notes.txt"}))
    expected = [
        "x-1.0.tar.gz has notes.txt, which git does not",
        "x-1.0.tar.gz lacks LICENSE",
    ]
    assert expected == list(archives.stray_faults(sdist, {"src/x.py", "LICENSE"}))


def test_metadata_of_a_wheel(tmp_path):
    """The metadata of a wheel are read, and so is the README in them."""
    path = tmp_path / "x-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x-1.0.dist-info/METADATA", "Name: x\n\n# \xe9\n")
    said = archives.metadata(path)
    assert ("x", "# \xe9\n") == (said["Name"], said.get_payload())


@pytest.fixture
def said():
    """Return metadata that have every field."""
    message = email.message.Message()
    for field in (
        *("Summary", "Author", "Keywords", "License-Expression", "License-File"),
        *("Requires-Python", "Classifier", "Project-URL", "Description-Content-Type"),
    ):
        message[field] = "Typing :: Typed"
    return message


KNOWN = {"Typing :: Typed"}


def test_metadata_are_whole(said):
    """Metadata that have every field, and classifiers that the index knows, have no fault."""
    assert [] == list(archives.metadata_faults(said, "x", KNOWN))


@pytest.mark.parametrize(
    "field", ["Project-URL", "License-Expression", "Keywords", "Requires-Python", "Summary"]
)
def test_missing_metadata(said, field):
    """A missing field is told by its name."""
    del said[field]
    assert [f"x: the metadata have no {field}"] == list(archives.metadata_faults(said, "x", KNOWN))


def test_unknown_metadata(said):
    """So are a classifier that does not exist, and a need that is an address."""
    said["Classifier"] = "Typing :: Typing"
    said["Requires-Dist"] = "idna>=3.17"
    said["Requires-Dist"] = "y @ https://example.org/y.whl"
    expected = [
        "x: the index does not know the classifier Typing :: Typing",
        "x: the index does not take a need with an address: y @ https://example.org/y.whl",
    ]
    assert expected == list(archives.metadata_faults(said, "x", KNOWN))


def test_links_of_a_readme():
    """A relative link or picture of a rendered README is told."""
    html = '<a href="https://e.test/">a</a> <a href="#b">b</a> <a href="docs/x.md">c</a>'
    html += '<img src="d.png">'
    expected = [
        "x: the README links to docs/x.md, which is not on the index",
        "x: the README links to d.png, which is not on the index",
    ]
    assert expected == list(archives.link_faults(html, "x"))
    assert ["x: the README has no links"] == list(archives.link_faults("<p>", "x"))


def test_command_that_fails():
    """A command that fails is told, with what it printed."""
    command = (sys.executable, "-c", "import sys; print('why'); sys.exit(1)")
    with pytest.raises(ChildProcessError, match=r"(?s)sys\.exit.*why"):
        check.run(*command)


def test_faults_end_the_check(monkeypatch, capsys):
    """If there is a fault, each is told, and the check fails."""
    monkeypatch.setattr(check, "faults", lambda tag, _: iter([f"{tag} is wrong", "so is this"]))
    with pytest.raises(SystemExit, match="2 faults"):
        check.main("v1")
    assert "- v1 is wrong\n- so is this\n" == capsys.readouterr().err


def test_no_fault(monkeypatch, capsys, tmp_path):
    """If there is none, the digest of each file is told."""
    monkeypatch.setattr(check, "faults", lambda *_: iter([]))
    monkeypatch.setattr(check, "DIST", tmp_path)
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "x.whl").write_bytes(b"abc")
    check.main()
    # the SHA-256 of "abc" in FIPS 180-2, B.1
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert f"  {digest}  x/x.whl" == capsys.readouterr().out.splitlines()[-1]


def test_trials():
    """Each distribution has a trial."""
    sys.path.insert(0, str(ROOT))
    try:
        trials = importlib.import_module("release.trial").TRIALS
    finally:
        sys.path.remove(str(ROOT))
    assert trials.keys() == archives.FOLDERS.keys()
