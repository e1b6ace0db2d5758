"""A Django project for the code of a document: an application ``links`` in the current folder."""

import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import django
from django.conf import settings

#: Blocks of code define their names in this module, as if their text stood there.
MODULE = "links.models"


def configure(*apps: str, **options: Any) -> None:
    """Configure Django, in memory, with *apps* besides ours and the application ``links``."""
    links = Path("links")
    links.mkdir(exist_ok=True)
    for name in ("__init__.py", "models.py", "urls.py"):
        (links / name).touch()
    defaults = {
        "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        "ROOT_URLCONF": "links.urls",
        "SECRET_KEY": "of a document",
    }
    built_in = ("auth", "contenttypes", "sites")
    settings.configure(
        INSTALLED_APPS=[
            *(f"django.contrib.{name}" for name in built_in),
            *apps,
            "django_iri",
            "links",
        ],
        **(defaults | options),
    )
    django.setup()
    # A page shows a model, and then the same with one field more.
    warnings.filterwarnings("ignore", "Model '.*' was already registered", RuntimeWarning)


def write(models: str) -> None:
    """Write a project with *models*, for commands of a document; its database is ``db.sqlite3``."""
    links = Path("links")
    links.mkdir()
    (links / "__init__.py").touch()
    (links / "models.py").write_text(models, "utf-8")
    Path("settings.py").write_text(
        "SECRET_KEY = 'of a document'\n"
        "INSTALLED_APPS = ['django_iri', 'links']\n"
        "DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': 'db.sqlite3'}}\n"
        "DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'\n",
        "utf-8",
    )
    Path("manage.py").write_text(
        "import os\nimport sys\n\nfrom django.core.management import execute_from_command_line\n\n"
        "os.environ['DJANGO_SETTINGS_MODULE'] = 'settings'\n"
        "execute_from_command_line(sys.argv)\n",
        "utf-8",
    )
    for arguments in ("makemigrations", "links"), ("migrate",):
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, check=True, capture_output=True, env=os.environ)
