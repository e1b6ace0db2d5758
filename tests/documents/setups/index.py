"""docs/index.md: a project for the model."""

from documents import django_project

MODULE = "links.models"

django_project.configure()
