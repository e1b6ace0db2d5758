"""docs/how-to/django/requests.md: a project."""

from documents import django_project

MODULE = "links.models"

django_project.configure()
