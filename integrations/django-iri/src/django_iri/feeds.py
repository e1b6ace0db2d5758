"""Feeds and sitemaps of URIs.

RSS has no IRIs, and readers of Atom often know none. Sitemaps have none either
(https://www.sitemaps.org/protocol.html).
"""

import logging
from collections import defaultdict
from contextlib import suppress
from copy import copy
from typing import Any

from django.contrib.sitemaps import Sitemap
from django.contrib.sites.shortcuts import get_current_site
from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.utils.encoding import escape_uri_path
from django.utils.feedgenerator import SyndicationFeed

from django_iri.http import with_a_labels
from iri3987 import IRIError, IRIReference, resolve, to_uri
from iri3987.http.headers import map_header, safe_header
from iri3987.values import InvalidIRI

__all__ = ["IRIFeedMixin", "IRISitemapMixin"]

_LOGGER = logging.getLogger(__name__)


class IRIFeedMixin(Feed):  # type: ignore[type-arg]
    """Map the addresses of a `Feed`: ``class News(IRIFeedMixin, Feed)``.

    A link that has a scheme is mapped; if it is a URI, no octet changes. A relative link becomes
    absolute (RFC 3986 section 5.2). Identifiers (the guid of RSS, the id of Atom) are mapped, too.

    Characters after the host that an IRI cannot hold are percent-encoded (``/100%`` becomes
    ``/100%25``). If the link of an item still cannot be mapped, or is an `InvalidIRI` without a
    scheme, the item is left out, and logged: a reader would take it for an address of this site.
    Any other address that cannot be mapped is left out, but its item stays.
    """

    # The values that the methods of the feed return, by name, in the copy that answers a request.
    _given: defaultdict[str, list[Any]] | None = None

    def get_feed(self, obj: Any, request: HttpRequest) -> SyndicationFeed:
        """Return the feed that Django makes, with its addresses mapped."""
        # One Feed answers all requests, also at the same time: a copy remembers the values.
        recorder = copy(self)
        given: defaultdict[str, list[Any]] = defaultdict(list)
        recorder._given = given  # noqa: SLF001 - of its own class
        feed: SyndicationFeed = super(IRIFeedMixin, recorder).get_feed(obj, request)
        base = f"{request.scheme}://{get_current_site(request).domain}/"
        feed_url = given["feed_url"][0] or escape_uri_path(request.path)
        feed.feed["feed_url"] = _absolute(base, feed_url) or None
        link = _absolute(base, given["link"][0]) or safe_header("Location", base)
        _map_entry(feed.feed, link, "id", given["feed_guid"][0])
        links_and_ids = zip(given["item_link"], given["item_guid"], strict=True)
        items, feed.items = feed.items, []
        for item, (item_link, guid) in zip(items, links_and_ids, strict=True):
            if not (link := _absolute(base, item_link)):
                _LOGGER.warning("an item is not in the feed: its link cannot be mapped")
                continue
            _map_entry(item, link, "unique_id", guid)
            for enclosure in item["enclosures"]:
                enclosure.url = _mend(enclosure.url)
            item["enclosures"] = [each for each in item["enclosures"] if each.url]
            feed.items.append(item)
        return feed

    def _get_dynamic_attr(self, attname: str, obj: Any, default: Any = None) -> Any:
        value = super()._get_dynamic_attr(attname, obj, default)  # type: ignore[misc]
        if self._given is not None:
            self._given[attname].append(None if value is default else value)
        return value


def _map_entry(entry: dict[str, Any], link: str, id_key: str, identifier: Any) -> None:
    """Map the addresses of *entry*, the feed itself or an item of it, whose link is *link*."""
    entry["link"] = entry[id_key] = link
    if identifier:  # a URI, or another kind of identifier
        entry[id_key] = str(identifier)
        with suppress(IRIError):
            entry[id_key] = to_uri(str(identifier))
    for name in ("author_link", "comments"):
        if entry.get(name):
            entry[name] = _mend(entry[name]) or None


def _absolute(base: str, link: Any) -> str:
    """Return the URI of *link*, which may be relative to *base*; "" if it cannot be mapped."""
    uri = safe_header("Location", str(link))
    try:
        if IRIReference(uri).scheme is not None:
            return uri
        if not uri or isinstance(link, InvalidIRI):
            return ""
        return to_uri(resolve(base, uri))
    except IRIError:
        return ""


def _mend(uri: str) -> str:
    """Return the URI of the IRI that Django has written as *uri*; "" if it cannot be mapped."""
    return safe_header("Location", with_a_labels(uri))


class IRISitemapMixin(Sitemap):  # type: ignore[type-arg]
    """Map the addresses of a `Sitemap`: ``class Places(IRISitemapMixin, Sitemap)``.

    The domain of the site and the result of `location` may be in any script. An address that cannot
    be mapped is left out, and logged, so that one bad row does not empty the sitemap.
    """

    def get_urls(self, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        """Return the entries for the template, with `location` and `alternates` mapped."""
        urls = super().get_urls(*args, **kwargs)
        for url in urls:
            url["alternates"] = list(filter(_map_location, url["alternates"]))
        return list(filter(_map_location, urls))


def _map_location(entry: dict[str, Any]) -> bool:
    """Map the location of *entry*, and return whether that is possible."""
    try:
        # By the rule for headers, because clients disagree about "\\" in an authority.
        entry["location"] = map_header("Location", entry["location"])
    except IRIError as error:
        _LOGGER.warning("an address is not in the sitemap: %s", error.code)
        return False
    return True
