"""docs/how-to/from-urlfield.md: a project that has rows in a URLField."""

import sqlite3
from contextlib import closing

from django.conf import settings

from documents import django_project

COMMANDS = ("python manage.py ",)

django_project.write(
    "from django.db import models\n\n\n"
    "class Link(models.Model):\n"
    "    url = models.URLField(max_length=500)\n"
)
_ROWS = [
    "https://example.org/",
    "HTTP://EXAMPLE.com:80/~me",
    "https://fonts.example/css?family=A|B",
    "ftp://ftp.example.org/pub",
]
with closing(sqlite3.connect("db.sqlite3")) as _database, _database:
    _database.executemany("INSERT INTO links_link (url) VALUES (?)", [(row,) for row in _ROWS])

# The forms of the page are in its own process.
settings.configure(INSTALLED_APPS=["django_iri"], USE_I18N=False)
import django  # noqa: E402 - the settings are there now

django.setup()
