"""The table of `benchmarks.web_calls` as django-iri has it, and as plain Django does."""

from typing import Any, ClassVar

from django.db import models

from django_iri.fields import IRIField


class WebLink(models.Model):
    """A row with an address."""

    url = IRIField()

    objects: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        app_label = "benchmarks"
        db_table = "web_links"

    def __str__(self) -> str:
        return str(self.url)


class PlainWebLink(models.Model):
    """The same table without our field."""

    url = models.URLField(max_length=2048)

    objects: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        app_label = "benchmarks"
        db_table = "web_links"
        managed = False

    def __str__(self) -> str:
        return self.url
