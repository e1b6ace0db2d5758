"""The addresses of the project: set in release/site.toml, and the same wherever they stand."""

import importlib
import re
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
    "security": "safe@mail.test",
    "conduct": "kind@mail.test",
}


def test_nothing_to_write():
    """Every document and every metadata has the addresses of site.toml: else, `make addresses`."""
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
    ("name", "path"),
    [
        ("security", "SECURITY.md"),
        ("security", ".github/ISSUE_TEMPLATE/1-wrong-answer.yml"),
        ("conduct", "CODE_OF_CONDUCT.md"),
    ],
)
def test_mail(name, path):
    """A reader finds where to write."""
    assert SITE[name] in (ROOT / path).read_text("utf-8")


def in_the_repository(address):
    """Return the path that an address of the site or of the source stands for."""
    address = address.partition("#")[0]
    if address.startswith(SITE["files"]):
        return address.removeprefix(f"{SITE['files']}/")
    page = address.removeprefix(SITE["url"]).strip("/") or "index.html"
    # The playground is written as HTML.
    return f"docs/{page if page.startswith('playground/') else page.removesuffix('.html') + '.md'}"


@each_folder
def test_links_of_readmes(folder):
    """A link of a README is whole, as the index needs it, and its page or its file exists."""
    text = (folder / "README.md").read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not link.startswith("#")]
    assert {"https"} == {link.partition(":")[0] for link in links}
    ours = {
        in_the_repository(link) for link in links if link.startswith((SITE["url"], SITE["files"]))
    }
    assert ours
    assert set() == {path for path in ours if not (ROOT / path).exists()}


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
    """After a change of all, no document has an old address; changed back, nothing is lost."""
    before = texts(copy)
    write(copy, NEW)
    changed = texts(copy)
    old = tuple(SITE.values())
    assert [] == [path for path, text in changed.items() if any(each in text for each in old)]
    assert "<safe@mail.test>" in changed["SECURITY.md"]
    assert 'Source = "https://git.test/iri"' in changed["integrations/flask-iri/pyproject.toml"]
    write(copy, SITE)
    assert before == texts(copy)


def test_links_become_whole(copy):
    """A link of a README to a file becomes one to a page of the site, or to the source."""
    readme = copy / "integrations" / "django-iri" / "README.md"
    readme.write_text(
        "[a](../../docs/how/x.md#y) [b](src/z.py) [c](#d) [e](https://e.test/f)", "utf-8"
    )
    addresses.main(copy)
    files = f"{SITE['files']}/integrations/django-iri"
    expected = (
        f"[a]({SITE['url']}/how/x.html#y) [b]({files}/src/z.py) [c](#d) [e](https://e.test/f)"
    )
    assert expected == readme.read_text("utf-8")


def test_one_address_with_two_names(copy):
    """Two addresses that were the same cannot become different by themselves."""
    write(copy, {**NEW, "conduct": NEW["security"]})
    with pytest.raises(SystemExit, match="has two names"):
        write(copy, NEW)
