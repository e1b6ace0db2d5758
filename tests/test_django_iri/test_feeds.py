"""Tests of feeds."""

from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest
from django.contrib.syndication.views import Feed
from django.test import RequestFactory
from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed

from django_iri.feeds import IRIFeedMixin
from iri3987 import IRI, is_uri
from iri3987.values import load

ATOM = "{http://www.w3.org/2005/Atom}"
IDN = "http://xn--r8jz45g.xn--zckzah"


class News(IRIFeedMixin, Feed):
    """A feed of links, or of links and identifiers."""

    title = "News"
    link = "/nÿheter/"
    description = "What is new"
    author_name = "Å"
    author_link = "http://例え.テスト/å"

    def items(self):
        """Return what a test has set."""
        return self.entries

    def item_title(self, _):
        """Return a title."""
        return "Title"

    def item_link(self, item):
        """Return the link."""
        return item[0]


class Books(News):
    """The same, with what else may be an address."""

    feed_guid = "urn:例:feed"
    feed_url = "/böcker.xml"
    item_enclosure_url = "http://例え.テスト/ljud"
    item_enclosure_length = 1
    item_enclosure_mime_type = "audio/ogg"
    item_comments = "http://例え.テスト/#kommentarer"

    def item_guid(self, item):
        """Return the identifier."""
        return item[1]


@pytest.fixture(autouse=True)
def site(monkeypatch):
    """A site whose domain is in another script."""
    site = SimpleNamespace(domain="例え.テスト")
    for module in ("django_iri.feeds", "django.contrib.syndication.views"):
        monkeypatch.setattr(f"{module}.get_current_site", lambda _: site)
    return site


def make(feed, *entries, kind=Atom1Feed, path="/feed/"):
    """Return the feed of *entries*, as XML."""
    view = type("View", (feed,), {"entries": entries, "feed_type": kind})()
    return ET.fromstring(view(RequestFactory().get(path)).content)  # noqa: S314 - our own


def links(feed):
    """Return the links of the entries of *feed*, of either kind."""
    found = [entry.find(f"{ATOM}link").get("href") for entry in feed.findall(f"{ATOM}entry")]
    return found + [item.find("link").text for item in feed.findall("channel/item")]


LINKS = [
    ("/räk", f"{IDN}/r%C3%A4k"),
    ("//faß.de/é", "http://xn--fa-hia.de/%C3%A9"),
    ("https://faß.de/é", "https://xn--fa-hia.de/%C3%A9"),
    ("HTTP://Example.org/", "HTTP://Example.org/"),
    ("HTTPS://EXAMPLE.com:443/a/../b", "HTTPS://EXAMPLE.com:443/a/../b"),
    ("https://faß.de/a/./%7e?", "https://xn--fa-hia.de/a/./%7e?"),
    ("urn:isbn:1", "urn:isbn:1"),
    ("mailto:é@example.org", "mailto:%C3%A9@example.org"),
    ("räk", f"{IDN}/r%C3%A4k"),
    ("/a b", f"{IDN}/a%20b"),
]


@pytest.mark.parametrize(("link", "expected"), LINKS)
def test_links(link, expected):
    """A link is absolute and mapped; what is absolute already stays what it is."""
    entry = make(News, (link,)).find(f"{ATOM}entry")
    assert expected == entry.find(f"{ATOM}link").get("href")
    assert expected == entry.find(f"{ATOM}id").text


#: Rows from before the field was an `IRIField`, and the links that a feed can have for them.
OLD = [
    ("http://example.org/100%/8", "http://example.org/100%25/8"),
    ("http://faß.de/?filter[name]=ä|b", "http://xn--fa-hia.de/?filter%5Bname%5D=%C3%A4%7Cb"),
    ("http://example.org/a b\u202e", "http://example.org/a%20b%E2%80%AE"),
    ("example5.org", None),
    ("/on/this/site", None),
    ("//example5.org/", None),
    ("http://a b/", None),
    ("http://good.example\\@evil.example/", None),
    ("http://[::1", None),
    ("http://℀.com/", None),
    ("", None),
]


