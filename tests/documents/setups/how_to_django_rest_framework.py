"""docs/how-to/django/rest-framework.md: a project with Django REST framework."""

from django.db import models

from documents import django_project

MODULE = "links.models"

django_project.configure("rest_framework")

from django_iri.fields import IRIField  # noqa: E402 - Django is configured now


class Link(models.Model):
    """The model of the guides."""

    homepage = IRIField()

    class Meta:
        app_label = "links"

    def __str__(self):
        return self.homepage.display
