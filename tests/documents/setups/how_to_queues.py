"""docs/how-to/queues.md: a project with addresses that have keys."""

from django.db import models

from documents import django_project

NEEDS = ("celery",)
MODULE = "links.models"

django_project.configure()

from django_iri.fields import IRIField, IRIKeyField  # noqa: E402 - Django is configured now


class Link(models.Model):
    """The model that the page's tasks work on."""

    url = IRIField()
    url_key = IRIKeyField(source="url")

    class Meta:
        app_label = "links"

    def __str__(self):
        return self.url.display
