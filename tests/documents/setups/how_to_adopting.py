"""docs/how-to/adopting.md: a project of bookmarks."""

from documents import django_project

MODULE = "links.models"

django_project.configure()
