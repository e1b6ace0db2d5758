"""Models for the tests."""

from django.db import models

from django_iri.fields import IRIField


class Link(models.Model):
    """A field of each kind."""

    homepage = IRIField()
    anything = IRIField(profile="any", blank=True)
    reference = IRIField(reference=True, null=True, blank=True)
    choice = IRIField(choices=[("https://例え.テスト/", "例え")], blank=True)

    def __str__(self) -> str:
        return self.homepage.display


class OldLink(models.Model):
    """The table of `Link` as it was before it had IRI fields."""

    homepage = models.TextField()
    anything = models.TextField()
    reference = models.TextField(null=True)  # noqa: DJ001 - as in `Link`
    choice = models.TextField()

    class Meta:
        managed = False
        db_table = "testapp_link"

    def __str__(self) -> str:
        return self.homepage
