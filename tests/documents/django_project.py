"""A Django project for the code of a document: an application ``links`` in the current folder."""

import warnings
from pathlib import Path
from typing import Any

import django
from django.conf import settings

#: What blocks of code define is in this module, as if its text stood there.
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