@pytest.mark.parametrize("kind", [Atom1Feed, Rss201rev2Feed])
def test_links_of_old_rows(kind, caplog):
    """A link is a URI of the same address; an entry that can have none is left out, and logged."""
    texts = [text for text, _ in OLD]
    feed = make(News, *((load(text, IRI),) for text in texts), kind=kind)
    expected = [link for _, link in OLD if link]
    assert expected == links(feed)
    assert all(map(is_uri, expected))
    logged = [each for each in caplog.records if each.name == "django_iri.feeds"]
    assert len(texts) - len(expected) == len(logged)
    assert "evil" not in caplog.text


class Broken(Books):
    """Addresses that cannot be mapped, in every place."""

    link = "http://[::1"
    feed_url = "http://[::1"
    author_link = "http://[::1"
    item_enclosure_url = "http://[::1"
    item_comments = "http://[::1"


@pytest.mark.parametrize("kind", [Atom1Feed, Rss201rev2Feed])
def test_what_cannot_be_mapped_is_not_sent(kind):
    """The link of the feed is then that of the site; what may be left out is."""
    feed = make(Broken, ("/1", "urn:x:1"), kind=kind)
    texts = [*feed.itertext(), *(text for each in feed.iter() for text in each.attrib.values())]
    assert not [text for text in texts if "::1" in text]
    assert "" not in [each.get("href") for each in feed.iter(f"{ATOM}link")]
    site = feed.find("channel/link") if kind is Rss201rev2Feed else feed.find(f"{ATOM}link")
    assert f"{IDN}/" == (site.text or site.get("href"))


def test_site_that_no_uri_has(site):
    """Where the domain of the site cannot stand in a URI, absolute links still go out."""
    site.domain = "[1:::2]"
    feed = make(News, ("/räk",), ("http://example.org/",))
    assert ["http://example.org/"] == links(feed)


def test_every_address_is_a_uri():
    """Links, identifiers, enclosures, comments, of the feed, its author and its items.

    An identifier that is not an IRI is the text that it was.
    """
    feed = make(Books, ("/räk", "urn:é:1"), ("/2", "nummer 3"))
    found = [element.get("href") for element in feed.iter(f"{ATOM}link")]
    found += [element.text for tag in ("id", "uri") for element in feed.iter(f"{ATOM}{tag}")]
    paths = ["n%C3%BFheter/", "b%C3%B6cker.xml", "r%C3%A4k", "2", "ljud", "ljud", "%C3%A5"]
    expected = [f"{IDN}/{path}" for path in paths]
    expected += ["urn:%E4%BE%8B:feed", "urn:%C3%A9:1", "nummer 3"]
    assert sorted(expected) == sorted(found)
    rss = make(Books, ("/räk", "urn:é:1"), kind=Rss201rev2Feed)
    assert f"{IDN}/#kommentarer" == rss.find("channel/item/comments").text
    assert f"{IDN}/ljud" == rss.find("channel/item/enclosure").get("url")
    # Without a `feed_url` it is the path of the request, encoded again.
    feed = make(News, path="/fl%C3%B6de%3F/100%25/")
    own = [link.get("href") for link in feed.iter(f"{ATOM}link")]
    assert f"{IDN}/fl%C3%B6de%3F/100%25/" in own


def test_a_feed_keeps_nothing_between_requests():
    """One feed answers many requests at once."""
    feed = type("View", (News,), {"entries": (("/1",), ("/2",))})()
    answers = [feed(RequestFactory().get("/feed/")).content for _ in range(2)]
    assert answers[0].count(b"<item>") == answers[1].count(b"<item>") == 2
    assert {} == vars(feed)


def test_methods_of_a_feed_work_by_themselves():
    """A call without a request gets Django's method."""
    (enclosure,) = Books().item_enclosures(("/1", "urn:x"))
    assert enclosure.url.startswith("http://%E4%BE%8B")
