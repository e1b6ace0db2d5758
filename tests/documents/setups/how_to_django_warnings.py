"""docs/how-to/django/warnings.md: a project with the admin."""

from documents import django_project

MODULE = "links.models"

django_project.configure("django.contrib.admin")

from django.contrib import admin  # noqa: E402, F401 - for the page

from django_iri.admin import AdminIRIWidget  # noqa: E402, F401 - for the page


def check(names):
    """What the comments of the form say."""
    assert names["form"].is_valid()
    assert "mixed-scripts" == names["form"]["link"].warnings[0].code
