"""docs/how-to/messages.md: a project, and the form field."""

from documents import django_project

MODULE = "links.models"

django_project.configure()

from django_iri.forms import IRIField  # noqa: E402, F401 - for the page
