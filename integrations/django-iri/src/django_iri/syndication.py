"""Feeds of URIs, in RSS (which has no IRIs) and Atom (whose readers often know none)."""

from collections import defaultdict
from copy import copy
from typing import TYPE_CHECKING, Any

from django.contrib.sites.shortcuts import get_current_site
from django.utils.encoding import escape_uri_path

from django_iri.http import with_a_labels
from iri3987 import IRIError, resolve, to_uri

if TYPE_CHECKING:
    from django.contrib.syndication.views import Feed
    from django.http import HttpRequest
    from django.utils.feedgenerator import SyndicationFeed

    _Base = Feed[Any, Any]
else:
    _Base = object


class IRIFeedMixin(_Base):
    """Map the addresses of a `Feed`: ``class News(IRIFeedMixin, Feed)``.

    Links become absolute as RFC 3986 section 5.2 has it, so that ``urn:isbn:1`` and
    ``HTTP://example.org/`` stay what they are, and hosts become A-labels. Identifiers (the guid of
    RSS, the id of Atom) are mapped, too. What cannot be mapped stays as Django makes it.
    """

    # What the methods of the feed return, by their names; only in the copy that answers a request.
    _given: defaultdict[str, list[Any]] | None = None

    def get_feed(self, obj: Any, request: "HttpRequest") -> "SyndicationFeed":
        """Return the feed that Django makes, with its addresses mapped."""
        # A Feed answers all requests at the same time, so what is remembered is not for `self`.
        recorder = copy(self)
        given: defaultdict[str, list[Any]] = defaultdict(list)
        recorder._given = given  # noqa: SLF001 - of its own class
        feed: SyndicationFeed = super(IRIFeedMixin, recorder).get_feed(obj, request)
        base = f"{request.scheme}://{get_current_site(request).domain}/"
        feed_url = given["feed_url"][0] or escape_uri_path(request.path)
        feed.feed["feed_url"] = _absolute(base, feed_url, feed.feed["feed_url"])
        _map_entry(feed.feed, base, given["link"][0], "id", given["feed_guid"][0])
        links_and_ids = zip(given["item_link"], given["item_guid"], strict=True)
        for item, (link, guid) in zip(feed.items, links_and_ids, strict=True):
            _map_entry(item, base, link, "unique_id", guid)
            for enclosure in item["enclosures"]:
                enclosure.url = with_a_labels(enclosure.url)
        return feed

    def _get_dynamic_attr(self, attname: str, obj: Any, default: Any = None) -> Any:
        value = super()._get_dynamic_attr(attname, obj, default)  # type: ignore[misc]
        if self._given is not None:
            self._given[attname].append(None if value is default else value)
        return value


def _map_entry(entry: dict[str, Any], base: str, link: Any, id_key: str, identifier: Any) -> None:
    """Map the addresses of *entry*, the feed itself or an item of it."""
    entry["link"] = _absolute(base, link, entry["link"])
    entry[id_key] = _mapped(identifier) if identifier else entry["link"]
    if entry["author_link"]:
        entry["author_link"] = with_a_labels(entry["author_link"])
    if entry.get("comments"):
        entry["comments"] = _mapped(entry["comments"])


def _absolute(base: str, link: Any, otherwise: str) -> str:
    """Return the URI of *link*, seen from *base*."""
    try:
        return to_uri(resolve(base, str(link)))
    except IRIError:
        return with_a_labels(otherwise)


def _mapped(identifier: Any) -> str:
    """Return the URI of *identifier*, or its text if it is another kind of identifier."""
    try:
        return to_uri(str(identifier))
    except IRIError:
        return str(identifier)
