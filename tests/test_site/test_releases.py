"""The documentation of releases: a folder for each minor version, beside the newest."""

import shutil
import subprocess
from pathlib import Path

import pytest

GIT, MAKE = shutil.which("git"), shutil.which("make")
ROOT = Path(__file__).parents[2]
#: A site that says which release it is of.
MAKEFILE = "docs:\n\t@mkdir -p build/site && cp version build/site/index.html\n"


@pytest.mark.skipif(not (GIT and MAKE), reason="needs git and make")
def test_each_minor_version_has_a_folder(tmp_path):
    """It has the site of the newest patch version; a pre-release has none."""

    def git(*arguments):
        identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run([GIT, *identity, *arguments], cwd=tmp_path, check=True)

    git("init", "--quiet")
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "site-of-releases", tmp_path / ".ci")
    (tmp_path / "Makefile").write_text(MAKEFILE, "utf-8")
    for version in ("0.1.9", "0.1.10", "0.2.0", "0.3.0rc1"):
        (tmp_path / "version").write_text(version, "utf-8")
        git("add", "version", "Makefile")
        git("commit", "--quiet", "--message", version)
        git("tag", f"v{version}")
    subprocess.run([MAKE, "docs"], cwd=tmp_path, check=True)
    subprocess.run([".ci/site-of-releases"], cwd=tmp_path, check=True)
    site = tmp_path / "build" / "site"
    found = {
        path.relative_to(site).parent.as_posix(): path.read_text("utf-8")
        for path in site.rglob("*.html")
    }
    assert {".": "0.3.0rc1", "0.1": "0.1.10", "0.2": "0.2.0"} == found
