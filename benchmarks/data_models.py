"""The table of `benchmarks.data` as django-iri has it, and as plain Django does."""

from typing import Any, ClassVar

from django.db import models

from django_iri.fields import IRIField, IRIKeyField


class Link(models.Model):
    """A row with an address and its key."""

    url = IRIField()
    url_key = IRIKeyField(source="url", unique=False)

    objects: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        app_label = "benchmarks"
        db_table = "links"

    def __str__(self) -> str:
        return str(self.url)


class PlainLink(models.Model):
    """The same table without our fields."""

    url = models.CharField(max_length=2048)
    url_key = models.CharField(max_length=66, null=True)  # noqa: DJ001 - as in `Link`

    objects: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        app_label = "benchmarks"
        db_table = "links"
        managed = False

    def __str__(self) -> str:
        return self.url
