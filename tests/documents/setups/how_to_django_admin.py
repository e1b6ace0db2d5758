"""docs/how-to/django/admin.md: a project with the admin, and a table to filter."""

from documents import django_project

MODULE = "links.models"

django_project.configure(
    "django.contrib.admin",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    STATIC_URL="/static/",
)

from django.db import models  # noqa: E402 - Django is configured now

from django_iri.fields import IRIField, IRIKeyField  # noqa: E402


class Old(models.Model):
    """A table whose keys are not unique yet."""

    homepage = IRIField()
    homepage_key = IRIKeyField(source="homepage", unique=False)

    class Meta:
        app_label = "links"

    def __str__(self):
        return self.homepage.display


def check(names):
    """Try the filter of the page; `test_django_iri.test_admin` follows the rest of it."""
    from django.contrib import admin
    from django.core.management import call_command
    from django.test import RequestFactory

    call_command("migrate", run_syncdb=True, verbosity=0)
    request = RequestFactory().get("/")
    for address in ("http://faß.de/", "HTTP://xn--fa-hia.de:80", "http://example.org/"):
        Old.objects.create(homepage=address)
    chosen = names["DuplicatesFilter"](request, {"duplicates": ["yes"]}, Old, admin.ModelAdmin)
    assert 2 == chosen.queryset(request, Old.objects.all()).count()
