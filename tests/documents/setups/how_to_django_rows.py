"""docs/how-to/django/rows.md: a project, and what its migrations import."""

from documents import django_project

MODULE = "links.models"

django_project.configure()

from django.db import migrations, models  # noqa: E402, F401 - for the page

from django_iri.fields import IRIField, IRIKeyField  # noqa: E402, F401 - for the page
