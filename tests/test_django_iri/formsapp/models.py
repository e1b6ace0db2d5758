"""A model for the tests of what stands around the fields: the admin, serializers, filters."""

from django.db import models

from django_iri.fields import IRIField
from django_iri.urlfield import IRIURLField


class Page(models.Model):
    """An address of each kind."""

    title = models.CharField(max_length=80)
    homepage = IRIField(blank=True, unique=True)
    name = IRIField(profile="any", schemes=["urn"], blank=True)
    see_also = IRIField(reference=True, blank=True)
    url = IRIURLField(blank=True, schemes=["https"])

    def __str__(self) -> str:
        return self.title
