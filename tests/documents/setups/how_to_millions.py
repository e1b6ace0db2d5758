"""docs/how-to/millions.md: a project with 10,000 rows that have no key."""

import sqlite3
from contextlib import closing
from importlib import import_module

from documents import django_project

NEEDS = ("celery",)
MODULE = "links.models"
COMMANDS = ("python manage.py ",)

django_project.write(
    "from django.db import models\n"
    "from django_iri.fields import IRIField, IRIKeyField\n\n\n"
    "class Link(models.Model):\n"
    "    url = IRIField()\n"
    "    url_key = IRIKeyField(source='url', unique=False)\n"
)
_ROWS = [f"https://example.org/straße/{number}" for number in range(9_998)]
_ROWS += ["https://example.org/a b", "example.org"]
with closing(sqlite3.connect("db.sqlite3")) as _database, _database:
    _database.executemany("INSERT INTO links_link (url) VALUES (?)", [(row,) for row in _ROWS])

# The tasks of the page are in its own process.
django_project.configure()

Link = import_module("links.models").Link
