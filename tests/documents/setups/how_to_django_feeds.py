"""docs/how-to/django/feeds.md: a project with a bookmark, its sitemap and its feed."""

from django.db import models

from documents import django_project

MODULE = "links.models"

django_project.configure("django.contrib.sitemaps", SITE_ID=1)

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
    """Both have URIs only."""
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
