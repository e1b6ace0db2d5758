"""The addresses of the project: set in release/site.toml, and the same wherever they stand."""

import importlib
import shutil
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
addresses = importlib.import_module("release.addresses")
sys.path.remove(str(ROOT))

SITE = addresses.read(ROOT / "release" / "site.toml")
FOLDERS = [ROOT, *sorted((ROOT / "integrations").iterdir())]
each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
NEW = {
    "url": "https://docs.test/iri",
    "source": "https://git.test/iri",
    "files": "https://git.test/iri/blob/main",
    "issues": "https://git.test/iri/issues",
}


def test_nothing_to_write():
    """Metadata and forms for issues have the addresses of site.toml: else, `make addresses`."""
    assert [] == [path.relative_to(ROOT).as_posix() for path, _ in addresses.changes()]


@each_folder
def test_metadata(folder):
    """Each distribution leads to the site, the source, the changes, the issues and the policy."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    expected = {
        "Homepage": SITE["url"],
        "Documentation": SITE["url"],
        "Changelog": f"{SITE['files']}/CHANGELOG.md",
        "Issues": SITE["issues"],
        "Security": f"{SITE['files']}/SECURITY.md",
        "Source": SITE["source"],
    }
    assert expected == project["urls"]


@pytest.mark.parametrize(
    "path", [*ROOT.glob("*.md"), *ROOT.glob("integrations/*/*.md")], ids=lambda path: path.stem
)
def test_documents_hold_no_address(path):
    """A document links to files, which a clone has: the addresses of site.toml may lead nowhere."""
    text = path.read_text("utf-8")
    assert [] == [address for address in SITE.values() if address in text]


@pytest.fixture
def copy(tmp_path):
    """Copy what holds addresses."""
    paths = {path for pattern in addresses.HOLDERS for path in ROOT.glob(pattern)}
    for path in paths | {ROOT / "release" / "site.toml", ROOT / "release" / "written.toml"}:
        target = tmp_path / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return tmp_path


def write(root, site):
    """Set the addresses and run the command."""
    lines = [f'{name} = "{address}"\n' for name, address in site.items()]
    (root / "release" / "site.toml").write_text("".join(lines), "utf-8")
    addresses.main(root)


def texts(root):
    """Return every text that a copy holds, by path."""
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for path in root.rglob("*")
        if path.is_file() and path.name != "site.toml"
    }


def test_all_can_be_changed(copy):
    """After a change of all, no file has an old address; changed back, nothing is lost."""
    before = texts(copy)
    write(copy, NEW)
    changed = texts(copy)
    old = tuple(SITE.values())
    assert [] == [path for path, text in changed.items() if any(each in text for each in old)]
    assert "](https://docs.test/iri/\\1.html'" in changed["integrations/flask-iri/pyproject.toml"]
    assert 'Source = "https://git.test/iri"' in changed["integrations/flask-iri/pyproject.toml"]
    write(copy, SITE)
    assert before == texts(copy)


def test_one_address_with_two_names(copy):
    """Two addresses that were the same cannot become different by themselves."""
    write(copy, {**NEW, "issues": NEW["source"]})
    with pytest.raises(SystemExit, match="has two names"):
        write(copy, NEW)
