"""docs/how-to/crawlers.md: it needs Scrapy, and the folder of a project."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

NEEDS = ("scrapy",)

Path("links").mkdir()
Path("links/__init__.py").touch()


def check(names: Mapping[str, Any]) -> None:
    """Scrapy takes the class of the settings, and Sphinx the mapped address."""
    from scrapy import Request
    from scrapy.utils.test import get_crawler

    settings, conf = import_module("settings"), import_module("conf")
    crawler = get_crawler(settings_dict=vars(settings))
    fingerprint = crawler.request_fingerprinter.fingerprint
    for url in ("http://a b/", "data:,x"):
        assert len(fingerprint(Request(url))) == 32
    assert conf.mapped(None, "http://faß.de/") == "http://xn--fa-hia.de/"
    assert conf.mapped(None, "not an address") is None
