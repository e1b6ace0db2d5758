"""The README's way to give keys to a table that has rows leads there, and loses none of them."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from textwrap import dedent

import pytest

from iri3987.comparison import key_digest

pytestmark = pytest.mark.slow  # each command is a process

README = Path(__file__).parents[2] / "integrations" / "django-iri" / "README.md"
#: More than one batch of `rekey`.
MANY = 2500
#: What is stored before: blanks, old texts, and two equivalent addresses.
TEXTS = ["", "", "", "no address", "http://faß.de/", "HTTP://xn--fa-hia.de:80/"]

SETTINGS = """
    SECRET_KEY = "for tests"
    INSTALLED_APPS = ["django_iri", "links"]
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "links.sqlite3"}}
    DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
"""
INITIAL = """
    from django.db import migrations, models
    from django_iri.fields import IRIField

    class Migration(migrations.Migration):
        initial = True
        operations = [
            migrations.CreateModel(
                "Bookmark",
                [("id", models.BigAutoField(
                    auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                 ("homepage", IRIField())],
            )
        ]
"""


def blocks(heading):
    """Return the Python under a heading of the README, up to the next chapter."""
    text = README.read_text("utf-8").split(f"\n{heading}\n")[1].split("\n## ")[0]
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


class Project:
    """A project on disk, with the README's model and migrations."""

    def __init__(self, folder):
        self.folder = folder
        migrations = folder / "links" / "migrations"
        migrations.mkdir(parents=True)
        (folder / "project_settings.py").write_text(dedent(SETTINGS))
        for package in migrations, migrations.parent:
            (package / "__init__.py").touch()
        (migrations / "0001_initial.py").write_text(dedent(INITIAL))
        model = next(block for block in blocks("## One row for each address") if "class " in block)
        (folder / "links" / "models.py").write_text(model, "utf-8")
        *steps, self.mend = blocks("### A table that has rows")
        for step in steps:
            name = re.match("# (links/migrations/[0-9a-z_]+[.]py)", step)
            (folder / name[1]).write_text(step, "utf-8")

    def run(self, *arguments, code=0):
        """Run a command of Django, and return what it says."""
        command = [sys.executable, "-m", "django", *arguments]
        done = subprocess.run(
            [*command, "--settings", "project_settings", "--pythonpath", "."],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert code == done.returncode, done.stdout + done.stderr
        return done.stdout + done.stderr

    def sql(self, statement, *rows):
        """Write or read without any code of ours."""
        with closing(sqlite3.connect(self.folder / "links.sqlite3")) as connection, connection:
            if rows:
                return connection.executemany(statement, rows)
            return connection.execute(statement).fetchall()


@pytest.fixture
def project(tmp_path):
    """A project that has rows already."""
    project = Project(tmp_path)
    project.run("migrate", "links", "0001")
    texts = [*TEXTS, *(f"http://{number}.example/" for number in range(MANY))]
    insert = "INSERT INTO links_bookmark (homepage) VALUES (?)"
    project.sql(insert, *((text,) for text in texts))
    return project


def test_migrations(project):
    """Each row but the duplicate gets its key and its host, and blank rows survive."""
    project.run("migrate", "links", "0002")
    assert [(MANY + 6,)] == project.sql("SELECT COUNT(*) FROM links_bookmark")
    project.run("migrate", "links", "0003")
    assert [] == [
        (address, key)
        for address, key in project.sql("SELECT homepage, homepage_key FROM links_bookmark")
        if key != (key_digest(address) if address else None)
    ]
    hosts = project.sql("SELECT homepage_host FROM links_bookmark ORDER BY id LIMIT 7")
    expected = [None, None, None, None, "xn--fa-hia.de", "xn--fa-hia.de", "0.example"]
    assert expected == [host for (host,) in hosts]
    # The two that are equivalent are in the way.
    assert "UNIQUE constraint failed" in project.run("migrate", code=1)
    project.run("shell", "--command", project.mend)
    project.run("migrate")
    kept = project.sql("SELECT homepage FROM links_bookmark ORDER BY id LIMIT 6")
    assert [*TEXTS[:5], "http://0.example/"] == [text for (text,) in kept]
    assert [(MANY + 5,)] == project.sql("SELECT COUNT(*) FROM links_bookmark")


def test_model_and_migrations_agree(project):
    """After the last migration there is nothing to migrate, and nothing to check."""
    project.run("migrate", "links", "0003")
    project.run("shell", "--command", project.mend)
    project.run("migrate")
    assert "No changes detected" in project.run("makemigrations", "--check", "--dry-run")
    assert "no issues" in project.run("check", "--database", "default")


def test_an_atomic_migration_is_refused(project):
    """Without ``atomic = False`` the fill is refused, before it has locked anything."""
    file = project.folder / "links" / "migrations" / "0003_fill_keys.py"
    file.write_text(file.read_text("utf-8").replace("atomic = False", "pass"), "utf-8")
    assert "set atomic = False" in project.run("migrate", code=1)
    assert [(0,)] == project.sql("SELECT COUNT(homepage_key) FROM links_bookmark")
