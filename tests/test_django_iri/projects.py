"""A small project of Django on disk, with SQLite, whose commands run as processes."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from textwrap import dedent

GUIDES = Path(__file__).parents[2] / "docs" / "how-to"

SETTINGS = """
    SECRET_KEY = "for tests"
    INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "django_iri", "links"]
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "links.sqlite3"}}
    DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
"""


def blocks(page):
    """Return the Python of a guide."""
    return re.findall(r"```python\n(.*?)```", (GUIDES / page).read_text("utf-8"), re.DOTALL)


class Project:
    """A project with one application, "links"; *models* is the source of its models."""

    def __init__(self, folder, models):
        self.folder = folder
        self.write("links/migrations/__init__.py", "")
        self.write("links/__init__.py", "")
        self.write("links/models.py", models)
        self.write("project_settings.py", SETTINGS)

    def write(self, name, text):
        """Write a file of the project."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")

    def begin(self, *arguments):
        """Begin a command of Django."""
        command = [sys.executable, "-m", "django", *arguments]
        return subprocess.Popen(
            [*command, "--settings", "project_settings", "--pythonpath", "."],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments):
        """Run a command of Django; return its status, and what it prints."""
        process = self.begin(*arguments)
        out, err = process.communicate(timeout=300)
        return process.returncode, out, err

    def said(self, *arguments, code=0):
        """Return all that a command prints, which ends with the status *code*."""
        status, out, err = self.run(*arguments)
        assert code == status, out + err
        return out + err

    def python(self, source):
        """Run Python in the project, and return what it prints."""
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "project_settings",
            "PYTHONPATH": str(self.folder),
        }
        command = [sys.executable, "-c", source]
        return subprocess.check_output(command, cwd=self.folder, env=environment, text=True)

    def sql(self, statement, *rows):
        """Read or write without any code of ours."""
        path = self.folder / "links.sqlite3"
        with closing(sqlite3.connect(path, timeout=120)) as connection, connection:
            if rows:
                return connection.executemany(statement, rows)
            return connection.execute(statement).fetchall()
