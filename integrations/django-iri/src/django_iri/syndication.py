"""Feeds of URIs, in RSS (which has no IRIs) and Atom (whose readers often know none)."""

import logging
from collections import defaultdict
from copy import copy
from typing import TYPE_CHECKING, Any

from django.contrib.sites.shortcuts import get_current_site
from django.utils.encoding import escape_uri_path

from django_iri.http import with_a_labels
from iri3987 import IRIError, IRIReference, resolve, to_uri
from iri3987.headers import safe_header
from iri3987.reference import InvalidIRI

if TYPE_CHECKING:
    from django.contrib.syndication.views import Feed
    from django.http import HttpRequest
    from django.utils.feedgenerator import SyndicationFeed

    _Base = Feed[Any, Any]
else:
    _Base = object


_LOGGER = logging.getLogger(__name__)


class IRIFeedMixin(_Base):
    """Map the addresses of a `Feed`: ``class News(IRIFeedMixin, Feed)``.

    A link that has a scheme is mapped and otherwise stays to the octet: ``urn:isbn:1``,
    ``HTTP://example.org:80/a/../b``. A relative one becomes absolute (RFC 3986 section 5.2).
    Identifiers (the guid of RSS, the id of Atom) are mapped, too.

    What is at fault after the host of an old row is percent-encoded (``/100%`` becomes
    ``/100%25``). An item whose link cannot be mapped even so, or is an `InvalidIRI` without a
    scheme, is left out, and logged: a reader would take it for an address of this site. Other
    addresses that cannot be mapped are left out alone; the link of the feed is then that of the
    site.
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
                enclosure.url = _mended(enclosure.url)
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
    entry["link"] = link
    entry[id_key] = _mapped(identifier) if identifier else link
    for name in ("author_link", "comments"):
        if entry.get(name):
            entry[name] = _mended(entry[name]) or None


def _absolute(base: str, link: Any) -> str:
    """Return the URI of *link*, seen from *base*; "" if there is none."""
    uri = safe_header("Location", str(link))
    try:
        if IRIReference(uri).scheme is not None:
            return uri
        if not uri or isinstance(link, InvalidIRI):
            return ""
        return to_uri(resolve(base, uri))
    except IRIError:
        return ""


def _mended(uri: str) -> str:
    """Return *uri*, which Django has made of an IRI, as a URI of the same address; "" if none."""
    return safe_header("Location", with_a_labels(uri))


def _mapped(identifier: Any) -> str:
    """Return the URI of *identifier*, or its text if it is another kind of identifier."""
    try:
        return to_uri(str(identifier))
    except IRIError:
        return str(identifier)
