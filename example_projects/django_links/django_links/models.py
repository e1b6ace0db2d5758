"""The table of links.

The exact text of an address is stored: not the mapped URI, not a normalised form. The URI follows
from the IRI at any time, but the IRI does not always follow from the URI. Beside the text stands
its key, which is the same for all equivalent addresses (RFC 3987 section 5): they have one row.
"""

from typing import Self

from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from django_iri.fields import IRIField, IRIHostField, IRIKeyField, host_of
from django_iri.messages import describe
from django_links.profiles import SCHEMES
from iri3987 import IRIError, IRIReference, Profile
from iri3987.comparison.spellings import search_variants
from iri3987.inspection import Severity, inspect

TAG = RegexValidator(r"\A[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*\Z")


class LinkQuerySet(models.QuerySet["Link"]):
    """Links, which can be searched."""

    def search(self, text: str) -> Self:
        """Return the links with *text* in their title, or in a spelling of their address."""
        text = text[:200]
        found = models.Q(title__icontains=text) | models.Q(iri__equivalent=text)
        if host := host_of(f"//{text}"):
            found |= models.Q(iri_host=host)
        for each in search_variants(text):
            found |= models.Q(iri__contains=each)
        return self.filter(found)


class Link(models.Model):
    """One link. Reading `iri` gives an `IRI`: a `str` that knows its `.uri` and its parts."""

    iri = IRIField(_("Address"), profile="django_links.profiles.DIRECTORY")
    iri_key = IRIKeyField(source="iri")
    iri_host = IRIHostField(source="iri")
    title = models.CharField(_("Title"), max_length=200)
    lang = models.CharField(_("Language of the title"), max_length=35, blank=True, validators=[TAG])
    note = models.CharField(_("Note"), max_length=200, blank=True)
    file = models.FileField(_("File"), max_length=255, blank=True)

    objects = LinkQuerySet.as_manager()

    class Meta:
        """The newest link comes first."""

        ordering = ("-id",)

    def __str__(self) -> str:
        return self.title

    @property
    def uri(self) -> IRIReference | None:
        """The URI, which is sent to machines; None for an old row that holds something else."""
        try:
            return IRIReference(Profile(schemes=SCHEMES).check(self.iri).uri)
        except IRIError:
            return None

    @property
    def warnings(self) -> list[str]:
        """Sentences about what can mislead in the address, each once. They refuse nothing."""
        findings = [each for each in inspect(self.iri) if each.severity is Severity.WARNING]
        return list(dict.fromkeys(describe(each, self.iri) for each in findings))


class OldLink(models.Model):
    """A row from before there was an `IRIField`: any text, as forms, imports and people left it."""

    address = models.URLField(max_length=2048, blank=True)

    def __str__(self) -> str:
        return self.address
