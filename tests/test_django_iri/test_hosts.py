"""Tests of the host column, and of ``__host``, on every database that can be reached."""

import pytest
from django.contrib.admin import AdminSite, ModelAdmin
from hypothesis import assume, given
from hypothesis import strategies as st

from django_iri.admin import IRIAdminMixin
from django_iri.fields.hosts import host_of, one_spelling
from iri3987 import WEB, IRIError, IRIReference, is_iri_reference
from iri3987.comparison import equivalent
from test_django_iri.databases import on_each_database
from test_django_iri.testapp.models import Bookmark, Place

#: One host, as profile "any" can store it: each is opened by clients at evil.example.
EVIL = [
    *("http://evil.example/", "HTTP://EVIL.example:80/x", "http://me:secret@evil.example/"),
    *("http://%65vil.example/", "http://%45vil%2eexample/", "http://ＥＶＩＬ.example/"),
    *("http://evil。example/", "http://evil.example./", "http://e\u00advil.example/"),
    *("http://ⓔvil.example/", "http://%E2%93%94vil.example/", "//evil.example/"),
    *("http:///evil.example/", "ws://evil.example", "http:evil.example"),
]
#: Another non-ASCII host, in every case.
ACCENT = [
    "http://É.example/",
    "http://é.example/",
    "http://e\u0301.example/",
    "http://%C3%89.example/",
    "http://xn--9ca.example/",
    "http://XN--9CA.example/",
    "http://xN--9cA.EXAMPLE./",
]
OTHERS = [
    "http://notevil.example/",
    "http://evil.example.org/",
    "http://www.evil.example/",
    "http://example/?http://evil.example/",
    "http://example/@evil.example",
    "urn:evil.example",
    "/evil.example",
]


# What the host is


#: Text, and its host in one spelling. Where a browser finds a host is in browser_parts.jsonl.
HOSTS = [
    ("https://[2001:DB8:0:0::1]:80/", "2001:db8::1"),
    ("https://me@[::1]/", "::1"),
    ("https://[v1.x]/", "[v1.x]"),
    ("https://[fe80::1%25eth0]/", "[fe80::1%25eth0]"),
    ("http://0x7F.1./", "127.0.0.1"),
    ("http://１２７.0.0.1/", "127.0.0.1"),
    ("foo://Some%20Host/", "some%20host"),
    ("foo://ÉÀ%FF/", "%c3%89%c3%80%ff"),
    ("http://a..b/", "a..b"),
    ("http://a../", "a"),
    ("http://../", None),
    ("http://xn--a/", "xn--a"),
    ("http:\\\\evil.example\\x", "evil.example"),
    (" \n http://ev\til.example/a|b", "evil.example"),
    ("\x1f http://evil.example\x01 \t\n ", "evil.example"),
    ("http://evil.example. ", "evil.example"),
    ("http://evil.example /", "evil.example%20"),
    ("http://[::1/", "::1"),
    ("file://C:/b", None),
    ("example.org", None),
    ("mailto:me@evil.example", None),
    ("file:///etc", None),
    ("http://", None),
    ("http://" + 64 * "abc." + "example/", None),
    ("http://" + 1100 * "\u00ad" + "evil.example/", None),
    ("http://" + 100_000 * "é", None),
    ("http://%C3%89é" + 1000 * "." + "/", "xn--9caa"),
    ("http://a_b-" + 1000 * "%2e" + "/", None),
    ("foo://" + 252 * "%41" + "%FF/", None),
    ("foo://" + 250 * "%41" + "%FF/", 250 * "a" + "%ff"),
    ("http://\ud800.example/", "%ed%a0%80.example"),
    ("", None),
]


@pytest.mark.parametrize(("text", "host"), HOSTS)
def test_host_of(text, host):
    """IP addresses have one spelling; what is not a domain name is kept in ASCII, if it fits."""
    assert host == host_of(text)


@given(st.text() | st.from_regex(r"(?i)(https?|foo):[/\\]{0,3}[^/]{0,30}/?.*"))
def test_any_text(text):
    """Whatever the text: the host is ASCII of at most 253 characters, and stays what it is."""
    host = host_of(text)
    assert host is None or (host.isascii() and 0 < len(host) <= 253)
    assert host is None or host == one_spelling(host)
    assert host is None or host == host.lower()


LABELS = st.text("aZ9éÉß。.-_ⓔ\u00ad例%4", min_size=1, max_size=12)


@given(LABELS)
def test_the_host_that_the_core_maps_to(labels):
    """The host of an address that "web" accepts is that of its mapped URI, without a final dot."""
    text = f"http://{labels}.example/"
    try:
        uri = WEB.check(text).uri
    except IRIError:
        assume(False)
    assert (IRIReference(uri).host or "").lower().removesuffix(".") in {
        host_of(text),
        text.split("/")[2].lower(),  # A percent-encoded host is left as it is.
    }


@given(LABELS, LABELS)
def test_equivalent_addresses_have_one_host(one, two):
    """Addresses with one key have one host."""
    one, two = f"http://{one}.example/", f"http://{two}.example/"
    assume(is_iri_reference(one) and is_iri_reference(two))
    assert not equivalent(one, two, level="scheme") or host_of(one) == host_of(two)


# Searches


@on_each_database
@pytest.mark.parametrize(("texts", "asked"), [(EVIL, "evil.example"), (ACCENT, "é.example")])
def test_every_spelling_is_found(database, texts, asked):
    """The column finds every spelling of a host, however it was written, and no other host."""
    manager = Place.objects.using(database)
    for text in [*texts, *OTHERS]:
        manager.create(homepage=text)
    host = host_of(f"http://{asked}/")
    for lookup in [{"homepage_host": host}, {"homepage_host__in": ["b.example", host]}]:
        found = manager.filter(**lookup).values_list("homepage", flat=True)
        assert sorted(texts) == sorted(found)


@pytest.mark.django_db
def test_search_of_the_admin():
    """The admin's search finds a host by its characters and by its A-labels."""

    class BookmarkAdmin(IRIAdminMixin, ModelAdmin):
        """The admin of bookmarks."""

        search_fields = ("homepage_host",)

    bookmark = Bookmark.objects.create(homepage="http://FA%C3%9F.de/")
    model_admin = BookmarkAdmin(Bookmark, AdminSite())
    for term, expected in [("faß.de", [bookmark]), ("xn--fa", [bookmark]), ("fass.de", [])]:
        found, _ = model_admin.get_search_results(None, Bookmark.objects.all(), term)
        assert expected == list(found)
