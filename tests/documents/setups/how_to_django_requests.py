"""docs/how-to/django/requests.md: a project with a bookmark, its sitemap and its feed."""

from django.db import models

from documents import django_project

MODULE = "links.models"

django_project.configure(
    "django.contrib.sitemaps", SITE_ID=1, ALLOWED_HOSTS=["xn--fa-hia.de", "testserver"]
)

from django_iri.fields import IRIField  # noqa: E402 - Django is configured now


class Bookmark(models.Model):
    """The subject of the feed."""

    title = models.CharField(max_length=100)
    homepage = IRIField()

    class Meta:
        app_label = "links"

    def __str__(self):
        return self.title


def check(names):
    """Follow the page: a request, redirects, a sitemap and a feed."""
    _check_request(names)
    _check_redirects(names)
    _check_feeds(names)


def _check_request(names):
    """The values in the table are those of that request."""
    from django.test import RequestFactory

    from django_iri.middleware import IRIMiddleware

    asked = RequestFactory().get("/stra%C3%9Fe?q=a%2Fb", headers={"host": "xn--fa-hia.de"})
    IRIMiddleware(names["show"])(asked)
    iri = asked.iri
    assert ("/straße", "/straße?q=a%2Fb", "xn--fa-hia.de") == (iri.path, iri.full, iri.host)
    assert "http://xn--fa-hia.de/straße?q=a%2Fb" == str(iri) == str(iri.absolute)
    assert "http://faß.de/straße?q=a%2Fb" == iri.absolute.display


def _check_redirects(names):
    """A target is mapped, and one that cannot be is refused."""
    import pytest
    from django.core.exceptions import DisallowedRedirect
    from django.test import RequestFactory

    go = names["go"]
    answer = go(RequestFactory().get("/", {"to": "http://faß.de/"}))
    assert "http://xn--fa-hia.de/" == answer["Location"]
    with pytest.raises(DisallowedRedirect):  # Django answers it with 400
        go(RequestFactory().get("/", {"to": "http://\u2100.com/"}))
    assert ["xn--r8jz45g.xn--zckzah", ".xn--fa-hia.de"] == names["ALLOWED_HOSTS"]


def _check_feeds(names):
    """A sitemap and a feed have URIs only."""
    from django.contrib.sites.models import Site
    from django.core.management import call_command
    from django.test import RequestFactory

    call_command("migrate", run_syncdb=True, verbosity=0)
    Site.objects.update(domain="faß.de")
    Bookmark.objects.create(title="x", homepage="http://例え.テスト/道")
    found = [each["location"] for each in names["Places"]().get_urls(protocol="https")]
    assert [
        "https://xn--fa-hia.de/stra%C3%9Fe",
        "https://xn--fa-hia.de/%E6%97%A5%E6%9C%AC",
    ] == found
    feed = names["News"]()(RequestFactory().get("/")).content.decode()
    assert "<link>http://xn--r8jz45g.xn--zckzah/%E9%81%93</link>" in feed
    assert feed.isascii()
