"""A feed and a sitemap: both have URIs, whatever the addresses are."""

import re
from datetime import UTC, datetime
from typing import Any

from django.contrib.sitemaps import Sitemap
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from django_iri.feeds import IRIFeedMixin, IRISitemapMixin
from django_links.models import Link
from iri3987 import IRIError, segment

#: Characters that XML cannot hold.
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
#: Atom asks for a date, and the table has none.
DATE = datetime(2026, 1, 1, tzinfo=UTC)


class Newest(IRIFeedMixin, Feed):  # type: ignore[type-arg]  # generic for type checkers only
    """The newest links, in Atom."""

    feed_type = Atom1Feed
    title = "Links in their own script"
    link = "/links"

    def items(self) -> QuerySet[Link]:
        """Return the newest links."""
        return Link.objects.all()[:50]

    def item_title(self, item: Any) -> str:
        """Return the title, without what XML cannot hold."""
        return NOT_XML.sub("", item.title)

    def item_description(self, item: Any) -> str:
        """Return the note."""
        return NOT_XML.sub("", item.note)

    def item_link(self, item: Any) -> str:
        """Return the address, which the feed maps; an item without a URI is left out."""
        return str(item.iri) if item.uri is None else item.iri

    def item_updateddate(self, item: Any) -> datetime:  # noqa: ARG002
        """Return a date."""
        return DATE


class Titles(IRISitemapMixin, Sitemap):  # type: ignore[type-arg]
    """The pages of titles, whose paths are in every script."""

    def items(self) -> list[str]:
        """Return the newest titles that a path can hold."""
        newest = Link.objects.values_list("title", flat=True)[:1000]
        return list(filter(has_path, dict.fromkeys(newest)))

    def location(self, item: str) -> str:
        """Return the path, in its script: the sitemap maps it."""
        return reverse("title", kwargs={"title": item})


def has_path(title: str) -> bool:
    """Return whether a path can lead to *title*: it has no "/", for example, and is in NFC."""
    try:
        return segment.clean(title) == title
    except IRIError:
        return False
