"""docs/how-to/activitypub.md: a project with an application ``links``."""

from documents import django_project

MODULE = "links.models"

django_project.configure(USE_I18N=False)
