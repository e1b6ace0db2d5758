"""docs/how-to/django/keys.md: a project."""

from documents import django_project

MODULE = "links.models"

django_project.configure()


def check(names):
    """Check what the page says about a form that lacks the user."""
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", run_syncdb=True, verbosity=0)
    user = User.objects.create(username="a")
    validated, data = names["validated"], {"homepage": "http://faß.de/"}
    form = validated(data, user)
    assert form.is_valid()
    form.save()
    data = {"homepage": "HTTP://xn--fa-hia.de"}
    assert {"homepage"} == set(validated(data, user).errors)
    assert validated(data, User.objects.create(username="b")).is_valid()
