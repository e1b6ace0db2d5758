"""docs/how-to/django/fields.md: a project."""

from documents import django_project

MODULE = "links.models"

django_project.configure()
