"""The admin. `IRIAdminMixin` has the columns, the search, the input and its question."""

from typing import ClassVar

from django.contrib import admin
from django.http import HttpRequest

from django_iri.admin import IRIAdminMixin
from django_links.middleware import is_local
from django_links.models import Link, OldLink


class LocalSite(admin.AdminSite):
    """An admin for this machine alone: its password is on the front page."""

    site_header = site_title = "Links in their own script"

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether somebody on this machine has logged in."""
        return is_local(request) and super().has_permission(request)


site = LocalSite()


@admin.register(Link, site=site)
class LinkAdmin(IRIAdminMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Links, shown and searched in every spelling."""

    list_display = ("title", "iri", "lang")
    list_filter = ("lang",)
    list_per_page = 50
    search_fields: ClassVar = ["title", "iri"]


@admin.register(OldLink, site=site)
class OldLinkAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Old addresses, which are plain text."""
