"""Sitemaps of URIs: the protocol has no IRIs (https://www.sitemaps.org/protocol.html)."""

import logging
from typing import TYPE_CHECKING, Any

from iri3987 import IRIError
from iri3987.http.headers import map_header

if TYPE_CHECKING:
    from django.contrib.sitemaps import Sitemap

    _Base = Sitemap[Any]
else:
    _Base = object

__all__ = ["IRISitemapMixin"]

_LOGGER = logging.getLogger(__name__)


class IRISitemapMixin(_Base):
    """Map the addresses of a `Sitemap`: ``class Places(IRISitemapMixin, Sitemap)``.

    The domain of the site and the result of `location` may be in any script. An address that cannot
    be mapped is left out, and logged, so that one bad row does not spoil the other 49 999. Django's
    view of an index does not ask a `Sitemap`: write the domain of the site in A-labels for that.
    """

    def get_urls(self, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        """Return the entries for the template, with `location` and `alternates` mapped."""
        urls = super().get_urls(*args, **kwargs)
        for url in urls:
            url["alternates"] = list(filter(_map_location, url["alternates"]))
        return list(filter(_map_location, urls))


def _map_location(entry: dict[str, Any]) -> bool:
    """Map the location of *entry*, and tell whether that is possible."""
    try:
        # By the rule for headers, because clients disagree about "\\" in an authority.
        entry["location"] = map_header("Location", entry["location"])
    except IRIError as error:
        _LOGGER.warning("an address is not in the sitemap: %s", error.code)
        return False
    return True
