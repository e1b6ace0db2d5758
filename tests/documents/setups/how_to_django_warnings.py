"""docs/how-to/django/warnings.md: a project."""

from documents import django_project

MODULE = "links.models"

django_project.configure()


def check(names):
    """Check what the comments of the form say."""
    assert names["form"].is_valid()
    assert "mixed-scripts" == names["form"]["link"].warnings[0].code
