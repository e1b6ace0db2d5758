"""docs/how-to/forms-that-help.md: a project."""

from documents import django_project

MODULE = "links.models"

django_project.configure()


def check(names):
    """Check what the comments of the form say."""
    form = names["form"]
    assert "mixed-scripts" == form["link"].warnings[0].code
    codes = {name: error.code for name, (error,) in form.errors.as_data().items()}
    assert {"homepage": "confirm-warnings", "feed": "mixed-scripts"} == codes
