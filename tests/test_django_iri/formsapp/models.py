"""A model for the tests of what stands around the fields: the admin, serializers, filters."""

from typing import ClassVar

from django.db import models

from django_iri.fields import IRIField, IRIKeyField, IRIURLField


class Page(models.Model):
    """An address of each kind."""

    title = models.CharField(max_length=80)
    homepage = IRIField(blank=True, unique=True)
    name = IRIField(profile="any", schemes=["urn"], blank=True)
    see_also = IRIField(allow_relative=True, blank=True)
    url = IRIURLField(blank=True, schemes=["https"])

    def __str__(self) -> str:
        return self.title


class Collection(models.Model):
    """A parent that has items."""

    title = models.CharField(max_length=80)

    def __str__(self) -> str:
        return self.title


class Item(models.Model):
    """An address, once in each collection."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="items")
    address = IRIField()
    address_key = IRIKeyField(source="address", unique=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["collection", "address_key"], name="one_in_each")
        ]

    def __str__(self) -> str:
        return self.address.display
