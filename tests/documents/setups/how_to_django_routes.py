"""docs/how-to/django/routes.md: a project with those routes."""

from documents import django_project

django_project.configure()
