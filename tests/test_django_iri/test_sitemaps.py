"""Tests of sitemaps."""

from types import SimpleNamespace
from xml.etree import ElementTree as ET

from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap
from django.test import RequestFactory, override_settings

from django_iri.feeds import IRISitemapMixin
from iri3987 import is_uri

NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


class Places(IRISitemapMixin, Sitemap):
    """A sitemap of some paths."""

    def __init__(self, *paths):
        self.paths = paths

    def items(self):
        """Return the paths."""
        return list(self.paths)

    def location(self, item):
        """Return the path."""
        return item


SITE = SimpleNamespace(domain="例え.テスト", name="")


@override_settings(LANGUAGES=[("sv", "Swedish"), ("ja", "Japanese")], USE_I18N=True)
def test_addresses_are_mapped():
    """The domain becomes A-labels, and the path is percent-encoded; what was encoded stays."""
    urls = Places("/räk", "/%C3%A9?a&b='c'", "/a b").get_urls(site=SITE, protocol="https")
    expected = ["r%C3%A4k", "%C3%A9?a&b='c'", "a%20b"]
    assert [f"https://xn--r8jz45g.xn--zckzah/{path}" for path in expected] == [
        url["location"] for url in urls
    ]
    # So are the addresses in other languages.
    translated = type("Translated", (Places,), {"i18n": True, "alternates": True})
    urls = translated("/räk").get_urls(site=SITE)
    assert 4 == sum(is_uri(each["location"]) for url in urls for each in url["alternates"])


def test_what_cannot_be_mapped_is_left_out(caplog):
    """One bad row costs itself, and the log says so without showing it."""
    bad = ["/\ud800", "/100%", "/\0", "\\@evil.example/"]
    urls = Places("/räk", *bad).get_urls(site=SITE)
    assert ["/räk"] == [url["item"] for url in urls]
    assert len(bad) == len(caplog.records)
    assert "100%" not in caplog.text


@override_settings(
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    INSTALLED_APPS=["django.contrib.sitemaps"],
)
def test_xml():
    """The sitemap is XML, and holds URIs alone."""
    request = RequestFactory().get("/sitemap.xml")
    response = sitemap(request, {"places": Places("/räk", "/?a&b=<'>")}).render()
    document = ET.fromstring(response.content)  # noqa: S314 - our own
    locations = [element.text for element in document.iter(f"{NAMESPACE}loc")]
    expected = ["http://testserver/r%C3%A4k", "http://testserver/?a&b=%3C'%3E"]
    assert expected == locations
